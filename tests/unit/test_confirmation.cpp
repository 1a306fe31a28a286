#include "acquire/confirmation.hpp"

#include <limits>

#include "models.hpp"

using namespace taut::acquire;

void setUp() {}
void tearDown() {}

namespace {

constexpr Index inputs = 2;
constexpr Index observations = 30;
using Chosen = std::array<Index, Confirmation<Scalar>::most_candidates>;

models::Room<inputs, 3, observations> room;

// Observation i at a setting of its own, or at that of another.
void place(Index i, Index like) {
  models::set_input(room.workspace(), i, 0, static_cast<Scalar>(like) / 64);
  models::set_input(room.workspace(), i, 1, Scalar(0.5));
}

Confirmation<Scalar> fresh() {
  Confirmation<Scalar> confirmation;
  confirmation.begin();
  return confirmation;
}

void the_best_come_first_and_each_once() {
  Confirmation<Scalar> confirmation = fresh();
  constexpr Index order[] = {3, 0, 7, 5, 1, 9, 2, 8, 6, 4, 11, 10};
  for (const Index i : order) {
    place(i, i);
    confirmation.offer(room.workspace(), i, static_cast<Scalar>(i));
  }
  Chosen chosen{};
  TEST_ASSERT_EQUAL(3, confirmation.choose(3, chosen));
  TEST_ASSERT_EQUAL(11, chosen[0]);
  TEST_ASSERT_EQUAL(10, chosen[1]);
  TEST_ASSERT_EQUAL(9, chosen[2]);
  TEST_ASSERT_EQUAL(8, confirmation.choose(100, chosen));
  TEST_ASSERT_EQUAL(4, chosen[7]);
  TEST_ASSERT_EQUAL(0, confirmation.choose(0, chosen));
}

void a_setting_with_four_readings_is_known_well_enough() {
  for (Index readings = 1; readings <= 5; ++readings) {
    Confirmation<Scalar> confirmation = fresh();
    for (Index i = 0; i < 10; ++i) {
      place(i, i < readings ? 0 : i);
      confirmation.offer(room.workspace(), i, i < readings ? Scalar(1) : Scalar(0) - static_cast<Scalar>(i));
    }
    Chosen chosen{};
    TEST_ASSERT_EQUAL(1, confirmation.choose(1, chosen));
    TEST_ASSERT_EQUAL(readings < 4 ? 0 : readings, chosen[0]);
  }
}

// The one farthest above, unless its setting was measured twice.
void what_the_fit_cannot_explain_comes_first() {
  Confirmation<Scalar> confirmation = fresh();
  for (Index i = 0; i < 10; ++i) {
    place(i, i == 9 ? 3 : i);
    confirmation.offer(room.workspace(), i, static_cast<Scalar>(i));
  }
  Chosen chosen{};
  confirmation.doubt(room.workspace(), 10, 2, Scalar(5));
  TEST_ASSERT_EQUAL(2, confirmation.choose(2, chosen));
  TEST_ASSERT_TRUE(chosen[0] == 2 && chosen[1] == 8);
  confirmation.doubt(room.workspace(), 10, 3, Scalar(9));  // measured twice
  confirmation.doubt(room.workspace(), 10, 8, Scalar(7));
  confirmation.doubt(room.workspace(), 10, 1, Scalar(6));
  TEST_ASSERT_EQUAL(8, confirmation.choose(8, chosen));
  TEST_ASSERT_TRUE(chosen[0] == 8 && chosen[1] == 7);  // and each once
  TEST_ASSERT_EQUAL(0, confirmation.choose(0, chosen));
}

void what_is_no_number_is_not_offered() {
  Confirmation<Scalar> confirmation = fresh();
  Chosen chosen{};
  TEST_ASSERT_EQUAL(0, confirmation.choose(8, chosen));
  place(0, 0);
  confirmation.offer(room.workspace(), 0, std::numeric_limits<Scalar>::quiet_NaN());
  confirmation.offer(room.workspace(), 0, std::numeric_limits<Scalar>::infinity());
  TEST_ASSERT_EQUAL(0, confirmation.choose(8, chosen));
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(the_best_come_first_and_each_once);
  RUN_TEST(a_setting_with_four_readings_is_known_well_enough);
  RUN_TEST(what_the_fit_cannot_explain_comes_first);
  RUN_TEST(what_is_no_number_is_not_offered);
  return UNITY_END();
}
