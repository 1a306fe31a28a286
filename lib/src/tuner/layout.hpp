#pragma once

#include <algorithm>

#include "model/layout.hpp"
#include "tuner/next_batch.hpp"

namespace taut::tuner {

/// Where things lie in a tuner's one block of scalars: first the settings of its trials, in the user's units.
struct Layout {
  std::size_t best_from = 0;    ///< The settings of the best trial.
  std::size_t model_from = 0;   ///< All of the model's. What has to last comes first.
  std::size_t shared_from = 0;  ///< Their last part, which serves fitting and proposing in turn.

  constexpr explicit Layout(const Limits& limits)
      : best_from(limits.outstanding * limits.inputs),
        model_from(best_from + limits.inputs),
        shared_from(model_from + static_cast<std::size_t>(model_layout(limits).function[0].precisions[0].first)) {}

  /// How many scalars there are in all, for whatever strategy. `tuner_scalars` says the same to users, in one formula.
  static constexpr std::size_t scalars(const Limits& limits) {
    const Layout at(limits);
    std::size_t most = at.model_from + static_cast<std::size_t>(model_layout(limits).scalars);  // fitting
    for (const Strategy strategy : {Strategy::thompson, Strategy::gibbon, Strategy::improvement}) {
      if (limits.gibbon || strategy != Strategy::gibbon) {
        most = std::max(most, at.shared_from + proposing(limits, strategy));
      }
    }
    return most;
  }

 private:
  static constexpr model::Layout model_layout(const Limits& limits) {
    return model::Layout({static_cast<Index>(limits.inputs), static_cast<Index>(limits.inducing),
                          static_cast<Index>(limits.observations)});
  }
  static constexpr std::size_t proposing(const Limits& limits, Strategy strategy) {
    const auto batch = static_cast<Index>(limits.outstanding);
    return static_cast<std::size_t>(
        acquire::Proposal<float>::memory(static_cast<Index>(limits.inputs), static_cast<Index>(limits.inducing),
                                         proposal_settings<float>(limits, strategy, batch, 1, true)));
  }
};

constexpr bool agrees(const Limits& limits) { return Layout::scalars(limits) == tuner_scalars(limits); }
static_assert(agrees({1, 1, 1, 1, 1}) && agrees({16, 64, 1600, 100, 256}) && agrees({3, 50, 901, 10, 1000}) &&
              agrees({64, 7, 12, 40, 64}) && agrees({16, 64, 1600, 100, 256, false}) && agrees({2, 200, 50, 2, 1}));

}  // namespace taut::tuner
