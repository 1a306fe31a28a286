#!/usr/bin/env python3
"""Runs the programs that measure, and makes one table of what they print.

usage: run.py [--build <folder>] [--seeds <count>] [--compare <csv>] [--record] [--details] [<preset>...]

They are looked for in <folder>/<preset>, by default in build/ of the project, and have to be built; the table is
also written to <folder>/bench.csv. --compare (or --against) prints the ratio to each value of a table kept from an
earlier run, of what is a difference itself the change, and says which differ by more than noise: times here are noisy,
counts are exact. --record puts what the emulated cores count on record (recorded.csv, beside this script). --seeds is
how many sets of data a fit is judged by; --details shows the comments of the programs: each set of data, each size.

Each program prints lines of case, quantity, unit and value, and comments that begin with #.
"""
import argparse
import concurrent.futures
import csv
import os
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
RECORD = HERE / "recorded.csv"
COLUMNS = ("preset", "benchmark", "case", "quantity", "unit", "value")
PRESETS = ("host", "cortex-m4f", "cortex-m7", "cortex-m33")  # as they are shown
CORES = ("cortex-m7", "cortex-m33", "cortex-m4f")  # as they are run: the longest first
SMALL = ("cortex-m4f",)  # its board has no room for bench_slices

# How far apart two runs may be, by unit. Whatever has another unit is a count, and the same on every run.
RATIO_NOISE = {"s": 0.5, "ms": 0.5, "Gflop/s": 0.5, "%": 0.2, "products": 0.2}
DIFFERENCE_NOISE = {"exponent": 0.2, "nats/100": 0}


class Row:
    """One line of the table."""

    def __init__(self, values):
        self.values = tuple(values)
        self.key, self.unit, self.value = self.values[:4], self.values[4], float(self.values[5])
        self.name = " ".join(part for part in self.key if part)

    def change(self, before):
        """The ratio to an earlier value, or the difference from it, and whether that is more than noise."""
        if self.unit in DIFFERENCE_NOISE:
            difference = self.value - before
            return f"{difference:+.3f}", abs(difference) > DIFFERENCE_NOISE[self.unit]
        if before == 0:
            return "-", self.value != 0
        ratio = self.value / before
        noise = 1 + RATIO_NOISE.get(self.unit, 0)
        return f"{ratio:.3f}", ratio > noise or ratio < 1 / noise


class Program:
    """One that measures, and how it is started."""

    def __init__(self, folder, preset, benchmark, *arguments):
        here = folder / preset / "tests/bench"
        if preset == "host":
            self.command = [here / f"bench_{benchmark}", *arguments]
        else:
            self.command = [*(here / "emulator.txt").read_text().split(), here / f"bench_{benchmark}.elf"]
        self.preset, self.benchmark = preset, benchmark

    def run(self):
        result = subprocess.run([str(part) for part in self.command], capture_output=True, text=True)
        if result.returncode != 0:
            sys.exit(f"bench: {' '.join(map(str, self.command))} fails:\n{result.stdout}{result.stderr}")
        lines = result.stdout.splitlines()
        comments = [line for line in lines if line.startswith("#")]
        fields = [line.split(",") for line in lines if not line.startswith("#")]
        return comments, [Row((self.preset, self.benchmark, *each)) for each in fields if len(each) == 4]


def measure(folder, presets, seeds):
    """Comments and rows. What measures time runs alone, what counts runs beside others."""
    timed, counted = [], []
    for core in (preset for preset in CORES if preset in presets):
        for benchmark in ("target", "tuner", *(() if core in SMALL else ("slices",))):
            counted.append(Program(folder, core, benchmark))
    if "host" in presets:
        timed = [Program(folder, "host", benchmark) for benchmark in ("throughput", "work", "batch")]
        fits = [Program(folder, "host", "fit", observations, seeds) for observations in (900, 450)]
        counted = fits[:1] + counted + fits[1:]
    outputs = [program.run() for program in timed]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        outputs += pool.map(Program.run, counted)
    comments = [comment for found, _ in outputs for comment in found]
    rows = [row for _, found in outputs for row in found]
    return comments, sorted(rows, key=lambda row: PRESETS.index(row.key[0]))


def read_table(path):
    with open(path, newline="") as file:
        lines = list(csv.reader(file))
    if not lines or tuple(lines[0]) != COLUMNS:
        sys.exit(f"bench: {path} is no table of this kind: its columns should be {', '.join(COLUMNS)}")
    return [Row(line) for line in lines[1:]]


def write_table(path, rows):
    with open(path, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(row.values for row in rows)


def shown(value):
    return f"{value:,.0f}" if value == int(value) else f"{value:,.3f}".rstrip("0")


def print_table(rows, before):
    """The table, and if there is an earlier one, how far apart they are."""
    earlier = {row.key: row.value for row in before}
    width = max(len(row.name) for row in [*rows, *before])
    print(f"{'':{width}}  {'value':>14}  {'unit':<12}" + ("  ratio" if before else ""))
    compared = differing = 0
    for row in rows:
        line = f"{row.name:{width}}  {shown(row.value):>14}  {row.unit:<12}"
        if row.key in earlier:
            change, differs = row.change(earlier[row.key])
            line += f"  {change}" + ("  differs" if differs else "")
            compared += 1
            differing += differs
        elif before:
            line += "  new"
        print(line.rstrip())
    measured = {row.key for row in rows}
    for row in before:
        if row.key not in measured and row.key[0] in {preset for preset, *_ in measured}:
            print(f"{row.name:{width}}  not measured this time")
    if before:
        print(f"\n{differing} of {compared} values differ by more than noise: counts at all, times by more than "
              f"{100 * RATIO_NOISE['ms']:.0f} %, shares of a product's speed and times in products by more than "
              f"{100 * RATIO_NOISE['%']:.0f} %, exponents of times by more than {DIFFERENCE_NOISE['exponent']}")


def record(rows):
    """Puts what cores count on record; cores that were not measured keep what they have."""
    measured = {row.key[0] for row in rows}
    kept = [row for row in (read_table(RECORD) if RECORD.exists() else []) if row.key[0] not in measured]
    fresh = [row for row in rows if row.key[0] in CORES]
    write_table(RECORD, sorted(kept + fresh, key=lambda row: PRESETS.index(row.key[0])))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--compare", "--against", type=pathlib.Path)
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--details", action="store_true")
    parser.add_argument("presets", nargs="*", metavar="preset", help="of " + ", ".join(PRESETS))
    options = parser.parse_args()
    presets = options.presets or PRESETS
    if unknown := set(presets) - set(PRESETS):
        sys.exit(f"bench: there is nothing to measure for {', '.join(sorted(unknown))}")
    if options.record and not set(presets) & set(CORES):
        sys.exit("bench: only what emulated cores count goes on record")
    before = []
    if options.compare:
        if not options.compare.is_file():
            sys.exit(f"bench: there is no {options.compare} to compare with")
        before = read_table(options.compare)
    comments, rows = measure(options.build, presets, options.seeds)
    if options.details:
        print("\n".join(comments))
    write_table(options.build / "bench.csv", rows)
    print_table(rows, before)
    if options.record:
        record(rows)


if __name__ == "__main__":
    main()
