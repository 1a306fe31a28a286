#include <taut/port/clock.hpp>
#include <taut/port/storage.hpp>

#include "check.hpp"

#ifndef TAUT_TEST_CORE
#include <ctime>
#endif

namespace storage = taut::port::storage;

void setUp() {}
void tearDown() {}

namespace {

void the_clock_never_goes_back() {
  std::uint64_t before = taut::port::ticks();
  for (int i = 0; i < 10000; ++i) {
    const std::uint64_t now = taut::port::ticks();
    TEST_ASSERT_TRUE(now >= before);
    before = now;
  }
}

void the_clock_moves() {
  const std::uint64_t start = taut::port::ticks();
  for (int i = 0; i < 1000000 && taut::port::ticks() == start; ++i) {
  }
  TEST_ASSERT_TRUE(taut::port::ticks() > start);
}

#ifndef TAUT_TEST_CORE
// A target has no second clock; there test_cortex_m.cpp compares with a known number of instructions.
double calendar() {
  std::timespec now{};
  std::timespec_get(&now, TIME_UTC);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

void the_clock_agrees_with_the_calendar() {
  const std::uint64_t outer_start = taut::port::ticks();
  const double start = calendar();
  const std::uint64_t inner_start = taut::port::ticks();
  while (calendar() < start + 0.02) {
  }
  const std::uint64_t inner_end = taut::port::ticks();
  const double elapsed = calendar() - start;
  const std::uint64_t outer_end = taut::port::ticks();
  const double rate = taut::port::ticks_per_second();
  // Inner and outer bracket the calendar's reading however the process is scheduled; the calendar may be slewed, by at
  // most 0.05 %.
  TEST_ASSERT_TRUE(static_cast<double>(outer_end - outer_start) / rate >= 0.999 * elapsed);
  TEST_ASSERT_TRUE(static_cast<double>(inner_end - inner_start) / rate <= 1.001 * elapsed);
}
#endif

/// The storage's second sector, so that there are neighbours to be spared on both sides.
std::size_t sector() { return storage::sector_size(); }

std::uint8_t byte_at(std::size_t offset) {
  std::uint8_t byte = 0;
  TEST_ASSERT_TRUE(storage::read(offset, {&byte, 1}));
  return byte;
}

bool write_byte(std::size_t offset, std::uint8_t byte) { return storage::write(offset, {&byte, 1}); }

void the_storage_is_whole_sectors() {
  TEST_ASSERT_TRUE(storage::sector_size() > 0);
  TEST_ASSERT_TRUE(storage::size() >= 3 * storage::sector_size());
  TEST_ASSERT_TRUE(storage::size() % storage::sector_size() == 0);
}

void erased_bytes_read_as_ones() {
  TEST_ASSERT_TRUE(storage::erase(sector()));
  std::uint8_t bytes[64];
  for (std::size_t at = 0; at < storage::sector_size(); at += sizeof bytes) {
    TEST_ASSERT_TRUE(storage::read(sector() + at, bytes));
    for (const std::uint8_t byte : bytes) {
      TEST_ASSERT_EQUAL_HEX8(0xFF, byte);
    }
  }
}

void what_is_written_is_read_back() {
  TEST_ASSERT_TRUE(storage::erase(sector()));
  std::uint8_t written[700];  // longer than any buffer inside, and of no round length
  for (std::size_t i = 0; i < sizeof written; ++i) {
    written[i] = static_cast<std::uint8_t>(7 * i + 3);
  }
  TEST_ASSERT_TRUE(storage::write(sector() + 13, written));
  std::uint8_t found[sizeof written] = {};
  TEST_ASSERT_TRUE(storage::read(sector() + 13, found));
  TEST_ASSERT_EQUAL_MEMORY(written, found, sizeof written);
  TEST_ASSERT_EQUAL_HEX8(0xFF, byte_at(sector() + 12));
  TEST_ASSERT_EQUAL_HEX8(0xFF, byte_at(sector() + 13 + sizeof written));
}

void a_byte_is_written_once_between_two_erasures() {
  TEST_ASSERT_TRUE(storage::erase(sector()));
  TEST_ASSERT_TRUE(write_byte(sector() + 600, 0xF0));
  TEST_ASSERT_FALSE(write_byte(sector() + 600, 0xF0));
  TEST_ASSERT_FALSE(write_byte(sector() + 600, 0x00));
  const std::uint8_t zeros[601] = {};
  TEST_ASSERT_FALSE(storage::write(sector(), zeros));  // only its last byte is taken
  TEST_ASSERT_EQUAL_HEX8(0xF0, byte_at(sector() + 600));
  TEST_ASSERT_EQUAL_HEX8(0xFF, byte_at(sector()));
  TEST_ASSERT_TRUE(storage::erase(sector()));
  TEST_ASSERT_TRUE(write_byte(sector() + 600, 0x0F));
  TEST_ASSERT_EQUAL_HEX8(0x0F, byte_at(sector() + 600));
}

void erasing_spares_the_neighbours() {
  const std::size_t next = sector() + storage::sector_size();
  TEST_ASSERT_TRUE(storage::erase(0));
  TEST_ASSERT_TRUE(storage::erase(next));
  TEST_ASSERT_TRUE(write_byte(sector() - 1, 0x12));
  TEST_ASSERT_TRUE(write_byte(next, 0x34));
  TEST_ASSERT_TRUE(storage::erase(sector()));
  TEST_ASSERT_EQUAL_HEX8(0x12, byte_at(sector() - 1));
  TEST_ASSERT_EQUAL_HEX8(0x34, byte_at(next));
}

void bytes_outside_the_storage_are_refused() {
  std::uint8_t pair[2] = {1, 2};
  const std::size_t last = storage::size() - 1;
  const auto furthest = static_cast<std::size_t>(-1);
  TEST_ASSERT_TRUE(storage::erase(storage::size() - storage::sector_size()));
  TEST_ASSERT_FALSE(storage::write(last, pair));
  TEST_ASSERT_FALSE(storage::write(furthest, pair));
  TEST_ASSERT_FALSE(storage::read(last, pair));
  TEST_ASSERT_FALSE(storage::read(storage::size(), pair));
  TEST_ASSERT_FALSE(storage::read(furthest, pair));
  TEST_ASSERT_FALSE(storage::erase(storage::size()));
  TEST_ASSERT_FALSE(storage::erase(furthest - storage::sector_size() + 1));
  TEST_ASSERT_EQUAL_HEX8(0xFF, byte_at(last));
  TEST_ASSERT_EQUAL_HEX8(1, pair[0]);
}

void erasing_starts_at_a_sector() {
  TEST_ASSERT_TRUE(storage::erase(sector()));
  TEST_ASSERT_TRUE(write_byte(sector() + 2, 0x56));
  TEST_ASSERT_FALSE(storage::erase(sector() + 1));
  TEST_ASSERT_EQUAL_HEX8(0x56, byte_at(sector() + 2));
}

void nothing_is_read_and_written_anywhere() {
  TEST_ASSERT_TRUE(storage::read(storage::size(), {}));
  TEST_ASSERT_TRUE(storage::write(0, {}));
  TEST_ASSERT_FALSE(storage::read(storage::size() + 1, {}));
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(the_clock_never_goes_back);
  RUN_TEST(the_clock_moves);
#ifndef TAUT_TEST_CORE
  RUN_TEST(the_clock_agrees_with_the_calendar);
#endif
  RUN_TEST(the_storage_is_whole_sectors);
  RUN_TEST(erased_bytes_read_as_ones);
  RUN_TEST(what_is_written_is_read_back);
  RUN_TEST(a_byte_is_written_once_between_two_erasures);
  RUN_TEST(erasing_spares_the_neighbours);
  RUN_TEST(bytes_outside_the_storage_are_refused);
  RUN_TEST(erasing_starts_at_a_sector);
  RUN_TEST(nothing_is_read_and_written_anywhere);
  return UNITY_END();
}
