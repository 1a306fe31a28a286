#pragma once

#include "model/hyperparameter_search.hpp"

namespace taut::model {

/// How one fit follows another: where it begins, how long it searches, and whether there is another attempt at it.
///
/// Hyperparameters that were right for fewer observations are often a dead end for more of them: too smooth, with too
/// much noise. So the search starts afresh now and then. It may end in a worse place, though: such a fit goes on from
/// what it has first, and comes back to that if it is much better.
template <class Scalar>
class Refit {
 public:
  using Count = std::uint64_t;
  using Settings = typename HyperparameterSearch<Scalar>::Settings;

  /// How the present fit goes on, or the next one begins.
  enum class Attempt : std::uint8_t {
    cold,    ///< From scratch: nothing is known, or what was known misleads.
    warm,    ///< From where the last fit ended.
    first,   ///< From there as well, before a search afresh.
    afresh,  ///< From scratch, while what the first attempt found is kept.
    back,    ///< From what was kept. There is no more to search for.
  };

  /// What has to be done after an attempt.
  enum class Next : std::uint8_t {
    end,      ///< Nothing: the fit has ended.
    begin,    ///< It begins once more, from scratch.
    keep,     ///< What was found is kept, and the search starts afresh.
    restore,  ///< What was kept is fitted again.
  };

  /// How an attempt has ended.
  struct Outcome {
    Scalar evidence;
    int passes;
    int evaluations;
  };

  /// For a task that nothing is known of yet; so many sets of hyperparameters are tried.
  void begin(int cold_evaluations, int warm_evaluations);

  /// A fit begins. Nothing that was known holds if the outputs were scaled anew. Evidence is `comparable` if it is that
  /// of the same observations by the same inference as in the last fit, but for some more observations.
  void start(bool scaled_anew, bool comparable, Count added, Index observations);
  /// An attempt starts with the most likely hyperparameters.
  void searched_afresh(Count added) { searched_ = added; }
  /// For the search of the present attempt. There is nothing to search for if readings are all equal.
  Settings settings(bool readings_differ) const;
  /// The present attempt has ended so. `before` is the evidence of the last fit.
  Next judge(const Outcome& outcome, Scalar before, Index observations);
  /// The fit has ended. `known`: the next one may go on from here.
  void end(bool known) { attempt_ = known ? Attempt::warm : Attempt::cold; }

  bool cold() const { return attempt_ == Attempt::cold || attempt_ == Attempt::afresh; }
  /// Of all attempts so far.
  int passes() const { return passes_; }
  int evaluations() const { return evaluations_; }

  int cold_evaluations() const { return cold_evaluations_; }
  int warm_evaluations() const { return warm_evaluations_; }

  /// Whether this is a state that it can be in: of bytes that came from outside.
  bool valid(bool fitting, Count added) const;

  /// As if so many more had been added long ago.
  void age(Count observations) { searched_ += observations; }

 private:
  Count searched_ = 0;  // observations added when a search began afresh
  Scalar kept_evidence_ = 0;
  int cold_evaluations_ = 0;
  int warm_evaluations_ = 0;
  int passes_ = 0;
  int evaluations_ = 0;
  Attempt attempt_ = Attempt::cold;
};

}  // namespace taut::model
