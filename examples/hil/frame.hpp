#pragma once

#include <etl/optional.h>

#include <array>
#include <cstddef>
#include <cstdint>

/// Talking over a serial line that flips, loses and doubles bytes.
namespace hil {

/// What a frame is about.
enum class Kind : std::uint8_t {
  request = 1,  ///< "Measure at these settings."
  answer = 2,   ///< "This was read."
  refusal = 3,  ///< "That cannot be measured."
};

inline constexpr std::size_t most_words = 17;

/// What travels as a whole or not at all. The words beyond `size` are 0.
struct Frame {
  std::uint16_t sequence = 0;  ///< Of the request; its answer has the same.
  Kind kind = Kind::request;
  std::uint8_t size = 0;   ///< How many of the words count.
  std::uint32_t boot = 0;  ///< The nonce of the requester's boot; its answer has the same.
  std::array<std::uint32_t, most_words> words{};

  friend bool operator==(const Frame&, const Frame&) = default;
};

/// Bytes of the longest frame: start, size, sequence, kind, boot, words, check.
inline constexpr std::size_t most_bytes = 9 + 4 * most_words + 4;

/// Hands out the bytes of a frame, one by one.
class Encoder {
 public:
  /// Starts with the first byte of `frame`, whose size is at most `most_words`, whatever was being handed out.
  void begin(const Frame& frame);

  /// The next byte, if there is one left.
  etl::optional<std::uint8_t> next();

  [[nodiscard]] bool idle() const { return position_ == size_; }

 private:
  void append(std::uint8_t byte) { bytes_[size_++] = byte; }
  void append_word(std::uint32_t word);

  std::array<std::uint8_t, most_bytes> bytes_{};
  std::size_t size_ = 0;
  std::size_t position_ = 0;
};

/// Finds frames in a stream of bytes. A start marker may turn out not to have begun a frame: it is then dropped, and
/// what came after it is looked at again. So an intact frame is found whatever stood before it, at the latest when
/// `most_bytes` more have arrived.
class Decoder {
 public:
  /// Takes in a byte. Call `take` until it finds nothing before the next one: a full buffer loses its oldest byte.
  void put(std::uint8_t byte);

  /// The next frame, if one is complete.
  etl::optional<Frame> take();

 private:
  void drop(std::size_t count);
  void drop_to_start();
  [[nodiscard]] bool intact(std::size_t words) const;
  [[nodiscard]] Frame read(std::size_t words) const;

  std::array<std::uint8_t, most_bytes> bytes_{};
  std::size_t size_ = 0;
};

}  // namespace hil
