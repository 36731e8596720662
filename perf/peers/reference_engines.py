# SPDX-License-Identifier: BSD-3-Clause
"""Fits a benchmark stream with the engines of the Python package renewable-huber.

Runs in the virtual environment of perf/peers/run, which talks to it by lines: a command comes in, one line of JSON goes
out. Commands: fit ENGINE PENALTY COUNT; check ENGINE PENALTY (one fit with its coefficients); objective PENALTY
COEFFICIENTS (of the first batch, as a JSON list, intercept last).
"""
import argparse
import json
import math
import os
import statistics
import sys
import time

import numpy as np
import renewable_huber


def load(arguments):
    """X and y in memory of this process; the file is removed."""
    dtype = {"double": np.float64, "float": np.float32}[arguments.precision]
    values = arguments.rows * arguments.features
    with open(arguments.data, "rb") as file:
        x = np.fromfile(file, dtype, values).reshape(arguments.rows, arguments.features)
        y = np.fromfile(file, dtype, arguments.rows)
    os.remove(arguments.data)
    return x, y


class Engines:
    def __init__(self, arguments):
        self.x, self.y = load(arguments)
        self.batch = arguments.batch
        self.clock = {"wall": time.perf_counter, "cpu": time.process_time}[arguments.clock]
        self.dtype = str(self.x.dtype)

    def fit_once(self, engine, penalty):
        """Seconds of each call of partial_fit on a new estimator, and what they reported."""
        model = renewable_huber.RenewableHuberRegressor(backend=engine, dtype=self.dtype, penalty=penalty)
        times, diagnostics, first = [], [], None
        for begin in range(0, len(self.y), self.batch):
            x, y = self.x[begin : begin + self.batch], self.y[begin : begin + self.batch]
            start = self.clock()
            model.partial_fit(x, y)
            times.append(1e3 * (self.clock() - start))
            diagnostics.append(model.diagnostics_)
            if first is None:
                first = coefficients(model)
        return {
            "total_ms": sum(times),
            "cold_ms": times[0],
            "steady_ms": statistics.median(times[1:]) if len(times) > 1 else None,
            "iterations": sum(d.iterations for d in diagnostics),
            "converged": all(d.converged for d in diagnostics),
            "unconverged_batches": sum(not d.converged for d in diagnostics),
        }, first, coefficients(model)

    def fit(self, engine, penalty, count, with_coefficients=False):
        repeats = []
        for _ in range(count):
            repeat, first, last = self.fit_once(engine, penalty)
            repeats.append(repeat)
        result = {"penalty": penalty, "converged": all(r["converged"] for r in repeats), "repeats": repeats}
        if with_coefficients:
            result.update(first_coefficients=first, coefficients=last)
        return result

    def objective(self, penalty, b, tau=1.345):
        """Of the first batch, where nothing is remembered yet, in float64 whatever the data's type."""
        b = np.asarray(b)
        x, y = self.x[: self.batch], self.y[: self.batch]
        total = 0.0
        for begin in range(0, len(y), 8192):
            block = slice(begin, begin + 8192)
            r = np.abs(y[block].astype(np.float64) - x[block].astype(np.float64) @ b[:-1] - b[-1])
            total += np.where(r <= tau, r * r / 2, tau * r - tau * tau / 2).sum()
        total /= len(y)
        if penalty == "l1":
            rule = tau * math.sqrt(math.log(max(x.shape[1], 2)) / len(y))
            total += rule * np.abs(b[:-1]).sum()
        return float(total)

    def answer(self, command, *words):
        if command == "objective":
            return {"objective": self.objective(words[0], json.loads("".join(words[1:])))}
        if command == "check":
            return self.fit(words[0], words[1], 1, with_coefficients=True)
        return self.fit(words[0], words[1], int(words[2]))


def coefficients(model):
    return [float(value) for value in model.coef_] + [float(model.intercept_)]


def versions():
    from importlib.metadata import version

    blas = np.show_config(mode="dicts")["Build Dependencies"]["blas"]
    return {
        "python": sys.version.split()[0],
        "numpy": np.__version__,
        "blas of numpy": f"{blas['name']} {blas['version']}",
        **{name: version(name) for name in ("renewable-huber", "renewable-huber-native-cpu")},
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", required=True, help="raw file: X row-major, then y; removed once it is read")
    parser.add_argument("--rows", type=int, required=True)
    parser.add_argument("--features", type=int, required=True)
    parser.add_argument("--batch", type=int, required=True)
    parser.add_argument("--precision", choices=("double", "float"), required=True)
    parser.add_argument("--clock", choices=("wall", "cpu"), default="wall")
    engines = Engines(parser.parse_args())
    print(json.dumps({"versions": versions()}), flush=True)
    for line in sys.stdin:
        try:
            answer = engines.answer(*line.split())
        except Exception as error:  # reported to the driver, which stops
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
