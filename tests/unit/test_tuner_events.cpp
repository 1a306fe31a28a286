// What a tuner tells its observer.
#include "event_record.hpp"
#include "refusals.hpp"
#include "tuners.hpp"

using namespace tuners;

void setUp() {}
void tearDown() {}

namespace {

void check_event(std::size_t& at, Kind kind, std::size_t readings, std::uint32_t trial = 0) {
  TEST_ASSERT_TRUE(at < events.count);
  const Record& entry = events.records[at++];
  TEST_ASSERT_EQUAL(static_cast<int>(kind), static_cast<int>(entry.kind));
  TEST_ASSERT_EQUAL(readings, entry.readings);
  TEST_ASSERT_EQUAL(trial, entry.trial);
}

void events_tell_all_that_happens_in_order() {
  watch(tuner);
  Config config = brief();
  config.initial = 2;
  config.batch = 2;
  config.budget = 5;
  CHECK_STATUS(ok, tuner.begin(config));
  bother(tuner);
  std::size_t at = 0;
  TEST_ASSERT_EQUAL(0, events.count);
  CHECK_STATUS(ok, tuner.add(Place{1, 1}, -1));
  check_event(at, Kind::reading, 1, 0);
  TEST_ASSERT_TRUE(events.records[at - 1].reading == -1);
  const Trial first = next(tuner);
  check_event(at, Kind::trial, 1, 1);
  bother(tuner);
  CHECK_STATUS(not_ready, tuner.ask().error());
  CHECK_STATUS(ok, tuner.fail(first.id));
  check_event(at, Kind::failure, 1, 1);
  const Trial second = next(tuner);
  check_event(at, Kind::trial, 1, 2);
  CHECK_STATUS(ok, tuner.tell(second.id, -2));
  check_event(at, Kind::reading, 2, 2);
  TEST_ASSERT_TRUE(events.records[at - 1].reading == -2);
  TEST_ASSERT_EQUAL(at, events.count);
  const Trial third = next(tuner);
  check_event(at, Kind::fit, 2);
  check_event(at, Kind::recommendation, 2);
  check_event(at, Kind::batch, 2);
  check_event(at, Kind::trial, 2, 3);
  const Trial fourth = next(tuner);
  check_event(at, Kind::trial, 2, 4);
  CHECK_STATUS(ok, tuner.fail(third.id));
  check_event(at, Kind::failure, 2, 3);
  CHECK_STATUS(ok, tuner.fail(fourth.id));
  check_event(at, Kind::failure, 2, 4);
  const Trial fifth = next(tuner);
  check_event(at, Kind::batch, 2);
  check_event(at, Kind::trial, 2, 5);
  const Trial sixth = next(tuner);
  check_event(at, Kind::trial, 2, 6);
  tell(tuner, sixth);
  check_event(at, Kind::reading, 3, 6);
  tell(tuner, fifth);
  check_event(at, Kind::reading, 4, 5);
  const Trial last = next(tuner);
  check_event(at, Kind::fit, 4);
  check_event(at, Kind::recommendation, 4);
  check_event(at, Kind::batch, 4);
  check_event(at, Kind::trial, 4, 7);
  tell(tuner, last);
  check_event(at, Kind::reading, 5, 7);
  TEST_ASSERT_EQUAL(at, events.count);
  TEST_ASSERT_TRUE(tuner.best().has_value());
  check_event(at, Kind::fit, 5);
  check_event(at, Kind::recommendation, 5);
  check_event(at, Kind::finished, 5);
  CHECK_STATUS(finished, tuner.ask().error());
  CHECK_STATUS(ok, tuner.poll());
  TEST_ASSERT_TRUE(tuner.best().has_value());
  TEST_ASSERT_EQUAL(at, events.count);
  TEST_ASSERT_TRUE(events_are_whole);
  tuner.observe({});
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(events_tell_all_that_happens_in_order);
  return UNITY_END();
}
