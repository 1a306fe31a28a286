#include "frame.hpp"

#include <etl/crc32.h>

#include <algorithm>

namespace hil {

namespace {

// start, size, sequence (2), kind, boot (4), words (4 each), check (4); the check covers all but the start and itself.
constexpr std::uint8_t start = 0xA5;
constexpr std::size_t header_bytes = 9;
constexpr std::size_t word_bytes = 4;

constexpr std::size_t frame_bytes(std::size_t words) { return header_bytes + word_bytes * words + word_bytes; }
static_assert(frame_bytes(most_words) == most_bytes);

std::uint32_t check_of(const std::uint8_t* bytes, std::size_t words) {
  return etl::crc32_t16(bytes + 1, bytes + header_bytes + word_bytes * words).value();
}

std::uint32_t word_at(const std::uint8_t* bytes) {
  return static_cast<std::uint32_t>(bytes[0]) | static_cast<std::uint32_t>(bytes[1]) << 8U |
         static_cast<std::uint32_t>(bytes[2]) << 16U | static_cast<std::uint32_t>(bytes[3]) << 24U;
}

}  // namespace

void Encoder::append_word(std::uint32_t word) {
  for (unsigned shift = 0; shift < 32; shift += 8) {
    append(static_cast<std::uint8_t>(word >> shift));
  }
}

void Encoder::begin(const Frame& frame) {
  position_ = 0;
  size_ = 0;
  const std::size_t words = std::min<std::size_t>(frame.size, most_words);
  append(start);
  append(static_cast<std::uint8_t>(words));
  append(static_cast<std::uint8_t>(frame.sequence));
  append(static_cast<std::uint8_t>(frame.sequence >> 8U));
  append(static_cast<std::uint8_t>(frame.kind));
  append_word(frame.boot);
  for (std::size_t i = 0; i < words; ++i) {
    append_word(frame.words[i]);
  }
  append_word(check_of(bytes_.data(), words));
}

etl::optional<std::uint8_t> Encoder::next() {
  if (idle()) {
    return {};
  }
  return bytes_[position_++];
}

void Decoder::put(std::uint8_t byte) {
  if (size_ == most_bytes) {
    drop(1);
  }
  bytes_[size_++] = byte;
}

etl::optional<Frame> Decoder::take() {
  while (true) {
    drop_to_start();
    if (size_ < 2) {
      return {};
    }
    const std::size_t words = bytes_[1];
    if (words <= most_words) {
      if (size_ < frame_bytes(words)) {
        return {};
      }
      if (intact(words)) {
        const Frame frame = read(words);
        drop(frame_bytes(words));
        return frame;
      }
    }
    drop(1);
  }
}

void Decoder::drop(std::size_t count) {
  std::copy(bytes_.data() + count, bytes_.data() + size_, bytes_.data());
  size_ -= count;
}

void Decoder::drop_to_start() {
  const auto* const found = std::find(bytes_.cbegin(), bytes_.cbegin() + size_, start);
  drop(static_cast<std::size_t>(found - bytes_.cbegin()));
}

bool Decoder::intact(std::size_t words) const {
  return word_at(bytes_.data() + header_bytes + word_bytes * words) == check_of(bytes_.data(), words);
}

Frame Decoder::read(std::size_t words) const {
  Frame frame;
  frame.sequence = static_cast<std::uint16_t>(bytes_[2] | bytes_[3] << 8);
  frame.kind = static_cast<Kind>(bytes_[4]);
  frame.size = static_cast<std::uint8_t>(words);
  frame.boot = word_at(bytes_.data() + 5);
  for (std::size_t i = 0; i < words; ++i) {
    frame.words[i] = word_at(bytes_.data() + header_bytes + word_bytes * i);
  }
  return frame;
}

}  // namespace hil
