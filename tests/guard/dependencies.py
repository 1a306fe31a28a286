#!/usr/bin/env python3
"""A dependency that is missing, or whose folder is wrong, stops the configuration with one message that says how to
get it; so does one whose tag has been moved to another commit.

usage: dependencies.py <folder for builds> <folder where Unity was found>
"""
import os
import pathlib
import shutil
import sys

import cmake
from tree import ROOT

GUARD = "dependencies"


def moved_tag(builds, hide):
    """In place of Unity's repository git is given one with the same tag and other contents."""
    repository = builds / "moved"
    shutil.rmtree(repository, ignore_errors=True)
    (repository / "src").mkdir(parents=True)
    (repository / "src/unity.c").write_text("int changed;\n")
    git = ["git", "-C", repository, "-c", "user.name=guard", "-c", "user.email=guard@localhost"]
    for command in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "--message", "changed"], ["tag", "v2.5.2"]):
        cmake.must(GUARD, f"git {command[0]}", cmake.run(*git, *command))
    os.environ.update(GIT_CONFIG_COUNT="1", GIT_CONFIG_KEY_0=f"url.file://{repository}.insteadOf",
                      GIT_CONFIG_VALUE_0="https://github.com/ThrowTheSwitch/Unity.git")
    outcome = cmake.configure(ROOT, builds / "UNITY", "--fresh", hide)
    cmake.must_refuse(GUARD, "with a tag of Unity that was moved", outcome, "v2.5.2", "has another commit")


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
    moved_tag(builds, f"-DCMAKE_IGNORE_PATH={unity}")


if __name__ == "__main__":
    main()
