# SPDX-License-Identifier: BSD-3-Clause
"""The command line itself: help, unknown names, exit code 2, one JSON document wherever --json stands."""

import os
import subprocess
import unittest

from support import PROGRAM, STACKLOSS_FIT, ProgramTest, coefficients


class Help(ProgramTest):
    def test_every_command_teaches(self):
        overview = self.run_ok("--help").out
        for command in ("fit", "predict", "info", "validate", "generate"):
            self.assertIn(command, overview)
            text = self.run_ok(command, "--help").out
            self.assertIn("Examples:", text)
            self.assertIn("robustream " + command, text)

    def test_fit_names_units_defaults_and_exit_codes(self):
        text = self.run_ok("fit", "--help").out
        for word in ("units of y", "1.345", "65536", "rows-first", "Exit codes", "--across-files", "--reproducible"):
            self.assertIn(word, text)

    def test_version(self):
        self.assertRegex(self.run_ok("--version").out, r"^robustream \d+\.\d+\.\d+ \(.+\)\n$")


class UnknownNames(ProgramTest):
    """C12: nothing unknown falls back silently; the nearest valid name is offered."""

    def refused(self, *arguments):
        result = self.run_program(*arguments)
        self.assertEqual(result.code, 2, result.err)
        self.assertEqual(result.out, "")
        self.assertEqual(result.err.count("\n"), 1, result.err)
        return result.err

    def test_values(self):
        file = self.write_stackloss()
        for option, slip, nearest in (("--loss", "huberr", "huber"), ("--penalty", "L2", "l1"),
                                      ("--penalty", "L1", "l1"), ("--solver", "lam", "lamm"),
                                      ("--device", "opnmp", "openmp"), ("--layout", "row-first", "rows-first"),
                                      ("--missing", "dropp", "drop")):
            text = self.refused("fit", file, option, slip)
            self.assertIn(slip, text)
            self.assertIn(f"'{nearest}'", text)
        self.assertIn("'cauchy'", self.refused("generate", self.path("g.h5"), "--noise", "cauchi"))

    def test_options_and_commands(self):
        file = self.write_stackloss()
        self.assertIn("'--tau'", self.refused("fit", file, "--tao", "20"))
        self.assertIn("'--tau'", self.refused("fit", "--tao=20"))
        self.assertIn("'--checkpoint'", self.refused("fit", file, "--chekpoint", "c.h5"))
        self.assertIn("'fit'", self.refused("fitt", file))
        self.refused()
        self.refused("fit")

    def test_ranges(self):
        file = self.write_stackloss()
        for option, value in (("--tau", "0"), ("--tau", "-1"), ("--tau", "nan"), ("--tol", "0"), ("--max-iter", "0"),
                              ("--ridge", "-1"), ("--lambda", "-1"), ("--lambda-scale", "inf"),
                              ("--bandwidth-scale", "0"), ("--batch", "0"), ("--every", "0"), ("--threads", "-1"),
                              ("--tau", "much"), ("--batch", "1.5")):
            self.refused("fit", file, option, value)

    def test_options_that_need_others(self):
        file = self.write_stackloss()
        self.assertIn("--checkpoint", self.refused("fit", file, "--resume"))
        self.assertIn("--checkpoint", self.refused("fit", file, "--every", "2"))
        self.assertIn("--resume", self.refused("fit", file, "--checkpoint", self.path("c.h5"), "--strict"))
        self.assertIn("l1", self.refused("fit", file, "--solver", "lamm"))
        self.assertIn("cuda", self.refused("fit", file, "--tf32"))
        self.assertIn("serial", self.refused("fit", file, "--device", "serial", "--threads", "2"))


class Device(ProgramTest):
    def test_device_that_is_not_there(self):
        if "cuda" in self.run_json("info")["back_ends"]:
            return  # a build for GPUs; that there is none is tested where it is built
        error = self.fit_error(self.write_stackloss(), "--device", "cuda", code=2)
        self.assertEqual(error["code"], "device_unavailable")
        self.assertIn("not in this build", error["message"])

    def test_every_back_end_gives_the_same(self):
        file = self.write_stackloss()
        for device in self.run_json("info")["back_ends"]:
            if device == "cuda":
                continue
            document = self.fit(file, "--device", device, "--tol", "1e-12")
            self.assertEqual(document["device"], device)
            self.assert_close(coefficients(document), STACKLOSS_FIT, 1e-9)

    def test_reproducible(self):
        """E7: the same bits for any number of threads."""
        if "openmp" not in self.run_json("info")["back_ends"]:
            return  # one thread is all there is
        file = self.generate("g.h5", "--rows", "20000", "--noise", "t3")
        options = ("--batch", "7000", "--reproducible")
        one = self.fit(file, "--threads", "1", *options)
        self.assertEqual(one["threads"], 1)
        for threads in (2, 3, 8):
            other = self.fit(file, "--threads", threads, *options)
            self.assertEqual(other["threads"], threads)
            self.assert_same_fit(other, one)
            free = self.fit(file, "--threads", threads, "--batch", "7000")
            self.assert_close(free["coefficients"], one["coefficients"], 1e-12)

    def test_nothing_of_kokkos_on_the_screen(self):
        """E13: OMP_PROC_BIND unset."""
        environment = {k: v for k, v in os.environ.items() if not k.startswith("OMP_")}
        process = subprocess.run([PROGRAM, "fit", self.write_stackloss(), "--json", "--quiet"],
                                 env=environment, capture_output=True, text=True, check=True)
        self.assertTrue(process.stdout.startswith("{"))
        self.assertEqual(process.stderr, "")


class JSONAnywhere(ProgramTest):
    """G1 and G3."""

    def test_before_and_after_the_command(self):
        file = self.write_stackloss()
        before = self.run_ok("--json", "fit", file).document()
        after = self.run_ok("fit", file, "--json").document()
        self.assertEqual(before["coefficients"], after["coefficients"])

    def test_errors_are_documents_too(self):
        none = self.path("none.h5")
        for arguments, code in ((("--json", "fit", none), 4), (("fit", none, "--json"), 4),
                                (("fit", "--json", "--tau", "x", "y.h5"), 2), (("fitt", "--json"), 2), (("--json",), 2),
                                (("--json", "predict", "a.h5", "--nope"), 2), (("predict", "a.h5", "--json"), 2)):
            result = self.run_program(*arguments)
            self.assertEqual(result.code, code, arguments)
            error = result.document()["error"]
            self.assertEqual(error["exit_code"], code)
            self.assertTrue(error["message"] and error["code"])

    def test_each_command_gives_one_document(self):
        data, checkpoint = self.generate("g.h5", "--rows", 1000), self.path("c.h5")
        self.run_json("generate", self.path("h.h5"), "--rows", 10)
        self.run_json("fit", data, "--checkpoint", checkpoint)
        self.run_json("predict", data, "--checkpoint", checkpoint)
        self.run_json("predict", data, "--checkpoint", checkpoint, "--output", self.path("p.h5"))
        self.run_json("info")
        self.run_json("info", data, checkpoint)
        self.run_json("validate", data)


if __name__ == "__main__":
    unittest.main()
