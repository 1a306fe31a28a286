#pragma once

#include <cstdint>

namespace selftest {

struct Fitted {
  bool good;           ///< Whether model and truth agree.
  std::uint32_t bits;  ///< A checksum of what the model says, the same on every machine.
};

/// Fits a model to readings whose quantile is known, and prints how long that took and what it says beside the truth.
Fitted fit();

}  // namespace selftest
