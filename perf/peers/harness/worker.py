# SPDX-License-Identifier: BSD-3-Clause
"""A program kept running that answers each line with one line of JSON, and the environment it runs in."""
import json
import os
import subprocess


class WorkerError(Exception):
    pass


def environment(threads, bind):
    """That of this process, with `threads` threads for everyone and nothing that picks BLAS kernels by hand. `bind` ties
    OpenMP's threads to cores; not where another program's threads may still be waiting busily on one of them."""
    result = {name: value for name, value in os.environ.items() if not name.startswith(("OPENBLAS_", "OMP_", "GOMP_"))}
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "RAYON_NUM_THREADS"):
        result[name] = str(threads)
    result["OMP_PROC_BIND"] = "true" if bind else "false"
    if bind:
        result["OMP_PLACES"] = "cores"
    return result


class Worker:
    """`header` is the line that the program prints by itself once it is ready."""

    def __init__(self, command, threads, bind=False):
        self.name = os.path.basename(command[0])
        self.process = subprocess.Popen(
            [str(word) for word in command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment(threads, bind),
        )
        self.header = self._read()

    def ask(self, *words):
        try:
            self.process.stdin.write(" ".join(str(word) for word in words) + "\n")
            self.process.stdin.flush()
        except BrokenPipeError as error:
            raise WorkerError(f"{self.name} ended early") from error
        return self._read()

    def _read(self):
        line = self.process.stdout.readline()
        if not line:
            raise WorkerError(f"{self.name} ended early with exit code {self.process.wait()}")
        answer = json.loads(line)
        if "error" in answer:
            raise WorkerError(f"{self.name}: {answer['error']}")
        return answer

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        if self.process.wait() < 0:
            raise WorkerError(f"{self.name} was ended by signal {-self.process.returncode}")
