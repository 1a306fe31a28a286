// Prints one line per section, its name and a hash over the float results of one part of the library. The guard
// compares these lines between machines.
#include <taut/port/console.hpp>

#include "sections.hpp"

namespace {

struct Section {
  etl::string_view name;
  void (*compute)(same_bits::Hash&);
};

constexpr Section sections[] = {
    {"arithmetic", same_bits::arithmetic},
    {"exponential", same_bits::exponential},
    {"logarithm", same_bits::logarithm},
    {"sine_cosine", same_bits::sine_cosine},
    {"normal_pdf", same_bits::normal_pdf},
    {"normal_cdf", same_bits::normal_cdf},
    {"normal_log_cdf", same_bits::normal_log_cdf},
    {"normal_hazard", same_bits::normal_hazard},
    {"cholesky", same_bits::cholesky},
    {"triangular", same_bits::triangular},
    {"symmetric", same_bits::symmetric},
    {"random_numbers", same_bits::random_numbers},
    {"design", same_bits::design},
    {"quantiles", same_bits::quantiles},
    {"adam", same_bits::adam},
    {"bounded_lbfgs", same_bits::bounded_lbfgs},
    {"placement", same_bits::placement},
    {"model", same_bits::fitted_model},
    {"paths", same_bits::paths},
    {"proposal", same_bits::proposal},
    {"tuner", same_bits::tuner},
};

void print(etl::string_view name, std::uint32_t value) {
  char digits[] = " 00000000\n";
  for (int place = 8; place > 0; --place, value >>= 4) {
    digits[place] = "0123456789abcdef"[value & 0xFU];
  }
  taut::port::write(name);
  taut::port::write(digits);
}

}  // namespace

int main() {
  for (const Section& section : sections) {
    same_bits::Hash hash;
    section.compute(hash);
    print(section.name, hash.value());
  }
  return 0;
}
