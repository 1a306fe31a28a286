#include <taut/random.hpp>

#include <bit>

#include "check.hpp"
#include "link.hpp"

void setUp() {}
void tearDown() {}

namespace {

using hil::Answerer;
using hil::Decoder;
using hil::Encoder;
using hil::Exchange;
using hil::Frame;
using hil::Kind;
using hil::Requester;
using taut::Random;

/// A few frames' worth of bytes.
struct Bytes {
  std::array<std::uint8_t, 4 * hil::most_bytes> data{};
  std::size_t size = 0;

  void append(std::uint8_t byte) { data[size++] = byte; }
  void append(const Frame& frame) {
    Encoder encoder;
    encoder.begin(frame);
    while (const auto byte = encoder.next()) {
      append(*byte);
    }
  }
};

Frame some_frame(std::size_t words, Random& random) {
  Frame frame{.sequence = static_cast<std::uint16_t>(random.next()),
              .size = static_cast<std::uint8_t>(words),
              .boot = random.next()};
  for (std::size_t i = 0; i < words; ++i) {
    frame.words[i] = random.next();
  }
  return frame;
}

/// Counts what comes out of a decoder, and how much of it is `expected`.
struct Catch {
  Frame expected;
  int frames = 0;
  int right = 0;

  void feed(Decoder& decoder, std::uint8_t byte) {
    decoder.put(byte);
    while (const auto frame = decoder.take()) {
      ++frames;
      right += *frame == expected ? 1 : 0;
    }
  }
  void feed(Decoder& decoder, const Bytes& bytes) {
    for (std::size_t i = 0; i < bytes.size; ++i) {
      feed(decoder, bytes.data[i]);
    }
  }
  /// Enough silence to end whatever seemed to have begun.
  void flush(Decoder& decoder) {
    for (std::size_t i = 0; i < hil::most_bytes; ++i) {
      feed(decoder, 0);
    }
  }
};

/// CRC-32 by its definition, a bit at a time.
std::uint32_t crc_by_division(const std::uint8_t* bytes, std::size_t size) {
  std::uint32_t remainder = 0xFFFFFFFF;
  for (std::size_t i = 0; i < size; ++i) {
    remainder ^= bytes[i];
    for (int bit = 0; bit < 8; ++bit) {
      remainder = (remainder >> 1U) ^ ((remainder & 1U) != 0 ? 0xEDB88320U : 0U);
    }
  }
  return ~remainder;
}

void the_layout_is_the_documented_one() {
  Bytes bytes;
  bytes.append(Frame{.sequence = 0x1234, .kind = Kind::answer, .size = 1, .boot = 0x01020304, .words = {0x89ABCDEF}});
  const std::array<std::uint8_t, 13> head{0xA5, 1, 0x34, 0x12, 2, 4, 3, 2, 1, 0xEF, 0xCD, 0xAB, 0x89};
  TEST_ASSERT_EQUAL(17, bytes.size);
  TEST_ASSERT_EQUAL_MEMORY(head.data(), bytes.data.data(), head.size());
  const std::uint32_t check = crc_by_division(bytes.data.data() + 1, 12);
  for (std::size_t i = 0; i < 4; ++i) {
    TEST_ASSERT_EQUAL_HEX8(check >> (8 * i), bytes.data[13 + i]);
  }
}

void frames_of_every_size_arrive_one_after_the_other() {
  Random random(1);
  Decoder decoder;
  for (std::size_t words = 0; words <= hil::most_words; ++words) {
    Catch caught{.expected = some_frame(words, random)};
    Bytes bytes;
    bytes.append(caught.expected);
    TEST_ASSERT_EQUAL(13 + 4 * words, bytes.size);
    for (std::size_t i = 0; i < bytes.size; ++i) {
      TEST_ASSERT_EQUAL(0, caught.frames);
      caught.feed(decoder, bytes.data[i]);
    }
    TEST_ASSERT_EQUAL(1, caught.frames);
    TEST_ASSERT_EQUAL(1, caught.right);
  }
}

void frames_that_arrived_together_are_taken_one_by_one() {
  Random random(2);
  Bytes bytes;
  const std::array<Frame, 3> frames{some_frame(3, random), some_frame(2, random), some_frame(0, random)};
  for (const Frame& frame : frames) {
    bytes.append(frame);
  }
  Decoder decoder;
  for (std::size_t i = 0; i < bytes.size; ++i) {
    decoder.put(bytes.data[i]);
  }
  for (const Frame& frame : frames) {
    const auto taken = decoder.take();
    TEST_ASSERT_TRUE(taken.has_value() && *taken == frame);
  }
  TEST_ASSERT_FALSE(decoder.take().has_value());
}

/// Sends a harmed frame and then a sound one; returns what came of the harmed one, having seen the sound one arrive.
Catch after_harm(const Bytes& harmed, const Frame& original, const Frame& sound) {
  Decoder one;
  Catch alone{.expected = original};
  alone.feed(one, harmed);
  alone.flush(one);

  Decoder decoder;
  Bytes bytes = harmed;
  bytes.append(sound);
  Catch followed{.expected = sound};
  followed.feed(decoder, bytes);
  followed.flush(decoder);
  TEST_ASSERT_EQUAL(1, followed.right);
  TEST_ASSERT_EQUAL(1 + alone.frames, followed.frames);
  return alone;
}

void every_flipped_bit_is_noticed() {
  Random random(3);
  for (const std::size_t words : {std::size_t{0}, std::size_t{3}, hil::most_words}) {
    const Frame original = some_frame(words, random);
    const Frame sound = some_frame(2, random);
    Bytes bytes;
    bytes.append(original);
    for (std::size_t bit = 0; bit < 8 * bytes.size; ++bit) {
      Bytes harmed = bytes;
      harmed.data[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
      TEST_ASSERT_EQUAL(0, after_harm(harmed, original, sound).frames);
    }
  }
}

void a_lost_or_doubled_byte_makes_no_other_frame() {
  Random random(4);
  const Frame original = some_frame(3, random);
  const Frame sound = some_frame(2, random);
  Bytes bytes;
  bytes.append(original);
  for (std::size_t place = 0; place < bytes.size; ++place) {
    Bytes lost;
    Bytes doubled;
    for (std::size_t i = 0; i < bytes.size; ++i) {
      for (std::size_t copy = 0; copy < 2; ++copy) {
        if (copy == 0 || i == place) {
          doubled.append(bytes.data[i]);
        }
        if (copy == 0 && i != place) {
          lost.append(bytes.data[i]);
        }
      }
    }
    TEST_ASSERT_EQUAL(0, after_harm(lost, original, sound).frames);
    // A start that came twice does no harm, and what follows a frame does not belong to it.
    const Catch caught = after_harm(doubled, original, sound);
    TEST_ASSERT_EQUAL(place == 0 || place + 1 == bytes.size ? 1 : 0, caught.right);
    TEST_ASSERT_EQUAL(caught.right, caught.frames);
  }
}

// A million bytes hold about 1e6 / 256 · 18 / 256 = 275 places that look like a start and a size; each passes the check
// with probability 2^-32, so even one frame has a probability of 6e-8.
void garbage_is_no_frame() {
  Random random(5);
  Decoder decoder;
  Catch caught;
  for (int i = 0; i < 250'000; ++i) {
    const std::uint32_t word = random.next();
    for (unsigned shift = 0; shift < 32; shift += 8) {
      caught.feed(decoder, static_cast<std::uint8_t>(word >> shift));
    }
  }
  TEST_ASSERT_EQUAL(0, caught.frames);
}

// 20000 that look like a frame in all but the check: 5e-6.
void garbage_with_a_header_is_no_frame() {
  Random random(6);
  Decoder decoder;
  Catch caught;
  for (int i = 0; i < 20'000; ++i) {
    caught.feed(decoder, 0xA5);
    caught.feed(decoder, 1);
    for (int k = 0; k < 15; ++k) {
      caught.feed(decoder, static_cast<std::uint8_t>(random.next() >> 24U));
    }
  }
  TEST_ASSERT_EQUAL(0, caught.frames);
}

void a_frame_is_found_behind_any_garbage() {
  Random random(7);
  for (int round = 0; round < 500; ++round) {
    Decoder decoder;
    Catch caught{.expected = some_frame(random.below(hil::most_words + 1), random)};
    const std::uint32_t garbage = random.below(2 * hil::most_bytes);
    for (std::uint32_t i = 0; i < garbage; ++i) {
      // Half of it starts and small sizes, which mislead most.
      const std::uint32_t word = random.next();
      const std::uint32_t misleading = (word & 2U) != 0 ? 0xA5 : (word >> 8U) % 20;
      caught.feed(decoder, static_cast<std::uint8_t>((word & 1U) != 0 ? word >> 24U : misleading));
    }
    Bytes bytes;
    bytes.append(caught.expected);
    caught.feed(decoder, bytes);
    caught.flush(decoder);
    TEST_ASSERT_EQUAL(1, caught.right);
    TEST_ASSERT_EQUAL(1, caught.frames);
  }
}

void a_decoder_that_is_not_emptied_keeps_the_latest_bytes() {
  Random random(8);
  const Frame longest = some_frame(hil::most_words, random);
  Bytes bytes;
  bytes.append(longest);
  Decoder decoder;
  for (int i = 0; i < 1000; ++i) {
    decoder.put(0xA5);
  }
  for (std::size_t i = 0; i < bytes.size; ++i) {
    decoder.put(bytes.data[i]);
  }
  const auto taken = decoder.take();
  TEST_ASSERT_TRUE(taken.has_value() && *taken == longest);
}

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
  RUN_TEST(the_layout_is_the_documented_one);
  RUN_TEST(frames_of_every_size_arrive_one_after_the_other);
  RUN_TEST(frames_that_arrived_together_are_taken_one_by_one);
  RUN_TEST(every_flipped_bit_is_noticed);
  RUN_TEST(a_lost_or_doubled_byte_makes_no_other_frame);
  RUN_TEST(garbage_is_no_frame);
  RUN_TEST(garbage_with_a_header_is_no_frame);
  RUN_TEST(a_frame_is_found_behind_any_garbage);
  RUN_TEST(a_decoder_that_is_not_emptied_keeps_the_latest_bytes);
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
