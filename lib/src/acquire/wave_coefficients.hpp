#pragma once

// Written by tests/reference/wave_coefficients.py: change that, not this.

#include <array>

namespace taut::acquire {

/// Polynomials in t^2 for |t| <= 1/2, highest power first.
template <class Scalar>
struct WaveCoefficients;

template <>
struct WaveCoefficients<float> {
  /// cos(2 pi t), within 1e-6.
  static constexpr std::array<float, 6> height{-0x1.51234p+4F, 0x1.d652eep+5F,  -0x1.551624p+6F,
                                               0x1.03b6f2p+6F, -0x1.3bd2dep+4F, 0x1.ffffe6p-1F};
  /// Its derivative by t, over t: -2 pi sin(2 pi t) / t, with the same relative error.
  static constexpr std::array<float, 6> slope{0x1.34599ep+6F,  -0x1.02e408p+8F, 0x1.e12a14p+8F,
                                              -0x1.005782p+9F, 0x1.03c17cp+8F,  -0x1.3bd3c4p+5F};
};

template <>
struct WaveCoefficients<double> {
  /// cos(2 pi t), within 1e-15.
  static constexpr std::array<double, 11> height{0x1.b85ec568589a2p-9,
                                                 -0x1.280b133acd262p-5,
                                                 0x1.20b0d94b5f5d5p-2,
                                                 -0x1.b6e13490d36e4p+0,
                                                 0x1.f9d380cb4bf37p+2,
                                                 -0x1.a6d1f26e5609dp+4,
                                                 0x1.e1f50687b9ff7p+5,
                                                 -0x1.55d3c7e3c67b3p+6,
                                                 0x1.03c1f081b595ap+6,
                                                 -0x1.3bd3cc9be45d5p+4,
                                                 0x1p+0};
  /// Its derivative by t, over t: -2 pi sin(2 pi t) / t, with the same relative error.
  static constexpr std::array<double, 10> slope{0x1.119b112741ba8p-4,  -0x1.4cd1efb2003f9p-1, 0x1.20ad64f1a4335p+2,
                                                -0x1.8004d518f313ep+4, 0x1.7b5e9e6db8acdp+6,  -0x1.084337783f3bfp+8,
                                                0x1.e1f506870ba5cp+8,  -0x1.005ed5ead258ap+9, 0x1.03c1f081b584ep+8,
                                                -0x1.3bd3cc9be45cdp+5};
};

}  // namespace taut::acquire
