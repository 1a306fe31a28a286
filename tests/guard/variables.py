#!/usr/bin/env python3
"""The archive has no variables: what a tuner changes lies in the tuner, so that two of them share nothing.

usage: variables.py <objdump> <archive>

Constants are no variables, nor are those that only the loader writes to (.data.rel.ro).
"""
import re
import subprocess
import sys

VARIABLES = re.compile(r"\.(?:data(?!\.rel\.ro)|bss|tdata|tbss|sdata|sbss)\b\S*|COMMON")


def main():
    objdump, archive = sys.argv[1:]
    listing = subprocess.run([objdump, "-h", archive], capture_output=True, text=True, check=True).stdout
    member, sections, found = "", 0, []
    for line in listing.splitlines():
        if match := re.match(r"(\S+): +file format", line):
            member = match[1]
        elif match := re.match(r" *\d+ (\S+) +([0-9a-f]+) ", line):
            sections += 1
            name, size = match[1], int(match[2], 16)
            if size and VARIABLES.fullmatch(name):
                found.append(f"  {member}: {name}, {size} bytes")
    if sections == 0:
        sys.exit(f"guard 'variables': {archive} has no sections at all: nothing was checked")
    if found:
        sys.exit("guard 'variables': what every tuner of a program would share:\n" + "\n".join(found))
    print(f"variables: none among {sections} sections")


if __name__ == "__main__":
    main()
