#include "ranges.hpp"

#include "any_tuner.hpp"
#include "numbers.hpp"
#include "refusal.hpp"

namespace nb = nanobind;

namespace python {

std::vector<taut::Range<float>> ranges_of(nb::handle ranges) {
  std::vector<taut::Range<float>> found;
  for (const nb::handle item : nb::iter(ranges)) {
    if (nb::isinstance<taut::Range<float>>(item)) {
      found.push_back(nb::cast<taut::Range<float>>(item));
      continue;
    }
    const Numbers ends(item);
    if (ends.shape.size() != 1 || ends.values.size() != 2) {
      throw nb::type_error("ranges: each must be a Range, or a pair of the lowest and the highest setting");
    }
    found.push_back({ends.values[0], ends.values[1]});
  }
  return found;
}

void require_affordable(const taut::Limits& limits) {
  const taut::Limits one{.inputs = 1, .inducing = 1, .observations = 1, .outstanding = 1, .features = 1};
  const auto alone = [&](std::size_t taut::Limits::*member, const char* name) {
    taut::Limits changed = one;
    changed.*member = limits.*member;
    if (!monitor::affordable(changed)) {
      refuse(taut::Status::out_of_range, name);
    }
  };
  alone(&taut::Limits::inputs, "ranges: their number");
  alone(&taut::Limits::inducing, "inducing");
  alone(&taut::Limits::observations, "observations");
  alone(&taut::Limits::outstanding, "outstanding");
  alone(&taut::Limits::features, "features");
  if (!monitor::affordable(limits)) {
    refuse(taut::Status::out_of_range, "observations, inducing and features together");
  }
}

}  // namespace python
