// Elementary functions and those of the normal distribution, on single numbers and on packs.
#include <type_traits>

#include "numeric/elementary.hpp"
#include "numeric/normal.hpp"
#include "sections.hpp"

namespace numeric = taut::numeric;
using same_bits::Hash;
using Pack = numeric::Pack<float>;

namespace {

void add(Hash& hash, float value) { hash.add(value); }

void add(Hash& hash, const Pack& values) {
  for (numeric::Index i = 0; i < numeric::pack_width; ++i) {
    hash.add(values[i]);
  }
}

void add(Hash& hash, const numeric::SineCosine<float>& values) {
  add(hash, values.sine);
  add(hash, values.cosine);
}

// An argument alone and, of a function that takes packs, in one whose other elements are other arguments.
template <class Function>
void add_results(Hash& hash, Function function, float x) {
  Pack pack;
  for (numeric::Index i = 0; i < numeric::pack_width; ++i) {
    pack[i] = x * (1.0F + 0.125F * static_cast<float>(i));
  }
  add(hash, function(x));
  if constexpr (std::is_invocable_v<Function, const Pack&>) {
    add(hash, function(pack));
  }
}

// Over all floats, subnormal numbers, infinities and NaN among them, and densely where the functions bend.
template <class Function>
void sweep(Hash& hash, Function function) {
  constexpr std::uint32_t stride = 262147;  // a prime, so that all digits change: 16384 steps
  for (std::uint32_t bits = 0; bits < 0xFFFFFFFFU - stride; bits += stride) {
    add_results(hash, function, std::bit_cast<float>(bits));
  }
  for (int step = -8000; step <= 8000; ++step) {
    add_results(hash, function, static_cast<float>(step) * 0.001953125F + 0.001F);
  }
}

}  // namespace

void same_bits::exponential(Hash& hash) {
  sweep(hash, [](const auto& x) { return numeric::exp(x); });
}

void same_bits::logarithm(Hash& hash) {
  sweep(hash, [](const auto& x) { return numeric::log(x); });
}

void same_bits::sine_cosine(Hash& hash) {
  sweep(hash, [](float angle) { return numeric::sine_cosine(angle); });
}

void same_bits::normal_pdf(Hash& hash) {
  sweep(hash, [](const auto& z) { return numeric::normal_pdf(z); });
}

void same_bits::normal_cdf(Hash& hash) {
  sweep(hash, [](const auto& z) { return numeric::normal_cdf(z); });
}

void same_bits::normal_log_cdf(Hash& hash) {
  sweep(hash, [](const auto& z) { return numeric::normal_log_cdf(z); });
}

void same_bits::normal_hazard(Hash& hash) {
  sweep(hash, [](const auto& z) { return numeric::normal_hazard(z); });
}
