#pragma once

#include "acquire/confirmation.hpp"
#include "model/prediction.hpp"

namespace taut::acquire {

using model::Problem;

/// The observed point that looks best so far: the one with the largest worth, less a few deviations. Only observed
/// points, and not without that charge: elsewhere, and where little was measured, a poor fit promises anything. And not
/// by an observation that contradicts the fit, by lying far below it, as long as there is another one.
template <class Scalar>
class Recommendation {
 public:
  struct Settings {
    Scalar caution = Scalar(1);   ///< Deviations that are charged; 0 or more.
    Scalar noise_multiplier = 0;  ///< As in `Proposal`: the point's worth is g + noise_multiplier · exp(h).
    Scalar multiplier_error = 0;  ///< The standard deviation of that number.
  };

  void begin(const Settings& settings);

  /// One bounded unit of work: a pack of observations. Overwrites the workspace's queries and panels. With constraints,
  /// `log_feasible` is the logarithm of the probability that they are kept to, for each observation of this pack.
  void advance(const Workspace<Scalar>& workspace, const Problem<Scalar>& problem,
               const Scalar* log_feasible = nullptr);

  /// The pack that is next.
  Index pack() const { return pack_; }

  bool done() const { return done_; }

  /// When done: which observation, the mean of its worth and the standard deviation of that. -1 without observations.
  Index observation() const { return observation_; }
  Scalar worth() const { return mean_; }
  /// Of what that is the worth.
  const Settings& settings() const { return settings_; }
  /// The mean of g alone there.
  Scalar statistic() const { return statistic_; }
  Scalar deviation() const { return deviation_; }

  /// Whether this is what may have been found among so many observations: of bytes that came from outside. It is then
  /// as good as done, or has to begin.
  bool valid(Index observations) const;

  /// When done: which settings to measure again.
  const Confirmation<Scalar>& confirmation() const { return confirmation_; }

 private:
  Settings settings_{};
  Confirmation<Scalar> confirmation_{};
  Index pack_ = 0;
  Index observation_ = -1;
  Scalar mean_ = 0;
  Scalar statistic_ = 0;
  Scalar deviation_ = 0;
  Scalar score_ = 0;
  bool unsure_ = false;  // contradicted by its own observation, or not known to keep to the constraints
  bool done_ = true;
};

}  // namespace taut::acquire
