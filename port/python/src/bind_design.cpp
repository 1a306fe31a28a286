#include <taut/design.hpp>

#include "bindings.hpp"
#include "numbers.hpp"
#include "ranges.hpp"
#include "refusal.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace python {
namespace {

Array design(nb::object ranges, std::size_t count, std::uint64_t seed, std::uint32_t first) {
  const std::vector<taut::Range<float>> found = ranges_of(ranges);
  const auto design = require(taut::Design<float>::over(span_of(found), seed));
  std::vector<double> all;
  std::vector<float> settings(found.size());
  for (std::size_t i = 0; i < count; ++i) {
    require(design.settings(first + static_cast<std::uint32_t>(i), {settings.data(), settings.size()}));
    all.insert(all.end(), settings.begin(), settings.end());
  }
  return array_of(std::move(all), {count, found.size()});
}

}  // namespace

void bind_design(nb::module_& module) {
  module.def("design", design, "ranges"_a, "count"_a, nb::kw_only(), "seed"_a = 0, "first"_a = 0,
             "Settings that cover the ranges evenly (scrambled Sobol' points), a row for each point: `count` points of "
             "the sequence of this seed, from number `first` on.",
             nb::sig("def design(ranges: Iterable[Range | Sequence[float]], count: int, *, seed: int = 0, first: int = "
                     "0) -> NDArray[numpy.float64]"));
}

}  // namespace python
