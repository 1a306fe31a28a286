#!/usr/bin/env python3
"""Shows that every guard can fail: breaks each promise on purpose in a copy of the project, and looks for the guard that
turns red and says why. The project itself is not touched.

usage: prove_guards.py [--keep] [<part of a breakage's name>...]
"""
import argparse
import dataclasses
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

from tree import ROOT, project_files

STATUS, HEADER, LIBRARY = "lib/src/status.cpp", "lib/include/taut/status.hpp", "lib/CMakeLists.txt"
OPTIONS, DEPENDENCIES = "toolchains/compile-options.cmake", "toolchains/dependencies.cmake"
HOST, DEBUG, CORE = "host", "host-debug", "cortex-m4f"


@dataclasses.dataclass
class Breakage:
    """What is broken, by which edits, and the test that must fail with a certain text. Without a test, the build must."""
    name: str
    preset: str
    test: str
    says: str
    edits: list  # (file, text to replace or None to append, new text)
    build: str = ""


def append(file, text):
    return (file, None, f"\n{text}\n")


def function(body, before=""):
    """Appends a function to the library that nobody calls: it is in the archive and in no image."""
    return [append(STATUS, f"{before}\nint broken(int n);\nint broken(int n) {{ {body} }}")]


def in_text(statements):
    """Inserts statements into a function of the library that a unit test calls."""
    return [(STATUS, "  switch (status)", f"  {statements}\n  switch (status)")]


CONTRACTED = [(OPTIONS, "-ffp-contract=off", "-ffp-contract=fast")]

BREAKAGES = [
    Breakage("a heap call in the archive", CORE, "guard.heap", "malloc referenced in",
             function("return *static_cast<int*>(__builtin_malloc(static_cast<unsigned>(n)));"), "taut"),
    Breakage("a heap call in the host archive", HOST, "guard.heap", "_Znwm referenced in",
             function("return *new int(n);"), "taut"),
    Breakage("operator new in an image", CORE, "guard.heap", "_Znwj defined in",
             [append("tests/unit/test_status.cpp", "void* operator new(decltype(sizeof 0));\n"
                     "void* operator new(decltype(sizeof 0)) { return nullptr; }"),
              ("tests/unit/test_status.cpp", "  UNITY_BEGIN();", "  delete new int;\n  UNITY_BEGIN();"),
              append("tests/unit/test_status.cpp", "void operator delete(void*, decltype(sizeof 0)) noexcept {}")],
             "unit_status_float"),
    Breakage("double arithmetic in float code", CORE, "guard.double", "__aeabi_dmul",
             in_text("volatile double one = 1.0;\n  one = one * 3.0;"), "unit_status_float"),
    Breakage("a function of the maths library", CORE, "guard.libm", "expf referenced in",
             function("return static_cast<int>(__builtin_expf(static_cast<float>(n)));"), "taut"),
    Breakage("an exception", CORE, "guard.runtime", "__cxa_throw referenced in",
             [append(LIBRARY, "set_source_files_properties(src/status.cpp PROPERTIES COMPILE_OPTIONS -fexceptions)"),
              *function("throw n;")], "taut"),
    Breakage("run-time type information", CORE, "guard.runtime", "_ZTI",
             [append(LIBRARY, "set_source_files_properties(src/status.cpp PROPERTIES COMPILE_OPTIONS -frtti)"),
              *function("return typeid(n).hash_code() != 0U;", "#include <typeinfo>\nstruct Broken { virtual int f(); };\n"
                        "int Broken::f() { return 1; }")], "taut"),
    Breakage("a guarded static", CORE, "guard.runtime", "__cxa_guard_acquire referenced in",
             [append(LIBRARY, "set_source_files_properties(src/status.cpp PROPERTIES COMPILE_OPTIONS -fthreadsafe-statics)"),
              *function("static const int first = elsewhere();\n  return first + n;", "int elsewhere();")], "taut"),
    Breakage("recursion", CORE, "guard.stack", "recursion: _Z6brokeni -> _Z6brokeni",
             function("return n < 2 ? n : broken(n - 1) * broken(n - 2);"), "taut"),
    Breakage("a large frame", CORE, "guard.stack", "more than 4096",
             function("volatile char room[5000];\n  room[n] = 1;\n  return room[n + 1];"), "taut"),
    Breakage("a frame of unknown size", CORE, "guard.stack", "frame of unknown size",
             function("volatile char* room = static_cast<char*>(__builtin_alloca(static_cast<unsigned>(n)));\n"
                      "  room[0] = 1;\n  return room[n - 1];"), "taut"),
    Breakage("a call through a pointer", CORE, "guard.stack", "call through a pointer",
             function("return pointer(n) + 1;", "extern int (*pointer)(int);"), "taut"),
    Breakage("a call of a function nobody knows", CORE, "guard.stack", "no library of the toolchain has _Z9elsewherei",
             function("return elsewhere(n) + 1;", "int elsewhere(int n);"), "taut"),
    Breakage("fused multiply-add on the target", CORE, "guard.same_bits", "arithmetic:", CONTRACTED, "same_bits"),
    Breakage("fused multiply-add on the host", HOST, "guard.same_bits.avx2", "arithmetic:", CONTRACTED, "same_bits_avx2"),
    Breakage("a sum in the machine's order", HOST, "guard.same_bits.avx2", "bounded_lbfgs:",
             [("lib/src/numeric/vector.hpp", "  Scalar sum = 0;\n  const Scalar* other = b.data();",
               "  using Whole = Eigen::Map<const Eigen::Array<Scalar, Eigen::Dynamic, 1>>;\n"
               "  if (a.size() > 0) {\n    return (Whole(a.data(), size(a)) * Whole(b.data(), size(b))).sum();\n  }\n"
               "  Scalar sum = 0;\n  const Scalar* other = b.data();")], "same_bits same_bits_avx2"),
    Breakage("an out-of-bounds read under the sanitizers", DEBUG, "unit.status.float", "ERROR: AddressSanitizer",
             in_text("int room[2] = {1, 2};\n  volatile int index = 2;\n  room[0] = *(room + index);\n"
                     "  if (room[0] == 7) {\n    return {};\n  }"), "unit_status_float"),
    Breakage("a public header that needs Eigen", HOST, "", "Eigen/Core", [append(HEADER, "#include <Eigen/Core>")],
             "guard_headers"),
    Breakage("a public header that does not compile alone", HOST, "", "status.hpp",
             [(HEADER, "#include <etl/string_view.h>", "")], "guard_headers"),
    Breakage("Eigen in a public header", HOST, "guard.sources", "Eigen stays behind the archive",
             [append(HEADER, "#include <Eigen/Core>")]),
    Breakage("a forbidden header", HOST, "guard.sources", "#include <vector>: not among the permitted",
             [append(STATUS, "#include <vector>")]),
    Breakage("a word that needs exceptions", HOST, "guard.sources", "throw: taut is built without exceptions",
             function("throw n;")),
    Breakage("std::exp in the library", HOST, "guard.sources", "use numeric/", function("return int(std::exp(float(n)));")),
    Breakage("a reduction of Eigen", HOST, "guard.sources", "add up one after the other", function("return x.sum();")),
    Breakage("an include upwards", HOST, "guard.layers", "layer numeric may not use model",
             [append("lib/src/numeric/vector.hpp", '#include "model/kernel.hpp"')]),
    Breakage("a public header that includes a layer", HOST, "guard.layers", "a public header may not use numeric",
             [append(HEADER, '#include "numeric/pack.hpp"')]),
    Breakage("a program in the README that does not compile", HOST, "guard.readme", "does not compile and link",
             [("README.md", "#include <taut/taut.hpp>", "#include <taut/tuat.hpp>")]),
    Breakage("a README without a program", HOST, "guard.readme", "has no ```cpp block", [("README.md", "```cpp", "```c++")]),
    Breakage("a README with a command that is not there", HOST, "guard.commands", "./dev fly",
             [append("README.md", "Run `./dev fly`.")]),
    Breakage("a missing dependency that is only a warning", HOST, "guard.dependencies", "not one error",
             [(DEPENDENCIES, 'message(FATAL_ERROR "taut needs', 'message(SEND_ERROR "taut needs')]),
    Breakage("an installed package that mentions Eigen", HOST, "guard.consumer", "mentions Eigen",
             [append(HEADER, "// as in Eigen")]),
    Breakage("an installed package that accepts any version", HOST, "guard.consumer", "it was accepted",
             [append(LIBRARY, 'file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/taut-config-version.cmake"\n'
                     '  "set(PACKAGE_VERSION ${PROJECT_VERSION})\\nset(PACKAGE_VERSION_COMPATIBLE TRUE)\\n")')], "taut"),
    Breakage("an archive without one of its functions", HOST, "guard.consumer", "building tests/consumer/installed failed",
             [(LIBRARY, "src/numeric/statistics.cpp", "")], "taut"),
    Breakage("a file that is not formatted", HOST, "guard.format", "status.cpp", [append(STATUS, "int   broken ;")]),
    Breakage("a reminder left behind", HOST, "guard.hygiene", "a reminder", [append(STATUS, "// TO" "DO: later")]),
    Breakage("a path of one machine", HOST, "guard.hygiene", "a path of one machine",
             [append(STATUS, "// see /ho" "me/me/notes")]),
    Breakage("a host that nobody has agreed to", HOST, "guard.hygiene", "not among the hosts",
             [append(STATUS, "// see https:/" "/packages.example.net")]),
]


class Copy:
    """A copy of the project with few of its unit tests, for speed: the guards are what is proved."""

    def __init__(self, root):
        self.root = root
        for path in project_files():
            target = root / path.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, target)
        tests = root / "tests/CMakeLists.txt"
        text = re.sub(r"^taut_unit_test\((?!status\)).*\n", "", tests.read_text(), flags=re.M)
        text = re.sub(r"^(foreach\(scalar[^\n]*\n  set_tests_properties\(unit\.port.*?^endforeach\(\)\n"
                      r"|if\(CMAKE_CROSSCOMPILING\)\n  taut_unit_test.*?^endif\(\)\n|add_subdirectory\(port\)\n)", "", text,
                      flags=re.M | re.S)
        tests.write_text(text)

    def run(self, *command):
        result = subprocess.run(command, cwd=self.root, capture_output=True, text=True)
        return result.returncode, result.stdout + result.stderr

    def configure(self, preset):
        return self.run("cmake", "--preset", preset, "-DTAUT_EXAMPLES=OFF")

    def build(self, preset, targets):
        return self.run("cmake", "--build", "--preset", preset, "-j", str(os.cpu_count()),
                        *(["--target", *targets.split()] if targets else []))

    def test(self, preset, pattern):
        return self.run("ctest", "--preset", preset, "-R", pattern)

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


def prepare(copy, preset):
    """Builds the unbroken copy, in which every guard must be green: a red one would prove nothing."""
    targets = "unit_status_float" if preset == DEBUG else ""
    tests = r"^unit\.status\.float$" if preset == DEBUG else r"^guard\."
    for what, outcome in (("configuring", copy.configure(preset)), ("building", copy.build(preset, targets)),
                          ("testing", copy.test(preset, tests))):
        if outcome[0] != 0:
            sys.exit(f"The unbroken project fails in {what} {preset}:\n{outcome[1]}")


def prove(copy, breakage):
    """None where the guard did its work, else what went wrong."""
    before = copy.edit(breakage.edits)
    try:
        code, output = copy.build(breakage.preset, breakage.build) if breakage.build else (0, "")
        if breakage.test:
            if code != 0:
                return f"it does not even build, so the guard was not asked:\n{output}"
            code, output = copy.test(breakage.preset, f"^{re.escape(breakage.test)}$")
        if code == 0:
            return "nothing failed"
        return None if breakage.says in output else f"it failed without saying '{breakage.says}':\n{output}"
    finally:
        copy.restore(before)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--keep", action="store_true", help="keep the copy")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args()
    chosen = [b for b in BREAKAGES if not options.names or any(name in b.name for name in options.names)]
    folder = pathlib.Path(tempfile.mkdtemp(prefix="taut-prove-"))
    failed = 0
    try:
        copy = Copy(folder)
        # The results of every preset are compared with those of the host.
        for preset in dict.fromkeys([HOST, *(breakage.preset for breakage in chosen)]):
            prepare(copy, preset)
        for breakage in chosen:
            start = time.monotonic()
            problem = prove(copy, breakage)
            failed += problem is not None
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
