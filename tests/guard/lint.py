#!/usr/bin/env python3
"""The code looks and reads as agreed: clang-format on every file, clang-tidy on every source of the host build.

Both must be of one certain version, because each formats and finds differently. Where that is not installed the check is
left out: this says so, and ends with 77.

usage: lint.py [format|tidy] [--fix] [--only <source>] [--product] [--build <folder of the preset host>]

--fix only formats, in place; --only is for a quick look at one file with clang-tidy; --product leaves the tests out of
clang-tidy, which takes minutes for them.

clang-tidy takes seconds for a file. What it found clean is remembered in the build folder by a hash over the file, the
headers of ours that it includes, the command that compiles it and .clang-tidy.
"""
import argparse
import concurrent.futures
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

from tree import ROOT, code_files, includes

VERSION, SKIPPED = "14", 77
PRODUCT = {ROOT / "lib", ROOT / "port"}
# clang-tidy cannot read GCC's precompiled headers; without them it also sees which header a file forgot to include.
PRECOMPILED = re.compile(r" -Winvalid-pch -include \S+/cmake_pch\.hxx")
INCLUDE_FOLDERS = ("lib/include", "lib/src", "port/include", "tests/unit/support", "examples/hil")


def tool(name):
    """The command, or None where there is none of the agreed version."""
    for command in (f"{name}-{VERSION}", name):
        if shutil.which(command):
            said = subprocess.run([command, "--version"], capture_output=True, text=True).stdout
            if re.search(rf"version {VERSION}\.", said):
                return command
    print(f"skipped: {name} {VERSION} is not installed, and another version would not agree")
    return None


def check_format():
    """Whether it was checked."""
    command = tool("clang-format")
    if not command:
        return False
    files = [str(path) for path in code_files()]
    result = subprocess.run([command, "--dry-run", "-Werror", *files], capture_output=True, text=True)
    if result.returncode != 0:
        sys.exit(f"guard 'format': run ./dev format ({command} -i):\n{result.stderr}")
    print(f"format: {len(files)} files")
    return True


def fix_format():
    """Whether there was anything to do it with."""
    command = tool("clang-format")
    if command:
        subprocess.run([command, "-i", *map(str, code_files())], check=True)
    return command is not None


def commands(build):
    """The compile command of each of our own sources: the first, where several targets compile it."""
    database = build / "compile_commands.json"
    if not database.exists():
        sys.exit(f"lint: there is no {database}; configure the preset host first: cmake --preset host")
    found = {}
    for entry in json.loads(database.read_text()):
        path = pathlib.Path(entry["directory"], entry["file"]).resolve()
        if ROOT in path.parents and build not in path.parents and path.suffix == ".cpp":
            entry["command"] = PRECOMPILED.sub("", entry["command"])
            found.setdefault(path, entry)
    return found


def sources_of(path, seen=None):
    """A file and everything of ours that it includes."""
    seen = seen if seen is not None else set()
    if path not in seen:
        seen.add(path)
        for _, name, _ in includes(path):
            for folder in (path.parent, *(ROOT / home for home in INCLUDE_FOLDERS)):
                if (folder / name).is_file():
                    sources_of((folder / name).resolve(), seen)
                    break
    return seen


def fingerprint(path, entry):
    digest = hashlib.sha256(entry["command"].encode())
    for file in [ROOT / ".clang-tidy", *sorted(sources_of(path))]:
        digest.update(file.read_bytes())
    return digest.hexdigest()


def tidy(tidy_tool, database, path):
    command = [tidy_tool, "-p", str(database), "--quiet", "--extra-arg=-Wno-unknown-warning-option", str(path)]
    result = subprocess.run(command, capture_output=True, text=True)
    return path, "" if result.returncode == 0 else result.stdout + result.stderr


def check_tidy(build, only, product):
    """Whether it was checked."""
    command = tool("clang-tidy")
    if not command:
        return False
    entries = {path: entry for path, entry in commands(build).items()
               if (not only or path == only.resolve()) and not (product and PRODUCT.isdisjoint(path.parents))}
    if not entries:
        sys.exit(f"lint: {build} compiles none of these sources")
    cache = build / "lint"
    cache.mkdir(exist_ok=True)
    # clang-tidy would look at a file once for each target that compiles it.
    (cache / "compile_commands.json").write_text(json.dumps(list(entries.values())))
    marks = {path: cache / fingerprint(path, entry) for path, entry in entries.items()}
    waiting = [path for path, mark in marks.items() if not mark.exists()]
    broken = []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for path, complaint in pool.map(lambda path: tidy(command, cache, path), waiting):
            if complaint:
                broken.append(complaint)
            else:
                marks[path].touch()
    if broken:
        sys.exit("guard 'tidy':\n" + "\n".join(broken))
    print(f"tidy: {len(marks)} files, {len(marks) - len(waiting)} of them known from before")
    return True


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("part", nargs="?", choices=("format", "tidy"))
    parser.add_argument("--fix", action="store_true")
    parser.add_argument("--only", type=pathlib.Path)
    parser.add_argument("--product", action="store_true")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/host")
    options = parser.parse_args()
    if options.fix:
        done = fix_format()
    else:
        done = options.part == "tidy" or check_format()
        if options.part != "format":
            done = check_tidy(options.build.resolve(), options.only, options.product) and done
    sys.exit(0 if done else SKIPPED)


if __name__ == "__main__":
    main()
