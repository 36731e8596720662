# SPDX-License-Identifier: BSD-3-Clause
"""kill -9 at random moments of fit --checkpoint: what is left always loads, and the resumed run ends as if nothing had
happened, bit for bit at the same number of threads.

The batches are small and the state is not, so that a run spends most of its time in saves and random moments fall into
them; a moment is inside a save when the temporary file is there at the kill. A quarter of the moments is drawn over the
whole run, the others after the first save.
"""

import json
import os
import random
import signal
import time
import unittest

from support import SANITIZED, ProgramTest, wait_until

KILLS = 100
FEATURES = 200
ROWS = 250
BATCHES = 12


class Kill(ProgramTest):
    def setUp(self):
        super().setUp()
        self.data = self.generate("g.h5", "--rows", ROWS * BATCHES, "--features", FEATURES)
        self.options = ("--batch", ROWS, "--tol", "1e-4")

    def test_kill(self):
        seed = int(os.environ.get("ROBUSTREAM_TEST_SEED", "20130101"))
        print(f"seed {seed} (ROBUSTREAM_TEST_SEED)")
        generator = random.Random(seed)
        begin = time.monotonic()
        whole = self.fit(self.data, *self.options, "--checkpoint", self.path("whole.h5"))
        length = time.monotonic() - begin
        self.assertEqual(whole["checkpoint"]["saves"], BATCHES)
        kills = after_first_save = inside_a_save = finished = 0
        wanted = 10 if SANITIZED else KILLS
        # Moments inside a save are a matter of luck: a few more kills where there were too few of them.
        while kills < wanted or (inside_a_save < wanted // 10 and kills < 4 * wanted):
            checkpoint = self.path("c.h5")
            for name in os.listdir(self.folder):
                if name.startswith("c.h5"):
                    os.unlink(self.path(name))
            process = self.start("fit", self.data, *self.options, "--checkpoint", checkpoint, "--quiet")
            if generator.random() < 0.75:
                self.assertTrue(wait_until(lambda: os.path.exists(checkpoint) or process.poll() is not None))
            time.sleep(generator.uniform(0, length))
            process.kill()  # does nothing to a process that has ended
            process.communicate()
            if process.returncode != -signal.SIGKILL:
                self.assertEqual(process.returncode, 0)
                finished += 1
                continue
            kills += 1
            saved = os.path.exists(checkpoint) or os.path.exists(checkpoint + ".previous")
            after_first_save += saved
            inside_a_save += os.path.exists(checkpoint + ".tmp")
            self.check(checkpoint, saved, whole)
        print(f"{kills} kills in runs of {length:.2f} s: {after_first_save} after the first save, "
              f"{inside_a_save} inside a save; {finished} runs had finished before")
        self.assertGreaterEqual(after_first_save, wanted // 2)
        self.assertGreaterEqual(inside_a_save, wanted // 10)

    def check(self, checkpoint, saved, whole):
        result = self.run_program("fit", self.data, *self.options, "--checkpoint", checkpoint, "--resume", "--json")
        self.assertEqual(result.code, 0, result.err)
        document = json.loads(result.out)
        self.assertEqual(document["checkpoint"]["resumed"], saved, result.err)
        self.assert_same_fit(document, whole)
        self.assertFalse(os.path.exists(checkpoint + ".tmp"))


if __name__ == "__main__":
    unittest.main()
