// The link over a line that harms bytes: every request is answered rightly, and measured once.
#include <taut/random.hpp>

#include <array>
#include <bit>
#include <cstdint>

#include "check.hpp"
#include "frame_bytes.hpp"
#include "link.hpp"

void setUp() {}
void tearDown() {}

namespace {

using frame_bytes::Bytes;
using hil::Answerer;
using hil::Exchange;
using hil::Frame;
using hil::Kind;
using hil::Requester;
using taut::Random;

/// A line that harms a share of the bytes, in thousandths: each kind of harm as often as the others.
class Line {
 public:
  Line(std::uint32_t thousandths, Random random) : thousandths_(thousandths), random_(random) {}

  template <class End>
  void carry(std::uint8_t byte, End& end) {
    if (random_.below(1000) >= thousandths_) {
      end.receive(byte);
      return;
    }
    const std::uint32_t harm = random_.below(3);
    if (harm == 0) {
      end.receive(static_cast<std::uint8_t>(byte ^ 1U << random_.below(8)));
    } else if (harm == 1) {
      end.receive(byte);
      end.receive(byte);
    }
  }

 private:
  std::uint32_t thousandths_;
  Random random_;
};

/// A requester and a plant, one byte per tick each way. The plant's readings count its measurements, so that measuring
/// anew what was measured already would be seen in this reading and in all that follow.
struct Bench {
  Requester requester;
  Answerer answerer{};
  Line there;
  Line back;
  std::uint64_t now = 0;       // ticks
  std::uint64_t duration = 3;  // of a measurement, in ticks
  std::uint64_t begun = 0;     // the measurement under way
  bool measuring = false;
  std::uint32_t measured = 0;
  float sum = 0;  // of the settings last measured

  Bench(std::uint64_t patience, std::uint32_t thousandths, std::uint64_t seed)
      : requester(0, patience),
        there(thousandths, Random(seed).stream("there")),
        back(thousandths, Random(seed).stream("back")) {}

  void measure() {
    const auto request = answerer.request();
    if (!request.has_value()) {
      return;
    }
    if (!measuring) {
      measuring = true;
      begun = now;
    } else if (now - begun >= duration) {
      measuring = false;
      ++measured;
      sum = 0;
      for (const float setting : request->settings) {
        sum += setting;
      }
      CHECK_STATUS(ok, answerer.answer(static_cast<float>(measured)));
    }
  }

  void step() {
    ++now;
    if (const auto byte = requester.transmit(now)) {
      there.carry(*byte, answerer);
    }
    measure();
    if (const auto byte = answerer.transmit()) {
      back.carry(*byte, requester);
    }
  }

  Exchange run(std::uint32_t id, etl::span<const float> settings) {
    CHECK_STATUS(ok, requester.ask(id, settings));
    while (requester.exchange() == Exchange::waiting) {
      step();
    }
    return requester.exchange();
  }

  /// All of `requests` are answered with the right reading, measured once.
  void exchange(std::uint32_t requests) {
    for (std::uint32_t i = 1; i <= requests; ++i) {
      const std::array<float, 3> settings{static_cast<float>(i), 0.5F, -0.25F};
      TEST_ASSERT_TRUE(run(7 * i, settings) == Exchange::answered);
      TEST_ASSERT_TRUE(requester.reading() == static_cast<float>(i));
      TEST_ASSERT_TRUE(sum == static_cast<float>(i) + 0.25F);
      TEST_ASSERT_EQUAL(i, measured);
    }
  }
};

void a_quiet_line_needs_no_second_try() {
  Bench bench(100, 0, 1);
  bench.exchange(200);
  TEST_ASSERT_EQUAL(0, bench.requester.resent());
}

// Of 50 bytes there and back all are spared with probability 0.97^50 = 0.22, so about 3.6 resends per request are to be
// expected; 100 in vain have a probability of 0.78^100 = 2e-11.
void over_a_noisy_line_all_is_answered_rightly_and_measured_once() {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    Bench bench(100, 30, seed);
    bench.exchange(300);
    TEST_ASSERT_TRUE(bench.requester.resent() > 300);
    TEST_ASSERT_TRUE(bench.requester.resent() < 1500);
  }
}

void an_impatient_requester_gets_the_same() {
  for (const std::uint64_t patience : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{5}, std::uint64_t{17}}) {
    Bench bench(patience, 0, 1);
    bench.duration = 50;
    bench.exchange(100);
    TEST_ASSERT_TRUE(bench.requester.resent() > 0);
    Bench noisy(patience, 10, 2);
    noisy.exchange(100);
  }
}

void the_sequence_number_may_wrap() {
  Bench bench(1000, 0, 1);
  bench.duration = 0;
  for (std::uint32_t i = 1; i <= 66'000; ++i) {
    if (bench.run(5, {}) != Exchange::answered || bench.measured != i) {
      TEST_FAIL_MESSAGE("not measured once");
    }
  }
}

// After a reset the firmware counts from 1 again, and with the same seed it begins with the same settings.
void after_a_reset_the_same_request_is_measured_anew() {
  Bench bench(100, 0, 1);
  const std::array<float, 2> settings{1.5F, -2};
  TEST_ASSERT_TRUE(bench.run(0, settings) == Exchange::answered);
  TEST_ASSERT_TRUE(bench.requester.reading() == 1);
  bench.requester = Requester(1, 100);
  TEST_ASSERT_TRUE(bench.run(0, settings) == Exchange::answered);
  TEST_ASSERT_TRUE(bench.requester.reading() == 2);
  TEST_ASSERT_EQUAL(2, bench.measured);
}

// It was on its way, or being measured, when the firmware was reset.
void an_answer_of_before_the_reset_is_not_taken() {
  for (const std::uint64_t steps : {std::uint64_t{20}, std::uint64_t{30}, std::uint64_t{35}}) {
    Bench bench(100, 0, 1);
    bench.duration = 10;
    CHECK_STATUS(ok, bench.requester.ask(0, {}));
    while (bench.now < steps) {
      bench.step();
    }
    TEST_ASSERT_TRUE(bench.requester.exchange() == Exchange::waiting);
    bench.requester = Requester(1, 100);
    TEST_ASSERT_TRUE(bench.run(0, {}) == Exchange::answered);
    TEST_ASSERT_TRUE(bench.requester.reading() == 2);
    TEST_ASSERT_EQUAL(2, bench.measured);
  }
}

void without_an_answer_it_gives_up_and_can_ask_again() {
  Bench bench(10, 1000, 1);
  const std::array<float, 1> settings{2};
  TEST_ASSERT_TRUE(bench.run(1, settings) == Exchange::unanswered);
  TEST_ASSERT_EQUAL(Requester::most_tries - 1, bench.requester.resent());
  TEST_ASSERT_FALSE(bench.requester.transmit(bench.now + 1000).has_value());
  bench.there = Line(0, Random(1));
  bench.back = Line(0, Random(1));
  const std::uint32_t before = bench.measured;
  TEST_ASSERT_TRUE(bench.run(2, settings) == Exchange::answered);
  TEST_ASSERT_EQUAL(before + 1, bench.measured);
}

void feed(Answerer& answerer, const Frame& frame) {
  Bytes bytes;
  bytes.append(frame);
  for (std::size_t i = 0; i < bytes.size; ++i) {
    answerer.receive(bytes.data[i]);
  }
}

Bytes sent_by(Answerer& answerer) {
  Bytes bytes;
  while (const auto byte = answerer.transmit()) {
    bytes.append(*byte);
  }
  return bytes;
}

void a_repeated_request_gets_the_same_answer() {
  Answerer answerer;
  Frame request{.sequence = 9, .size = 2, .boot = 3, .words = {40, std::bit_cast<std::uint32_t>(1.5F)}};
  feed(answerer, request);
  TEST_ASSERT_EQUAL(0, sent_by(answerer).size);
  TEST_ASSERT_EQUAL(40, answerer.request()->id);
  TEST_ASSERT_EQUAL(1, answerer.request()->settings.size());
  TEST_ASSERT_TRUE(answerer.request()->settings[0] == 1.5F);
  CHECK_STATUS(ok, answerer.answer(3.5F));
  const Bytes first = sent_by(answerer);
  TEST_ASSERT_EQUAL(21, first.size);

  feed(answerer, request);
  TEST_ASSERT_FALSE(answerer.request().has_value());
  const Bytes again = sent_by(answerer);
  TEST_ASSERT_EQUAL(first.size, again.size);
  TEST_ASSERT_EQUAL_MEMORY(first.data.data(), again.data.data(), first.size);

  request.sequence = 10;  // the same settings, but asked anew
  feed(answerer, request);
  TEST_ASSERT_TRUE(answerer.request().has_value());
}

void a_request_is_refused_and_the_next_one_heard() {
  Bench bench(1000, 0, 1);
  CHECK_STATUS(ok, bench.requester.ask(1, {}));
  while (const auto byte = bench.requester.transmit(0)) {
    bench.answerer.receive(*byte);
  }
  CHECK_STATUS(ok, bench.answerer.refuse());
  while (const auto byte = bench.answerer.transmit()) {
    bench.requester.receive(*byte);
  }
  TEST_ASSERT_TRUE(bench.requester.exchange() == Exchange::refused);
  bench.exchange(2);
}

void a_stray_answer_is_not_heard() {
  Requester requester(3, 1000);
  CHECK_STATUS(ok, requester.ask(5, {}));  // sequence number 1
  while (requester.transmit(0).has_value()) {
  }
  const Frame right{
      .sequence = 1, .kind = Kind::answer, .size = 2, .boot = 3, .words = {5, std::bit_cast<std::uint32_t>(2.5F)}};
  std::array<Frame, 5> strays{right, right, right, right, right};
  strays[0].sequence = 0;
  strays[1].kind = Kind::request;
  strays[2].words[0] = 6;
  strays[3].size = 3;
  strays[4].boot = 2;
  for (const Frame& frame : {strays[0], strays[1], strays[2], strays[3], strays[4], right}) {
    TEST_ASSERT_TRUE(requester.exchange() == Exchange::waiting);
    Bytes bytes;
    bytes.append(frame);
    for (std::size_t i = 0; i < bytes.size; ++i) {
      requester.receive(bytes.data[i]);
    }
  }
  TEST_ASSERT_TRUE(requester.exchange() == Exchange::answered);
  TEST_ASSERT_TRUE(requester.reading() == 2.5F);
}

void what_cannot_be_asked_or_answered_is_refused() {
  Bench bench(1000, 0, 1);
  const std::array<float, hil::most_settings + 1> settings{};
  CHECK_STATUS(wrong_size, bench.requester.ask(1, settings));
  TEST_ASSERT_TRUE(bench.requester.exchange() == Exchange::idle);
  TEST_ASSERT_FALSE(bench.requester.transmit(0).has_value());
  CHECK_STATUS(not_ready, bench.answerer.answer(1));
  CHECK_STATUS(not_ready, bench.answerer.refuse());
  TEST_ASSERT_FALSE(bench.answerer.transmit().has_value());

  CHECK_STATUS(ok, bench.requester.ask(1, {settings.data(), hil::most_settings}));
  bench.step();
  CHECK_STATUS(not_ready, bench.requester.ask(2, {}));
  while (bench.requester.exchange() == Exchange::waiting) {
    bench.step();
  }
  TEST_ASSERT_TRUE(bench.requester.exchange() == Exchange::answered);
  TEST_ASSERT_EQUAL(1, bench.measured);
}

}  // namespace

int main() {
  UNITY_BEGIN();
  RUN_TEST(a_quiet_line_needs_no_second_try);
  RUN_TEST(over_a_noisy_line_all_is_answered_rightly_and_measured_once);
  RUN_TEST(an_impatient_requester_gets_the_same);
  RUN_TEST(the_sequence_number_may_wrap);
  RUN_TEST(after_a_reset_the_same_request_is_measured_anew);
  RUN_TEST(an_answer_of_before_the_reset_is_not_taken);
  RUN_TEST(without_an_answer_it_gives_up_and_can_ask_again);
  RUN_TEST(a_repeated_request_gets_the_same_answer);
  RUN_TEST(a_request_is_refused_and_the_next_one_heard);
  RUN_TEST(a_stray_answer_is_not_heard);
  RUN_TEST(what_cannot_be_asked_or_answered_is_refused);
  return UNITY_END();
}
