#!/usr/bin/env python3
"""README's first C++ program compiles, links and runs; every further block of C++ compiles.

usage: readme.py <folder for the program> <compiler and flags> [<what to link>]

Without anything to link (a target, where the start-up code is the user's) it is only compiled.
"""
import pathlib
import re
import shlex
import subprocess
import sys

from tree import ROOT


def programs():
    readme = ROOT / "README.md"
    if not readme.exists():
        sys.exit("guard 'readme': there is no README.md")
    blocks = re.findall(r"^```cpp\n(.*?)^```", readme.read_text(), re.S | re.M)
    if not blocks:
        sys.exit("guard 'readme': README.md has no ```cpp block; it must begin with a complete program")
    return blocks


def run(command, what, which="the program in README.md", **options):
    try:
        result = subprocess.run(command, capture_output=True, text=True, **options)
    except subprocess.TimeoutExpired:
        sys.exit(f"guard 'readme': {which} does not end within {options['timeout']} s")
    if result.returncode != 0:
        sys.exit(f"guard 'readme': {which} does not {what}:\n{result.stdout}{result.stderr}")
    return result.stdout


def main():
    folder, compiler, *libraries = sys.argv[1:]
    compiler = shlex.split(compiler)
    source = pathlib.Path(folder) / "readme.cpp"
    source.parent.mkdir(parents=True, exist_ok=True)
    program, *others = programs()
    source.write_text(program)
    for number, other in enumerate(others, 2):
        path = source.with_name(f"block_{number}.cpp")
        path.write_text(other)
        run([*compiler, "-c", str(path), "-o", str(path.with_suffix(".o"))], "compile", f"block {number} of README.md")
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
