#include <taut/status.hpp>

#include "check.hpp"

void setUp() {}
void tearDown() {}

namespace {

constexpr int last_status = static_cast<int>(taut::Status::other_task);

void every_status_has_a_text_of_its_own() {
  const etl::string_view unknown = taut::text(static_cast<taut::Status>(255));
  for (int i = 0; i <= last_status; ++i) {
    const etl::string_view words = taut::text(static_cast<taut::Status>(i));
    TEST_ASSERT_FALSE(words.empty());
    TEST_ASSERT_FALSE(words == unknown);
    for (int j = 0; j < i; ++j) {
      TEST_ASSERT_FALSE(words == taut::text(static_cast<taut::Status>(j)));
    }
  }
}

void a_value_that_is_no_status_says_so() {
  TEST_ASSERT_TRUE(taut::text(static_cast<taut::Status>(last_status + 1)) == "unknown status");
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(every_status_has_a_text_of_its_own);
  RUN_TEST(a_value_that_is_no_status_says_so);
  return UNITY_END();
}
