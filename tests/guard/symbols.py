#!/usr/bin/env python3
"""Reads the symbols of archives and images and fails where one is there that a promise rules out.

usage: symbols.py <rule> <nm> <file>...     rules: heap, double, libm, runtime

A symbol counts whether it is defined or only referenced: what is referenced today is called tomorrow.
"""
import re
import subprocess
import sys

ELEMENTARY = (
    "exp|exp2|exp10|expm1|log|log2|log10|log1p|sin|cos|tan|sincos|asin|acos|atan|atan2|sinh|cosh|tanh|asinh|acosh|"
    "atanh|pow|powi|cbrt|hypot|erf|erfc|tgamma|lgamma|gamma|j0|j1|jn|y0|y1|yn|fma|fmod|remainder|remquo|modf|frexp|"
    "ldexp|scalbn|scalbln|logb|ilogb|floor|ceil|round|trunc|rint|nearbyint|lround|llround|lrint|llrint|fmin|fmax|fdim|"
    "nextafter|nan"
)

RULES = {
    "heap": (
        "taut promises that there is no heap; this is an allocation function",
        r"_*(malloc|calloc|realloc|reallocarray|reallocf|free|cfree|memalign|aligned_alloc|posix_memalign|valloc|"
        r"pvalloc|strdup|strndup|asprintf|vasprintf|sbrk|brk)(_r)?|__libc_(malloc|calloc|realloc|free|memalign)|"
        r"_Z(nw|na|dl|da)\w*",
    ),
    "double": (
        "float code on a single-precision core promises to use no double; this is a double-precision helper",
        r"__aeabi_(d\w*|cd\w*|f2d|h2d|i2d|ui2d|l2d|ul2d)|__[a-z]*df[a-z]*\d?",
    ),
    "libm": (
        "results are the same bits everywhere only with taut's own functions; this one is the maths library's",
        rf"({ELEMENTARY})[fl]?|__({ELEMENTARY})[fl]?_finite|sqrtl|_ZGV\w+",
    ),
    "runtime": (
        "taut promises no exceptions, RTTI, iostream, guarded statics or exit handlers; this belongs to one of them",
        r"__cxa_(throw|rethrow|allocate_exception|begin_catch|end_catch|bad_\w+|guard_\w+|atexit|finalize|call_\w+)|"
        r"__(gxx|gcc)_personality\w*|__aeabi_atexit|atexit|__dso_handle|_Unwind_\w+|"
        r"__dynamic_cast|_ZT[IS]\w+|_ZSt\d+(__throw|terminate)\w*|_ZSt9terminatev|"
        r"_ZNSt8ios_base\w*|_ZSt(4cout|4cerr|4clog|3cin)|_ZN?K?S[iod]\w*|_ZNSt\d+basic_(i|o|io)?stream\w*",
    ),
}


def symbols(nm, file):
    """(place, name, kind) of every symbol that `file` defines or references."""
    listing = subprocess.run([nm, "--format=posix", "-A", file], capture_output=True, text=True)
    if listing.returncode != 0:
        sys.exit(f"symbols: {nm} cannot read {file}: {listing.stderr.strip()}")
    for line in listing.stdout.splitlines():
        place, _, rest = line.partition(": ")
        if rest:
            yield place, rest.split()[0], rest.split()[1]


def main():
    rule, nm, *files = sys.argv[1:]
    if not files:
        sys.exit(f"symbols: no file to check for '{rule}'")
    promise, pattern = RULES[rule]
    forbidden = re.compile(pattern)
    seen = 0
    broken = []
    for file in files:
        for place, name, kind in symbols(nm, file):
            seen += 1
            if forbidden.fullmatch(name):
                broken.append(f"  {name} {'referenced' if kind in 'Uw' else 'defined'} in {place}")
    if seen == 0:
        sys.exit(f"symbols: {', '.join(files)} have no symbols at all: nothing was checked")
    if broken:
        sys.exit(f"guard '{rule}': {promise}:\n" + "\n".join(broken))
    print(f"{rule}: none among {seen} symbols of {len(files)} files")


if __name__ == "__main__":
    main()
