#pragma once

#include <array>

#include "model/workspace.hpp"

namespace taut::acquire {

using model::Index;
using model::Workspace;

/// The settings tried so far that look best, a few of them, each once: what a tuner measures again. A setting that was
/// measured once may owe its rank to luck, and a model without repeated readings takes signal for noise.
template <class Scalar>
class Confirmation {
 public:
  static constexpr Index most_candidates = 8;

  void begin() { *this = {}; }

  /// An observation and its worth. Observations of the same settings have the same worth, and come one after the other
  /// or not, in any order.
  void offer(const Workspace<Scalar>& workspace, Index observation, Scalar worth);

  /// An observation that lies so far above what the fit says of its place that the one or the other is wrong, and by
  /// how much. Of several, the one farthest above comes first of all, unless its setting was measured more than once.
  void doubt(const Workspace<Scalar>& workspace, Index observations, Index observation, Scalar excess);

  /// The observations whose settings are to be measured again, at most `count` of them: that in doubt, then the best
  /// first. Settings with as many readings as are enough are left out. Returns how many there are.
  Index choose(Index count, std::array<Index, most_candidates>& chosen) const;

  /// Whether this is what may have been offered of so many observations: of bytes that came from outside.
  bool valid(Index observations) const;

 private:
  struct Candidate {
    Scalar worth = 0;
    std::int32_t observation = -1;
    std::int32_t readings = 0;
  };

  std::array<Candidate, most_candidates> candidates_{};  // best first
  Candidate doubtful_{};                                 // its worth is the excess
};

}  // namespace taut::acquire
