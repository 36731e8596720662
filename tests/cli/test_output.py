# SPDX-License-Identifier: BSD-3-Clause
"""Standard output and standard error: G4, G5, F8, progress only on a terminal."""

import os
import pty
import shutil
import subprocess
import unittest

import numpy as np

from support import PROGRAM, SANITIZED, ProgramTest, wait_until


class Pipes(ProgramTest):
    def setUp(self):
        super().setUp()
        self.data = self.generate("g.h5", "--rows", "300000", "--features", "3")
        self.checkpoint = self.path("c.h5")
        self.run_ok("fit", self.data, "--checkpoint", self.checkpoint)

    def test_head(self):
        """G4: quiet, and it stops long before the last row."""
        for options in ("", "--json", "--residuals"):
            command = f"'{PROGRAM}' predict '{self.data}' --checkpoint '{self.checkpoint}' {options} | head -1"
            shell = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True,
                                   timeout=60)
            self.assertEqual((shell.returncode, shell.stderr, shell.stdout.count("\n")), (0, "", 1), command)

    def test_full_device(self):
        """F8: non-zero, errno's text, for every command."""
        if not os.path.exists("/dev/full"):
            return
        for arguments in (("fit", self.data), ("fit", self.data, "--json"), ("info",), ("info", self.data), ("--help",),
                          ("validate", self.data), ("predict", self.data, "--checkpoint", self.checkpoint),
                          ("predict", self.data, "--checkpoint", self.checkpoint, "--json"),
                          ("predict", self.data, "--checkpoint", self.checkpoint, "--output", "/dev/full")):
            with open("/dev/full", "wb") as full:
                result = self.run_program(*arguments, stdout=full)
            self.assertEqual(result.code, 4, arguments)
            self.assertIn("No space left on device", result.err, arguments)

    def test_closed_output(self):
        result = self.run_program("info", preexec_fn=lambda: os.close(1))
        self.assertEqual(result.code, 4)
        self.assertIn("Bad file descriptor", result.err)


class Interrupted(ProgramTest):
    def test_no_half_written_file(self):
        """SIGTERM during generate: exit 7, and the folder is as before."""
        process = self.start("generate", self.path("g.h5"), "--rows", "100000000")
        self.assertTrue(wait_until(lambda: os.listdir(self.folder)))
        process.terminate()
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, 7)
        self.assertEqual(os.listdir(self.folder), [])


class Terminal(ProgramTest):
    def on_terminal(self, *arguments):
        """Standard error as a terminal shows it."""
        leader, follower = pty.openpty()
        process = self.start(*arguments, stderr=follower)
        os.close(follower)
        shown = b""
        while True:
            try:
                part = os.read(leader, 4096)
            except OSError:
                break
            if not part:
                break
            shown += part
        os.close(leader)
        out, _ = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 0)
        return out.decode(), shown.decode()

    def test_progress(self):
        data = self.generate("g.h5", "--rows", "200000")
        out, shown = self.on_terminal("fit", data, "--batch", "20000")
        self.assertIn("rows/s", shown)
        self.assertIn("of 200,000 rows", shown)
        self.assertIn("to go", shown)
        self.assertNotIn("rows/s", out)
        self.assertEqual(self.on_terminal("fit", data, "--quiet")[1], "")
        self.assertEqual(self.run_ok("fit", data).err, "")


class Numbers(ProgramTest):
    def test_german_locale(self):
        """G5: decimal points and the same digits. The locale is made here; it need not be installed."""
        localedef = shutil.which("localedef")
        self.assertIsNotNone(localedef)
        made = subprocess.run([localedef, "-i", "de_DE", "-f", "UTF-8", self.path("de_DE.UTF-8")], capture_output=True)
        self.assertTrue(os.path.isdir(self.path("de_DE.UTF-8")), made.stderr)
        german = {"LOCPATH": str(self.folder), "LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8"}
        if SANITIZED:  # a library behind HDF5's curl leaks the text of LOCPATH when it is loaded
            german["ASAN_OPTIONS"] = "detect_leaks=0"
        comma = subprocess.run(["bash", "-c", "printf %.1f 1,5"], env={**os.environ, **german}, capture_output=True)
        self.assertEqual(comma.stdout, b"1,5", "the locale does not work, so this test would prove nothing")

        data, checkpoint = self.generate("g.h5", "--rows", "1000", "--noise-scale", "0.5"), self.path("c.h5")
        plain = self.fit(data, "--tau", "0.7", "--checkpoint", checkpoint)
        local = self.fit(data, "--tau", "0.7", env=german)
        self.assert_same_fit(plain, local)
        table = self.run_ok("fit", data, "--tau", "0.7", env=german).out
        self.assertIn(repr(plain["coefficients"][0]), table)
        csv = self.run_ok("predict", data, "--checkpoint", checkpoint, "--residuals", env=german).out
        self.assertEqual(csv, self.run_ok("predict", data, "--checkpoint", checkpoint, "--residuals").out)
        self.assertTrue(all(line.count(",") == 2 for line in csv.splitlines()))
        self.run_ok("generate", self.path("h.h5"), "--rows", "1000", "--noise-scale", "0.5", env=german)

    def test_digits_read_back_as_the_same_number(self):
        data, checkpoint = self.generate("g.h5", "--rows", "5000"), self.path("c.h5")
        document = self.fit(data, "--checkpoint", checkpoint)
        longest = max(len(repr(c).lstrip("-0.").replace(".", "").split("e")[0]) for c in document["coefficients"])
        self.assertGreaterEqual(longest, 16)
        csv = self.run_ok("predict", data, "--checkpoint", checkpoint).out.splitlines()
        self.run_ok("predict", data, "--checkpoint", checkpoint, "--output", self.path("p.h5"))
        import h5py
        with h5py.File(self.path("p.h5")) as file:
            np.testing.assert_array_equal(np.array(csv[1:], dtype=float), file["prediction"][:])


if __name__ == "__main__":
    unittest.main()
