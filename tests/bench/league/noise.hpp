#pragma once

namespace league {

/// What the noise of a reading looks like: all are of about unit scale, and each is given by its quantile function, so
/// that the truth at any level is exact and a draw is the quantile of a uniform number.
enum class Shape {
  normal,
  uniform,
  skewed_down,  ///< 1 minus an exponential: a long lower tail.
  skewed_up,    ///< Its mirror image.
  heavy,        ///< Student's t with two degrees of freedom, at 0.7: no variance.
  drop_outs,    ///< Normal, but one in eight falls by 4 to 5.
  two_peaked,   ///< Half of a normal, but one in four falls by 2.5 to 3.5: another load, now and then.
  changing,     ///< Two halves of normals: below the median 0.3 to 1.7 wide, above it 1.7 to 0.3, by `asymmetry`.
};

/// The quantile of the standard normal distribution, to 1e-9.
double normal_quantile(double level);

/// The quantile of the noise; `asymmetry`, -1 to 1, is for the changing shape only.
double quantile(Shape shape, double level, double asymmetry);

/// Its mean, by the closed form.
double mean(Shape shape, double asymmetry);

}  // namespace league
