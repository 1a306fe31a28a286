#pragma once

// Written by tests/reference/elementary_coefficients.py: change that, not this.

#include <array>

namespace taut::numeric {

/// Constants of the elementary and normal-distribution functions. Polynomials have their highest power first.
template <class Scalar>
struct Coefficients;

template <>
struct Coefficients<float> {
  /// ln 2 in two parts; the product of the first with a binary exponent is exact.
  static constexpr float ln2_high = 0x1.62e4p-1F;
  static constexpr float ln2_low = 0x1.7f7d1cp-20F;
  /// 1 / sqrt(2 pi), and its relative rounding error: the exact value is the product with 1 + that.
  static constexpr float inverse_sqrt_two_pi = 0x1.988454p-2F;
  static constexpr float inverse_sqrt_two_pi_error = -0x1.e821f2p-26F;
  /// pi / 2 in parts; the product of each but the last with an integer below 2^13 is exact.
  static constexpr std::array<float, 2> half_pi{0x1.92p+0F, 0x1.fbp-12F};
  static constexpr std::array<float, 3> half_pi_rest{0x1.51p-22F, 0x1.0bp-34F, 0x1.184698p-44F};
  /// (exp(r) - 1 - r) / r^2 for |r| <= ln(2) / 2, weighted by r^2 / exp(r).
  static constexpr std::array<float, 5> exponential{0x1.6a19bap-10F, 0x1.123fcp-7F, 0x1.555918p-5F, 0x1.55548ap-3F,
                                                    0x1.fffffcp-2F};
  /// (2 atanh(s) - 2 s) / s^3 in s^2 for |s| <= 0.173, weighted by s^2.
  static constexpr std::array<float, 3> logarithm{0x1.321dd2p-2F, 0x1.995cb2p-2F, 0x1.55557cp-1F};
  /// (r - sin(r)) / r^3 in r^2 for |r| <= pi / 4, weighted by r^3 / sin(r).
  static constexpr std::array<float, 3> sine{0x1.99327ep-13F, -0x1.110708p-7F, 0x1.555544p-3F};
  /// (cos(r) - 1 + r^2 / 2) / r^4 in r^2 for |r| <= pi / 4, weighted by r^4 / cos(r).
  static constexpr std::array<float, 3> cosine{0x1.99dbdp-16F, -0x1.6c0bfep-10F, 0x1.55554ap-5F};
  /// 2 sin(pi t) / t in t^2 for |t| <= 1/2, weighted by t.
  static constexpr std::array<float, 5> half_turn_sine{0x1.3c4b2ep-3F, -0x1.3232fap+0F, 0x1.46676ep+2F, -0x1.4abbb6p+3F,
                                                       0x1.921fb4p+2F};
  /// cos(pi t) in t^2 for |t| <= 1/2, absolute error.
  static constexpr std::array<float, 5> half_turn_cosine{0x1.c1f064p-3F, -0x1.54f618p+0F, 0x1.03bd06p+2F,
                                                         -0x1.3bd3a6p+2F, 0x1.fffffep-1F};
  /// (Phi(z) - 1/2) / z in z^2 for |z| <= 5/8, relative error.
  static constexpr std::array<float, 5> normal_centre{0x1.bf187p-14F, -0x1.3677eep-10F, 0x1.46ccc8p-7F, -0x1.105832p-4F,
                                                      0x1.988454p-2F};
  /// Constant term of `normal_tail`, whose own constant is what the rounding of this one leaves.
  static constexpr float normal_tail_constant = 0x1.bc0992p-2F;
  /// (x + 5/8) exp(x^2 / 2) Phi(-x) in t = (x - 4.75) / (x + 4) for x >= 3/8, relative error.
  static constexpr std::array<float, 12> normal_tail{
      0x1.eb0b08p-18F, -0x1.73ba1cp-16F, -0x1.03ad24p-14F, 0x1.514768p-12F, -0x1.38e8ccp-16F, -0x1.9980cap-9F,
      0x1.81221ep-7F,  -0x1.942994p-6F,  0x1.06c258p-5F,   -0x1.144ce6p-6F, -0x1.173c1p-5F,   0x1.91613cp-27F};
};

template <>
struct Coefficients<double> {
  /// ln 2 in two parts; the product of the first with a binary exponent is exact.
  static constexpr double ln2_high = 0x1.62e42fefa2p-1;
  static constexpr double ln2_low = 0x1.9ef35793c7673p-41;
  /// 1 / sqrt(2 pi), and its relative rounding error: the exact value is the product with 1 + that.
  static constexpr double inverse_sqrt_two_pi = 0x1.9884533d43651p-2;
  static constexpr double inverse_sqrt_two_pi_error = -0x1.201b8c07f2c3fp-54;
  /// pi / 2 in parts; the product of each but the last with an integer below 2^16 is exact.
  static constexpr std::array<double, 1> half_pi{0x1.921fb5444p+0};
  static constexpr std::array<double, 2> half_pi_rest{0x1.68c234c4cp-39, 0x1.98a2e03707345p-77};
  /// (exp(r) - 1 - r) / r^2 for |r| <= ln(2) / 2, weighted by r^2 / exp(r).
  static constexpr std::array<double, 10> exponential{
      0x1.ad7b0bf360265p-26, 0x1.28b16700218fep-22, 0x1.71df2e9fd9baep-19, 0x1.a01995ee2ec68p-16, 0x1.a01a01234155ep-13,
      0x1.6c16c1859c561p-10, 0x1.1111111129955p-7,  0x1.555555555024bp-5,  0x1.55555555554fp-3,   0x1.000000000000bp-1};
  /// (2 atanh(s) - 2 s) / s^3 in s^2 for |s| <= 0.173, weighted by s^2.
  static constexpr std::array<double, 7> logarithm{0x1.2f8dfb533e2a7p-3, 0x1.3994b64750a5fp-3, 0x1.7466ba5c594f9p-3,
                                                   0x1.c71c4fcd5e7e4p-3, 0x1.2492494489a24p-2, 0x1.999999997d1cap-2,
                                                   0x1.555555555559ap-1};
  /// (r - sin(r)) / r^3 in r^2 for |r| <= pi / 4, weighted by r^3 / sin(r).
  static constexpr std::array<double, 6> sine{-0x1.5d86b5194fc41p-33, 0x1.ae5e3be7d5e8cp-26, -0x1.71de3541b825p-19,
                                              0x1.a01a019bd3505p-13,  -0x1.111111110f687p-7, 0x1.5555555555548p-3};
  /// (cos(r) - 1 + r^2 / 2) / r^4 in r^2 for |r| <= pi / 4, weighted by r^4 / cos(r).
  static constexpr std::array<double, 6> cosine{-0x1.8f9a715df8018p-37, 0x1.1ee9c47170eap-29,   -0x1.27e4f7cefb2e6p-22,
                                                0x1.a01a019c5ea75p-16,  -0x1.6c16c16c14e18p-10, 0x1.555555555554ap-5};
  /// 2 sin(pi t) / t in t^2 for |t| <= 1/2, weighted by t.
  static constexpr std::array<double, 8> half_turn_sine{
      -0x1.61c25afd50c83p-15, 0x1.e8935f44a3f67p-11, -0x1.e305e95793f78p-7, 0x1.5078319304278p-3,
      -0x1.32d2ccdf15cecp+0,  0x1.466bc67748a9ap+2,  -0x1.4abbce625bbcp+3,  0x1.921fb54442d11p+2};
  /// cos(pi t) in t^2 for |t| <= 1/2, absolute error.
  static constexpr std::array<double, 9> half_turn_cosine{
      0x1.16797149a7d1fp-18, -0x1.b69582d8110ebp-14, 0x1.f9d25488f89cp-10,
      -0x1.a6d1efc9689e3p-6, 0x1.e1f506813c9c9p-3,   -0x1.55d3c7e3bfc44p+0,
      0x1.03c1f081b5993p+2,  -0x1.3bd3cc9be45dbp+2,  0x1p+0};
  /// (Phi(z) - 1/2) / z in z^2 for |z| <= 5/8, relative error.
  static constexpr std::array<double, 9> normal_centre{
      0x1.1e5d042dc5279p-29,  -0x1.60f4b0b839868p-25, 0x1.6582b9e43984bp-21,
      -0x1.3ce8df8ccfbc2p-17, 0x1.e42b0cdc6e1b2p-14,  -0x1.37403f6b11f13p-10,
      0x1.46d04297686fp-7,    -0x1.1058377e2cedbp-4,  0x1.9884533d43651p-2};
  /// Constant term of `normal_tail`, whose own constant is what the rounding of this one leaves.
  static constexpr double normal_tail_constant = 0x1.bc0992da504c8p-2;
  /// (x + 5/8) exp(x^2 / 2) Phi(-x) in t = (x - 4.75) / (x + 4) for x >= 3/8, relative error.
  static constexpr std::array<double, 25> normal_tail{
      0x1.3a50af579015dp-34, -0x1.88d927fc63489p-36, -0x1.c709529ccd236p-31, -0x1.121e99bc2fb0bp-33,
      0x1.692ff757b268fp-28, 0x1.0d09c54d55397p-28,  -0x1.b925c5359b4a2p-26, -0x1.4e16119094b9ap-25,
      0x1.edbe82ef42a86p-24, 0x1.32d7e187a6bc3p-22,  -0x1.281ed905bc97p-21,  -0x1.feab8202a025ap-20,
      0x1.c9fc92e604257p-19, 0x1.9a77a76b35b71p-17,  -0x1.f76cb85afc698p-16, -0x1.1c9e76ea369cp-14,
      0x1.59b5f86277a7dp-12, -0x1.f6ab2fa6ee3ebp-17, -0x1.9a061a82428cfp-9,  0x1.811898fb23438p-7,
      -0x1.9425cae881dc5p-6, 0x1.06c2ab196a26dp-5,   -0x1.144d372afa3b6p-6,  -0x1.173c12da6931bp-5,
      -0x1.e765e098466bcp-56};
};

}  // namespace taut::numeric
