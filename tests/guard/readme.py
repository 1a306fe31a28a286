#!/usr/bin/env python3
"""README's first C++ program compiles, links and runs.

usage: readme.py <folder for the program> <compiler and flags> [<what to link>]

Without anything to link (a target, where the start-up code is the user's) it is only compiled.
"""
import pathlib
import re
import shlex
import subprocess
import sys

from tree import ROOT


def program():
    readme = ROOT / "README.md"
    if not readme.exists():
        sys.exit("guard 'readme': there is no README.md")
    block = re.search(r"^```cpp\n(.*?)^```", readme.read_text(), re.S | re.M)
    if not block:
        sys.exit("guard 'readme': README.md has no ```cpp block; it must begin with a complete program")
    return block[1]


def run(command, what, **options):
    try:
        result = subprocess.run(command, capture_output=True, text=True, **options)
    except subprocess.TimeoutExpired:
        sys.exit(f"guard 'readme': the program in README.md does not end within {options['timeout']} s")
    if result.returncode != 0:
        sys.exit(f"guard 'readme': the program in README.md does not {what}:\n{result.stdout}{result.stderr}")
    return result.stdout


def main():
    folder, compiler, *libraries = sys.argv[1:]
    compiler = shlex.split(compiler)
    source = pathlib.Path(folder) / "readme.cpp"
    source.parent.mkdir(parents=True, exist_ok=True)
    source.write_text(program())
    if not libraries:
        run([*compiler, "-c", str(source), "-o", str(source.with_suffix(".o"))], "compile")
        return
    sources = [str(source)]
    has_main = re.search(r"^int main\b", source.read_text(), re.M)
    if not has_main:
        (source.parent / "main.cpp").write_text("int main() {}\n")
        sources.append(str(source.parent / "main.cpp"))
    image = source.with_suffix(".program")
    run([*compiler, *sources, *shlex.split(libraries[0]), "-o", str(image)], "compile and link")
    if has_main:
        print(run([str(image)], "run", timeout=60))


if __name__ == "__main__":
    main()
