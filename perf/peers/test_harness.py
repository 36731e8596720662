#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The comparison's own rules, without programs: what counts as agreement, what a ratio is."""
import math
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

from harness import rounds, table
from harness.comparison import CheckError, Comparison, distance


def fit(*coefficients, converged=True):
    return {"converged": converged, "first_coefficients": coefficients, "coefficients": coefficients}


def comparison(precision="double"):
    """One whose objective is the sum of squares of the coefficients."""
    result = Comparison.__new__(Comparison)
    result.shape, result.precision = {"name": "any"}, precision
    result.objective = lambda penalty, b: sum(value * value for value in b)
    return result


class Agreement(unittest.TestCase):
    def refuses(self, what, penalty, **fits):
        with self.assertRaisesRegex(CheckError, what):
            comparison().check(penalty, fits)

    def test_accepts_equal_and_better(self):
        checks = comparison().check("none", {"ours": fit(1, 2), "numpy": fit(1, 2 + 1e-6), "native": fit(1, 2)})
        self.assertAlmostEqual(checks["coefficient_distance"]["numpy"], 1e-6)
        comparison().check("l1", {"ours": fit(1, 2), "numpy": fit(1.5, 2), "native": fit(1, 2.5)})

    def test_refuses_coefficients_elsewhere(self):
        self.refuses("coefficients are 1", "none", ours=fit(1, 2), numpy=fit(2, 2), native=fit(1, 2))

    def test_refuses_nan(self):
        self.refuses("nan", "none", ours=fit(1, float("nan")), numpy=fit(1, 2), native=fit(1, 2))
        self.assertTrue(math.isnan(distance(fit(1, 2), fit(1, float("nan")))))

    def test_refuses_a_higher_objective(self):
        self.refuses("above 4.84 of the engine native", "l1", ours=fit(2.21), numpy=fit(3), native=fit(2.2))

    def test_refuses_what_did_not_converge(self):
        self.refuses("did not converge", "none", ours=fit(1, converged=False), numpy=fit(1), native=fit(1))

    def test_forgives_an_engine_that_gave_up(self):
        comparison().check("none", {"ours": fit(1), "numpy": fit(2, converged=False), "native": fit(1)})


class Rounds(unittest.TestCase):
    def test_alternates_and_takes_medians(self):
        order = []

        def side(name, times):
            def run(count):
                order.append(name)
                return [{"total_ms": next(times), "cold_ms": 1.0, "steady_ms": None}] * count

            return run

        sides = {"a": side("a", iter([40.0, 50.0, 90.0])), "b": side("b", iter([20.0, 10.0, 30.0]))}
        measured = rounds.measure(sides, {"a": 200.0, "b": 200.0}, 3)
        self.assertEqual(order, ["a", "b", "b", "a", "a", "b"])
        self.assertEqual((measured["a"]["total_ms"], measured["b"]["total_ms"]), (50.0, 20.0))
        self.assertIsNone(measured["a"]["steady_ms"])
        ratio = rounds.ratios(measured["a"], measured["b"])
        self.assertEqual((ratio["total"], ratio["lowest_round"], ratio["highest_round"]), (2.5, 2.0, 5.0))

    def test_repeats_short_fits(self):
        self.assertEqual([rounds.fits_a_round(ms) for ms in (0.1, 10.0, 5000.0)], [25, 10, 1])

    def test_milliseconds_are_readable(self):
        readable = [table.milliseconds(ms) for ms in (None, 0.4321, 43.21, 4321.0)]
        self.assertEqual(readable, ["-", "0.432", "43.2", "4321"])


if __name__ == "__main__":
    unittest.main()
