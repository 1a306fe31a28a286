#!/usr/bin/env python3
"""Finds the coefficients of lib/src/acquire/wave_coefficients.hpp and prints that header.

    wave_coefficients.py | clang-format > lib/src/acquire/wave_coefficients.hpp

cos(pi x) and sin(pi x) for |x| <= 1 are series of Chebyshev polynomials whose coefficients are Bessel functions of pi
(Jacobi and Anger). Cut off where the next term is below the error that is named, they become polynomials in the square of
t = x / 2, which counts turns. Needs mpmath.
"""
from mpmath import mp

mp.dps = 60

FORMATS = {"float": (24, "1e-6"), "double": (53, "1e-15")}


def chebyshev(degree):
    """Coefficients of the Chebyshev polynomial, lowest power first."""
    before, now = [1], [0, 1]
    for _ in range(degree - 1):
        before, now = now, [2 * a - b for a, b in zip([0] + now, before + [0, 0])]
    return now if degree > 0 else before


def series(first, error):
    """The even (first = 0) or odd (1) function of pi x, as coefficients of 1, t^2, t^4 ... of it, or of it over t."""
    powers = {}
    degree = first
    while True:
        term = (1 if degree == 0 else 2) * (-1) ** (degree // 2) * mp.besselj(degree, mp.pi)
        if abs(term) < error:
            return [powers[power] for power in sorted(powers)]
        for power, coefficient in enumerate(chebyshev(degree)):
            if power % 2 == first:
                powers[power] = powers.get(power, 0) + term * coefficient * mp.mpf(2) ** power
        degree += 2


def literal(value, name):
    with mp.workprec(FORMATS[name][0]):
        significand, exponent = float(+value).hex().split("p")
    return f"{significand.rstrip('0').rstrip('.')}p{exponent}" + ("F" if name == "float" else "")


def print_array(name, title, numbers):
    literals = ", ".join(literal(number, name) for number in reversed(numbers))
    print(f"  static constexpr std::array<{name}, {len(numbers)}> {title}{{{literals}}};")


def main():
    print("#pragma once\n\n// Written by tests/reference/wave_coefficients.py: change that, not this.\n")
    print("#include <array>\n\nnamespace taut::acquire {\n")
    print("/// Polynomials in t^2 for |t| <= 1/2, highest power first.\ntemplate <class Scalar>\nstruct WaveCoefficients;")
    for name, (_, error) in FORMATS.items():
        print(f"\ntemplate <>\nstruct WaveCoefficients<{name}> {{")
        print(f"  /// cos(2 pi t), within {error}.")
        print_array(name, "height", series(0, mp.mpf(error)))
        print("  /// Its derivative by t, over t: -2 pi sin(2 pi t) / t, with the same relative error.")
        print_array(name, "slope", [-2 * mp.pi * c for c in series(1, mp.mpf(error))])
        print("};")
    print("\n}  // namespace taut::acquire")


if __name__ == "__main__":
    main()
