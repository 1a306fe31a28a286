#!/usr/bin/env python3
"""Finds the direction numbers of taut's Sobol' points and writes them as lib/src/numeric/low_discrepancy_table.hpp.

Dimension by dimension, in the order of their primitive polynomials over GF(2), initial direction numbers are drawn from
a seeded generator (all of them are tried where there are few), and those are kept whose two-dimensional projections
together with every earlier dimension are the best nets: the quality parameter t of the (t, m, 2)-net that the first 2^m
points form, for m = 2 ... 12, summed as 4^t so that one bad pair outweighs many middling ones. The first 31 dimensions
also have Sobol's Property A: the first 2^d points put exactly one point in each of the 2^d orthants of d dimensions
(I. M. Sobol', USSR Comput. Math. Math. Phys. 16, 1976).

Usage: low_discrepancy_directions.py [output]. Needs numpy; takes about five minutes.
"""

import random
import sys
from pathlib import Path

import numpy as np

DIMENSIONS = 64
DIGITS = 31  # point indices are below 2^31
PROJECTION_DIGITS = range(2, 13)
CANDIDATES = 40000  # per dimension
SEED = 20110414


def primitive_polynomials(count):
    """The first `count` primitive polynomials over GF(2), bit i being the coefficient of x^i."""
    found = []
    degree = 1
    while len(found) < count:
        order = 2**degree - 1
        for polynomial in range(2**degree + 1, 2 ** (degree + 1), 2):
            power, period = 1, 0
            while True:  # the multiplicative order of x modulo the polynomial
                power <<= 1
                if power >> degree:
                    power ^= polynomial
                period += 1
                if power == 1 or period > order:
                    break
            if period == order:
                found.append(polynomial)
        degree += 1
    return found[:count]


def direction_numbers(polynomial, initial, count=DIGITS):
    """Direction numbers with the digit of weight 2^-(i+1) in bit i (mirrored, as the library stores them)."""
    degree = polynomial.bit_length() - 1
    numbers = list(initial[:count])
    for k in range(len(numbers), count):
        word = numbers[k - degree] ^ (numbers[k - degree] << degree)
        for i in range(1, degree):
            if polynomial >> (degree - i) & 1:
                word ^= numbers[k - i]
        numbers.append(word)
    return numbers


def rows(numbers, digits):
    """Row i of the generator matrix: bit k is digit i of direction number k."""
    return [sum((numbers[k] >> i & 1) << k for k in range(digits)) for i in range(digits)]


def penalties(candidates, earlier):
    """For each candidate (rows of shape [C, digits]) the sum of 4^t over its pairs with `earlier` ([P, digits])."""
    total = np.zeros((len(candidates), len(earlier)))
    for m in PROJECTION_DIGITS:
        mask = np.uint16(2**m - 1)
        first, second = earlier[:, :m] & mask, candidates[:, :m] & mask
        # The largest k for which every d1 first rows of one matrix and k - d1 of the other are independent.
        k = np.full(total.shape, m)
        for d1 in range(m):
            basis = []
            for i in range(d1):
                word = first[:, i].copy()
                for b in basis:
                    word = np.minimum(word, word ^ b)
                basis.append(word)
            basis = [np.broadcast_to(b, total.shape) for b in basis]
            independent = np.ones(total.shape, bool)
            d2 = np.zeros(total.shape, int)
            for i in range(m - d1):
                word = np.broadcast_to(second[:, None, i], total.shape)
                for b in basis:
                    word = np.minimum(word, word ^ b)
                basis.append(word)
                independent &= word != 0
                d2 += independent
            k = np.minimum(k, d1 + d2)
        total += 4.0 ** (m - k)
    return total


def has_property_a(leading_rows):
    """Whether the square matrix of leading digits is regular: leading_rows[d] has bit k for direction number k."""
    size = len(leading_rows)
    basis = []
    for row in leading_rows:
        row &= 2**size - 1
        for b in basis:
            row = min(row, row ^ b)
        if row == 0:
            return False
        basis.append(row)
    return True


def leading_row(polynomial, initial):
    """The leading digits of all direction numbers, bit k for number k: a linear recurring sequence."""
    return sum((word & 1) << k for k, word in enumerate(direction_numbers(polynomial, initial)))


def can_go_on(leading, polynomial):
    """Whether some initial numbers of `polynomial` would continue Property A after the dimensions in `leading`."""
    degree = polynomial.bit_length() - 1
    for code in range(1, 2**degree, 2):  # the leading digits alone decide
        if has_property_a(leading + [leading_row(polynomial, [code >> k & 1 for k in range(degree)])]):
            return True
    return False


def candidates_for(degree, generator):
    """Initial numbers, mirrored: number k has bit k set (m_k is odd in the usual notation) and k free bits below."""
    free = degree * (degree - 1) // 2
    if 2**free <= CANDIDATES:
        codes = range(2**free)
    else:
        codes = [generator.getrandbits(free) for _ in range(CANDIDATES)]
    for code in codes:
        initial = []
        for k in range(degree):
            initial.append(1 << k | (code & (2**k - 1)))
            code >>= k
        yield initial


def search():
    generator = random.Random(SEED)
    most = max(PROJECTION_DIGITS)
    van_der_corput = [1 << k for k in range(DIGITS)]
    accepted = np.array([rows(van_der_corput, most)], np.uint16)
    leading = [rows(van_der_corput, DIGITS)[0]]
    table = []
    polynomials = primitive_polynomials(DIMENSIONS - 1)
    for at, polynomial in enumerate(polynomials):
        kept = []
        for initial in candidates_for(polynomial.bit_length() - 1, generator):
            lead = leading_row(polynomial, initial)
            if len(leading) >= DIGITS or has_property_a(leading + [lead]):
                kept.append((initial, lead, rows(direction_numbers(polynomial, initial), most)))
        costs = np.zeros(len(kept))
        for start in range(0, len(kept), 500):
            batch = np.array([c[2] for c in kept[start : start + 500]], np.uint16)
            costs[start : start + 500] = penalties(batch, accepted).sum(axis=1)
        for best in np.argsort(costs, kind="stable"):
            initial, lead, matrix = kept[best]
            if len(leading) + 1 >= DIGITS or can_go_on(leading + [lead], polynomials[at + 1]):
                break
        pairs = len(accepted) * len(PROJECTION_DIGITS)
        print(f"dimension {len(table) + 2}: polynomial {polynomial:#x}, mean 4^t {costs[best] / pairs:.2f} "
              f"(median candidate {np.median(costs) / pairs:.2f} of {len(kept)})", flush=True)
        table.append((polynomial, initial))
        accepted = np.vstack([accepted, np.array([matrix], np.uint16)])
        leading.append(lead)
    return table


def write(table, path):
    longest = max(len(initial) for _, initial in table)
    entries = "\n".join(
        "    {" + f"{polynomial:#x}, {{" + ", ".join(str(v) for v in initial) + "}}," for polynomial, initial in table)
    path.write_text(f"""#pragma once

// Written by tests/reference/low_discrepancy_directions.py: change that, not this.

#include <array>
#include <cstdint>

namespace taut::numeric {{

/// One dimension of the Sobol' points: its primitive polynomial over GF(2), bit i being the coefficient of x^i, and as
/// many initial direction numbers as its degree, mirrored: bit i is the binary digit of weight 2^-(i+1).
struct SobolDimension {{
  std::uint16_t polynomial;
  std::array<std::uint16_t, {longest}> initial;
}};

/// The dimensions after the first, which is the van der Corput sequence and needs no table. {20 * len(table)} bytes.
inline constexpr std::array<SobolDimension, {len(table)}> sobol_dimensions{{{{
    // clang-format off
{entries}
    // clang-format on
}}}};

}}  // namespace taut::numeric
""")


if __name__ == "__main__":
    here = Path(__file__).resolve().parent
    default = here.parent.parent / "lib" / "src" / "numeric" / "low_discrepancy_table.hpp"
    write(search(), Path(sys.argv[1]) if len(sys.argv) > 1 else default)
