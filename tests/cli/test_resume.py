# SPDX-License-Identifier: BSD-3-Clause
"""Going on where a run stopped: F6 and F7."""

import os
import shutil
import signal
import unittest

from support import FLIGHTS, STACKLOSS, ProgramTest, wait_until


class Resume(ProgramTest):
    def test_new_files_are_welcome(self):
        checkpoint = self.path("c.h5")
        options = ("--tau", "20", "--checkpoint", checkpoint, "--resume")
        whole = self.fit(*FLIGHTS[:6], "--tau", "20")
        result = self.run_program("fit", *FLIGHTS[:2], *options)
        self.assertIn("no checkpoint there", result.err)
        part = self.fit(*FLIGHTS[:4], *options)
        self.assertEqual((len(part["batches"]), part["checkpoint"]["resumed"]), (2, True))
        rest = self.fit(*FLIGHTS[:6], *options)
        self.assert_same_fit(rest, whole)
        again = self.fit(*FLIGHTS[:6], *options)
        self.assertEqual((len(again["batches"]), again["checkpoint"]["saves"]), (0, 0))
        self.assert_same_fit(again, whole)

    def test_moved_files(self):
        """Another folder is no difference."""
        for name in ("a", "b"):
            os.mkdir(self.path(name))
        checkpoint = self.path("c.h5")
        files = []
        for file in FLIGHTS[:2]:
            shutil.copy(file, self.path("a"))
            shutil.copy(file, self.path("b"))
            files.append(file.name)
        self.run_ok("fit", self.path("a/" + files[0]), "--tau", "20", "--checkpoint", checkpoint)
        document = self.fit(*(self.path("b/" + f) for f in files), "--tau", "20", "--checkpoint", checkpoint,
                            "--resume")
        self.assertEqual(len(document["batches"]), 1)

    def test_unconverged_batches_are_remembered(self):
        files = [self.write_stackloss("a.h5"), self.write_stackloss("b.h5")]
        options = ("--max-iter", "2", "--tol", "1e-12")
        whole = self.fit(*files, *options, code=1)
        self.run_program("fit", files[0], *options, "--checkpoint", self.path("c.h5"))
        rest = self.fit(*files, *options, "--checkpoint", self.path("c.h5"), "--resume", code=1)
        self.assert_same_fit(rest, whole)


class Differences(ProgramTest):
    """F6: refused with exit 5, every difference listed, the checkpoint untouched."""

    def setUp(self):
        super().setUp()
        self.files = [self.write_stackloss("a.h5"), self.write_stackloss("b.h5")]
        self.checkpoint = self.path("c.h5")
        self.run_ok("fit", self.files[0], "--checkpoint", self.checkpoint)
        self.before = self.read_bytes(self.checkpoint)

    def refused(self, *arguments, words):
        error = self.fit_error(*arguments, "--checkpoint", self.checkpoint, "--resume", code=5)
        self.assertEqual(error["code"], "checkpoint_mismatch")
        for word in words:
            self.assertIn(word, error["message"])
        self.assertEqual(self.read_bytes(self.checkpoint), self.before)
        return error

    def test_options(self):
        error = self.refused(*self.files, "--tau", "2", "--tol", "1e-7", "--batch", "7",
                             words=("tau", "1.345", "2", "tol", "1e-07", "batch", "65536"))
        self.assertEqual(len(error["differences"]), 3)

    def test_number_of_features(self):
        file = self.write("a.h5", STACKLOSS[:, :2], STACKLOSS[:, 3], columns=["air", "water"])
        self.refused(file, words=("features: 3 then, 2 now",))

    def test_names(self):
        file = self.write("a.h5", STACKLOSS[:, :3], STACKLOSS[:, 3], columns=["air", "water", "fire"])
        self.refused(file, words=("acid", "fire"))

    def test_consumed_file_changed(self):
        self.write("a.h5", STACKLOSS[:, :3] + 1, STACKLOSS[:, 3], columns=["air", "water", "acid"])
        self.refused(*self.files, words=("a.h5",))

    def test_consumed_file_missing_or_moved_back(self):
        self.refused(self.files[1], words=("a.h5",))
        self.refused(self.files[1], self.files[0], words=("a.h5",))


class Signals(ProgramTest):
    """F7: the batch is finished and saved, exit 7, and the resumed result is the uninterrupted one."""

    arguments = ("--batch", "40000", "--penalty", "l1", "--tol", "1e-10")

    def setUp(self):
        super().setUp()
        self.data = self.generate("g.h5", "--rows", "400000", "--features", "40", "--noise", "t2", "--float32")

    def test_with_checkpoint(self):
        whole = self.fit(self.data, *self.arguments)
        for number, name in ((signal.SIGTERM, "SIGTERM"), (signal.SIGINT, "SIGINT")):
            checkpoint = self.path(f"{name}.h5")
            process = self.start("fit", self.data, *self.arguments, "--checkpoint", checkpoint, "--json")
            self.assertTrue(wait_until(lambda: os.path.exists(checkpoint)))
            process.send_signal(number)
            out, err = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 7, err)
            self.assertIn(b'"saved": true', out)
            self.assertIn(name.encode(), err)
            done = self.run_json("info", checkpoint)["files"][0]["batch_count"]
            self.assertTrue(1 <= done < 10, done)
            rest = self.fit(self.data, *self.arguments, "--checkpoint", checkpoint, "--resume")
            self.assertEqual(len(rest["batches"]), 10 - done)
            self.assert_same_fit(rest, whole)

    def test_in_mid_interval(self):
        """--every 4: what was not due yet is saved too."""
        checkpoint = self.path("c.h5")
        process = self.start("fit", self.data, *self.arguments, "--checkpoint", checkpoint, "--every", "4")
        self.assertTrue(wait_until(lambda: os.path.exists(checkpoint)))
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, 7)
        rest = self.fit(self.data, *self.arguments, "--checkpoint", checkpoint, "--every", "4", "--resume")
        self.assert_same_fit(rest, self.fit(self.data, *self.arguments))

    def test_without_checkpoint(self):
        process = self.start("fit", self.data, *self.arguments)
        # The handler is there once HDF5 has the file open.
        opened = wait_until(lambda: any(os.path.realpath(f"/proc/{process.pid}/fd/{fd}") == os.path.realpath(self.data)
                                        for fd in os.listdir(f"/proc/{process.pid}/fd")))
        self.assertTrue(opened)
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=60)
        self.assertEqual((process.returncode, out), (7, b""))
        self.assertIn(b"nothing was saved", err)


if __name__ == "__main__":
    unittest.main()
