// A storage that is too small, is written by units, or fails, harms neither a tuner nor the checkpoint before.
#include "saved_tuner.hpp"
#include "slots.hpp"

using namespace checkpoints;

void setUp() {}
void tearDown() {}

namespace {

void a_storage_must_be_large_enough_and_whole() {
  CHECK_STATUS(ok, other.begin(brief()));
  advance_to(other, 6);
  poll(other, 20);  // now it takes all the room
  const std::size_t needed = (other.checkpoint_size() + sector - 1) / sector * sector;
  flash.clear();
  CHECK_STATUS(storage_failed, other.save(flash.storage(2 * needed - 1)));
  CHECK_STATUS(storage_failed, other.save(flash.storage(2 * needed - sector)));
  for (const std::size_t size : {std::size_t{0}, std::size_t{1}, sector, 2 * sector}) {
    CHECK_STATUS(storage_failed, other.save(flash.storage(size)));
  }
  CHECK_STATUS(storage_failed, other.save(flash.storage(2 * slot, 0)));
  CHECK_STATUS(storage_failed, other.restore(flash.storage(2 * slot, 0)));
  CHECK_STATUS(storage_failed, other.restore(flash.storage(0)));
  CHECK_STATUS(storage_failed, other.save(flash.storage(2 * slot, 2 * slot)));
  Storage lame = flash.storage();
  lame.read = {};
  CHECK_STATUS(storage_failed, other.save(lame));
  CHECK_STATUS(storage_failed, other.restore(lame));
  lame = flash.storage();
  lame.write = {};
  CHECK_STATUS(storage_failed, other.save(lame));
  lame = flash.storage();
  lame.erase = {};
  CHECK_STATUS(storage_failed, other.save(lame));
  TEST_ASSERT_TRUE(flash.writes == 0 && flash.erases == 0);
  CHECK_STATUS(storage_failed, other.save({}));
  CHECK_STATUS(storage_failed, other.restore({}));
  renew(tuner);
  CHECK_STATUS(no_checkpoint, tuner.restore(flash.storage()));
  CHECK_STATUS(ok, other.save(flash.storage(2 * needed)));  // just enough
  CHECK_STATUS(ok, other.save(flash.storage(2 * needed + sector - 1)));
  CHECK_STATUS(ok, tuner.restore(flash.storage(2 * needed)));
  TEST_ASSERT_TRUE(finish(tuner) == finish(other));
  check_flash();
}

// Whatever the flash is programmed by, up to what the library gathers.
void writes_are_of_whole_units() {
  CHECK_STATUS(ok, tuner.begin(brief()));
  for (const std::size_t unit : {1U, 2U, 8U, 16U, 32U, 64U, 128U, 256U}) {
    flash.clear();
    flash.unit = unit;
    CHECK_STATUS(ok, tuner.begin(brief()));
    for (std::size_t i = 0; i < 3; ++i) {
      advance_to(tuner, i);
      CHECK_STATUS(ok, tuner.save(flash.storage()));
      TEST_ASSERT_EQUAL(i, readings_in_storage());
    }
    check_flash();
  }
  Storage storage = flash.storage();
  for (const std::size_t wrong : {3U, 24U, 257U, 512U}) {
    storage.write_size = wrong;
    CHECK_STATUS(storage_failed, tuner.save(storage));
    CHECK_STATUS(storage_failed, tuner.restore(storage));
  }
  flash.clear();
  storage = flash.storage();
  storage.write_size = 0;  // as a structure in C may have it
  CHECK_STATUS(ok, tuner.save(storage));
  check_flash();
}

// A device that says that it has written, and has not: the save says so, and what was there before still is.
void what_was_not_written_is_noticed() {
  flash.clear();
  CHECK_STATUS(ok, tuner.begin(brief()));
  advance_to(tuner, 1);
  CHECK_STATUS(ok, tuner.save(flash.storage()));
  const int writes = flash.writes;
  advance_to(tuner, 2);
  for (int i = 1; i <= writes; ++i) {
    flash.idle_write = flash.writes + i;
    CHECK_STATUS(storage_failed, tuner.save(flash.storage()));
    TEST_ASSERT_EQUAL(1, readings_in_storage());
  }
  flash.idle_write = always;
  CHECK_STATUS(ok, tuner.save(flash.storage()));
  TEST_ASSERT_EQUAL(2, readings_in_storage());
  check_flash();
}

// Power fails at each of the calls that a save makes. The checkpoint before it is the one that is there then, and a
// later save works.
void a_save_that_fails_leaves_the_checkpoint_before() {
  flash.clear();
  CHECK_STATUS(ok, tuner.begin(brief()));
  CHECK_STATUS(ok, tuner.save(flash.storage()));
  advance_to(tuner, 1);
  CHECK_STATUS(ok, tuner.save(flash.storage()));
  flash.writes = flash.erases = flash.reads = 0;
  advance_to(tuner, 2);
  CHECK_STATUS(ok, tuner.save(flash.storage()));
  const int writes = flash.writes;
  const int erases = flash.erases;
  const int reads = flash.reads;
  TEST_ASSERT_TRUE(writes > 3 && erases > 3 && reads > 3);
  const auto interrupt = [](int& left, int count) {
    for (int i = 0; i < count; i += i < 3 || i >= count - 3 ? 1 : 5) {
      left = i;
      CHECK_STATUS(storage_failed, tuner.save(flash.storage()));
      flash.mend();
      CHECK_STATUS(ok, other.restore(flash.storage()));
      TEST_ASSERT_EQUAL(2, other.readings());
    }
  };
  interrupt(flash.writes_left, writes);
  interrupt(flash.erases_left, erases);
  advance_to(tuner, 3);
  CHECK_STATUS(ok, tuner.save(flash.storage()));
  TEST_ASSERT_EQUAL(3, readings_in_storage());
  check_flash();
}

void a_first_save_that_fails_leaves_nothing() {
  CHECK_STATUS(ok, tuner.begin(brief()));
  for (const int at : {0, 1, 7}) {
    flash.clear();
    flash.writes_left = at;
    CHECK_STATUS(storage_failed, tuner.save(flash.storage()));
    flash.mend();
    CHECK_STATUS(no_checkpoint, other.restore(flash.storage()));
    CHECK_STATUS(ok, tuner.save(flash.storage()));
    CHECK_STATUS(ok, other.restore(flash.storage()));
  }
  check_flash();
}

void a_storage_that_fails_harms_no_tuner() {
  flash.clear();
  CHECK_STATUS(ok, other.begin(brief(Strategy::thompson, 5)));
  CHECK_STATUS(ok, other.save(flash.storage()));
  check_unharmed(Status::storage_failed, [] {
    flash.reads_left = 0;
    return tuner.restore(flash.storage());
  });
  check_unharmed(Status::storage_failed, [] {
    flash.reads_left = 1;  // the header
    return tuner.restore(flash.storage());
  });
  check_unharmed(Status::storage_failed, [] {
    flash.reads_left = 0;
    return tuner.save(flash.storage());
  });
  flash.mend();
  check_unharmed(Status::storage_failed, [] {
    flash.writes_left = 2;
    return tuner.save(flash.storage());
  });
  flash.mend();
  check_unharmed(Status::storage_failed, [] {
    flash.erases_left = 1;
    return tuner.save(flash.storage());
  });
  flash.mend();
  // Only between two readings of the same bytes is there no way back.
  renew(tuner);
  flash.reads = 0;
  CHECK_STATUS(ok, tuner.restore(flash.storage()));
  const int reads = flash.reads;
  for (int left = reads - 3; left < reads; ++left) {
    flash.reads_left = left;
    CHECK_STATUS(storage_failed, tuner.restore(flash.storage()));
    TEST_ASSERT_TRUE(tuner.state() == State::idle);
    CHECK_STATUS(not_ready, tuner.ask().error());
  }
  flash.mend();
  CHECK_STATUS(ok, tuner.restore(flash.storage()));
  TEST_ASSERT_TRUE(finish(tuner) == finish(other));
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(a_storage_must_be_large_enough_and_whole);
  RUN_TEST(writes_are_of_whole_units);
  RUN_TEST(what_was_not_written_is_noticed);
  RUN_TEST(a_save_that_fails_leaves_the_checkpoint_before);
  RUN_TEST(a_first_save_that_fails_leaves_nothing);
  RUN_TEST(a_storage_that_fails_harms_no_tuner);
  return UNITY_END();
}
