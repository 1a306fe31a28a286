#pragma once

#include "model/model_engine.hpp"
#include "model/natural_steps.hpp"
#include "model/stochastic_fitting.hpp"

namespace taut::model {

/// An engine that fits by mini-batches as well, of its own observations (Adam) or of rows of the caller's. It has a
/// plain one, which does whatever has nothing to do with mini-batches. Apart from it, so that a firmware that only
/// tunes does not carry it.
template <class Scalar>
class StreamEngine {
 public:
  explicit StreamEngine(const Limits& limits) : model_(limits) {}

  Finding check(const ModelConfig<Scalar>& config) const { return model_.check(config); }
  Status begin(Scalar* memory, const ModelConfig<Scalar>& config);
  Status add(Scalar* memory, etl::span<const Scalar> settings, Scalar reading, Scalar variance);

  Status begin_fit(Scalar* memory);
  /// One bounded unit of work. `not_positive_definite` when the fit has ended without a posterior.
  Status advance(Scalar* memory);
  bool fitting() const { return work_ != Work::nothing; }

  /// Begins to fit rows of the caller's; `advance_rows` goes on, always with the same rows.
  Status begin_rows(Scalar* memory, const Rows<Scalar>& rows);
  Status advance_rows(Scalar* memory, const Rows<Scalar>& rows);

  /// What is fitted, for questions.
  const ModelEngine<Scalar>& model() const { return model_; }
  Index observations() const { return model_.observations(); }
  const Problem<Scalar>& problem() const { return model_.problem(); }
  FitReport<Scalar> report() const { return model_.report(); }
  Workspace<Scalar> workspace(Scalar* memory) const { return model_.workspace(memory); }

 private:
  // By sites it is the model's own; by Adam inducing points are placed first. Of rows, sites are those of a sample, and
  // then averaged over mini-batches.
  enum class Work : std::uint8_t { nothing, sites, place, climb, average };

  bool streamed() const { return rows_ > 0; }
  Status begin_work(Scalar* memory);
  Status advance_sites(Scalar* memory);
  Status climb(Scalar* memory);
  Status average(Scalar* memory);
  void begin_climb(Scalar* memory);
  void begin_average();
  Status end_work(const typename ModelEngine<Scalar>::Found& found);
  void load_batch(Scalar* memory, const Rows<Scalar>& rows);
  Index draw_row();
  bool wants_rows() const;
  Status check_rows(Scalar* memory, const Rows<Scalar>& rows) const;
  Index minibatch_packs() const;
  Problem<Scalar> batch_problem() const;

  ModelEngine<Scalar> model_;
  StochasticFitting<Scalar> climbing_{};
  NaturalSteps<Scalar> averaging_{};
  Index rows_ = 0;     // of the caller's, if these are fitted
  int minibatch_ = 0;  // packs
  int steps_ = 0;
  Scalar rate_ = 0;
  Inference inference_ = Inference::sites;
  Work work_ = Work::nothing;
};

}  // namespace taut::model
