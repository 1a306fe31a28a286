#!/usr/bin/env python3
"""Writes tests/unit/reference/random_values.hpp: what taut::Random has to give, from an implementation that shares
nothing with it.

Philox follows the paper (Salmon et al., SC 2011); the transforms are evaluated with mpmath, quantiles with SciPy.
Needs numpy, scipy and mpmath; takes half a minute, most of it the search for a draw far out in the tail.
"""

import textwrap
from pathlib import Path

import mpmath
import numpy as np
from scipy import stats

mpmath.mp.dps = 40
MASK32, MASK64 = 2**32 - 1, 2**64 - 1
SEED = 20240229
DEGREES = (1, 2, 3, 7, 100, 1000)


def philox(c, key):
    """c: four equally shaped arrays (or integers) of the counter's words, least significant first."""
    c = [np.asarray(word, np.uint64) for word in c]
    k0, k1 = key & MASK32, key >> 32
    low, shift = np.uint64(MASK32), np.uint64(32)
    for _ in range(10):
        p0, p1 = np.uint64(0xD2511F53) * c[0], np.uint64(0xCD9E8D57) * c[2]
        c = [(p1 >> shift) ^ c[1] ^ np.uint64(k0), p1 & low, (p0 >> shift) ^ c[3] ^ np.uint64(k1), p0 & low]
        k0, k1 = (k0 + 0x9E3779B9) & MASK32, (k1 + 0xBB67AE85) & MASK32
    return c


def mix(x):
    x = (x + 0x9E3779B97F4A7C15) & MASK64
    x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & MASK64
    x = (x ^ x >> 27) * 0x94D049BB133111EB & MASK64
    return x ^ x >> 31


def child(key, name, index=0):
    h = 0xCBF29CE484222325
    for byte in name.encode():
        h = (h ^ byte) * 0x100000001B3 & MASK64
    return mix((mix(mix(key) ^ h) + index) & MASK64)


class Stream:
    def __init__(self, key, count=0):
        self.key, self.count = key, count

    def next(self):
        block = self.count // 4
        words = philox([block & MASK32, block >> 32, 0, 0], self.key)
        word = int(words[self.count % 4])
        self.count += 1
        return word

    def below(self, bound):
        return (self.next() << 32 | self.next()) * bound >> 64

    def pair(self):
        """The uniform number behind a radius, and an angle."""
        bits = self.next() << 32 | self.next()
        radius, angle = bits >> 24, bits & (2**24 - 1)
        quarter, fraction = angle >> 22, angle & (2**22 - 1)
        turn = (quarter + (fraction + mpmath.mpf(1) / 2) / 2**22) * mpmath.pi / 2
        return (radius + mpmath.mpf(1) / 2) / 2**40, turn

    def normals(self):
        u, angle = self.pair()
        radius = mpmath.sqrt(-2 * mpmath.log(u))
        return radius * mpmath.cos(angle), radius * mpmath.sin(angle)

    def chi_squared(self, degrees):
        if degrees > 128:
            c = mpmath.mpf(2) / (9 * degrees)
            return degrees * (1 - c + self.normals()[0] * mpmath.sqrt(c)) ** 3
        total = -2 * sum(mpmath.log(self.pair()[0]) for _ in range(degrees // 2))
        return total + (self.normals()[0] ** 2 if degrees % 2 else 0)


def far_out():
    """Among the first 2^28 pairs of words of the stream with key 0: the one with the smallest radius uniform."""
    best = (2**32, 0)
    chunk = 2**20
    for start in range(0, 2**27, chunk):
        words = philox([np.arange(start, start + chunk), *[np.zeros(chunk, np.uint64)] * 3], 0)
        for first in (0, 2):
            at = int(np.argmin(words[first]))
            best = min(best, (int(words[first][at]), 4 * (start + at) + first))
    return best[1]


def listing(kind, name, values, describe):
    return f"/// {describe}\ninline constexpr {kind} {name}[] = {{\n{wrapped(values)}}};\n"


def wrapped(values, indent=4):
    return textwrap.fill(", ".join(values), 118, initial_indent=" " * indent, subsequent_indent=" " * indent)


def words(key, count):
    stream = Stream(key)
    return [f"0x{stream.next():08x}U" for _ in range(count)]


def real(x):
    return f"Scalar({mpmath.nstr(x, 17)})"


def main():
    root = SEED
    noise, path = child(root, "noise"), child(root, "path", 3)
    nested = child(path, "noise", 2**64 - 1)
    bounds = [1, 2, 7, 1000, 2**31 + 1, 2**32 - 1]
    below = Stream(noise)
    draws = Stream(child(root, "normal"))
    pairs = [draws.normals() for _ in range(6)]
    tail_count = far_out()
    tail = Stream(0, tail_count).normals()[0]
    chi = [Stream(child(root, "chi", k)).chi_squared(k) for k in DEGREES]
    quantiles = np.arange(1, 32) / 32
    text = "\n".join([
        "#pragma once\n\n// Written by tests/reference/random_values.py: change that, not this.\n\n"
        "#include <cstdint>\n\n"
        '#include "check.hpp"\n\nnamespace reference {\n\n// clang-format off\n',
        f"inline constexpr std::uint64_t seed = {SEED};\n",
        listing("std::uint32_t", "noise_words", words(noise, 9), 'The stream "noise" of the seed.'),
        listing("std::uint32_t", "path_words", words(path, 9), 'The stream "path", 3.'),
        listing("std::uint32_t", "nested_words", words(nested, 9), 'The stream "noise", 2^64 - 1 below "path", 3.'),
        listing("std::uint32_t", "bounds", [f"{b}U" for b in bounds], "Bounds for `below`,"),
        listing("std::uint32_t", "below", [f"{below.below(b)}U" for b in bounds],
                'and what they give one after the other in "noise".'),
        listing("Scalar", "normals", [real(v) for p in pairs for v in p], 'Pairs of normals from "normal".'),
        "/// A place far out in the tail, in the stream of key 0, and the normal there.",
        f"inline constexpr std::uint64_t tail_count = {tail_count};\ninline constexpr Scalar tail = {real(tail)};\n",
        listing("int", "degrees", [str(k) for k in DEGREES], "Degrees of freedom,"),
        listing("Scalar", "chi_squared", [real(v) for v in chi], 'and the first value of "chi", degrees.'),
        listing("Scalar", "normal_quantiles", [real(v) for v in stats.norm.ppf(quantiles)],
                "Normal quantiles at 1/32 ... 31/32."),
        "/// The same of χ² for each of `degrees`.",
        "inline constexpr Scalar chi_squared_quantiles[][31] = {",
        *[f"    {{ // {k}\n{wrapped([real(v) for v in stats.chi2(k).ppf(quantiles)], 8)}}}," for k in DEGREES],
        "};\n\n// clang-format on\n\n}  // namespace reference\n"])
    folder = Path(__file__).resolve().parent.parent / "unit" / "reference"
    (folder / "random_values.hpp").write_text(text)


if __name__ == "__main__":
    main()
