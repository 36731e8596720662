#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Smoke test of the program perf_stream: it runs, its JSON is valid and complete. Asks nothing about speed."""
import json
import math
import os
import subprocess
import sys
import tempfile
import unittest

PROGRAM = sys.argv.pop(1)


def stream(*arguments, commands=None):
    result = subprocess.run([PROGRAM, *arguments], input=commands, capture_output=True, text=True, check=True)
    return result.stdout


def not_a_number(text):
    raise ValueError(f"{text} is not JSON")


def parse(text):
    return json.loads(text, parse_constant=not_a_number)


class Stream(unittest.TestCase):
    def check_repeats(self, fit, count):
        self.assertTrue(fit["converged"])
        self.assertEqual(len(fit["repeats"]), count)
        for repeat in fit["repeats"]:
            self.assertGreater(repeat["cold_ms"], 0)
            self.assertGreaterEqual(repeat["total_ms"], repeat["cold_ms"])
            self.assertGreaterEqual(repeat["iterations"], 1)
            self.assertGreaterEqual(repeat["full_reads"], 1)
            self.assertGreater(repeat["gram_batches"], 0)

    def test_lists_shapes_that_fit(self):
        names = [shape["name"] for shape in parse(stream("--list"))]
        self.assertEqual(len(names), len(set(names)))
        small = parse(stream("--list", "--max-values", "70000"))
        self.assertEqual([shape["name"] for shape in small], ["latency"])

    def test_fits_every_type_and_penalty(self):
        for precision in ("double", "float"):
            for penalty in ("none", "l1"):
                with self.subTest(precision=precision, penalty=penalty):
                    result = parse(stream("--shape", "latency", "--precision", precision, "--penalty", penalty,
                                          "--clock", "cpu" if penalty == "l1" else "wall"))
                    self.assertEqual(result["precision"], precision)
                    self.assertEqual(result["shape"]["rows"], 4096)
                    self.check_repeats(result, 3)
                    self.assertIsNone(result["repeats"][0]["steady_ms"])  # one batch: nothing but the cold one

    def test_times_steady_batches(self):
        result = parse(stream("--shape", "streaming", "--rows", "140000", "--threads", "1", "--repeats", "1"))
        self.assertEqual(result["threads"], 1)
        self.check_repeats(result, 1)
        self.assertGreater(result["repeats"][0]["steady_ms"], 0)

    def test_serves(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "data")
            commands = f"write {path}\ncheck l1\nfit none 2\nfit lasso 1\n"
            lines = stream("--serve", "--shape", "latency", "--precision", "float", commands=commands).splitlines()
            header, written, checked, fitted, refused = map(parse, lines)
            self.assertEqual(header["precision"], "float")
            self.assertEqual(written, {"written": path})
            self.assertEqual(os.path.getsize(path), 4 * 4096 * (16 + 1))
        self.check_repeats(checked, 1)
        self.assertEqual(len(checked["coefficients"]), 17)
        self.assertEqual(checked["first_coefficients"], checked["coefficients"])
        self.assertTrue(all(map(math.isfinite, checked["coefficients"])))
        self.check_repeats(fitted, 2)
        self.assertIn("lasso", refused["error"])

    def test_refuses(self):
        for arguments in (["--shape", "round"], ["--precision", "half"], ["--penalty", "l2"], ["--repeats", "0"]):
            with self.subTest(arguments=arguments):
                result = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, check=False)
                self.assertEqual(result.returncode, 2)
                self.assertIn(arguments[1] if arguments[0] != "--repeats" else "repeats", result.stderr + result.stdout)


if __name__ == "__main__":
    unittest.main()
