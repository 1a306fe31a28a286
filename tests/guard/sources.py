#!/usr/bin/env python3
"""The library's sources use nothing that a promise rules out: only permitted headers, no word of C++ that brings in
exceptions, RTTI or the heap, and no operation whose bits depend on the machine. Each of them refuses flags that make
arithmetic wrong.
"""
import re
import sys

from lint import sources_of
from symbols import ELEMENTARY
from tree import ROOT, code_files, includes, place, without_comments

# Freestanding in spirit: nothing here allocates, throws or prints.
PERMITTED = set(
    "algorithm array bit cfloat climits cmath compare concepts cstddef cstdint cstring initializer_list iterator "
    "limits new numbers tuple type_traits utility stdbool.h stddef.h stdint.h".split())

ARITHMETIC = ROOT / "lib/src/numeric/arithmetic.hpp"

WORDS = [
    (r"(throw|try|catch)\b", "taut is built without exceptions"),
    (r"(dynamic_cast|typeid)\b", "taut is built without RTTI"),
    (r"(?<!<)(new(?!\s*\()|(?<!= )delete)\b", "taut has no heap"),  # new (place) Object makes one in place
    (r"thread_local\b", "taut has no threads"),
    (r"long\s+double\b", "its size differs between machines, so its bits do"),
    (rf"(std::|__builtin_)({ELEMENTARY})[fl]?\s*\(", "the maths library's bits differ between machines: use numeric/"),
]
MEMBERS = [
    (r"exp|expm1|log|log1p|log10|sin|cos|tan|sinh|cosh|tanh|asin|acos|atan|pow|erf|erfc|rsqrt|lgamma|digamma",
     "Eigen's own version, whose bits depend on the instruction set: use numeric/"),
    (r"sum|prod|mean|dot|norm|squaredNorm|stableNorm|blueNorm|lpNorm|trace|redux",
     "a reduction whose order depends on the instruction set: add up one after the other"),
]


def wrong_include(name, quoted, public):
    if quoted or name.startswith(("etl/", "taut/")) or name in PERMITTED:
        return None
    if name.startswith("Eigen/"):
        return "Eigen stays behind the archive: no public header may need it" if public else None
    return "not among the permitted headers (tests/guard/sources.py)"


def wrong_words(code):
    for pattern, why in WORDS:
        for match in re.finditer(rf"(?<![\w.])({pattern})", code):
            yield match, why
    for pattern, why in MEMBERS:
        for match in re.finditer(rf"\.({pattern})\s*(<[^<>()]*>)?\(", code):
            yield match, why


def main():
    files = code_files("lib/include", "lib/src")
    if not files:
        sys.exit("sources: found no file of the library")
    broken = [f"  {path.relative_to(ROOT)}: does not include {ARITHMETIC.name}, which refuses wrong flags"
              for path in files if path.suffix == ".cpp" and ARITHMETIC not in sources_of(path)]
    for path in files:
        public = ROOT / "lib/include" in path.parents
        for line, name, quoted in includes(path):
            if why := wrong_include(name, quoted, public):
                broken.append(f"  {place(path, line)}: #include <{name}>: {why}")
        code = without_comments(path.read_text(), strings=False)
        if public and "Eigen" in code:
            line = code[:code.index("Eigen")].count("\n") + 1
            broken.append(f"  {place(path, line)}: Eigen: it stays behind the archive, no public header may need it")
        for match, why in wrong_words(code):
            line = code[:match.start()].count("\n") + 1
            broken.append(f"  {place(path, line)}: {match[0].strip()}: {why}")
    if broken:
        sys.exit("guard 'sources': not as the library must be:\n" + "\n".join(broken))
    print(f"sources: {len(files)} files use nothing that is ruled out")


if __name__ == "__main__":
    main()
