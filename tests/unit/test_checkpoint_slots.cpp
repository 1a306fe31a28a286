// Two slots in turn, and what in them is no checkpoint.
#include <taut/random.hpp>

#include "saved_tuner.hpp"
#include "slots.hpp"

using namespace checkpoints;

void setUp() {}
void tearDown() {}

namespace {

using taut::Random;

void slots_are_written_in_turn_and_numbers_may_wrap() {
  flash.clear();
  CHECK_STATUS(ok, tuner.begin(brief()));
  for (std::size_t i = 0; i < 6; ++i) {
    advance_to(tuner, i);
    CHECK_STATUS(ok, tuner.save(flash.storage()));
    if (i == 0) {
      TEST_ASSERT_EQUAL_HEX32(0, flash.word(0, at_number));
      flash.amend(0, at_number, 0xFFFFFFFDU);  // as after many saves
    } else {
      TEST_ASSERT_EQUAL_HEX32(0xFFFFFFFDU + i, flash.word(i % 2, at_number));
      TEST_ASSERT_EQUAL_HEX32(0xFFFFFFFDU + i - 1, flash.word(1 - i % 2, at_number));
    }
    TEST_ASSERT_EQUAL(i, readings_in_storage());
  }
  check_flash();
}

// A checkpoint of the states between fits is shorter than one within; slots that held a longer one are fine.
void checkpoints_of_different_lengths_follow_each_other() {
  flash.clear();
  CHECK_STATUS(ok, tuner.begin(brief()));
  advance_to(tuner, 5);
  CHECK_STATUS(ok, tuner.save(flash.storage()));
  advance_to(tuner, 6);
  poll(tuner, 20);  // inducing points are placed, and it fits
  for (int i = 0; i < 2; ++i) {
    CHECK_STATUS(ok, tuner.poll());
    CHECK_STATUS(ok, tuner.save(flash.storage()));
  }
  TEST_ASSERT_TRUE(header_size + flash.word(0, at_length) == tuner.checkpoint_size());
  advance_to(tuner, 7);
  for (int i = 0; i < 3; ++i) {
    CHECK_STATUS(ok, tuner.save(flash.storage()));
    TEST_ASSERT_EQUAL(7, readings_in_storage());
  }
  TEST_ASSERT_TRUE(header_size + flash.word(0, at_length) < tuner.checkpoint_size());
  check_flash();
}

void what_is_no_checkpoint_is_not_restored() {
  flash.clear();
  check_unharmed(Status::no_checkpoint, [] { return tuner.restore(flash.storage()); });
  Random random(77);
  for (std::size_t i = 0; i < 2 * slot; ++i) {
    flash[i] = static_cast<std::uint8_t>(random.next());
  }
  CHECK_STATUS(no_checkpoint, tuner.restore(flash.storage()));
  for (std::size_t i = 0; i < 2 * slot; ++i) {
    flash[i] = 0;
  }
  CHECK_STATUS(no_checkpoint, tuner.restore(flash.storage()));
}

// Any byte that has changed, in either slot, makes a checkpoint none; the one before is then the latest.
void a_damaged_checkpoint_is_none() {
  CHECK_STATUS(ok, other.begin(brief()));
  flash.clear();
  advance_to(other, 2);
  CHECK_STATUS(ok, other.save(flash.storage()));
  const std::size_t length = header_size + flash.word(0, at_length);
  for (std::size_t at = 0; at < length; at += at < header_size ? 1 : 503) {
    flash[at] ^= 0x10U;
    CHECK_STATUS(no_checkpoint, tuner.restore(flash.storage()));
    flash[at] ^= 0x10U;
  }
  advance_to(other, 3);
  CHECK_STATUS(ok, other.save(flash.storage()));
  for (const std::size_t at : {std::size_t{5}, length / 2, length - 1}) {
    flash[slot + at] ^= 0x01U;
    CHECK_STATUS(ok, tuner.restore(flash.storage()));
    flash[slot + at] ^= 0x01U;
    TEST_ASSERT_EQUAL(2, tuner.readings());
    CHECK_STATUS(ok, tuner.restore(flash.storage()));
    TEST_ASSERT_EQUAL(3, tuner.readings());
  }
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(slots_are_written_in_turn_and_numbers_may_wrap);
  RUN_TEST(checkpoints_of_different_lengths_follow_each_other);
  RUN_TEST(what_is_no_checkpoint_is_not_restored);
  RUN_TEST(a_damaged_checkpoint_is_none);
  return UNITY_END();
}
