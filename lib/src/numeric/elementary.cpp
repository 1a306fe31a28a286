#include "numeric/elementary.hpp"

#include "numeric/each.hpp"
#include "numeric/elementary_kernels.hpp"

namespace taut::numeric {

template <std::floating_point Scalar>
[[gnu::noinline]] Scalar exp(Scalar x) {
  return kernel::exp(x);
}

template <class Scalar>
Pack<Scalar> exp(const Pack<Scalar>& x) {
  return each<Scalar>(
      x, [](Scalar number) { return kernel::exp(number); }, numeric::exp<Scalar>);
}

template <std::floating_point Scalar>
[[gnu::noinline]] Scalar log(Scalar x) {
  return kernel::log(x);
}

template <class Scalar>
Pack<Scalar> log(const Pack<Scalar>& x) {
  return each<Scalar>(
      x, [](Scalar number) { return kernel::log(number); }, numeric::log<Scalar>);
}

template <std::floating_point Scalar>
[[gnu::noinline]] SineCosine<Scalar> sine_cosine(Scalar angle) {
  return kernel::sine_cosine(angle);
}

// So short that a call for each element would cost as much again.
template <class Scalar>
[[gnu::flatten]] void wave(etl::span<Scalar> turns, etl::span<Scalar> cosines) {
  Scalar* const sine = turns.data();
  Scalar* const cosine = cosines.data();
  for (std::size_t i = 0; i < cosines.size(); ++i) {
    const SineCosine<Scalar> both = kernel::wave(sine[i]);
    sine[i] = both.sine;
    cosine[i] = both.cosine;
  }
}

template float exp(float);
template double exp(double);
template Pack<float> exp(const Pack<float>&);
template Pack<double> exp(const Pack<double>&);
template float log(float);
template double log(double);
template Pack<float> log(const Pack<float>&);
template Pack<double> log(const Pack<double>&);
template SineCosine<float> sine_cosine(float);
template SineCosine<double> sine_cosine(double);
template void wave(etl::span<float>, etl::span<float>);
template void wave(etl::span<double>, etl::span<double>);

}  // namespace taut::numeric
