# SPDX-License-Identifier: BSD-3-Clause
"""One shape and type on all sides: the programs that hold its data, the checks of their results, the timing."""
import json
import math
import os
from pathlib import Path

from .machine import ROOT
from .rounds import measure, ratios
from .worker import Worker

ENGINES = {"numpy": "numpy", "native": "native_cpu"}  # short name: the reference's own name
REFERENCE = Path(__file__).resolve().parents[1] / "reference_engines.py"
SCRATCH = ROOT / "build" / "peers" / "scratch"

# Coefficients without a penalty: how far two correct programs may be apart. In float the reference itself is computed
# in float; ours is held to the same float data solved in double.
COEFFICIENT_LIMIT = {"double": 1e-5, "float": 1e-3}
OBJECTIVE_LIMIT = 1e-9  # relative, on the first batch, evaluated in double by a third program

# What a side says of its own work on a whole stream.
COUNTS = ("iterations", "full_reads", "gram_batches", "converged", "unconverged_batches")


class CheckError(Exception):
    pass


def memory_gib(shape, precision):
    """Both sides' data, the file between them, and the copies that the NumPy engine makes of a batch."""
    size = {"double": 8, "float": 4}[precision]
    values = 3 * shape["rows"] + 3 * min(shape["rows"], shape["batch"])
    return size * values * (shape["features"] + 1) / 2**30 + 0.3


class Comparison:
    def __init__(self, stream, python, shape, precision, threads, clock):
        self.shape, self.precision = shape, precision
        SCRATCH.mkdir(parents=True, exist_ok=True)
        data = SCRATCH / f"{shape['name']}-{precision}-{os.getpid()}"
        try:
            self.ours = Worker([stream, "--serve", "--shape", shape["name"], "--precision", precision,
                                "--threads", threads, "--clock", clock, "--write", data], threads)
            self.reference = Worker([python, REFERENCE, "--data", data, "--rows", shape["rows"],
                                     "--features", shape["features"], "--batch", shape["batch"],
                                     "--precision", precision, "--clock", clock], threads)
        finally:
            data.unlink(missing_ok=True)
        header = self.ours.header
        self.versions = {
            "robustream": {key: header[key] for key in ("version", "commit", "execution_space", "instruction_set")},
            "versions": self.reference.header["versions"],
        }

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for worker in (self.ours, self.reference):
            worker.__exit__()

    def compare(self, penalty, rounds):
        checked = {"ours": self.ours.ask("check", penalty)}
        for name, engine in ENGINES.items():
            checked[name] = self.reference.ask("check", engine, penalty)
        checks = self.check(penalty, checked)
        sides = {"ours": lambda count: self.ours.ask("fit", penalty, count)["repeats"]}
        for name, engine in ENGINES.items():
            sides[name] = lambda count, engine=engine: self.reference.ask("fit", engine, penalty, count)["repeats"]
        warm_up = {name: fit["repeats"][0]["total_ms"] for name, fit in checked.items()}
        result = {"shape": self.shape, "precision": self.precision, "penalty": penalty, "checks": checks}
        result["sides"] = measure(sides, warm_up, rounds)
        for name, fit in checked.items():
            repeat = fit["repeats"][0]
            result["sides"][name].update({key: repeat[key] for key in COUNTS if key in repeat})
        result["ratio"] = {name: ratios(result["sides"][name], result["sides"]["ours"]) for name in ENGINES}
        return result

    def check(self, penalty, checked):
        """Raises CheckError unless ours is as good a result as the reference's."""
        where = f"{self.shape['name']} {self.precision} {penalty}"
        if not checked["ours"]["converged"]:
            raise CheckError(f"{where}: Robustream did not converge")
        objectives = {name: self.objective(penalty, fit["first_coefficients"]) for name, fit in checked.items()}
        distances = {name: distance(checked["ours"], checked[name]) for name in ENGINES}
        for name in ENGINES:
            if not objectives["ours"] <= objectives[name] + OBJECTIVE_LIMIT * abs(objectives[name]):
                raise CheckError(f"{where}: objective {objectives['ours']:.15g} after the first batch, above "
                                 f"{objectives[name]:.15g} of the engine {name}")
            # An engine that gave up says so itself; its coefficients are then no measure.
            trusted = penalty == "none" and checked[name]["converged"]
            if trusted and not distances[name] <= COEFFICIENT_LIMIT[self.precision]:
                raise CheckError(f"{where}: coefficients are {distances[name]:.3g} from those of the engine {name}")
        return {"first_batch_objective": objectives, "coefficient_distance": distances}

    def objective(self, penalty, coefficients):
        return self.reference.ask("objective", penalty, json.dumps(coefficients, separators=(",", ":")))["objective"]


def distance(one, other):
    distances = [abs(a - b) for a, b in zip(one["coefficients"], other["coefficients"], strict=True)]
    return max(distances) if all(map(math.isfinite, distances)) else math.nan
