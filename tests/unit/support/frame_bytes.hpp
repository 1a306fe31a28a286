#pragma once

#include <array>
#include <cstdint>

#include "frame.hpp"

/// Frames of the link between firmware and instrument, as bytes.
namespace frame_bytes {

/// A few frames' worth of bytes.
struct Bytes {
  std::array<std::uint8_t, 4 * hil::most_bytes> data{};
  std::size_t size = 0;

  void append(std::uint8_t byte) { data[size++] = byte; }
  void append(const hil::Frame& frame) {
    hil::Encoder encoder;
    encoder.begin(frame);
    while (const auto byte = encoder.next()) {
      append(*byte);
    }
  }
};

}  // namespace frame_bytes
