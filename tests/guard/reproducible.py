#!/usr/bin/env python3
"""The same sources give the same archive, byte for byte, in whatever folder and at whatever time they are compiled.

usage: reproducible.py <build folder of taut> <folder for a copy> <toolchain file> <ar> <archive>

No member has a date, an owner or a path of this machine. One source of each layer is compiled again, from a copy of the
project in another folder and without precompiled headers, which must change nothing; all would take too long here.
"""
import pathlib
import shutil
import subprocess
import sys

import cmake
from tree import ROOT, project_files

GUARD = "reproducible"
AGAIN = ("status.cpp", "c_interface.cpp", "acquire/shortlist.cpp", "model/answers.cpp", "numeric/checksum.cpp",
         "tuner/checkpoint.cpp")


def copy_project(folder):
    for path in project_files():
        place = path.relative_to(ROOT)
        if place.parts[0] in ("lib", "toolchains", "CMakeLists.txt"):
            (folder / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, folder / place)


def check_members(ar, archive, *folders):
    listing = cmake.must(GUARD, "listing the archive", cmake.run(ar, "tv", archive)).splitlines()
    dated = [line for line in listing if " 0/0 " not in line or " 1970 " not in line]
    if dated or not listing:
        sys.exit(f"guard '{GUARD}': members with a date or an owner:\n" + "\n".join(dated))
    content = archive.read_bytes()
    for folder in folders:
        if str(folder).encode() in content:
            sys.exit(f"guard '{GUARD}': a path of this machine is in the archive: {folder}")
    return len(listing)


def main():
    taut_build, copy, toolchain, ar, archive = sys.argv[1:]
    copy, archive = pathlib.Path(copy), pathlib.Path(archive)
    members = check_members(ar, archive, ROOT, taut_build)
    shutil.rmtree(copy, ignore_errors=True)
    copy_project(copy / "sources")
    build = copy / "build"
    toolchain = copy / "sources" / pathlib.Path(toolchain).relative_to(ROOT)
    cmake.must(GUARD, "configuring a copy",
               cmake.configure(copy / "sources", build, "--fresh", f"-DCMAKE_TOOLCHAIN_FILE={toolchain}",
                               "-DCMAKE_BUILD_TYPE=Release", "-DTAUT_TESTS=OFF", "-DTAUT_EXAMPLES=OFF",
                               "-DTAUT_PRECOMPILE=OFF"))
    objects = [f"lib/CMakeFiles/taut.dir/src/{source}.obj" for source in AGAIN]
    cmake.must(GUARD, "compiling a copy", cmake.run("ninja", "-C", build, *objects))
    for name in objects:
        member = subprocess.run([ar, "p", archive, pathlib.Path(name).name], capture_output=True, check=True).stdout
        if not member or member != (build / name).read_bytes():
            sys.exit(f"guard '{GUARD}': {name} is another one when it is compiled elsewhere")
    print(f"reproducible: {len(objects)} of {members} members, compiled again")


if __name__ == "__main__":
    main()
