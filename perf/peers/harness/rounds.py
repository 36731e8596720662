# SPDX-License-Identifier: BSD-3-Clause
"""Interleaved rounds: every side is measured once a round, in turning order, so that a slow spell of the machine meets
all of them alike."""
import statistics
import time

KEYS = ("total_ms", "cold_ms", "steady_ms")
SLOW_SECONDS = 25  # a round longer than this is repeated less often


def median(values):
    values = [value for value in values if value is not None]
    return statistics.median(values) if values else None


def fits_a_round(milliseconds):
    """Short fits are repeated within a round, whose result is then their median."""
    return max(1, min(25, int(100 / milliseconds)))


def measure(sides, warm_up, rounds):
    """sides: {name: function(count) -> repeats}; warm_up: {name: ms of a fit}. Returns {name: summary}."""
    counts = {name: fits_a_round(warm_up[name]) for name in sides}
    if sum(warm_up.values()) > 1e3 * SLOW_SECONDS:
        rounds = min(rounds, 3)
    results = {name: {key: [] for key in KEYS} for name in sides}
    names = list(sides)
    for index in range(rounds):
        for name in names[index % len(names) :] + names[: index % len(names)]:
            time.sleep(0.05)  # lets the last side's threads stop waiting for work
            repeats = sides[name](counts[name])
            for key in KEYS:
                results[name][key].append(median(repeat[key] for repeat in repeats))
    return {name: summary(result) for name, result in results.items()}


def summary(result):
    totals = result["total_ms"]
    middle = median(totals)
    return {
        **{key: median(result[key]) for key in KEYS},
        "best_ms": min(totals),
        "relative_mad": statistics.median(abs(total - middle) for total in totals) / middle,
        "rounds_ms": totals,
    }


def ratios(of, to):
    """How many times `to` is as fast as `of`: of the medians, and the lowest and highest of a round."""
    by_round = [a / b for a, b in zip(of["rounds_ms"], to["rounds_ms"])]
    result = {
        "total": of["total_ms"] / to["total_ms"],
        "cold": of["cold_ms"] / to["cold_ms"],
        "steady": None,
        "lowest_round": min(by_round),
        "highest_round": max(by_round),
    }
    if of["steady_ms"] is not None:
        result["steady"] = of["steady_ms"] / to["steady_ms"]
    return result
