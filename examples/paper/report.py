#!/usr/bin/env python3
"""Tables and figures of a campaign: report.md and an SVG figure per cell, in its folder.

usage: report.py [FOLDER]          build/paper unless said otherwise

A cell is a problem with its variant, inputs, level and batch. Of every method it shows the mean over all runs and the
95 % confidence interval of that mean (Student's distribution). The lander's optimum is not known: there the truth itself
is shown, and the best that any run reached stands for the optimum. Where the paper printed numbers, or its methods were
run in faithful mode, a table shows these side by side with the library's.
"""
import csv
import math
import pathlib
import statistics
import sys
from collections import defaultdict

COLOURS = {"quantile_ts": "#1f5fa8", "quantile_gibbon": "#1b9e5a", "paper_ts": "#101c50", "paper_gibbon": "#d02030",
           "paper_gibbon_runs": "#0a5030", "expectile_ts": "#5fa8d8", "expectile_gibbon": "#7fcf9f", "gpr_ei": "#c8651b",
           "hetgp": "#a03090", "homoscedastic_ts": "#b09010", "random": "#777777"}
COLUMNS = ("problem", "variant", "dim", "tau", "batch", "method", "index", "run", "seed", "observations", "truth",
           "regret", "seconds", "status")
# Mean and standard deviation of ten runs after so many observations, as the paper has them.
PUBLISHED = {
    ("lander", 0.1): {"quantile_ts": {750: (204.3, 53.8), 1500: (255.2, 8.0)},
                      "gpr_ei": {750: (94.6, 106.1), 1500: (159.5, 110.9)},
                      "hetgp": {750: (-38.7, 17.5), 1500: (-18.7, 4.2)}},
    ("lander", 0.02): {"quantile_ts": {750: (193.8, 56.4), 1500: (238.9, 14.6)},
                       "gpr_ei": {750: (141.8, 82.9), 1500: (187.4, 80.6)},
                       "hetgp": {750: (-35.1, 31.9), 1500: (-19.2, 25.2)}}}
# A method of the library and the same in faithful mode, if it is there.
COUNTERPARTS = (("quantile_ts", "paper_ts"), ("quantile_gibbon", "paper_gibbon"),
                ("quantile_gibbon", "paper_gibbon_runs"), ("gpr_ei", None), ("hetgp", None))
COMPARED = {"quantile_ts": ("quantile_gibbon", "paper_ts", "gpr_ei", "hetgp", "homoscedastic_ts", "random"),
            "quantile_gibbon": ("paper_gibbon", "paper_gibbon_runs", "gpr_ei", "hetgp", "homoscedastic_ts", "random"),
            "paper_ts": ("paper_gibbon", "paper_gibbon_runs", "gpr_ei", "hetgp", "random"),
            "paper_gibbon": ("gpr_ei", "hetgp", "random"),
            "paper_gibbon_runs": ("paper_gibbon", "gpr_ei", "hetgp", "random")}
FAMILIES = {"gld": "GLD", "lander": "Lunar lander", "fel": "Free-electron laser"}


def read(folder):
    """cells[cell][method][(index, run, seed)] = rows of a run, in order."""
    cells = defaultdict(lambda: defaultdict(dict))
    for path in sorted(folder.glob("*.csv")):
        with path.open(newline="") as file:
            rows = csv.DictReader(file)
            missing = [name for name in COLUMNS if name not in (rows.fieldnames or [])]
            if missing:
                print(f"report.py: {path} is not of a campaign: it has no {', '.join(missing)}", file=sys.stderr)
                sys.exit(2)
            for row in rows:
                cell = (row["problem"], row["variant"], int(row["dim"]), float(row["tau"]), int(row["batch"]))
                run = (int(row["index"]), int(row["run"]), int(row["seed"]))
                cells[cell][row["method"]].setdefault(run, []).append(
                    {"observations": int(row["observations"]), "truth": float(row["truth"]),
                     "regret": float(row["regret"]) if row["regret"] else None,
                     "seconds": float(row["seconds"]), "status": row["status"]})
    for methods in cells.values():
        for runs in methods.values():
            for rows in runs.values():
                rows.sort(key=lambda row: row["observations"])
    return cells


def student(degrees):
    """The 97.5 % point of Student's distribution, by bisection on an integral of its density (Simpson's rule)."""
    constant = math.exp(math.lgamma((degrees + 1) / 2) - math.lgamma(degrees / 2)) / math.sqrt(degrees * math.pi)

    def share(x, panels=400):
        step = x / panels
        total = sum((1 if i in (0, panels) else 4 if i % 2 else 2) * (1 + (i * step) ** 2 / degrees) **
                    (-(degrees + 1) / 2) for i in range(panels + 1))
        return 0.5 + constant * step / 3 * total

    low, high = 1.0, 20.0
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if share(middle) < 0.975 else (low, middle)
    return high


STUDENT = {}


def mean_and_half(values):
    """The mean, and half the width of its 95 % confidence interval."""
    n = len(values)
    mean = sum(values) / n
    if n < 2:
        return mean, 0.0
    variance = sum((value - mean) ** 2 for value in values) / (n - 1)
    if n not in STUDENT:
        STUDENT[n] = student(n - 1)
    return mean, STUDENT[n] * math.sqrt(variance / n)


def curve(runs, key):
    """(observations, mean, half) for each step that all runs have."""
    steps = min(len(rows) for rows in runs.values())
    return [(rows_at[0]["observations"], *mean_and_half([row[key] for row in rows_at]))
            for rows_at in zip(*(rows[:steps] for rows in runs.values()))]


def optimum(methods, method, run):
    """Of the run's problem; without a known one, the best truth of any run of the cell."""
    row = methods[method][run][0]
    if row["regret"] is not None:
        return row["truth"] + row["regret"]
    return max(row["truth"] for runs in methods.values() for rows in runs.values() for row in rows)


def regressions(methods, method):
    """How many runs end lower than they once were, by more than 5 % of the way from start to optimum. The start is the
    mean first recommendation on the problem, of all methods that are judged by the same statistic."""
    kind = method.startswith("expectile")
    starts = defaultdict(list)
    for name, runs in methods.items():
        if name.startswith("expectile") == kind:
            for run, rows in runs.items():
                starts[run[0]].append(rows[0]["truth"])
    count = 0
    for run, rows in methods[method].items():
        way = optimum(methods, method, run) - sum(starts[run[0]]) / len(starts[run[0]])
        count += max(row["truth"] for row in rows) - rows[-1]["truth"] > 0.05 * way
    return count


def title(cell):
    family, variant, dim, tau, batch = cell
    name = FAMILIES[family] + (f" ({variant})" if variant not in ("-", "runs") else "")
    return f"{name}, D = {dim}, τ = {tau:g}, B = {batch}"


def file_name(cell):
    family, variant, dim, tau, batch = cell
    return "-".join([family, *([variant] if variant != "-" else []), str(dim), f"{tau:g}", str(batch)]) + ".svg"


def ticks(low, high):
    step = 10 ** math.floor(math.log10((high - low) / 3))
    step *= next(factor for factor in (1, 2, 5, 10) if (high - low) / (step * factor) <= 5)
    return [i * step for i in range(math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9) + 1)]


def figure(cell, methods, key):
    """Mean and confidence band of every method, against observations; regret on a logarithmic scale."""
    width, height, left, top, right, bottom = 655, 380, 62, 34, 175, 44
    curves = {name: curve(runs, key) for name, runs in methods.items()}
    logarithmic = key == "regret"
    floor = 1e-3
    means = [max(mean, floor) if logarithmic else mean for points in curves.values() for _, mean, _ in points]
    scale = (lambda y: math.log10(max(y, floor))) if logarithmic else (lambda y: y)
    low, high = scale(min(means)), scale(max(means))
    margin = 0.08 * (high - low) or 0.5
    low, high = low - margin, high + margin
    first = min(points[0][0] for points in curves.values())
    last = max(points[-1][0] for points in curves.values())

    def x_of(x):
        return left + (x - first) / max(last - first, 1) * (width - left - right)

    def y_of(y):
        share = min(max((scale(y) - low) / (high - low), 0), 1)
        return height - bottom - share * (height - top - bottom)

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" '
             f'font-size="12"><rect width="100%" height="100%" fill="white"/>',
             f'<text x="{left}" y="20" font-size="14">{title(cell)}</text>',
             f'<rect x="{left}" y="{top}" width="{width - left - right}" height="{height - top - bottom}" fill="none" '
             f'stroke="#888"/>',
             f'<text x="{(left + width - right) / 2}" y="{height - 8}" text-anchor="middle">observations</text>',
             f'<text transform="translate(14 {(top + height - bottom) / 2}) rotate(-90)" text-anchor="middle">'
             f'{"mean regret" if logarithmic else "true quantile"}</text>']
    for x in ticks(first, last):
        parts.append(f'<text x="{x_of(x):.1f}" y="{height - bottom + 16}" text-anchor="middle">{x:g}</text>')
    marks = ticks(low, high)
    if logarithmic:
        marks = [m * 10 ** e for e in range(-4, 6) for m in (1, 2, 5) if low <= math.log10(m * 10 ** e) <= high]
    for y in marks:
        parts.append(f'<line x1="{left}" x2="{width - right}" y1="{y_of(y):.1f}" y2="{y_of(y):.1f}" stroke="#ddd"/>'
                     f'<text x="{left - 6}" y="{y_of(y) + 4:.1f}" text-anchor="end">{y:g}</text>')
    for name, points in curves.items():
        upper = [f"{x_of(x):.1f},{y_of(mean + half):.1f}" for x, mean, half in points]
        lower = [f"{x_of(x):.1f},{y_of(mean - half):.1f}" for x, mean, half in reversed(points)]
        parts.append(f'<polygon points="{" ".join(upper + lower)}" fill="{COLOURS[name]}" opacity="0.13"/>')
    for row, (name, points) in enumerate(curves.items()):
        line = " ".join(f"{x_of(x):.1f},{y_of(mean):.1f}" for x, mean, _ in points)
        y = top + 14 + 18 * row
        parts.append(f'<polyline points="{line}" fill="none" stroke="{COLOURS[name]}" stroke-width="2"/>'
                     f'<line x1="{width - right + 10}" x2="{width - right + 30}" y1="{y}" y2="{y}" '
                     f'stroke="{COLOURS[name]}" stroke-width="2"/>'
                     f'<text x="{width - right + 35}" y="{y + 4}">{name} ({len(methods[name])})</text>')
    return "\n".join(parts) + "\n</svg>\n"


def number(mean, half, runs):
    return f"{mean:.3g} ± {half:.2g}" if runs > 1 else f"{mean:.3g}"


def shown_of(methods, key):
    """Observations after the first design, halfway and at the end."""
    observations = [point[0] for point in curve(next(iter(methods.values())), key)]
    halfway = min(observations, key=lambda n: abs(n - observations[-1] / 2))
    return sorted({observations[0], halfway, observations[-1]})


def table(methods, key):
    """Mean and interval after the first design, halfway and at the end; median and standard deviation of runs at the end;
    regressions, failures, time."""
    names = list(methods)
    shown = shown_of(methods, key)
    what = "regret" if key == "regret" else "truth"
    lines = [f"| method | runs | {' | '.join(f'{what} at {n}' for n in shown)} | median | deviation | regressed | failed | "
             "s per run |", "|---" * (len(shown) + 7) + "|"]
    for name in names:
        runs = methods[name]
        points = {n: (mean, half) for n, mean, half in curve(runs, key)}
        values = [number(*points[n], len(runs)) if n in points else "" for n in shown]
        failed = sum(rows[-1]["status"] != "ok" for rows in runs.values())
        seconds = sum(rows[-1]["seconds"] for rows in runs.values()) / len(runs)
        last = [rows[-1][key] for rows in runs.values()]
        deviation = f"{statistics.stdev(last):.3g}" if len(last) > 1 else ""
        lines.append(f"| {name} | {len(runs)} | {' | '.join(values)} | {statistics.median(last):.3g} | {deviation} | "
                     f"{regressions(methods, name)} | {failed} | {seconds:.1f} |")
    return lines


def outcomes(one, other):
    """On how many of the runs that both have the first is better, equal, worse at the end."""
    both = [(one[run][-1]["truth"], other[run][-1]["truth"]) for run in one.keys() & other.keys()]
    return [sum(a > b for a, b in both), sum(a == b for a, b in both), sum(a < b for a, b in both)]


def side_by_side(cell, methods, key):
    """What the paper says, its methods in faithful mode, and the library's: mean (standard deviation of runs). Of the
    last two, only the runs that both have."""
    published = PUBLISHED.get((cell[0], cell[3]), {})
    lines = [f"| method | {'regret' if key == 'regret' else 'truth'} at | published | faithful | library | runs | "
             "library better, equal, worse |", "|---" * 7 + "|"]

    def value(runs, observations):
        values = [row[key] for rows in runs.values() for row in rows if row["observations"] == observations]
        spread = f" ({statistics.stdev(values):.3g})" if len(values) > 1 else ""
        return f"{statistics.mean(values):.3g}{spread}" if values else ""

    for ours, theirs in COUNTERPARTS:
        printed = published.get(ours, {}) if theirs != "paper_gibbon_runs" else {}
        library, faithful = methods.get(ours, {}), methods.get(theirs, {})
        if not library or not (printed or faithful):
            continue
        if faithful:
            common = library.keys() & faithful.keys()
            library, faithful = ({run: runs[run] for run in common} for runs in (library, faithful))
        name = f"`{ours}`, `{theirs}`" if faithful else f"`{ours}`"
        for observations in sorted({*shown_of(methods, key)[1:], *printed}):
            mean, deviation = printed.get(observations, (None, None))
            score = ", ".join(map(str, outcomes(library, faithful))) if faithful else ""
            lines.append(f"| {name} | {observations} | {f'{mean} ({deviation})' if mean is not None else ''} | "
                         f"{value(faithful, observations)} | {value(library, observations)} | {len(library)} | "
                         f"{score if observations == shown_of(methods, key)[-1] else ''} |")
    return lines if len(lines) > 2 else []


def pairs(cells):
    """How often one method ends ahead of another, on the same problems and runs, over all cells of a kind."""
    lines = ["| problem | ahead | behind | better, equal, worse at the end |", "|---|---|---|---|"]
    for kind in sorted({cell[:3] for cell in cells}):
        family, variant, inputs = kind
        name = f"{FAMILIES[family]}{' (text)' if variant == 'text' else ''}, D = {inputs}"
        for ahead, others in COMPARED.items():
            for behind in others:
                counts = [outcomes(methods.get(ahead, {}), methods.get(behind, {}))
                          for cell, methods in cells.items() if cell[:3] == kind]
                better, equal, worse = (sum(column) for column in zip(*counts))
                if better + equal + worse:
                    lines.append(f"| {name} | {ahead} | {behind} | {better}, {equal}, {worse} |")
    return lines


def main():
    if len(sys.argv) > 2 or sys.argv[1:] in (["-h"], ["--help"]):
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) == 2 else "build/paper")
    cells = read(folder) if folder.is_dir() else {}
    if not cells:
        print(f"report.py: no finished runs in {folder}", file=sys.stderr)
        sys.exit(2)
    lines = ["# The paper's experiments", "",
             "Mean and 95 % confidence interval of the mean; at the end also median and standard deviation of the runs. "
             "*Regressed*: runs whose last recommendation is worse than an "
             "earlier one by more than 5 % of the way from the first recommendations to the optimum. *Failed*: runs that "
             "ended with an error; they count, with their worst value. *Side by side*: what the paper printed, its methods in "
             "faithful mode and the library's, mean (standard deviation of runs), of the runs that both have.", ""]
    for cell, methods in sorted(cells.items()):
        known = all(row["regret"] is not None for runs in methods.values() for rows in runs.values() for row in rows)
        key = "regret" if known else "truth"
        ordered = {name: methods[name] for name in COLOURS if name in methods}
        (folder / file_name(cell)).write_text(figure(cell, ordered, key))
        lines += [f"## {title(cell)}", "", *table(ordered, key), ""]
        if beside := side_by_side(cell, ordered, key):
            lines += ["Side by side:", "", *beside, ""]
        lines += [f"![{title(cell)}]({file_name(cell)})", ""]
    lines += ["## Pair by pair", "", *pairs(cells), ""]
    (folder / "report.md").write_text("\n".join(lines))
    print("\n".join(line for line in lines if not line.startswith("![")))
    print(f"written: {folder / 'report.md'} and {len(cells)} figures")


if __name__ == "__main__":
    main()
