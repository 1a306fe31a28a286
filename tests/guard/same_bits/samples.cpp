// Random numbers, designs and quantiles.
#include <taut/design.hpp>
#include <taut/random.hpp>
#include <taut/statistics.hpp>

#include <array>

#include "sections.hpp"

void same_bits::random_numbers(Hash& hash) {
  taut::Random random = taut::Random(2024).stream("guard", 3);
  std::array<float, 33> normals{};
  for (int draw = 1; draw <= 500; ++draw) {
    hash.add(random.next());
    hash.add(random.below(static_cast<std::uint32_t>(draw)));
    hash.add(random.uniform<float>());
    hash.add(random.normal<float>());
    hash.add(random.chi_squared<float>(draw));
  }
  random.fill_normal<float>(normals);
  hash.add_all(normals);
}

void same_bits::design(Hash& hash) {
  using Design = taut::Design<float>;
  std::array<taut::Range<float>, Design::most_knobs> ranges{};
  for (std::size_t knob = 0; knob < ranges.size(); ++knob) {
    ranges[knob] = {-1.7F * static_cast<float>(knob), 0.3F};
  }
  ranges[0] = {0.1F, 0.9F};
  const Design design = Design::over(ranges, 11).value();
  std::array<float, Design::most_knobs> settings{};
  for (std::uint32_t index = 0; index < 200; ++index) {
    design.settings(index * index * 7919U, settings);
    hash.add_all(settings);
  }
}

void same_bits::quantiles(Hash& hash) {
  taut::Random random(5);
  std::array<float, 257> values{};
  for (int repetition = 0; repetition < 100; ++repetition) {
    random.fill_normal<float>(values);
    hash.add(taut::sample_quantile(values, random.uniform<float>()).value());
  }
}
