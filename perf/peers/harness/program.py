# SPDX-License-Identifier: BSD-3-Clause
"""The program perf_stream: built on request, and its shapes."""
import json
import subprocess
import sys
from pathlib import Path

from .machine import ROOT, cores


def build():
    """Configures and builds the preset perf; only the program of the peers."""
    steps = (["cmake", "--preset", "perf"],
             ["cmake", "--build", "--preset", "perf", "--target", "perf_stream", "--parallel", str(cores())])
    for step in steps:
        result = subprocess.run(step, cwd=ROOT, capture_output=True, text=True, check=False)
        if result.returncode:
            sys.exit(f"error: {' '.join(step)} failed:\n{result.stdout[-3000:]}{result.stderr[-3000:]}")
    return ROOT / "build" / "perf" / "bin" / "perf_stream"


def find(given):
    program = Path(given) if given else build()
    if not program.is_file():
        sys.exit(f"error: there is no program {program}")
    return program.resolve()


def shapes(program, max_values=0):
    command = [str(program), "--list", "--max-values", str(max_values)]
    return json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
