#!/usr/bin/env python3
"""A program ends well and prints what the same program of the preset host prints.

usage: same_output.py <program of the host> -- <command>...
"""
import os
import resource
import subprocess
import sys


# Of processor time, because a busy machine makes everything else late.
SECONDS = 200


def output(command):
    result = subprocess.run(command, capture_output=True, text=True,
                            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS)))
    if result.returncode != 0 or not result.stdout:
        sys.exit(f"{' '.join(command)} fails with {result.returncode}:\n{result.stdout}{result.stderr}")
    return result.stdout.splitlines()


def main():
    reference, _, *command = sys.argv[1:]
    if not os.path.exists(reference):
        sys.exit(f"there is no {reference} to compare with.\n"
                 "Build the preset 'host' first, or name its build folder: -DTAUT_HOST_BUILD_DIR=<folder>")
    expected, actual = output([reference]), output(command)
    for number, (there, here) in enumerate(zip(expected, actual), 1):
        if there != here:
            sys.exit(f"line {number} differs from that of {reference}, if that is up to date:\n  {there}\n  {here}")
    if len(expected) != len(actual):
        sys.exit(f"{len(expected)} lines there, {len(actual)} here")
    print(f"{len(actual)} equal lines, the last: {actual[-1]}")


if __name__ == "__main__":
    main()
