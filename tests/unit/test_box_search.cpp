#include "acquire/box_search.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>

#include "acquire/path_search.hpp"
#include "numbers.hpp"
#include "posterior_paths.hpp"

void setUp() {}
void tearDown() {}

namespace {

using numbers::infinity;
using posterior_paths::Index;
using posterior_paths::pack_width;
using taut::acquire::Pack;
using taut::acquire::Panel;
using taut::acquire::Points;
using Search = taut::acquire::BoxSearch<Scalar>;
using Shortlist = taut::acquire::Shortlist<Scalar>;
using Settings = Search::Settings;

#ifdef TAUT_TEST_CORE
constexpr int paths = 2;
#else
constexpr int paths = 12;
#endif

constexpr Index inputs = 3;
constexpr Settings usual = Settings::frugal(inputs);
constexpr Scalar not_a_number = std::numeric_limits<Scalar>::quiet_NaN();
const Points<Scalar> nowhere{{}, inputs};

posterior_paths::Posterior<inputs, 32> posterior;
std::array<Scalar, static_cast<std::size_t>(Search::memory(inputs, usual))> memory;
Search search;

void check_inside() {
  for (Index d = 0; d < inputs; ++d) {
    const Pack<Scalar> row = search.points(memory).row(d);
    for (Index w = 0; w < pack_width; ++w) {
      TEST_ASSERT_TRUE(row[w] >= 0 && row[w] <= 1);  // which a NaN is not
    }
  }
}

// With refilled places no climb waits for another: the last one started ends within one more allowance.
void check_effort(const Settings& settings) {
  const Index scan = (settings.candidates + pack_width - 1) / pack_width;
  TEST_ASSERT_TRUE(search.evaluations() <= scan + (settings.starts / pack_width + 1) * settings.evaluations);
}

// Maximises any function of a point: its value is returned, its gradient written.
template <class Function>
void maximise(Function function, const Settings& settings = usual, std::uint64_t seed = 1,
              const Points<Scalar>& anchors = nowhere) {
  CHECK_STATUS(ok, search.begin(memory, inputs, 1, anchors, settings, seed));
  while (!search.done()) {
    check_inside();
    Pack<Scalar> values;
    for (Index w = 0; w < pack_width; ++w) {
      Scalar x[inputs] = {};
      Scalar gradient[inputs] = {};
      for (Index d = 0; d < inputs; ++d) {
        x[d] = search.points(memory).row(d)[w];
      }
      values[w] = function(x, gradient);
      for (Index d = 0; d < inputs && search.wants_gradient(); ++d) {
        search.gradient(memory).row(d)[w] = gradient[d];
      }
    }
    search.advance(memory, anchors, values);
  }
  check_effort(settings);
}

// Maximises the path; `note` sees the values of the candidates.
template <class Note>
Scalar maximise_path(const Settings& settings, std::uint64_t seed, Note note) {
  const auto anchors = posterior.workspace().points();
  CHECK_STATUS(ok, search.begin(memory, inputs, 1, anchors, settings, seed));
  while (!search.done()) {
    check_inside();
    if (!search.wants_gradient()) {
      note(posterior_paths::value(posterior.paths(), search.points(memory)));
    }
    taut::acquire::advance<Scalar>(search, memory, posterior.paths(), posterior.storage().values(), anchors);
  }
  check_effort(settings);
  return search.best_value();
}

Scalar maximise_path(const Settings& settings, std::uint64_t seed) {
  return maximise_path(settings, seed, [](const Pack<Scalar>&) {});
}

// Rises to 1 at (0.2, 0.5, 0.8).
Scalar hill(const Scalar* x, Scalar* gradient) {
  Scalar value = 1;
  for (Index d = 0; d < inputs; ++d) {
    const Scalar off = x[d] - (Scalar(0.2) + Scalar(0.3) * static_cast<Scalar>(d));
    value -= off * off;
    gradient[d] = -2 * off;
  }
  return value;
}

void it_finds_the_top_of_a_hill() {
  maximise(hill);
  // The last iteration gained less than 1e-4 of the value.
  CHECK_WITHIN(Scalar(1e-4), Scalar(1), search.best_value());
  Scalar slope[inputs] = {};
  TEST_ASSERT_TRUE(hill(search.best(memory).data(), slope) == search.best_value());
}

void it_finds_a_corner_exactly() {
  maximise([](const Scalar* x, Scalar* gradient) {
    gradient[0] = 1;
    gradient[1] = -2;
    gradient[2] = 3;
    return x[0] - 2 * x[1] + 3 * x[2];
  });
  TEST_ASSERT_TRUE(search.best_value() == 4);
}

// One search against the best of ten more: within 1 % of the range for 95 % of paths, so one of twelve may miss it.
void one_search_finds_what_ten_find() {
  int missed = 0;
  Scalar lowest = 0;
  const auto note = [&lowest](const Pack<Scalar>& values) {
    lowest = std::min(lowest, *std::min_element(values.begin(), values.end()));
  };
  for (int i = 0; i < paths; ++i) {
    posterior.observe(Scalar(-0.9), 1, static_cast<std::uint64_t>(i / 4));
    posterior.draw(taut::Random(static_cast<std::uint64_t>(i)));
    lowest = infinity;
    const Scalar found = maximise_path(usual, 1, note);
    for (Index d = 0; d < inputs; ++d) {
      search.points(memory).row(d) = search.best(memory).data()[d];
    }
    const Scalar at_best = posterior_paths::value(posterior.paths(), search.points(memory))[0];
    CHECK_WITHIN(Scalar(1e-3), found, at_best);  // values with and without gradient round differently
    Scalar best = found;
    for (std::uint64_t seed = 2; seed < 12; ++seed) {
      best = std::max(best, maximise_path(usual, seed));
    }
    missed += best - found > Scalar(0.01) * (best - lowest) ? 1 : 0;
  }
  TEST_ASSERT_TRUE(missed <= 1);
}

// Hills side by side, one per function, with their tops at different places: each is found as if it were alone.
void several_functions_are_maximised_together() {
  const auto top = [](Index function, Index d) {
    return (1 + static_cast<Scalar>((function * (d + 2) + d) % 7)) / Scalar(9);
  };
  for (Index functions = 1; functions <= pack_width; ++functions) {
    CHECK_STATUS(ok, search.begin(memory, inputs, functions, nowhere, usual, 5));
    std::array<Scalar, static_cast<std::size_t>(pack_width * pack_width)> rows{};
    const Panel<Scalar> values(rows, functions);
    const auto hill_of = [&](Index function, Index w) {
      auto value = static_cast<Scalar>(function);
      for (Index d = 0; d < inputs; ++d) {
        const Scalar off = search.points(memory).row(d)[w] - top(function, d);
        value -= off * off;
      }
      return value;
    };
    while (!search.done()) {
      check_inside();
      if (search.wants_gradient()) {
        Pack<Scalar> lanes;
        for (Index w = 0; w < pack_width; ++w) {
          lanes[w] = hill_of(w % functions, w);
          for (Index d = 0; d < inputs; ++d) {
            search.gradient(memory).row(d)[w] = -2 * (search.points(memory).row(d)[w] - top(w % functions, d));
          }
        }
        search.advance(memory, nowhere, lanes);
      } else {
        for (Index function = 0; function < functions; ++function) {
          for (Index w = 0; w < pack_width; ++w) {
            values.row(function)[w] = hill_of(function, w);
          }
        }
        search.advance(memory, nowhere, Panel<const Scalar>(values));
      }
    }
    for (Index function = 0; function < functions; ++function) {
      // The last iteration gained less than 1e-4 of the value, which is at most 8.
      CHECK_WITHIN(Scalar(1e-3), static_cast<Scalar>(function), search.best_value(function));
      for (Index d = 0; d < inputs; ++d) {
        CHECK_WITHIN(Scalar(0.03), top(function, d), search.best(memory, function).data()[d]);
      }
    }
  }
}

// Flat but for a ball around the anchor: from even points there is no way up.
void a_needle_is_found_at_an_anchor_and_not_without() {
  static const std::array<Scalar, inputs> anchor = [] {
    std::array<Scalar, inputs> place{};
    place.fill(Scalar(0.37));
    return place;
  }();
  const auto needle = [](const Scalar* x, Scalar* gradient) {
    Scalar left = Scalar(0.02) * Scalar(0.02);
    for (Index d = 0; d < inputs; ++d) {
      const Scalar difference = x[d] - Scalar(0.36);
      left -= difference * difference;
      gradient[d] = -2000 * difference;
    }
    if (left <= 0) {
      std::fill_n(gradient, inputs, Scalar(0));
      return Scalar(0);
    }
    return 1000 * left;
  };
  maximise(needle);
  TEST_ASSERT_TRUE(search.best_value() == 0);
  maximise(needle, usual, 1, {anchor, inputs});
  CHECK_WITHIN(Scalar(0.001), Scalar(0.4), search.best_value());
}

void a_seed_gives_its_search_and_another_seed_another() {
  posterior.observe(Scalar(-0.9), 1, 1);
  posterior.draw(taut::Random(1));
  maximise_path(usual, 1);
  const auto first = memory;
  maximise_path(usual, 1);
  TEST_ASSERT_TRUE(memory == first);
  maximise_path(usual, 2);
  TEST_ASSERT_FALSE(memory == first);
}

void it_goes_on_from_copied_bytes() {
  posterior.observe(Scalar(-0.9), 1, 2);
  posterior.draw(taut::Random(2));
  const Scalar unbroken = maximise_path(usual, 3);
  const auto expected = memory;
  const auto anchors = posterior.workspace().points();
  static std::array<Scalar, sizeof(memory) / sizeof(Scalar)> saved;
  static unsigned char bytes[sizeof(Search)];
  memory.fill(0);
  CHECK_STATUS(ok, search.begin(memory, inputs, 1, anchors, usual, 3));
  while (!search.done()) {
    taut::acquire::advance<Scalar>(search, memory, posterior.paths(), posterior.storage().values(), anchors);
    saved = memory;
    std::memcpy(bytes, static_cast<const void*>(&search), sizeof search);
    memory.fill(-1);
    search = Search();
    std::memcpy(static_cast<void*>(&search), bytes, sizeof search);
    memory = saved;
  }
  TEST_ASSERT_TRUE(search.best_value() == unbroken);
  TEST_ASSERT_TRUE(std::equal(search.best(memory).begin(), search.best(memory).end(), search.best(expected).begin()));
}

void a_constant_function_ends_at_once() {
  maximise([](const Scalar*, Scalar* gradient) {
    std::fill_n(gradient, inputs, Scalar(0));
    return Scalar(2);
  });
  TEST_ASSERT_TRUE(search.best_value() == 2);
  const Index rounds = (usual.starts + pack_width - 1) / pack_width;
  TEST_ASSERT_TRUE(search.evaluations() <= usual.candidates / pack_width + rounds);
}

// A posterior that has collapsed: all paths agree at the inducing points.
void a_posterior_without_variance_is_maximised() {
  posterior.observe(Scalar(-0.9), 1, 3);
  const auto latent = posterior.latent();
  for (Index j = 0; j < posterior.inducing; ++j) {
    for (Index i = j; i < posterior.inducing; ++i) {
      latent.posterior_factor(i, j) = i == j ? Scalar(1e15) : Scalar(0);
    }
  }
  posterior.draw(taut::Random(3));
  TEST_ASSERT_TRUE(std::isfinite(maximise_path(usual, 1)));
}

void what_is_not_a_number_is_never_returned() {
  maximise([](const Scalar*, Scalar*) { return not_a_number; });
  TEST_ASSERT_TRUE(search.best_value() == -infinity);
  for (const Scalar coordinate : search.best(memory)) {
    TEST_ASSERT_TRUE(coordinate >= 0 && coordinate <= 1);
  }
  maximise([](const Scalar* x, Scalar* gradient) {  // none beyond a wall on the way to the top
    const Scalar value = hill(x, gradient);
    return x[0] < Scalar(0.4) ? not_a_number : value;
  });
  CHECK_WITHIN(Scalar(2e-3), 1 - Scalar(0.04), search.best_value());  // at the wall, where steps can only be halved
  maximise([](const Scalar* x, Scalar* gradient) {
    const Scalar value = hill(x, gradient);
    return x[1] > Scalar(0.6) ? infinity : value;
  });
  CHECK_WITHIN(Scalar(1e-3), Scalar(1), search.best_value());
}

void a_list_keeps_the_best_that_are_apart() {
  Shortlist list;
  Scalar room[Shortlist::memory(1, 3)] = {};
  list.begin(1, 3, Scalar(0.1));
  const Scalar offers[][2] = {{1, Scalar(0.5)},  {2, Scalar(0.55)}, {1, Scalar(0.52)}, {not_a_number, 0},
                              {infinity, 1},     {3, Scalar(0.9)},  {0, Scalar(0.1)},  {-1, Scalar(0.3)},
                              {1, Scalar(0.25)}, {3, Scalar(0.91)}};
  for (const auto& offer : offers) {
    list.offer(room, offer[0], Search::ConstSpan(&offer[1], 1));
  }
  // 0.55 took the place of 0.5, 0.25 that of 0.1; 0.91 is no better than 0.9.
  const Scalar values[] = {2, 3, 1};
  const Scalar points[] = {Scalar(0.55), Scalar(0.9), Scalar(0.25)};
  TEST_ASSERT_EQUAL_INT(3, list.count());
  for (Index i = 0; i < 3; ++i) {
    TEST_ASSERT_TRUE(list.value(room, i) == values[i] && list.point(room, i).data()[0] == points[i]);
  }
  TEST_ASSERT_EQUAL_INT(1, list.best(room));
}

void bad_settings_are_refused() {
  const auto begin = [](auto change) {
    Settings settings = usual;
    change(settings);
    return search.begin(memory, inputs, 1, nowhere, settings, 1);
  };
  CHECK_STATUS(wrong_size, begin([](Settings& s) { s.candidates = 0; }));
  CHECK_STATUS(wrong_size, begin([](Settings& s) { s.starts = 0; }));
  CHECK_STATUS(wrong_size, begin([](Settings& s) { s.starts = usual.starts + 1; }));  // more than there is memory for
  CHECK_STATUS(wrong_size, begin([](Settings& s) { s.evaluations = 0; }));
  CHECK_STATUS(wrong_size, begin([](Settings& s) { s.history = 0; }));
  CHECK_STATUS(out_of_range, begin([](Settings& s) { s.near = 9; }));
  CHECK_STATUS(out_of_range, begin([](Settings& s) { s.separation = not_a_number; }));
  CHECK_STATUS(out_of_range, begin([](Settings& s) { s.tolerance = -1; }));
  CHECK_STATUS(wrong_size, search.begin(memory, inputs, 0, nowhere, usual, 1));
  CHECK_STATUS(wrong_size, search.begin(memory, inputs, 9, nowhere, usual, 1));
  CHECK_STATUS(wrong_size, search.begin(memory, 0, 1, nowhere, usual, 1));
  CHECK_STATUS(wrong_size, search.begin(memory, inputs, 1, {etl::span<const Scalar>(memory.data(), 4), 2}, usual, 1));
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(it_finds_the_top_of_a_hill);
  RUN_TEST(it_finds_a_corner_exactly);
  RUN_TEST(one_search_finds_what_ten_find);
  RUN_TEST(several_functions_are_maximised_together);
  RUN_TEST(a_needle_is_found_at_an_anchor_and_not_without);
  RUN_TEST(a_seed_gives_its_search_and_another_seed_another);
  RUN_TEST(it_goes_on_from_copied_bytes);
  RUN_TEST(a_constant_function_ends_at_once);
  RUN_TEST(a_posterior_without_variance_is_maximised);
  RUN_TEST(what_is_not_a_number_is_never_returned);
  RUN_TEST(a_list_keeps_the_best_that_are_apart);
  RUN_TEST(bad_settings_are_refused);
  return UNITY_END();
}
