#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Compares the program's coefficients on the flights, after each month, with the certified ones.

usage: compare_flights.py PROGRAM FOLDER       (FOLDER holds the monthly files and expected.json)
"""

import json
import subprocess
import sys
from pathlib import Path

LIMITS = {"none": 1e-9, "l1": 1e-6}


def fit(program, files, tau, penalty):
    """The report of the program for a stream of these files, a batch a file."""
    command = [program, "fit", *map(str, files), "--tau", str(tau), "--penalty", penalty, "--batch", "1000000",
               "--tol", "1e-10", "--json"]
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
    if run.returncode not in (0, 1):  # 1: a batch did not converge, which the table shows
        sys.exit(f"{' '.join(command)}\nended with {run.returncode}: {run.stdout}{run.stderr}")
    return json.loads(run.stdout)


def main():
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    program, folder = sys.argv[1], Path(sys.argv[2])
    expected = json.loads((folder / "expected.json").read_text())
    files = [folder / name for name in sorted(expected["files"])]
    failed = False
    print("Against the certified coefficients (data/flights/expected.json), after each month:")
    print(f"{'penalty':8} {'month':8} {'rows':>7} {'converged':>9} {'kkt':>9} {'largest difference':>19}")
    for penalty, limit in LIMITS.items():
        worst = 0.0
        for month, right in enumerate(expected["certified"][penalty]):
            report = fit(program, files[:month + 1], expected["tau"], penalty)
            ours = [report["intercept"], *report["coefficients"]]
            difference = max(abs(a - b) for a, b in zip(ours, right, strict=True))
            batch = report["batches"][-1]
            failed |= not batch["converged"] or not difference <= limit
            worst = max(worst, difference)
            print(f"{penalty:8} {files[month].stem:8} {batch['rows']:7d} {'yes' if batch['converged'] else 'NO':>9} "
                  f"{batch['kkt']:9.1e} {difference:19.1e}")
        print(f"{penalty}: largest difference {worst:.1e}, limit {limit:.0e}: {'ok' if worst <= limit else 'OFF'}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
