#!/usr/bin/env python3
"""Every `./dev <command>` that a README mentions exists: `./dev help` lists it."""
import re
import subprocess
import sys

from tree import ROOT, place, project_files


def main():
    dev = ROOT / "dev"
    if not dev.exists():
        sys.exit("guard 'commands': there is no ./dev")
    helped = subprocess.run([str(dev), "help"], capture_output=True, text=True, timeout=30)
    if helped.returncode != 0:
        sys.exit(f"guard 'commands': ./dev help fails:\n{helped.stdout}{helped.stderr}")
    known = set(re.findall(r"[a-z][a-z-]*", helped.stdout))
    broken, mentioned = [], set()
    for path in project_files():
        if path.name != "README.md":
            continue
        for number, line in enumerate(path.read_text().splitlines(), 1):
            for command in re.findall(r"\./dev ([a-z][a-z-]*)", line):
                mentioned.add(command)
                if command not in known:
                    broken.append(f"  {place(path, number)}: ./dev {command}")
    if broken:
        sys.exit("guard 'commands': not in the output of ./dev help:\n" + "\n".join(broken))
    print(f"commands: {', '.join(sorted(mentioned)) or 'none'} mentioned, all there")


if __name__ == "__main__":
    main()
