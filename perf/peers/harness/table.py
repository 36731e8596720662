# SPDX-License-Identifier: BSD-3-Clause
"""Results as text."""

COLUMNS = "{:<11} {:<7} {:<5} {:>9} {:>9} {:>9} {:>9}  {:>6} {:>13}  {:>6} {:>13}"


def heading(record):
    lines = [
        f"{record['cpu']}, {record['threads']} threads, load {record['load_at_start']}; whole stream, median ms "
        f"({record['clock']} time)",
        COLUMNS.format("shape", "type", "pen.", "ours", "(steady)", "numpy", "native", "numpy", "", "native", ""),
        COLUMNS.format("", "", "", "", "", "", "", "/ ours", "rounds", "/ ours", "rounds"),
    ]
    return "\n".join(lines)


def milliseconds(value):
    if value is None:
        return "-"
    return f"{value:.3f}" if value < 10 else f"{value:.1f}" if value < 1000 else f"{value:.0f}"


def row(result):
    sides, ratio = result["sides"], result["ratio"]

    def spread(name):
        return f"{ratio[name]['lowest_round']:.2f}..{ratio[name]['highest_round']:.2f}"

    return COLUMNS.format(
        result["shape"]["name"], result["precision"], result["penalty"],
        milliseconds(sides["ours"]["total_ms"]), milliseconds(sides["ours"]["steady_ms"]),
        milliseconds(sides["numpy"]["total_ms"]), milliseconds(sides["native"]["total_ms"]),
        f"{ratio['numpy']['total']:.2f}", spread("numpy"), f"{ratio['native']['total']:.2f}", spread("native"))


def verdict(record, slower):
    count = len(record["results"])
    lines = [f"skipped: {line}" for line in record["skipped"]]
    for result in slower:
        lines.append(f"slower than the NumPy engine: {result['shape']['name']} {result['precision']} "
                     f"{result['penalty']}, ratio {result['ratio']['numpy']['total']:.2f}")
    faster = sum(result["ratio"]["native"]["total"] >= 1 for result in record["results"])
    lines.append(f"at least as fast as the NumPy engine in {count - len(slower)} of {count} cases, "
                 f"as the native CPU engine in {faster} of {count}")
    return "\n".join(lines)


def markdown(results):
    lines = ["| rows x features (batch) | type | penalty | ours, ms | steady batch | NumPy, ms | native, ms | NumPy / ours "
             "| native / ours |", "|---|---|---|--:|--:|--:|--:|--:|--:|"]
    for result in results:
        shape, sides = result["shape"], result["sides"]
        cells = [f"{shape['rows']} x {shape['features']} ({shape['batch']})", result["precision"], result["penalty"]]
        cells += [milliseconds(sides["ours"]["total_ms"]), milliseconds(sides["ours"]["steady_ms"])]
        cells += [milliseconds(sides[name]["total_ms"]) for name in ("numpy", "native")]
        cells += [f"{result['ratio'][name]['total']:.2f}" for name in ("numpy", "native")]
        lines.append("| " + " | ".join(cells) + " |")
    return lines
