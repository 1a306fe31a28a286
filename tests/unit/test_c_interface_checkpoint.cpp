// A checkpoint of C is one of C++, and a storage that fails is reported.
#include <taut/taut.h>

#include <array>

#include "c_tuner.hpp"

using namespace c_tuner;

void setUp() { set_up(); }
void tearDown() {}

namespace {

// In C and in C++ they are the same bytes: what one saves, the other goes on from.
void a_checkpoint_goes_on_in_c_and_in_cpp() {
  const taut_storage storage = flash.storage();
  CHECK_C(NO_CHECKPOINT, taut_tuner_restore(tuner, &storage));
  begin();
  run_until(tuner, 27);
  TEST_ASSERT_TRUE(taut_tuner_checkpoint_size(tuner) <= SMALL_TUNER_CHECKPOINT_SIZE);
  CHECK_C(OK, taut_tuner_save(tuner, &storage));
  TEST_ASSERT_TRUE(flash.whole);
  TEST_ASSERT_EQUAL_INT(2, flash.syncs);

  taut_tuner* restored = nullptr;
  CHECK_C(OK, small_tuner_create(&other_memory, &restored));
  CHECK_C(OK, taut_tuner_restore(restored, &storage));
  const auto read = [](std::size_t offset, etl::span<std::uint8_t> bytes) {
    return Memory::read(&flash, offset, bytes.data(), bytes.size());
  };
  taut::Storage same{.size = storage.size, .sector_size = storage.sector_size};
  same.read = read;
  TEST_ASSERT_EQUAL_UINT32(27, taut_tuner_readings(restored));
  std::array<float, 2> at{};
  std::array<float, 2> at_again{};
  taut_reading kept{};
  taut_reading kept_again{};
  CHECK_C(OK, taut_tuner_kept(tuner, 26, at.data(), 2, &kept));
  CHECK_C(OK, taut_tuner_kept(restored, 26, at_again.data(), 2, &kept_again));
  check_same_bits(at.data(), at_again.data());
  TEST_ASSERT_TRUE(kept.value == kept_again.value && kept.variance == 0);
  CHECK_C(OUT_OF_RANGE, taut_tuner_kept(tuner, 27, at.data(), 2, &kept));
  CHECK_C(WRONG_SIZE, taut_tuner_kept(tuner, 0, at.data(), 1, &kept));
  taut_config changed = c_config();
  changed.level = 0.4F;
  taut_tuner* begun = nullptr;
  CHECK_C(OK, small_tuner_create(&other_memory, &begun));
  CHECK_C(OK, taut_tuner_begin(begun, &changed));
  CHECK_C(OTHER_TASK, taut_tuner_restore(begun, &storage));
  CHECK_C(OK, small_tuner_create(&other_memory, &restored));
  CHECK_C(OK, taut_tuner_restore(restored, &storage));
  run_until(tuner, 37);
  run_until(restored, 37);
  taut_best best{};
  taut_best again{};
  CHECK_C(OK, taut_tuner_best(tuner, &best));
  CHECK_C(OK, taut_tuner_best(restored, &again));
  check_same_bits(best.settings, again.settings);
  check_same_bits(&best.value, &again.value, 1);

  CHECK_STATUS(ok, reference.restore(same));
  while (reference.wants_readings()) {
    const auto trial = reference.ask();
    CHECK_STATUS(ok, reference.tell(trial->id, reading_of(trial->id, trial->settings.data())));
  }
  check_same_bits(best.settings, reference.best()->settings.data());
  TEST_ASSERT_TRUE(best.value == reference.best()->value && best.level == reference.best()->level);
}

void a_storage_that_fails_or_lacks_something_is_reported() {
  begin();
  run_until(tuner, 5);
  flash.works = false;
  taut_storage storage = flash.storage();
  CHECK_C(STORAGE_FAILED, taut_tuner_save(tuner, &storage));
  CHECK_C(STORAGE_FAILED, taut_tuner_restore(tuner, &storage));
  flash.works = true;
  const auto lacking = [](auto change) {
    taut_storage wrong = flash.storage();
    change(wrong);
    return taut_tuner_save(tuner, &wrong);
  };
  CHECK_C(STORAGE_FAILED, lacking([](taut_storage& s) { s.read = nullptr; }));
  CHECK_C(STORAGE_FAILED, lacking([](taut_storage& s) { s.write = nullptr; }));
  CHECK_C(STORAGE_FAILED, lacking([](taut_storage& s) { s.erase = nullptr; }));
  CHECK_C(STORAGE_FAILED, lacking([](taut_storage& s) { s.sector_size = 0; }));
  CHECK_C(STORAGE_FAILED, lacking([](taut_storage& s) { s.write_size = 48; }));
  CHECK_C(STORAGE_FAILED, lacking([](taut_storage& s) { s.size = 1000; }));
  storage.read = nullptr;
  CHECK_C(STORAGE_FAILED, taut_tuner_restore(tuner, &storage));
  TEST_ASSERT_EQUAL_UINT32(5, taut_tuner_readings(tuner));
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(a_checkpoint_goes_on_in_c_and_in_cpp);
  RUN_TEST(a_storage_that_fails_or_lacks_something_is_reported);
  return UNITY_END();
}
