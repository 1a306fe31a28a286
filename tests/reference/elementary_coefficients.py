#!/usr/bin/env python3
"""Finds the constants of lib/src/numeric/elementary_coefficients.hpp and prints that header.

    elementary_coefficients.py | clang-format > lib/src/numeric/elementary_coefficients.hpp

Each polynomial is the minimax one for the weight named beside it, found by the exchange algorithm of Remez (1934) in 60
digits, of the lowest degree whose error is below an eighth of the rounding error of one operation; for those of half
turns, which are for waves that only have to look like a draw from a Gaussian process, 16 times that error. Needs mpmath.
"""
import sys

from mpmath import mp, mpf

mp.dps = 60

FORMATS = {"float": 24, "double": 53}
HALF_LN2 = mp.log(2) / 2
PI_4 = mp.pi / 4
# Sine and cosine: a number of quarter turns below 2^QUOTIENT_BITS has an exact product with a part of pi/2.
QUOTIENT_BITS = {"float": 13, "double": 16}
HALF_PI_PARTS = {"float": 5, "double": 3}
EXACT_PARTS = {"float": 2, "double": 1}  # whose subtraction from the angle is exact as well
# The scaled tail is a polynomial in 1 - 2 (START + POLE) / (x + POLE) for x >= START, divided by x + OFFSET.
TAIL_START, TAIL_POLE, TAIL_OFFSET = mpf(3) / 8, mpf(4), mpf(5) / 8
CENTRE_END = mpf(5) / 8


def minimax(function, weight, low, high, degree):
    """Coefficients c and error e of the polynomial that minimises max |weight (c - function)| on [low, high]."""
    grid = [low + (high - low) * (1 - mp.cos(mp.pi * (i + mpf(1) / 2) / (30 * degree + 60))) / 2
            for i in range(30 * degree + 60)]
    values = [function(x) for x in grid]
    weights = [weight(x) for x in grid]
    step = (len(grid) - 1) / (degree + 1)
    chosen = [round(i * step) for i in range(degree + 2)]
    for _ in range(40):  # converges in fewer than ten
        system = mp.matrix(degree + 2)
        right = mp.matrix(degree + 2, 1)
        for row, at in enumerate(chosen):
            for power in range(degree + 1):
                system[row, power] = grid[at] ** power
            system[row, degree + 1] = (-1) ** row / weights[at]
            right[row] = values[at]
        solution = mp.lu_solve(system, right)
        coefficients = [solution[i] for i in range(degree + 1)]
        errors = [w * (mp.polyval(coefficients[::-1], x) - v) for x, v, w in zip(grid, values, weights)]
        exchanged = alternating_extrema(errors, degree + 2)
        largest = max(abs(e) for e in errors)
        if exchanged == chosen or largest <= abs(solution[degree + 1]) * (1 + mpf(10) ** -6):
            return coefficients, largest
        chosen = exchanged
    return coefficients, largest


def alternating_extrema(errors, count):
    """Positions of `count` extrema of alternating sign: the largest of each run, less the smallest ends."""
    runs = []
    for at, error in enumerate(errors):
        if runs and (errors[runs[-1]] > 0) == (error > 0):
            if abs(error) > abs(errors[runs[-1]]):
                runs[-1] = at
        else:
            runs.append(at)
    while len(runs) > count:
        runs.pop(0 if abs(errors[runs[0]]) < abs(errors[runs[-1]]) else -1)
    if len(runs) < count:
        raise ArithmeticError("the error alternates too rarely")
    return runs


def lowest_degree(function, weight, low, high, bits):
    for degree in range(1, 40):
        try:
            coefficients, error = minimax(function, weight, low, high, degree)
        except ArithmeticError:
            continue
        if error < mpf(2) ** -bits:
            return coefficients, error
    raise ArithmeticError("no degree is enough")


def scaled_tail(x):
    """exp(x^2 / 2) Phi(-x), by its asymptotic series where erfc would underflow."""
    if x < 200:
        return mp.exp(x * x / 2) * mp.erfc(x / mp.sqrt(2)) / 2
    return sum((-1) ** k * mp.fac2(2 * k - 1) / x ** (2 * k + 1) for k in range(12)) / mp.sqrt(2 * mp.pi)


def tail_of(t):
    x = 2 * (TAIL_START + TAIL_POLE) / (1 - t) - TAIL_POLE
    return scaled_tail(x) * (x + TAIL_OFFSET)


def bits_kept(value, bits):
    """`value` rounded to `bits` significant bits."""
    with mp.workprec(bits):
        return +value


def truncated(value, bits):
    """`value` cut, towards zero, after the binary digit 2^-bits."""
    return mp.floor(value * 2 ** bits) / 2 ** bits


def literal(value, name):
    significand, exponent = float(bits_kept(value, FORMATS[name])).hex().split("p")
    return f"{significand.rstrip('0').rstrip('.')}p{exponent}" + ("F" if name == "float" else "")


def half_pi_parts(name):
    """pi/2 as a sum of parts so short that their products with a quotient are exact, and one full-length rest."""
    width = FORMATS[name] - QUOTIENT_BITS[name]
    parts, rest = [], mp.pi / 2
    for i in range(HALF_PI_PARTS[name] - 1):
        part = truncated(rest, (i + 1) * width - 1)
        parts.append(part)
        rest -= part
    return parts + [rest]


def polynomials():
    tiny = mpf(10) ** -12
    edge = mpf("1.01")  # rounding may carry an argument just outside its interval
    return [
        ("exponential", "(exp(r) - 1 - r) / r^2 for |r| <= ln(2) / 2, weighted by r^2 / exp(r)",
         lambda r: (mp.exp(r) - 1 - r) / r ** 2, lambda r: r ** 2 / mp.exp(r) + tiny,
         -HALF_LN2 * edge, HALF_LN2 * edge),
        ("logarithm", "(2 atanh(s) - 2 s) / s^3 in s^2 for |s| <= 0.173, weighted by s^2",
         lambda z: (2 * mp.atanh(mp.sqrt(z)) - 2 * mp.sqrt(z)) / mp.sqrt(z) ** 3, lambda z: z + tiny,
         mpf(10) ** -9, mpf("0.173") ** 2),
        ("sine", "(r - sin(r)) / r^3 in r^2 for |r| <= pi / 4, weighted by r^3 / sin(r)",
         lambda z: (mp.sqrt(z) - mp.sin(mp.sqrt(z))) / mp.sqrt(z) ** 3,
         lambda z: mp.sqrt(z) ** 3 / mp.sin(mp.sqrt(z)) + tiny, mpf(10) ** -9, PI_4 ** 2 * edge),
        ("cosine", "(cos(r) - 1 + r^2 / 2) / r^4 in r^2 for |r| <= pi / 4, weighted by r^4 / cos(r)",
         lambda z: (mp.cos(mp.sqrt(z)) - 1 + z / 2) / z ** 2,
         lambda z: z ** 2 / mp.cos(mp.sqrt(z)) + tiny, mpf(10) ** -9, PI_4 ** 2 * edge),
        ("half_turn_sine", "2 sin(pi t) / t in t^2 for |t| <= 1/2, weighted by t",
         lambda z: 2 * mp.sin(mp.pi * mp.sqrt(z)) / mp.sqrt(z), mp.sqrt, mpf(10) ** -9, mpf(1) / 4),
        ("half_turn_cosine", "cos(pi t) in t^2 for |t| <= 1/2, absolute error",
         lambda z: mp.cos(mp.pi * mp.sqrt(z)), lambda z: mpf(1), mpf(0), mpf(1) / 4),
        ("normal_centre", "(Phi(z) - 1/2) / z in z^2 for |z| <= 5/8, relative error",
         lambda w: mp.erf(mp.sqrt(w / 2)) / (2 * mp.sqrt(w)),
         lambda w: 2 * mp.sqrt(w) / mp.erf(mp.sqrt(w / 2)), mpf(10) ** -9, CENTRE_END ** 2),
        ("normal_tail", "(x + 5/8) exp(x^2 / 2) Phi(-x) in t = (x - 4.75) / (x + 4) for x >= 3/8, relative error",
         tail_of, lambda t: 1 / tail_of(t), mpf(-1), mpf(1) - mpf(10) ** -12),
    ]


def print_array(name, title, numbers):
    literals = ", ".join(literal(number, name) for number in numbers)
    print(f"  static constexpr std::array<{name}, {len(numbers)}> {title}{{{literals}}};")


def print_format(name):
    digits = FORMATS[name]
    print(f"template <>\nstruct Coefficients<{name}> {{")
    ln2_high = truncated(mp.log(2), 15 if name == "float" else 40)  # leaves room for the digits of an exponent
    print("  /// ln 2 in two parts; the product of the first with a binary exponent is exact.")
    print(f"  static constexpr {name} ln2_high = {literal(ln2_high, name)};")
    print(f"  static constexpr {name} ln2_low = {literal(mp.log(2) - ln2_high, name)};")
    print("  /// 1 / sqrt(2 pi), and its relative rounding error: the exact value is the product with 1 + that.")
    constant = bits_kept(1 / mp.sqrt(2 * mp.pi), digits)
    print(f"  static constexpr {name} inverse_sqrt_two_pi = {literal(constant, name)};")
    error = 1 / (mp.sqrt(2 * mp.pi) * constant) - 1
    print(f"  static constexpr {name} inverse_sqrt_two_pi_error = {literal(error, name)};")
    parts, exact = half_pi_parts(name), EXACT_PARTS[name]
    print("  /// pi / 2 in parts; the product of each but the last with an integer below "
          f"2^{QUOTIENT_BITS[name]} is exact.")
    print_array(name, "half_pi", parts[:exact])
    print_array(name, "half_pi_rest", parts[exact:])
    for title, meaning, function, weight, low, high in polynomials():
        bits = digits - 4 if title.startswith("half_turn") else digits + 3
        coefficients, error = lowest_degree(function, weight, low, high, bits)
        exponent = mp.nstr(mp.log(error, 2), 4)
        print(f"{name} {title}: degree {len(coefficients) - 1}, error 2^{exponent}", file=sys.stderr)
        if title == "normal_tail":  # the constant term in two parts, so that its own rounding does not show
            high_part = bits_kept(coefficients[0], digits)
            print("  /// Constant term of `normal_tail`, whose own constant is what the rounding of this one leaves.")
            print(f"  static constexpr {name} normal_tail_constant = {literal(high_part, name)};")
            coefficients[0] -= high_part
        print(f"  /// {meaning}.")
        print_array(name, title, coefficients[::-1])
    print("};\n")


def main():
    print("""#pragma once

// Written by tests/reference/elementary_coefficients.py: change that, not this.

#include <array>

namespace taut::numeric {

/// Constants of the elementary and normal-distribution functions. Polynomials have their highest power first.
template <class Scalar>
struct Coefficients;
""")
    for name in FORMATS:
        print_format(name)
    print("}  // namespace taut::numeric")


if __name__ == "__main__":
    main()
