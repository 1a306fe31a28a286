#!/usr/bin/env python3
"""Runs the laser's firmware in QEMU, keeps its log in a file and shows how far it is: always on a terminal, elsewhere a
line for each tenth of the way.

usage: run_firmware.py <image> --log <file> [--readings <how many it takes>]
"""
import argparse
import subprocess
import sys
import time

# Without -icount: instructions are not counted here, and it is several times as fast.
QEMU = ["qemu-system-arm", "-machine", "mps2-an500", "-display", "none", "-monitor", "none", "-serial", "none",
        "-semihosting-config", "enable=on,target=native", "-kernel"]


class Progress:
    """How far the run is, on the standard error output."""

    def __init__(self, total):
        self.total, self.start, self.tenths = total, time.monotonic(), 0

    def show(self, readings, best):
        elapsed = int(time.monotonic() - self.start)
        text = (f"{readings:5d} of {self.total} readings, estimated best {best} mJ, "
                f"{elapsed // 60} min {elapsed % 60:02d} s")
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{text} ")
        elif readings * 10 // self.total > self.tenths:
            self.tenths = readings * 10 // self.total
            sys.stderr.write(f"{text}\n")
        sys.stderr.flush()

    def end(self):
        if sys.stderr.isatty():
            sys.stderr.write("\n")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("image")
    parser.add_argument("--log", required=True)
    parser.add_argument("--readings", type=int, default=1600)
    options = parser.parse_args()
    progress, readings, best = Progress(options.readings), 0, "?"
    with open(options.log, "w") as log, subprocess.Popen([*QEMU, options.image], stdout=subprocess.PIPE,
                                                         stderr=subprocess.STDOUT, text=True) as qemu:
        for line in qemu.stdout:
            log.write(line)
            words = line.split()
            if words[:1] == ["reading"]:
                readings += 1
            elif words[:1] == ["best"]:
                best = words[words.index("value") + 2].strip("()")
            progress.show(readings, best)
    progress.end()
    if qemu.returncode != 0:
        sys.exit(f"the firmware ended with {qemu.returncode}; its log is in {options.log}")


if __name__ == "__main__":
    main()
