# SPDX-License-Identifier: BSD-3-Clause
"""A 2 GiB file under a 512 MiB limit: memory follows the batch, not the file."""

import os
import subprocess
import unittest

from support import PROGRAM, ProgramTest, limits

MIB = 1 << 20
FEATURES = 16
BATCH = 65536


class Memory(ProgramTest):
    def test_two_gibibytes(self):
        rows = (2 << 30) // (8 * (FEATURES + 1)) + 1
        data = self.path("big.h5")
        self.run_limited("generate", data, "--rows", rows, "--features", FEATURES, "--noise", "t2")
        self.assertGreaterEqual(os.path.getsize(data), 2 << 30)
        baseline = self.run_limited("fit", self.generate("small.h5", "--rows", "64", "--features", FEATURES))
        peak = self.run_limited("fit", data)
        batch = BATCH * (FEATURES + 1) * 8
        state = (FEATURES + 1) ** 2 * 8
        bound = 3 * batch + 8 * BATCH * 8 + state + 64 * MIB
        print(f"peak {peak / MIB:.1f} MiB, bound {bound / MIB:.1f} MiB, a run of 64 rows {baseline / MIB:.1f} MiB")
        self.assertLessEqual(peak, bound)

    def run_limited(self, *arguments):
        """Runs with at most 512 MiB of data; returns the peak of resident memory in bytes."""
        process = subprocess.Popen([PROGRAM, *map(str, arguments)], stdout=subprocess.DEVNULL,
                                   preexec_fn=limits(RLIMIT_DATA=512 * MIB))
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(process.returncode, 0)
        return usage.ru_maxrss * 1024


if __name__ == "__main__":
    unittest.main()
