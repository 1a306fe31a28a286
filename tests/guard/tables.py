#!/usr/bin/env python3
"""The tables of sizes and speed in README.md say what is on record in tests/size and tests/bench.

usage: tables.py [--write]

Each table stands between <!-- table NAME --> and <!-- end NAME -->. --write puts the present ones there.
"""
import csv
import difflib
import re
import sys

from tree import ROOT

PAGE, SIZES, COUNTS = "README.md", "tests/size/recorded.csv", "tests/bench/recorded.csv"
RECORD_SIZES = "`./dev size --record && ./dev tables`"
RECORD_COUNTS = "`./dev bench --record cortex-m4f cortex-m7 cortex-m33 && ./dev tables`"
CORES = {"cortex-m4f": "M4F", "cortex-m7": "M7", "cortex-m33": "M33"}
FLASH_PARTS = {"model": "model", "acquire": "proposals", "numeric": "numerics", "tuner": "tuner"}  # the rest is small
RAM_PARTS = {"observations": "readings", "inducing": "inducing points", "rest": "rest"}


class Missing(Exception):
    """A figure that a table needs is not on record."""


class Record(dict):
    """Figures by name, from the columns before `unit` of a file."""

    def __init__(self, file):
        super().__init__()
        self.file = file
        with open(ROOT / file, newline="") as lines:
            for row in csv.reader(lines):
                self[" ".join(row[:-2])] = row[-1]

    def __missing__(self, name):
        raise Missing(f"{self.file} has no {name}")

    def number(self, name):
        return int(self[name])


def table(heads, rows, command):
    lines = [f"| {' | '.join(heads)} |", "|---" * len(heads) + "|", *(f"| {' | '.join(row)} |" for row in rows)]
    return "\n".join([*lines, "", f"By {command}."])


def configurations(sizes):
    """(name on record, class and limits as shown) of each, the small ones first."""
    names = {name.split(".")[1] for name in sizes if name.endswith(".flash")}
    split = sorted((name.split("_") for name in names), key=lambda words: (words[0], [int(n) for n in words[1:]]))
    return [("_".join(words), f"{words[0].capitalize()} {' / '.join(words[1:])}") for words in split]


def footprint(sizes, _):
    rows = []
    for name, shown in configurations(sizes):
        flash, ram, stack = ([sizes.number(f"{core}.{name}.{figure}") for core in CORES]
                             for figure in ("flash", "ram", "stack"))
        figures = [*flash, max(ram), max(stack)]
        rows.append([shown, *(f"{figure:,}" for figure in figures)])
    heads = ["bytes", *(f"flash, {core}" for core in CORES.values()), "RAM", "stack, at most"]
    return table(heads, rows, RECORD_SIZES)


def parts(sizes, _):
    rows = []
    for name, shown in configurations(sizes):
        if not name.startswith("tuner"):
            continue
        place = f"cortex-m4f.{name}"
        flash = [sizes.number(f"{place}.flash.{part}") for part in FLASH_PARTS]
        flash.append(sizes.number(f"{place}.flash") - sum(flash))
        ram = [sizes.number(f"{place}.ram.{part}") for part in RAM_PARTS]
        rows.append([shown, *(f"{figure:,}" for figure in flash + ram)])
    heads = ["bytes on M4F", *(f"flash: {part}" for part in [*FLASH_PARTS.values(), "rest"]),
             *(f"RAM: {part}" for part in RAM_PARTS.values())]
    return table(heads, rows, f"{RECORD_SIZES}; `./dev size --details` names the largest functions, too")


WORK = {
    "the first fit, of 56 readings": "tuner thompson.first_fit mean",
    "a refit after 8 more readings, hyperparameters included": "tuner thompson.refit mean",
    "a batch of 8 trials by Thompson sampling": "tuner thompson.proposal mean",
    "a batch of 8 trials by Q-GIBBON": "tuner gibbon.proposal mean",
    "the longest slice of `poll()` on a large tuner": "slices all longest_slice",
}


def speed(_, counts):
    rows = []
    for work, name in WORK.items():
        row = [work]
        for core in CORES:
            missing = core == "cortex-m4f" and name.startswith("slices")  # its board has no room for a large tuner
            row.append("no room" if missing else f"{counts.number(f'{core} {name}') / 1e6:.1f}")
        rows.append(row)
    return table(["million instructions", *CORES.values()], rows, RECORD_COUNTS)


TABLES = {"footprint": footprint, "parts": parts, "speed": speed}


def rewritten(page, record):
    for name, make in TABLES.items():
        between = re.compile(rf"(?<=<!-- table {name} -->\n).*?(?=<!-- end {name} -->)", re.S)
        if len(between.findall(page)) != 1:
            raise Missing(f"{PAGE} has no place for the table {name}: <!-- table {name} -->, <!-- end {name} -->")
        page = between.sub(lambda _: f"\n{make(*record)}\n\n", page)
    return page


def main():
    page = (ROOT / PAGE).read_text()
    try:
        fresh = rewritten(page, (Record(SIZES), Record(COUNTS)))
    except Missing as problem:
        sys.exit(f"guard 'tables': {problem}")
    if "--write" in sys.argv[1:]:
        (ROOT / PAGE).write_text(fresh)
    elif fresh != page:
        changes = difflib.unified_diff(page.splitlines(), fresh.splitlines(), PAGE, "on record", lineterm="", n=0)
        sys.exit(f"guard 'tables': {PAGE} does not say what is on record; ./dev tables writes it anew:\n" +
                 "\n".join(changes))


if __name__ == "__main__":
    main()
