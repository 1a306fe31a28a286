#!/usr/bin/env python3
"""The compiler has nothing to say about the library, not even a note. Warnings are errors in the build; notes are not,
and a hundred of them hide what matters. Compiled again is a source that passes small structures of doubles by value, of
which GCC for ARM would say that their passing has changed.

usage: notes.py <build folder>
"""
import json
import pathlib
import shlex
import subprocess
import sys

from tree import ROOT

GUARD, SOURCE = "notes", ROOT / "lib/src/acquire/log_improvement.cpp"


def main():
    entries = json.loads(pathlib.Path(sys.argv[1], "compile_commands.json").read_text())
    entry = next(entry for entry in entries if pathlib.Path(entry["file"]) == SOURCE)
    command = shlex.split(entry["command"])
    command[command.index("-o") + 1] = "/dev/null"
    command = [word for word in command if word != "-fcallgraph-info=su"]  # would be written beside the object
    result = subprocess.run(command, cwd=entry["directory"], capture_output=True, text=True)
    if result.returncode != 0 or result.stdout + result.stderr:
        sys.exit(f"guard '{GUARD}': the compiler says:\n{result.stdout}{result.stderr}")
    print(f"notes: none about {SOURCE.name}")


if __name__ == "__main__":
    main()
