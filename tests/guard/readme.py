#!/usr/bin/env python3
"""README's first C++ program compiles, links, runs and prints what the page shows; it ends with a complaint where
readings are no numbers and where `begin` was forgotten; every further block of C++, there and in lib/THREADS.md,
compiles.

usage: readme.py <folder for the program> <compiler and flags> [<what to link>]

Without anything to link (a target, where the start-up code is the user's) it is only compiled.
"""
import pathlib
import re
import shlex
import subprocess
import sys

from tree import ROOT


def programs(page):
    path = ROOT / page
    if not path.exists():
        sys.exit(f"guard 'readme': there is no {page}")
    blocks = re.findall(r"^```cpp\n(.*?)^```", path.read_text(), re.S | re.M)
    if not blocks:
        sys.exit(f"guard 'readme': {page} has no ```cpp block")
    return blocks


def shown_output():
    blocks = re.findall(r"^It prints\n\n```text\n(.*?)^```", (ROOT / "README.md").read_text(), re.S | re.M)
    if len(blocks) != 1:
        sys.exit("guard 'readme': README.md does not show what its program prints")
    return blocks[0]


def run(command, what, which="the program in README.md", **options):
    try:
        result = subprocess.run(command, capture_output=True, text=True, **options)
    except subprocess.TimeoutExpired:
        sys.exit(f"guard 'readme': {which} does not end within {options['timeout']} s")
    if result.returncode != 0:
        sys.exit(f"guard 'readme': {which} does not {what}:\n{result.stdout}{result.stderr}")
    return result.stdout


def spoilt(program):
    """The program with mistakes that users make and instruments have."""
    def without(pattern, replacement, what):
        changed, count = re.subn(pattern, replacement, program, flags=re.S)
        if count != 1:
            sys.exit(f"guard 'readme': the program in README.md has no place for {what}")
        return changed

    nothing = "the program in README.md with readings that are no numbers"
    forgotten = "the program in README.md without its call of begin"
    return {nothing: without(r"measure\(trial->settings\)", "0.0F * measure(trial->settings) / 0.0F", nothing),
            forgotten: without(r"status =\s*tuner\.begin\(.*?\);",
                               "status = taut::Status::ok;\n  static_cast<void>(knobs);", forgotten)}


def expect_complaint(image, what):
    try:
        result = subprocess.run([str(image)], capture_output=True, text=True, timeout=60)
    except subprocess.TimeoutExpired:
        sys.exit(f"guard 'readme': {what} does not end within 60 s")
    if result.returncode != 1 or not result.stdout.strip():
        sys.exit(f"guard 'readme': {what} ends with {result.returncode} and says '{result.stdout}{result.stderr}'")


def main():
    folder, compiler, *libraries = sys.argv[1:]
    compiler = shlex.split(compiler)
    source = pathlib.Path(folder) / "readme.cpp"
    source.parent.mkdir(parents=True, exist_ok=True)
    program, *others = programs("README.md")
    source.write_text(program)
    blocks = [(f"block {number} of README.md", text) for number, text in enumerate(others, 2)]
    blocks += [(f"block {number} of lib/THREADS.md", text) for number, text in enumerate(programs("lib/THREADS.md"), 1)]
    for which, text in blocks:
        path = source.with_name(re.sub(r"\W", "_", which) + ".cpp")
        path.write_text(text)
        run([*compiler, "-c", str(path), "-o", str(path.with_suffix(".o"))], "compile", which)
    if not libraries:
        run([*compiler, "-c", str(source), "-o", str(source.with_suffix(".o"))], "compile")
        return
    sources = [str(source)]
    has_main = re.search(r"^int main\b", source.read_text(), re.M)
    if not has_main:
        (source.parent / "main.cpp").write_text("int main() {}\n")
        sources.append(str(source.parent / "main.cpp"))
    image = source.with_suffix(".program")
    # A machine may fuse a multiplication and an addition of the program, and reads something else then.
    compiler.append("-ffp-contract=off")
    run([*compiler, *sources, *shlex.split(libraries[0]), "-o", str(image)], "compile and link")
    if has_main:
        output = run([str(image)], "run", timeout=60)
        if output != shown_output():
            sys.exit(f"guard 'readme': README.md shows another output than that of its program:\n{output}")
        print(output)
        for what, broken in spoilt(program).items():
            source.write_text(broken)
            run([*compiler, *sources, *shlex.split(libraries[0]), "-o", str(image)], "compile and link", what)
            expect_complaint(image, what)


if __name__ == "__main__":
    main()
