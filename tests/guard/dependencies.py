#!/usr/bin/env python3
"""A dependency that is missing, or whose folder is wrong, stops the configuration with one message that says how to
get it.

usage: dependencies.py <folder for builds> <folder where Unity was found>
"""
import pathlib
import sys

import cmake
from tree import ROOT

GUARD = "dependencies"


def main():
    builds, unity = pathlib.Path(sys.argv[1]), sys.argv[2]
    empty = builds / "empty"
    empty.mkdir(parents=True, exist_ok=True)
    # Dependency, its package, and what makes CMake overlook the installed one.
    for name, package, hide in (
        ("ETL", "libetlcpp-dev", "-DCMAKE_DISABLE_FIND_PACKAGE_etl=ON"),
        ("EIGEN", "libeigen3-dev", "-DCMAKE_DISABLE_FIND_PACKAGE_Eigen3=ON"),
        ("UNITY", "cmock", f"-DCMAKE_IGNORE_PATH={unity}"),
    ):
        folder = f"-DFETCHCONTENT_SOURCE_DIR_{name}"
        outcome = cmake.configure(ROOT, builds / name, "--fresh", hide, "-DFETCHCONTENT_FULLY_DISCONNECTED=ON")
        cmake.must_refuse(GUARD, f"without {name}", outcome, "taut needs", package, folder)
        outcome = cmake.configure(ROOT, builds / name, "--fresh", f"{folder}={empty}")
        cmake.must_refuse(GUARD, f"with a wrong folder for {name}", outcome, str(empty))


if __name__ == "__main__":
    main()
