#!/usr/bin/env python3
"""What cannot work does not compile, and the compiler says in the library's own words what is wrong: a limit outside its
range, ranges of another scalar.

usage: messages.py <folder for the programs> <compiler and flags>
"""
import pathlib
import re
import shlex
import subprocess
import sys

PROGRAM = """#include <taut/taut.hpp>

#include <array>

constexpr taut::Limits limits{{{limits}}};
taut::{kind}<limits, {scalar}> subject;
constexpr std::array<taut::Range<{ranges}>, 1> knobs{{{{{{0, 1}}}}}};

taut::Status begin() {{
  return subject.begin({{{task}, .ranges = knobs}});
}}
bool design() {{
  return taut::Design<{scalar}>::over({design}, 1).has_value();
}}
"""
TASKS = {"Tuner": ".goal = taut::maximise(taut::mean())", "Model": ".statistic = taut::mean()"}
FINE = {"inputs": 1, "inducing": 8, "observations": 24, "outstanding": 4, "features": 8}
ANOTHER = "ranges of double for a tuner, model or design of float, or the other way round"
CASES = [({name: value}, {}, f"taut::Limits: {name}, ") for name, value in
         [("inputs", 0), ("inputs", 65), *((name, 0) for name in FINE if name != "inputs")]]
CASES += [({}, {"scalar": scalar, "ranges": ranges}, ANOTHER)
          for scalar, ranges in [("float", "double"), ("double", "float")]]
CASES += [({}, {"ranges": "float", "scalar": "float", "design": "std::array<taut::Range<double>, 1>{{{0, 1}}}"}, ANOTHER)]


def compiled(compiler, path, kind, limits, types):
    """The reasons that the library gives, or None if it compiles; and all that the compiler says."""
    values = {"scalar": "float", "ranges": "float", "design": "knobs", **types}
    named = ", ".join(f".{name} = {value}" for name, value in (FINE | limits).items())
    path.write_text(PROGRAM.format(kind=kind, task=TASKS[kind], limits=named, **values))
    result = subprocess.run([*compiler, "-c", str(path), "-o", str(path.with_suffix(".o"))], capture_output=True,
                            text=True, timeout=60)
    reasons = re.findall(r"error: static.assert.*(taut::Limits: .*|ranges of .*)", result.stderr)
    return (None if result.returncode == 0 else reasons), result.stderr


def main():
    folder, compiler = pathlib.Path(sys.argv[1]), shlex.split(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "program.cpp"
    for kind in TASKS:
        reasons, said = compiled(compiler, path, kind, {}, {})
        if reasons is not None:
            sys.exit(f"guard 'messages': a {kind} whose limits and ranges are fine does not compile:\n{said}")
        for limits, types, reason in CASES:
            reasons, said = compiled(compiler, path, kind, limits, types)
            if reasons is None:
                sys.exit(f"guard 'messages': a {kind} with {limits or types} compiles")
            if not reasons or any(reason not in other for other in reasons):
                sys.exit(f"guard 'messages': a {kind} with {limits or types} is refused without '{reason}', or not for "
                         f"that alone:\n{said}")
    print(f"messages: {2 * len(CASES)} programs are refused, each with its reason")


if __name__ == "__main__":
    main()
