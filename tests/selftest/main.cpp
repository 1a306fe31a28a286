// Runs the unit tests of the library, one suite after the other, and a fit; prints what came of them and how long they
// took, and ends with "self-test passed" or "self-test failed" and a line to report.

#include <unity.h>
#include <taut/port/bare_metal/stack.hpp>
#include <taut/version.hpp>

#include "fit.hpp"
#include "report.hpp"

// The functions of a suite, as they were renamed.
#define SUITE(name)        \
  extern "C" {             \
  int run_##name();        \
  void set_up_##name();    \
  void tear_down_##name(); \
  }
#include <suites.inc>
#undef SUITE

namespace {

struct Suite {
  etl::string_view name;
  int (*run)();
  void (*set_up)();
  void (*tear_down)();
};

#define SUITE(name) {#name, run_##name, set_up_##name, tear_down_##name},
constexpr Suite suites[] = {
#include <suites.inc>
};
#undef SUITE

const Suite* running = suites;

}  // namespace

// Unity calls these before and after each test. The clock is read, because it counts right only if it is read now and
// then (see clock.hpp), and a suite may take longer.
void setUp() {
  static_cast<void>(taut::port::ticks());
  running->set_up();
}
void tearDown() { running->tear_down(); }

int main() {
  using selftest::Line;
  using taut::port::ticks;
  const std::uint64_t start = ticks();
  Line().text("\ntaut self-test, ").count(taut::port::ticks_per_second()).text(" ticks per second").write();
  std::uint64_t tests = 0;
  std::uint64_t failures = 0;
  for (const Suite& suite : suites) {
    running = &suite;
    const std::uint64_t suite_start = ticks();
    const auto failed = static_cast<unsigned>(suite.run());
    const std::uint64_t duration = ticks() - suite_start;
    tests += Unity.NumberOfTests;
    failures += failed;
    Line()
        .text("suite ")
        .text(suite.name)
        .text(": ")
        .count(Unity.NumberOfTests)
        .text(" tests, ")
        .count(failed)
        .text(" failures, ")
        .time(duration)
        .write();
  }
  const selftest::Fitted fitted = selftest::fit();
  const bool passed = failures == 0 && tests > 0 && fitted.good;
  Line()
      .text("stack: ")
      .count(taut::port::stack_high_water())
      .text(" of ")
      .count(taut::port::stack_size())
      .text(" bytes were used")
      .write();
  Line()
      .text(passed ? "self-test passed: " : "self-test failed: ")
      .count(tests)
      .text(" tests, ")
      .count(failures)
      .text(" failures, ")
      .time(ticks() - start)
      .write();
  Line()
      .text("report: taut ")
      .count(static_cast<std::uint64_t>(taut::version.major))
      .text(".")
      .count(static_cast<std::uint64_t>(taut::version.minor))
      .text(".")
      .count(static_cast<std::uint64_t>(taut::version.patch))
      .text(" on " SELFTEST_BOARD ", " TAUT_TEXT_(TAUT_MACHINE_) ": bits ")
      .bits(fitted.bits)
      .text(", ")
      .count(tests - failures)
      .text(" passed, ")
      .count(failures)
      .text(" failed, ")
      .number(static_cast<float>((ticks() - start) * 1000 / taut::port::ticks_per_second()) / 1000)
      .text(" s")
      .write();
  return passed ? 0 : 1;
}
