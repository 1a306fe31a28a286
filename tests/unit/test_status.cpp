#include <taut/finding.hpp>

#include "check.hpp"

void setUp() {}
void tearDown() {}

namespace {

constexpr int last_status = static_cast<int>(taut::Status::none_feasible);
constexpr int last_field = static_cast<int>(taut::Field::constraints);

template <class Enumeration>
void check_texts(int last) {
  const etl::string_view unknown = taut::text(static_cast<Enumeration>(255));
  for (int i = 0; i <= last; ++i) {
    const etl::string_view words = taut::text(static_cast<Enumeration>(i));
    TEST_ASSERT_FALSE(words.empty());
    TEST_ASSERT_FALSE(words == unknown);
    for (int j = 0; j < i; ++j) {
      TEST_ASSERT_FALSE(words == taut::text(static_cast<Enumeration>(j)));
    }
  }
}

void every_status_has_a_text_of_its_own() { check_texts<taut::Status>(last_status); }
void every_field_has_a_text_of_its_own() { check_texts<taut::Field>(last_field); }

void a_value_that_is_no_status_says_so() {
  TEST_ASSERT_TRUE(taut::text(static_cast<taut::Status>(last_status + 1)) == "unknown status");
  TEST_ASSERT_TRUE(taut::text(static_cast<taut::Field>(last_field + 1)) == "unknown field");
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(every_status_has_a_text_of_its_own);
  RUN_TEST(every_field_has_a_text_of_its_own);
  RUN_TEST(a_value_that_is_no_status_says_so);
  return UNITY_END();
}
