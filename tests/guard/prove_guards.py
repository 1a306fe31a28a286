#!/usr/bin/env python3
"""Shows that every guard can fail: breaks each promise on purpose (breakages.py) in a copy of the project, and looks
for the guard that turns red and says why. The project itself is not touched.

usage: prove_guards.py [--keep] [<part of a breakage's name>...]
"""
import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

from breakages import BREAKAGES, DEBUG, HOST
from tree import ROOT, project_files

SKIPPED = "skipped: this machine cannot run the test"

# What the copy has in place of all that begins with the first unit test.
REST_OF_TESTS = """
taut_unit_test(checkpoint_task APART)
taut_unit_test(fitted_level)
taut_unit_test(gibbon)
taut_unit_test(limits)
taut_unit_test(model_answers APART)
taut_unit_test(recommendation)
taut_unit_test(refit)
taut_unit_test(shaper_gantry APART "${PROJECT_SOURCE_DIR}/examples/shaper/gantry.cpp")
taut_unit_test(status)
taut_unit_test(tail_multiple)
taut_unit_test(threshold APART)
taut_unit_test(tuner_best APART)
taut_unit_test(tuner_certificate APART)
taut_unit_test(tuner_convergence APART)
taut_unit_test(tuner_refusals)
taut_unit_test(tuner_travel)
if(NOT CMAKE_CROSSCOMPILING)
  add_subdirectory(fault)
  if(NOT TAUT_SANITIZE)
    add_subdirectory(threads)
    foreach(example plot shaper monitor)
      add_subdirectory("${PROJECT_SOURCE_DIR}/examples/${example}" examples/${example})
    endforeach()
    add_subdirectory(monitor)
  endif()
endif()
add_subdirectory(selftest)
add_subdirectory(guard)
"""


class Copy:
    """A copy of the project with few of its unit tests, for speed: the guards are what is proved."""

    def __init__(self, root):
        self.root = root
        for path in project_files():
            target = root / path.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, target)
        tests = root / "tests/CMakeLists.txt"
        beginning = tests.read_text().split("\ntaut_unit_test(")[0]
        tests.write_text(beginning + REST_OF_TESTS)

    def run(self, *command):
        result = subprocess.run(command, cwd=self.root, capture_output=True, text=True)
        return result.returncode, result.stdout + result.stderr

    def configure(self, preset):
        return self.run("cmake", "--preset", preset, "-DTAUT_EXAMPLES=OFF")

    def build(self, preset, targets):
        return self.run("cmake", "--build", "--preset", preset, "-j", str(os.cpu_count()),
                        *(["--target", *targets.split()] if targets else []))

    def test(self, preset, name):
        if name.startswith("lint.py"):
            return self.run(sys.executable, *f"tests/guard/{name}".split())
        return self.run("ctest", "--preset", preset, "-R", f"^{re.escape(name)}$")

    def edit(self, edits):
        """Makes the edits and returns what undoes them. Each must change something."""
        before = {file: (self.root / file).read_text() for file, _, _ in edits}
        for file, old, new in edits:
            text = (self.root / file).read_text()
            if old is not None and old not in text:
                raise LookupError(f"{file} has no longer the text '{old}'")
            (self.root / file).write_text(text + new if old is None else text.replace(old, new, 1))
        return before

    def restore(self, before):
        for file, text in before.items():
            (self.root / file).write_text(text)


def prepare(copy, preset, tests):
    """Builds the unbroken copy, in which the tests must be green: one that is red already would prove nothing."""
    steps = [("configuring", lambda: copy.configure(preset)),
             ("building", lambda: copy.build(preset, "unit_status_float" if preset == DEBUG else ""))]
    steps += [(name, lambda name=name: copy.test(preset, name)) for name in tests]
    for what, step in steps:
        code, output = step()
        if code != 0:
            sys.exit(f"The unbroken project fails in {preset}, {what}:\n{output}")


def prove(copy, breakage):
    """None where the guard did its work, else what went wrong."""
    before = copy.edit(breakage.edits)
    try:
        code, output = copy.build(breakage.preset, breakage.build) if breakage.build else (0, "")
        if breakage.test:
            if code != 0:
                return f"it does not even build, so the guard was not asked:\n{output}"
            code, output = copy.test(breakage.preset, breakage.test)
        if code == 0:
            return SKIPPED if "***Skipped" in output else "nothing failed"
        return None if breakage.says in output else f"it failed without saying '{breakage.says}':\n{output}"
    finally:
        copy.restore(before)
        if breakage.build:  # a guard of the next one may look at what was built
            copy.build(breakage.preset, breakage.build)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--keep", action="store_true", help="keep the copy")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    chosen = [b for b in BREAKAGES if not options.names or any(name in b.name for name in options.names)]
    if not chosen:
        sys.exit(f"There is no breakage whose name contains {' or '.join(options.names)}")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="taut-prove-"))
    failed = 0
    try:
        copy = Copy(folder)
        # The results of every preset are compared with those of the host.
        for preset in dict.fromkeys([HOST, *(breakage.preset for breakage in chosen)]):
            prepare(copy, preset, sorted({b.test for b in chosen if b.test and b.preset == preset}))
        for breakage in chosen:
            start = time.monotonic()
            problem = prove(copy, breakage)
            failed += problem not in (None, SKIPPED)
            where = breakage.test or "the build"
            print(f"{'NOT SEEN' if problem else 'red'}  {where} ({breakage.preset}): {breakage.name} "
                  f"[{time.monotonic() - start:.0f} s]", flush=True)
            if problem:
                print(problem)
    finally:
        if options.keep:
            print(f"The copy is in {folder}")
        else:
            shutil.rmtree(folder)
    print(f"{len(chosen) - failed} of {len(chosen)} breakages were seen")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
