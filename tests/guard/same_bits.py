#!/usr/bin/env python3
"""Two builds of the same_bits program print the same hashes.

usage: same_bits.py [--needs <feature>]... <reference program> -- <command>...

`--needs` names processor features (as in /proc/cpuinfo) without which the command cannot run: the test is skipped.
"""
import os
import subprocess
import sys

SKIPPED = 77


def lines(command):
    result = subprocess.run(command, capture_output=True, text=True, timeout=240)
    if result.returncode != 0 or not result.stdout.strip():
        sys.exit(f"guard 'same_bits': {' '.join(command)} fails with {result.returncode}:\n"
                 f"{result.stdout}{result.stderr}")
    return dict(line.split() for line in result.stdout.splitlines())


def features():
    with open("/proc/cpuinfo") as information:
        return set(next((line for line in information if line.startswith("flags")), "").split())


def main():
    arguments = sys.argv[1:]
    while arguments[0] == "--needs":
        if arguments[1] not in features():
            print(f"skipped: this processor has no {arguments[1]}")
            sys.exit(SKIPPED)
        del arguments[:2]
    reference, _, *command = arguments
    if not os.path.exists(reference):
        sys.exit(f"guard 'same_bits': there is no {reference} to compare with.\n"
                 "Build the preset 'host' first, or name its build folder: -DTAUT_HOST_BUILD_DIR=<folder>")
    expected, actual = lines([reference]), lines(command)
    if list(expected) != list(actual):
        sys.exit(f"guard 'same_bits': other sections than {reference}: it is not built from these sources.\n"
                 f"  there: {' '.join(expected)}\n  here:  {' '.join(actual)}")
    broken = [f"  {name}: {expected[name]} there, {actual[name]} here" for name in expected
              if expected[name] != actual[name]]
    if broken:
        sys.exit(f"guard 'same_bits': results differ from those of {reference}, if that is up to date, in:\n"
                 + "\n".join(broken))
    for name, value in actual.items():
        print(f"{value} {name}")


if __name__ == "__main__":
    main()
