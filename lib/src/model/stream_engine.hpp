#pragma once

#include "model/model_engine.hpp"
#include "model/natural_steps.hpp"
#include "model/stochastic_fitting.hpp"

namespace taut::model {

/// An engine that fits by mini-batches as well, of its own observations (Adam) or of rows of the caller's. Apart from
/// the plain one, so that a firmware that only tunes does not carry it.
template <class Scalar>
class StreamEngine : public ModelEngine<Scalar> {
 public:
  using ModelEngine<Scalar>::ModelEngine;

  Status advance(Scalar* memory);

  /// Begins to fit rows of the caller's; `advance_rows` goes on, always with the same rows.
  Status begin_rows(Scalar* memory, const Rows<Scalar>& rows);
  Status advance_rows(Scalar* memory, const Rows<Scalar>& rows);

 private:
  using Base = ModelEngine<Scalar>;
  using Stage = typename Base::Stage;

  void begin_climb(Scalar* memory);
  void begin_average();
  void load_batch(Scalar* memory, const Rows<Scalar>& rows);
  bool wants_rows() const;
  Status check_rows(Scalar* memory, const Rows<Scalar>& rows) const;
  Index minibatch_packs() const;

  StochasticFitting<Scalar> climbing_{};
  NaturalSteps<Scalar> averaging_{};
};

}  // namespace taut::model
