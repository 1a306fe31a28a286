#include "numeric/normal.hpp"

#include "numeric/each.hpp"
#include "numeric/normal_kernels.hpp"

namespace taut::numeric {

template <std::floating_point Scalar>
[[gnu::noinline]] Scalar normal_pdf(Scalar z) {
  return kernel::normal_pdf(z);
}

template <class Scalar>
Pack<Scalar> normal_pdf(const Pack<Scalar>& z) {
  return each<Scalar>(
      z, [](Scalar number) { return kernel::normal_pdf(number); }, numeric::normal_pdf<Scalar>);
}

template <std::floating_point Scalar>
[[gnu::noinline]] Scalar normal_cdf(Scalar z) {
  return kernel::normal_cdf(z);
}

template <class Scalar>
Pack<Scalar> normal_cdf(const Pack<Scalar>& z) {
  return each<Scalar>(
      z, [](Scalar number) { return kernel::normal_cdf(number); }, numeric::normal_cdf<Scalar>);
}

template <std::floating_point Scalar>
[[gnu::noinline]] Scalar normal_log_cdf(Scalar z) {
  return kernel::normal_log_cdf(z);
}

template <class Scalar>
Pack<Scalar> normal_log_cdf(const Pack<Scalar>& z) {
  return each<Scalar>(
      z, [](Scalar number) { return kernel::normal_log_cdf(number); }, numeric::normal_log_cdf<Scalar>);
}

template <std::floating_point Scalar>
[[gnu::noinline]] Scalar normal_hazard(Scalar z) {
  return kernel::normal_hazard(z);
}

template <class Scalar>
Pack<Scalar> normal_hazard(const Pack<Scalar>& z) {
  return each<Scalar>(
      z, [](Scalar number) { return kernel::normal_hazard(number); }, numeric::normal_hazard<Scalar>);
}

template float normal_pdf(float);
template double normal_pdf(double);
template Pack<float> normal_pdf(const Pack<float>&);
template Pack<double> normal_pdf(const Pack<double>&);
template float normal_cdf(float);
template double normal_cdf(double);
template Pack<float> normal_cdf(const Pack<float>&);
template Pack<double> normal_cdf(const Pack<double>&);
template float normal_log_cdf(float);
template double normal_log_cdf(double);
template Pack<float> normal_log_cdf(const Pack<float>&);
template Pack<double> normal_log_cdf(const Pack<double>&);
template float normal_hazard(float);
template double normal_hazard(double);
template Pack<float> normal_hazard(const Pack<float>&);
template Pack<double> normal_hazard(const Pack<double>&);

}  // namespace taut::numeric
