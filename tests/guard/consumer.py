#!/usr/bin/env python3
"""Projects outside this one can use taut: installed (with CMake and with make) and as a subfolder (tests/consumer),
fetched and installed as README.md says.

usage: consumer.py <build folder of taut> <version> <folder for builds> <C compiler> <C++ compiler>
                   (--eigen <folder> | --toolchain <file>)

The compilers come with the flags of the machine. With a toolchain file the installed archive is linked into an image for
that target, which is not run.
"""
import argparse
import pathlib
import re
import shutil
import sys

import cmake
from tree import ROOT

GUARD = "consumer"
PROJECTS = ROOT / "tests/consumer"


def build_and_run(name, builds, *options, run=True):
    """What the program prints, if it is run."""
    build = builds / name
    cmake.must(GUARD, f"configuring tests/consumer/{name}", cmake.configure(PROJECTS / name, build, *options))
    cmake.must(GUARD, f"building tests/consumer/{name}", cmake.run("cmake", "--build", build, "--target", "consumer"))
    return cmake.must(GUARD, f"running tests/consumer/{name}", cmake.run(build / "consumer")) if run else ""


def install(taut_build, prefix):
    shutil.rmtree(prefix, ignore_errors=True)
    cmake.must(GUARD, "installing", cmake.run("cmake", "--install", taut_build, "--prefix", prefix))
    for path in prefix.rglob("*"):
        if path.is_file() and not path.name.endswith((".a", ".spdx.json")) and "eigen" in path.read_text().lower():
            sys.exit(f"guard '{GUARD}': {path.relative_to(prefix)} of the installed package mentions Eigen")


def wrong_versions(version):
    """One minor and one major step away; the interface may differ in both."""
    major, minor, _ = map(int, version.split("."))
    return [f"{major}.{minor + 1}", f"{major + 1}.0"]


def installed(taut_build, version, builds, toolchain):
    prefix = builds / "prefix"
    install(taut_build, prefix)
    options = [f"-DCMAKE_PREFIX_PATH={prefix}", "-DCMAKE_DISABLE_FIND_PACKAGE_Eigen3=ON", "--fresh"]
    if toolchain:
        options += [f"-DCMAKE_TOOLCHAIN_FILE={toolchain}", f"-Dtaut_ROOT={prefix}",
                    "-DCMAKE_FIND_ROOT_PATH_MODE_PACKAGE=BOTH", "-DCMAKE_EXE_LINKER_FLAGS=--specs=nosys.specs"]
    bits = build_and_run("installed", builds, *options, f"-DTAUT_VERSION={version}", run=not toolchain)
    for wrong in wrong_versions(version):
        outcome = cmake.configure(PROJECTS / "installed", builds / "wrong", *options, f"-DTAUT_VERSION={wrong}")
        cmake.must_refuse(GUARD, f"asking for version {wrong}", outcome, f"version: {version}", f"\"{wrong}\"")
    outcome = cmake.configure(PROJECTS / "installed", builds / "wrong", *options, f"-DTAUT_VERSION={version}",
                              "-DINPUTS=none")
    cmake.must_refuse(GUARD, "a tuner for C with a wrong limit", outcome, "taut_add_c_tuner", "INPUTS must be a number")
    outcome = cmake.configure(PROJECTS / "installed", builds / "wrong", *options, f"-DTAUT_VERSION={version}",
                              "-DCMAKE_DISABLE_FIND_PACKAGE_etl=ON")
    cmake.must_refuse(GUARD, "without ETL", outcome, "taut needs", "libetlcpp-dev", "-DFETCHCONTENT_SOURCE_DIR_ETL")
    return bits


def with_make(taut_build, version, builds, compilers, toolchain):
    """The installation once more, moved to another folder, with make and pkg-config in place of CMake."""
    build = builds / "makefile"
    shutil.rmtree(build, ignore_errors=True)
    build.mkdir()
    prefix = (builds / "prefix").rename(build / "moved")
    said = cmake.must(GUARD, "running pkg-config",
                      cmake.run("pkg-config", "--modversion", prefix / "lib/pkgconfig/taut.pc")).strip()
    if said != version:
        sys.exit(f"guard '{GUARD}': taut.pc says version {said}, the project {version}")
    project = PROJECTS / "makefile"
    command = ["make", "-C", build, "-f", project / "Makefile", f"sources={PROJECTS}", f"PREFIX={prefix}",
               f"ETL={etl_folder(taut_build)}", *(["LDFLAGS=--specs=nosys.specs"] if toolchain else [])]

    def make(flags=""):
        for made in build.glob("*.o"):
            made.unlink()
        return cmake.run(*command, f"CC={compilers[0]} {flags}", f"CXX={compilers[1]} {flags}")

    cmake.must(GUARD, "building tests/consumer/makefile", make())
    if not toolchain:
        cmake.must(GUARD, "running tests/consumer/makefile", cmake.run(build / "consumer"))

    must_not_link("with another version of ETL", make(f"-I{other_etl(build)}"), "_etl_", "_99]")
    if toolchain:
        small, large = "-mcpu=cortex-m4 -mfpu=fpv4-sp-d16", "-mcpu=cortex-m7 -mfpu=fpv5-d16"
        other, name = (small, "armv7_single_fpu_hard_floats") if "cortex-m7" in compilers[1] else (
            large, "armv7_double_fpu_hard_floats")
        must_not_link("for another core", make(other), f"[abi:built_for_{name}_etl_", f"taut_tuner_create_for_{name}'")


def etl_folder(taut_build):
    """The one that holds etl/, as a user would name it: /usr/include, where it is installed."""
    return (pathlib.Path(taut_build) / "dependencies/etl/etl").resolve().parent


def other_etl(folder):
    """A folder to be looked into before that of ETL, which then says to be of another version."""
    header = folder / "other/etl/version.h"
    header.parent.mkdir(parents=True)
    header.write_text("#include_next <etl/version.h>\n#undef ETL_VERSION_PATCH\n#define ETL_VERSION_PATCH 99\n")
    return folder / "other"


def must_not_link(how, outcome, *texts):
    code, output = outcome
    lines = [line for line in output.splitlines() if "undefined reference to" in line]
    if code == 0 or not all(any(text in line for line in lines) for text in texts):
        sys.exit(f"guard '{GUARD}': compiled {how}, a program must not link, and its linker say {texts}:\n{output}")


def block(language):
    """The first one of a language in README.md."""
    found = re.search(rf"^```{language}\n(.*?)^```", (ROOT / "README.md").read_text(), re.S | re.M)
    if not found:
        sys.exit(f"guard '{GUARD}': README.md shows no project, a block ```{language}")
    return found[1]


def from_readme(taut_build, builds, compiler, *options):
    """The projects in README.md, by FetchContent and by make, each with the program there."""
    project, build = builds / "readme", builds / "readme_build"
    project.mkdir(exist_ok=True)
    for name, language in (("main.cpp", "cpp"), ("CMakeLists.txt", "cmake"), ("Makefile", "make")):
        (project / name).write_text(block(language))
    cmake.must(GUARD, "configuring the project of README.md",
               cmake.configure(project, build, f"-DFETCHCONTENT_SOURCE_DIR_TAUT={ROOT}", *options))
    cmake.must(GUARD, "building the project of README.md", cmake.run("cmake", "--build", build))
    prefix = builds / "makefile/moved"  # where with_make left the installation
    (project / "firmware").unlink(missing_ok=True)
    cmake.must(GUARD, "building with the Makefile of README.md",
               cmake.run("make", "-C", project, f"PKG_CONFIG_PATH={prefix / 'lib/pkgconfig'}",
                         f"CXX={compiler} -idirafter {etl_folder(taut_build)}"))
    cmake.must(GUARD, "running what the Makefile of README.md built", cmake.run(project / "firmware"))


def as_subfolder(builds, eigen, bits, *options):
    """In a project with an Eigen of its own and -ffast-math, which must not change what the library computes."""
    folder = f"-DTAUT_FOLDER={ROOT}"
    cmake.must(GUARD, "configuring tests/consumer/subfolder without Eigen3::Eigen",
               cmake.configure(PROJECTS / "subfolder", builds / "subfolder", folder, "-DEIGEN_FOLDER=", *options))
    found = build_and_run("subfolder", builds, folder, f"-DEIGEN_FOLDER={eigen}", *options)
    if not bits or found != bits:
        sys.exit(f"guard '{GUARD}': with -ffast-math around it the library computes\n{found}and without\n{bits}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("positional", nargs=5)
    parser.add_argument("--eigen")
    parser.add_argument("--toolchain")
    options = parser.parse_args()
    taut_build, version, builds, *compilers = options.positional
    builds = pathlib.Path(builds)
    bits = installed(taut_build, version, builds, options.toolchain)
    with_make(taut_build, version, builds, compilers, options.toolchain)
    if not options.toolchain:
        # Both compile the library; how fast it then is does not matter here. Without optimisation -ffast-math does little.
        quick = ["-DCMAKE_BUILD_TYPE=Debug", "-DTAUT_PRECOMPILE=ON"]
        from_readme(taut_build, builds, compilers[1], *quick, "-DCMAKE_CXX_FLAGS_DEBUG=-O0")
        as_subfolder(builds, options.eigen, bits, *quick, "-DCMAKE_CXX_FLAGS_DEBUG=-O1")


if __name__ == "__main__":
    main()
