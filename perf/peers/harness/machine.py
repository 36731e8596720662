# SPDX-License-Identifier: BSD-3-Clause
"""What a record says about where and how it was made."""
import datetime
import os
import platform
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]


def cpu_name():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def cores():
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()


def available_gib():
    """Memory that programs can have without swapping; None where the system does not say."""
    try:
        with open("/proc/meminfo", encoding="utf-8") as file:
            for line in file:
                if line.startswith("MemAvailable"):
                    return int(line.split()[1]) / 2**20
    except OSError:
        pass
    return None


def load():
    return round(os.getloadavg()[0], 2)


def commit():
    """Of the sources of the library and the suite; "-dirty" if they differ from it."""
    def git(*words):
        return subprocess.run(["git", "-C", ROOT, *words], capture_output=True, text=True, check=False).stdout.strip()

    head = git("rev-parse", "--short=12", "HEAD")
    if not head:
        return "unknown"
    changed = git("status", "--porcelain", "--", "src", "perf", "cmake", "CMakeLists.txt")
    return head + ("-dirty" if changed else "")


def describe(threads):
    return {
        "schema": 1,
        "date": datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds"),
        "command": shlex.join([os.path.relpath(sys.argv[0], ROOT), *sys.argv[1:]]),
        "commit": commit(),
        "cpu": cpu_name(),
        "cores": cores(),
        "threads": threads,
        "system": f"{platform.system()} {platform.machine()}",
        "load_at_start": load(),
    }
