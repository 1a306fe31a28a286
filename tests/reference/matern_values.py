#!/usr/bin/env python3
"""Prints the values that test_matern.cpp compares with. Needs mpmath.

The covariance is that of the whole Matérn family, by its Bessel function with ν = 5/2 (Rasmussen and Williams,
"Gaussian Processes for Machine Learning", 2006, equation 4.14), and the gradient by the logarithm of each lengthscale a
numerical derivative of it in 60 digits.
"""
from mpmath import mp, mpf

mp.dps = 60

VARIANCE = mpf("1.5")
LENGTHSCALES = [mpf("0.25"), mpf(1), mpf(4)]
SHIFTS = [("0.0009765625", "0", "0"), ("0", "0.25", "0"), ("0.125", "-0.5", "1"), ("-0.5", "0.75", "-2"),
          ("1", "1", "1"), ("-4", "8", "16")]  # between two points, exact in float


def covariance(shift, log_lengthscales):
    nu = mpf(5) / 2
    r = mp.sqrt(2 * nu * sum((mpf(d) / mp.exp(l)) ** 2 for d, l in zip(shift, log_lengthscales)))
    return VARIANCE * 2 ** (1 - nu) / mp.gamma(nu) * r**nu * mp.besselk(nu, r)


def moved(by, d):
    return [mp.log(l) + (by if i == d else 0) for i, l in enumerate(LENGTHSCALES)]


def slope(shift, d):
    if mpf(shift[d]) == 0:
        return mpf(0)
    return mp.diff(lambda by: covariance(shift, moved(by, d)), 0)


for shift in SHIFTS:
    numbers = [mp.nstr(covariance(shift, moved(0, 0)), 18)] + [mp.nstr(slope(shift, d), 18) for d in range(3)]
    print(f"{{{', '.join(shift)}}}: {', '.join(numbers)}")
