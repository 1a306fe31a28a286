// Frames: a sound one arrives, and a harmed one makes no other.
#include <taut/random.hpp>

#include <array>
#include <cstdint>

#include "check.hpp"
#include "frame.hpp"
#include "frame_bytes.hpp"

void setUp() {}
void tearDown() {}

namespace {

using frame_bytes::Bytes;
using hil::Decoder;
using hil::Frame;
using hil::Kind;
using taut::Random;

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
  return UNITY_END();
}
