#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checks the arrows between the rooms of src/robustream, where outside headers may be seen, and the length of files.

usage: check_layering.py SOURCE_ROOT       (the folder that holds the rooms: src/robustream)

Prints one line a finding and exits 1 if there is any; warnings do not count.
"""

import re
import sys
from pathlib import Path

# Room -> rooms it may include, besides itself. A room that is not named here is a finding.
ARROWS = {
    "base": [],
    "loss": ["base"],
    "dense": ["base"],
    "state": ["base"],
    "kernels": ["loss", "base"],
    "solver": ["kernels", "dense", "state", "base"],
    "estimator": ["solver", "state", "base"],
    "comm": ["base"],
    "io": ["state", "base"],
    "capi": ["estimator", "io", "comm", "base"],
    "cli": ["estimator", "io", "comm", "base"],
}

# Outside headers that only one place may see.
CONFINED = [
    (re.compile(r"^mpi\.h$|^mpi-ext\.h$"), "comm"),
    (re.compile(r"^(hdf5|hdf5_hl|H5[A-Z]\w*)\.h$"), "io"),
    (re.compile(r"^(cuda|cub|thrust|cooperative_groups|cublas|cusolver|nv)\b|^(cublas|cusolver|cuda|mma)\w*\.h(pp)?$"),
     "kernels/cuda"),
]

# The umbrella header: what a user includes, so it sees what a user may see.
UMBRELLA = "robustream.hpp"
UMBRELLA_ROOMS = ["estimator", "state", "base"]

SUFFIXES = {".hpp", ".cpp", ".h", ".c", ".cu", ".cuh", ".inl", ".in"}
LONGEST, LONG = 400, 200

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def findings_of(path, root):
    """Yields (line number, text) for each include of `path` that is out of place."""
    relative = path.relative_to(root)
    room = relative.parts[0] if len(relative.parts) > 1 else None
    if room is None and relative.name != UMBRELLA:
        yield 1, f"lies outside the rooms; only {UMBRELLA} may"
        return
    if room is not None and room not in ARROWS:
        yield 1, f"'{room}' is no room of this house; add it to ARROWS with its arrows"
        return
    allowed = UMBRELLA_ROOMS if room is None else [room, *ARROWS[room]]
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        match = INCLUDE.match(line)
        if not match:
            continue
        quote, header = match.groups()
        if quote == '"':
            yield number, f'includes "{header}": write <robustream/...>, which is also the installed path'
        elif header.startswith("robustream/"):
            parts = header.split("/")
            target = parts[1] if len(parts) > 2 else None
            if target is None:
                if room not in (None, "cli", "capi"):
                    yield number, f"includes the umbrella {header}: name the room's header"
            elif target not in allowed:
                yield number, f"{room or UMBRELLA} -> {target} is no arrow (allowed: {', '.join(allowed)})"
        else:
            for pattern, place in CONFINED:
                if pattern.match(header) and not relative.as_posix().startswith(place + "/"):
                    yield number, f"includes {header}, which only {place}/ may see"


def check(root):
    """Returns (findings, warnings), lists of lines 'path:number: text'."""
    findings, warnings = [], []
    files = sorted(p for p in root.rglob("*") if p.is_file() and p.suffix in SUFFIXES)
    if not files:
        findings.append(f"{root}: no source files here")
    for path in files:
        where = path.relative_to(root).as_posix()
        findings += [f"{where}:{number}: {text}" for number, text in findings_of(path, root)]
        length = len(path.read_text(encoding="utf-8").splitlines())
        if length > LONGEST:
            findings.append(f"{where}:{length}: {length} lines; at most {LONGEST} are allowed")
        elif length > LONG:
            warnings.append(f"{where}:{length}: warning: {length} lines; more than {LONG} is long")
    return findings, warnings


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    root = Path(sys.argv[1])
    if not root.is_dir():
        sys.exit(f"{root}: no such folder")
    findings, warnings = check(root)
    for line in warnings + findings:
        print(line)
    print(f"layering: {len(findings)} finding(s), {len(warnings)} warning(s)")
    sys.exit(1 if findings else 0)


if __name__ == "__main__":
    main()
