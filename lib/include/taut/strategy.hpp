#pragma once

#include <cstdint>

namespace taut {

/// How the next settings to try are chosen from what is known about the instrument (the acquisition function).
enum class Strategy : std::uint8_t {
  thompson,     ///< Thompson sampling: each trial goes where a function drawn from the posterior is best; one trial in
                ///< eight goes where the posterior mean is best.
  gibbon,       ///< Q-GIBBON: trials that together tell most about the best value.
  improvement,  ///< Expected improvement: the setting expected to exceed the best so far by most. Larger batches are
                ///< jittered copies of it.
};

}  // namespace taut
