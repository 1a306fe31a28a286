#pragma once

#include <cstdint>

namespace taut {

/// How what is known of the instrument is turned into the next settings to try.
enum class Strategy : std::uint8_t {
  thompson,     ///< Each is the best of a function drawn from the posterior; one in eight, that of its mean.
  gibbon,       ///< Together they tell most of the best value (Q-GIBBON).
  improvement,  ///< The one expected to exceed the best so far by most; a batch of more than one is that one, spread.
};

}  // namespace taut
