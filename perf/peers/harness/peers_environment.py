# SPDX-License-Identifier: BSD-3-Clause
"""The virtual environment with the peers, under build/."""
import subprocess
import sys

from .machine import ROOT

REQUIREMENTS = ROOT / "perf" / "peers" / "requirements.txt"
FOLDER = ROOT / "build" / "peers" / "venv"


def find():
    """Its Python; makes it first if it is missing or its requirements have changed."""
    python, stamp = FOLDER / "bin" / "python", FOLDER / "requirements.txt"
    wanted = REQUIREMENTS.read_text(encoding="utf-8")
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == wanted:
        return python
    print(f"installing the peers into {FOLDER.relative_to(ROOT)}", file=sys.stderr)
    for step in ([sys.executable, "-m", "venv", "--clear", FOLDER],
                 [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", REQUIREMENTS]):
        result = subprocess.run(step, capture_output=True, text=True, check=False)
        if result.returncode:
            print(f"error: cannot install the peers (Python 3.10 to 3.13 and PyPI are needed):\n{result.stderr}",
                  file=sys.stderr)
            sys.exit(2)
    stamp.write_text(wanted, encoding="utf-8")
    return python
