#!/usr/bin/env python3
"""Runs the programs that measure, and makes one table of what they print.

usage: run.py [--build <folder>] [--seeds <count>] [--against <csv>] [--details] [<preset>...]

They are looked for in <folder>/<preset>, by default in build/ of the project, and have to be built; the table is
also written to <folder>/bench.csv. --against prints the ratio to each value of a table kept from an earlier run; of
what is a difference itself, the change. --seeds is how many sets of data a fit is judged by; --details shows the
comments of the programs: each set of data, each size.

Each program prints lines of name, unit and value, and comments that begin with #.
"""
import argparse
import concurrent.futures
import csv
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
CORES = ("cortex-m7", "cortex-m33", "cortex-m4f")  # the longest first
SMALL = ("cortex-m4f",)  # its board has no room for bench_slices


def host_commands(folder, seeds):
    """What measures time runs alone, what counts runs beside others."""
    bench = folder / "host/tests/bench"
    timed = [("host", [bench / "bench_throughput"]), ("host", [bench / "bench_batch"])]
    counted = [("host", [bench / "bench_fit", "900", str(seeds)]), ("host", [bench / "bench_fit", "450", str(seeds)])]
    return timed, counted


def run(command):
    result = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"bench: {' '.join(map(str, command))} fails:\n{result.stdout}{result.stderr}")
    return result.stdout


def rows_of(prefix, output):
    for line in output.splitlines():
        fields = line.split(",")
        if not line.startswith("#") and len(fields) == 3:
            yield f"{prefix}.{fields[0]}", fields[1], float(fields[2])


def measure(folder, presets, seeds):
    timed, counted = [], []
    for core in (preset for preset in CORES if preset in presets):
        bench = folder / core / "tests/bench"
        emulator = (bench / "emulator.txt").read_text().split()
        for program in ("bench_target", "bench_tuner", *(() if core in SMALL else ("bench_slices",))):
            counted.append((core.removeprefix("cortex-"), [*emulator, bench / f"{program}.elf"]))
    if "host" in presets:
        timed, fits = host_commands(folder, seeds)
        counted = fits[:1] + counted + fits[1:]
    outputs = [(prefix, run(command)) for prefix, command in timed]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        running = [(prefix, pool.submit(run, command)) for prefix, command in counted]
        outputs += [(prefix, future.result()) for prefix, future in running]
    order = ["host", "m4f", "m7", "m33"]
    return sorted(outputs, key=lambda pair: order.index(pair[0]))


def read_table(path):
    with open(path, newline="") as file:
        return {row["name"]: float(row["value"]) for row in csv.DictReader(file)}


def write_table(path, rows):
    with open(path, "w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(("name", "unit", "value"))
        writer.writerows((name, unit, f"{value:.12g}") for name, unit, value in rows)


def print_table(rows, before):
    width = max(len(name) for name, _, _ in rows)
    print(f"{'':{width}}  {'value':>14}  {'unit':<12}" + ("  ratio" if before else ""))
    for name, unit, value in rows:
        number = f"{value:,.0f}" if value == int(value) else f"{value:,.3f}".rstrip("0")
        line = f"{name:{width}}  {number:>14}  {unit:<12}"
        if name in before and unit == "nats/100":  # a difference itself
            line += f"  {value - before[name]:+.3f}"
        elif before.get(name):
            line += f"  {value / before[name]:.3f}"
        elif before:
            line += "  -" if name in before else "  new"
        print(line.rstrip())
    for name in before:
        if name not in {row[0] for row in rows}:
            print(f"{name:{width}}  not measured this time")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--against", type=pathlib.Path)
    parser.add_argument("--details", action="store_true")
    parser.add_argument("presets", nargs="*", metavar="preset", help="host, or one of " + ", ".join(CORES))
    options = parser.parse_args()
    presets = options.presets or ["host", *CORES]
    if unknown := set(presets) - {"host", *CORES}:
        sys.exit(f"bench: there is nothing to measure for {', '.join(sorted(unknown))}")
    before = {}
    if options.against:
        if not options.against.is_file():
            sys.exit(f"bench: there is no {options.against} to compare with")
        before = read_table(options.against)
    outputs = measure(options.build, presets, options.seeds)
    if options.details:
        print("".join(line + "\n" for _, output in outputs for line in output.splitlines() if line.startswith("#")))
    rows = [row for prefix, output in outputs for row in rows_of(prefix, output)]
    write_table(options.build / "bench.csv", rows)
    print_table(rows, before)


if __name__ == "__main__":
    main()
