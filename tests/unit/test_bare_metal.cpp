#include <taut/port/bare_metal/instructions.hpp>
#include <taut/port/bare_metal/stack.hpp>
#include <taut/port/clock.hpp>

#include "check.hpp"
#include "timer.hpp"

void setUp() {}
void tearDown() {}

namespace {

/// Executes 2 `rounds` instructions.
void spend(std::uint32_t rounds) {
#ifdef __riscv
  asm volatile(
      "1: addi %0, %0, -1\n\t"
      "bnez %0, 1b"
      : "+r"(rounds));
#else
  asm volatile(
      "1: subs %0, #1\n\t"
      "bne 1b"
      : "+r"(rounds)
      :
      : "cc");
#endif
}

std::uint32_t instructions_of(std::uint32_t rounds) {
  const std::uint64_t start = taut::port::ticks();
  spend(rounds);
  return static_cast<std::uint32_t>(taut::port::ticks() - start) * taut::port::instructions_per_tick();
}

void the_clock_counts_instructions() {
  taut::port::ticks();  // the first call starts the timer
  constexpr std::uint32_t lengths[] = {1000, 50000, 5000000};
  for (const std::uint32_t rounds : lengths) {
    // One tick either way, because both readings round; and less than 100 instructions for the reading itself.
    const std::uint32_t slack = taut::port::instructions_per_tick() + 100;
    TEST_ASSERT_UINT32_WITHIN(slack, 2 * rounds, instructions_of(rounds));
  }
}

void the_clock_gives_the_same_count_each_time() {
  const std::uint32_t first = instructions_of(50000);
  for (int i = 0; i < 10; ++i) {
    // Only the phase at which a reading falls into a tick may differ.
    TEST_ASSERT_UINT32_WITHIN(taut::port::instructions_per_tick(), first, instructions_of(50000));
  }
}

void the_clock_goes_on_when_its_timer_wraps() {
  constexpr std::uint32_t ticks_to_wrap = 50;
  taut::port::timer::set(0xFFFFFFFF - ticks_to_wrap);
  const std::uint64_t before = taut::port::ticks();
  spend(ticks_to_wrap * taut::port::instructions_per_tick());  // twice as many instructions as it takes
  const std::uint64_t after = taut::port::ticks();
  TEST_ASSERT_TRUE(before >> 32U < after >> 32U);
  // One tick for rounding, three for the instructions of the reading itself.
  TEST_ASSERT_UINT32_WITHIN(4, 2 * ticks_to_wrap, static_cast<std::uint32_t>(after - before));
}

void the_tick_is_a_whole_number_of_nanoseconds() {
  TEST_ASSERT_EQUAL_UINT32(1000000000, taut::port::ticks_per_second() * taut::port::instructions_per_tick());
}

[[gnu::noinline]] std::uint8_t use_stack() {
  volatile std::uint8_t room[3000];
  for (std::size_t i = 0; i < sizeof room; ++i) {
    room[i] = static_cast<std::uint8_t>(i);
  }
  return room[1234];
}

void a_large_frame_raises_the_high_water_mark() {
  taut::port::paint_stack();
  const std::size_t before = taut::port::stack_high_water();
  TEST_ASSERT_EQUAL_UINT8(1234 % 256, use_stack());
  const std::size_t after = taut::port::stack_high_water();
  // Beyond its array the function saves a few registers and may align.
  TEST_ASSERT_TRUE(after >= before + 2900 && after <= before + 3100);
  TEST_ASSERT_EQUAL_UINT32(after, taut::port::stack_high_water());
  TEST_ASSERT_TRUE(after < taut::port::stack_size());
}

void painting_again_forgets_the_mark() {
  use_stack();
  const std::size_t high = taut::port::stack_high_water();
  taut::port::paint_stack();
  TEST_ASSERT_TRUE(taut::port::stack_high_water() + 2900 < high);
}

void a_little_of_the_stack_is_used_from_the_start() {
  taut::port::paint_stack();
  TEST_ASSERT_TRUE(taut::port::stack_high_water() > 0);
  TEST_ASSERT_TRUE(taut::port::stack_high_water() < 1024);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(the_clock_counts_instructions);
  RUN_TEST(the_clock_gives_the_same_count_each_time);
  RUN_TEST(the_clock_goes_on_when_its_timer_wraps);
  RUN_TEST(the_tick_is_a_whole_number_of_nanoseconds);
  RUN_TEST(a_large_frame_raises_the_high_water_mark);
  RUN_TEST(painting_again_forgets_the_mark);
  RUN_TEST(a_little_of_the_stack_is_used_from_the_start);
  return UNITY_END();
}
