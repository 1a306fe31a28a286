#!/usr/bin/env python3
"""Puts the tuner's runs of the league beside those of its peers: a table in tests/bench/league/README.md, and a picture
league.svg beside it.

    ./dev league --set trial --seeds 20 --readings 40,60,150,400 --runs build/league.csv
    python3 tests/reference/league_picture.py build/league.csv

All are judged by the same problems: the families, seeds and levels that both files have. What is shown is the mean
score of a group of levels after some readings. The peers' file is one of league_peers.py.
"""
import argparse
import collections
import csv
import math
import pathlib
import re
import sys

LEAGUE = pathlib.Path(__file__).resolve().parents[1] / "bench/league"
GROUPS = ("≤ 0.1", "0.3 to 0.7", "≥ 0.9")  # of levels
READINGS = (40, 60, 150, 400)
NAMES = {"taut": "taut", "tpe": "TPE", "cma": "CMA-ES", "nelder_mead": "Nelder-Mead", "gp_ei": "GP, EI",
         "random": "random"}
COLOURS = {"taut": "#1f5fa8", "tpe": "#1b9e5a", "cma": "#a03090", "nelder_mead": "#b09010", "gp_ei": "#c8651b",
           "random": "#777777"}
MARKERS = "<!-- table peers -->", "<!-- end peers -->"


class Failure(Exception):
    """What the user is told."""


def group_of(level):
    return GROUPS[0 if level <= 0.1 else 2 if level >= 0.9 else 1]


def rows_of(path, columns):
    """The rows of a file with these columns, and what else it has; comments are left out."""
    try:
        with path.open(newline="") as file:
            rows = csv.DictReader(line for line in file if not line.startswith("#"))
            missing = [name for name in columns if name not in (rows.fieldnames or [])]
            if missing:
                raise Failure(f"{path} has no column {', '.join(missing)}")
            return list(rows)
    except OSError as error:
        raise Failure(f"cannot read {path}: {error.strerror}") from None


def read_ours(path, batch):
    """scores[readings][family, seed, level]"""
    rows = rows_of(path, ("family", "seed", "level", "readings", "batch", "score"))
    batches = {int(row["batch"]) for row in rows}
    if batch is None and len(batches) > 1:
        raise Failure(f"{path} has batches of {', '.join(map(str, sorted(batches)))}: name one by --batch")
    scores = collections.defaultdict(dict)
    for row in rows:
        if batch in (None, int(row["batch"])):
            scores[int(row["readings"])][row["family"], int(row["seed"]), float(row["level"])] = float(row["score"])
    return scores


def read_peers(path):
    """scores[peer][readings][family, seed, level]"""
    scores = collections.defaultdict(lambda: collections.defaultdict(dict))
    for row in rows_of(path, ("peer", "family", "seed", "readings")):
        for column, value in row.items():
            if re.fullmatch(r"0\.\d+", column):
                problem = row["family"], int(row["seed"]), float(column)
                scores[row["peer"]][int(row["readings"])][problem] = float(value)
    return scores


def shared_problems(methods):
    """Those that every method was run on, after any number of readings."""
    return set.intersection(*(set().union(*by_readings.values()) for by_readings in methods.values()))


def means(methods, problems):
    """(mean, its standard error, runs) by method, group of levels and readings."""
    found = {}
    for method, by_readings in methods.items():
        for readings in READINGS:
            groups = collections.defaultdict(list)
            for problem in problems & by_readings.get(readings, {}).keys():
                groups[group_of(problem[2])].append(by_readings[readings][problem])
            for group, scores in groups.items():
                mean = sum(scores) / len(scores)
                variance = sum((score - mean) ** 2 for score in scores) / max(len(scores) - 1, 1)
                found[method, group, readings] = mean, math.sqrt(variance / len(scores)), len(scores)
    return found


def table(found, methods, problems):
    lines = [f"| level | readings | {' | '.join(NAMES.get(method, method) for method in methods)} |",
             "|---" * (len(methods) + 2) + "|"]
    for group in GROUPS:
        for readings in READINGS:
            row = [found.get((method, group, readings)) for method in methods]
            texts = [f"{cell[0]:.3f}" if cell else "" for cell in row]
            best = max((text for text in texts if text), key=float, default=None)
            texts = [f"**{text}**" if text and text == best else text for text in texts]
            lines.append(f"| {group} | {readings} | {' | '.join(texts)} |")
    families, seeds = (len({problem[i] for problem in problems}) for i in (0, 1))
    runs = sorted({cell[2] for cell in found.values()})
    error = max(cell[1] for cell in found.values())
    each = f"{runs[0]}" if len(runs) == 1 else f"{runs[0]} to {runs[-1]}"
    return [*lines, "", f"Mean scores of {each} runs each, on {families} families and {seeds} seeds. Standard errors are "
            f"at most {error:.3f}. The best of each row is bold."]


def apart(heights, least):
    """The heights, each moved as little as possible so that no two are closer than `least`."""
    order = sorted(range(len(heights)), key=heights.__getitem__)
    blocks = []  # [sum of what the first of a block would like, count]
    for index in order:
        blocks.append([heights[index], 1])
        while len(blocks) > 1 and blocks[-2][0] / blocks[-2][1] + blocks[-2][1] * least > blocks[-1][0] / blocks[-1][1]:
            total, count = blocks.pop()
            blocks[-1][0] += total - count * blocks[-1][1] * least
            blocks[-1][1] += count
    places = [total / count + k * least for total, count in blocks for k in range(count)]
    result = [0.0] * len(heights)
    for place, index in zip(places, order):
        result[index] = place
    return result


def path(places):
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in places)


class Panel:
    """The curves of one group of levels, with the name of each at its right."""

    WIDTH, HEIGHT, TOP = 170, 300, 40

    def __init__(self, left, low):
        self.left, self.low = left, low

    def x_of(self, readings):
        first, last = (math.log(READINGS[i]) for i in (0, -1))
        return self.left + 12 + (math.log(readings) - first) / (last - first) * (self.WIDTH - 24)

    def y_of(self, score):
        return self.TOP + (1 - score) / (1 - self.low) * self.HEIGHT

    def axes(self, group, numbers):
        right, bottom = self.left + self.WIDTH, self.TOP + self.HEIGHT
        parts = [f'<text x="{self.left}" y="{self.TOP - 12}" font-size="13" font-weight="bold">level {group}</text>']
        for tenths in range(round(10 * self.low), 11):
            y = self.y_of(tenths / 10)
            parts.append(f'<line x1="{self.left}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}" stroke="#ddd"/>')
            if numbers:
                parts.append(f'<text x="{self.left - 6}" y="{y + 4:.1f}" text-anchor="end">{tenths / 10:.1f}</text>')
        for readings in READINGS:
            x = self.x_of(readings)
            parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{bottom}" y2="{bottom + 5}" stroke="#555"/>'
                         f'<text x="{x:.1f}" y="{bottom + 19}" text-anchor="middle">{readings}</text>')
        parts.append(f'<rect x="{self.left}" y="{self.TOP}" width="{self.WIDTH}" height="{self.HEIGHT}" fill="none" '
                     f'stroke="#555"/><text x="{self.left + self.WIDTH / 2}" y="{bottom + 38}" '
                     f'text-anchor="middle">readings</text>')
        return parts

    def curves(self, curves):
        """`curves`: (readings, mean) by method. The first is drawn last, over the others."""
        parts = []
        right = self.left + self.WIDTH
        names = apart([self.y_of(points[-1][1]) for points in curves.values()], 14)
        for (method, points), name_y in reversed(list(zip(curves.items(), names))):
            colour, bold = COLOURS.get(method, "#333333"), method == "taut"
            places = [(self.x_of(readings), self.y_of(mean)) for readings, mean in points]
            parts.append(f'<polyline points="{path(places)}" fill="none" stroke="{colour}" '
                         f'stroke-width="{3 if bold else 1.8}"/>')
            parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{3.5 if bold else 2.5}" fill="{colour}"/>'
                      for x, y in places]
            leader = path([places[-1], (right, name_y), (right + 6, name_y)])
            parts.append(f'<polyline points="{leader}" fill="none" stroke="{colour}" stroke-dasharray="2 2"/>'
                         f'<text x="{right + 9}" y="{name_y + 4:.1f}" fill="{colour}" '
                         f'font-weight="{"bold" if bold else "normal"}">{NAMES.get(method, method)}</text>')
        return parts


def picture(found, methods):
    """On white, so that it is readable on a page of any colour."""
    low = math.floor(10 * min(cell[0] for cell in found.values())) / 10
    step, left = Panel.WIDTH + 90, 52
    width, height = left + 3 * step, Panel.TOP + Panel.HEIGHT + 50
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
             f'viewBox="0 0 {width} {height}" font-family="Helvetica, Arial, sans-serif" font-size="12" '
             'fill="#222">',
             '<rect width="100%" height="100%" fill="#ffffff"/>',
             f'<text transform="translate(15 {Panel.TOP + Panel.HEIGHT / 2}) rotate(-90)" text-anchor="middle">'
             'mean score</text>']
    for i, group in enumerate(GROUPS):
        curves = {method: points for method in methods
                  if (points := [(readings, found[method, group, readings][0]) for readings in READINGS
                                 if (method, group, readings) in found])}
        panel = Panel(left + i * step, low)
        parts += panel.axes(group, i == 0) + panel.curves(curves)
    return "\n".join([*parts, "</svg>", ""])


def put(page, lines):
    """Writes the table into the page, between its marks."""
    try:
        text = page.read_text()
    except OSError as error:
        raise Failure(f"cannot read {page}: {error.strerror}") from None
    before, begin, rest = text.partition(MARKERS[0])
    _, end, after = rest.partition(MARKERS[1])
    if not begin or not end:
        raise Failure(f"{page} has no place for the table: {' and '.join(MARKERS)}")
    page.write_text("\n".join([before + begin, "", *lines, "", end + after]))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0], allow_abbrev=False)
    parser.add_argument("ours", type=pathlib.Path, help="what league --runs wrote")
    parser.add_argument("--peers", type=pathlib.Path, default=LEAGUE / "peers.csv", help="what league_peers.py wrote")
    parser.add_argument("--batch", type=int, help="of our runs, if there are several")
    parser.add_argument("--page", type=pathlib.Path, default=LEAGUE / "README.md", help="with a place for the table")
    parser.add_argument("--picture", type=pathlib.Path, default=LEAGUE / "league.svg")
    options = parser.parse_args()
    try:
        peers = read_peers(options.peers)
        methods = {"taut": read_ours(options.ours, options.batch),
                   **{peer: peers[peer] for peer in sorted(peers, key=(list(NAMES) + list(peers)).index)}}
        problems = shared_problems(methods)
        if not problems:
            raise Failure("the two files have no family, seed and level in common")
        found = means(methods, problems)
        lines = table(found, methods, problems)
        put(options.page, lines)
        options.picture.write_text(picture(found, methods))
    except Failure as failure:
        sys.exit(f"league_picture.py: {failure}")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
