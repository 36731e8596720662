# SPDX-License-Identifier: BSD-3-Clause
"""Checkpoints of fit when the file, the disk or the generation is damaged: F1, F3, F9."""

import os
import shutil
import unittest

from support import SANITIZED, ProgramTest, limits


class Saving(ProgramTest):
    def test_saved_after_batches_and_at_the_end(self):
        data = self.generate("g.h5", "--rows", "1000")
        for every, saves in ((1, 10), (3, 4), (100, 1)):
            document = self.fit(data, "--batch", "100", "--checkpoint", self.path(f"c{every}.h5"), "--every", every)
            self.assertEqual(document["checkpoint"]["saves"], saves)
            state = self.run_json("info", self.path(f"c{every}.h5"))["files"][0]
            for member in ("coefficients", "intercept", "weight_sum", "n_samples_seen", "batch_count", "options"):
                self.assertEqual(state[member], document[member], member)

    def test_file_size_limit_in_the_second_save(self):
        """F1: the first checkpoint still loads, exit 4, no stray file. The limit is set once the first is there."""
        data = self.generate("g.h5", "--rows", "400", "--features", "40")
        first = self.path("c.h5")
        self.run_ok("fit", self.generate("h.h5", "--rows", "200", "--features", "40"), "--checkpoint", first)
        size = os.path.getsize(first)
        before = self.read_bytes(first)
        files = set(os.listdir(self.folder))
        error = self.fit_error(data, "--checkpoint", first, code=4, preexec_fn=limits(RLIMIT_FSIZE=size // 2))
        self.assertIn("c.h5", error["message"])
        self.assertIn("File too large", error["message"])
        self.assertEqual(set(os.listdir(self.folder)), files)
        self.assertEqual(self.read_bytes(first), before)
        self.assertEqual(self.run_json("info", first)["files"][0]["n_samples_seen"], 200)

    def test_folder_that_is_not_there(self):
        error = self.fit_error(self.write_stackloss(), "--checkpoint", self.path("no/c.h5"), code=4)
        self.assertIn("No such file", error["message"])

    def test_full_disk(self):
        if not os.path.exists("/dev/full"):
            return
        error = self.fit_error(self.write_stackloss(), "--checkpoint", "/dev/full", code=4)
        self.assertIn("/dev/full", error["message"])

    def test_starting_anew_over_a_checkpoint_says_so(self):
        data, checkpoint = self.write_stackloss(), self.path("c.h5")
        self.run_ok("fit", data, "--checkpoint", checkpoint)
        self.assertIn("--resume", self.run_ok("fit", data, "--checkpoint", checkpoint).err)


class Damage(ProgramTest):
    def setUp(self):
        super().setUp()
        self.data = self.generate("g.h5", "--rows", "1000")
        self.checkpoint = self.path("c.h5")
        self.whole = self.fit(self.data, "--batch", "250", "--checkpoint", self.checkpoint)
        self.arguments = (self.data, "--batch", "250", "--checkpoint", self.checkpoint, "--resume")

    def damage(self, path):
        with open(path, "r+b") as file:
            file.seek(os.path.getsize(path) // 2)
            byte = file.read(1)[0]
            file.seek(-1, os.SEEK_CUR)
            file.write(bytes([byte ^ 16]))

    def test_newest_generation(self):
        """F3: the one before is used, and that is said; --strict exits 5."""
        self.damage(self.checkpoint)
        error = self.fit_error(*self.arguments, "--strict", code=5)
        self.assertEqual(error["code"], "checkpoint_damaged")
        self.assertIn("c.h5", error["message"])
        document = self.fit(*self.arguments)
        self.assertEqual(document["checkpoint"]["resumed_from"], self.checkpoint + ".previous")
        self.assertTrue(any("generation before" in w for w in document["warnings"]), document["warnings"])
        self.assertEqual(len(document["batches"]), 1)
        self.assert_same_fit(document, self.whole)

    def test_both_generations(self):
        self.damage(self.checkpoint)
        self.damage(self.checkpoint + ".previous")
        self.assertEqual(self.fit_error(*self.arguments, code=5)["code"], "checkpoint_damaged")

    def replace(self, content):
        os.unlink(self.checkpoint + ".previous")
        with open(self.checkpoint, "wb") as file:
            file.write(content)

    def refused(self, words=()):
        error = self.fit_error(*self.arguments, code=5)
        self.assertEqual(error["code"], "checkpoint_damaged")
        for word in ("c.h5", *words):
            self.assertIn(word, error["message"])
        self.assertEqual(self.run_program("predict", self.data, "--checkpoint", self.checkpoint).code, 5)

    def test_foreign_files(self):
        """F9."""
        shutil.copy(self.data, self.path("foreign.h5"))
        self.replace(self.read_bytes(self.path("foreign.h5")))
        self.refused()
        self.replace_only(b"\x89HDF\r\n\x1a\n" + bytes(24))
        self.refused()
        self.replace_only(b"")
        self.refused()
        self.replace_only(b"once upon a time " * 1000)
        self.refused()

    def replace_only(self, content):
        with open(self.checkpoint, "wb") as file:
            file.write(content)

    def test_oversized(self):
        """F9: refused without taking the memory or the time that its size suggests."""
        self.replace(self.read_bytes(self.checkpoint))
        os.truncate(self.checkpoint, 1 << 40)
        # A sanitizer's shadow does not fit the limit; such a build shows only that the file is refused in time.
        limit = None if SANITIZED else limits(RLIMIT_DATA=512 << 20)
        process = self.start("fit", *self.arguments, preexec_fn=limit)
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, 5)

    def test_newer_format(self):
        """F9: a format that this version does not know."""
        os.unlink(self.checkpoint + ".previous")
        whole = self.read_bytes(self.checkpoint)
        self.assertEqual(whole.count(b"format 1\n"), 1)
        self.replace_only(whole.replace(b"format 1\n", b"format 9\n"))
        self.refused(("format 9",))


if __name__ == "__main__":
    unittest.main()
