#include "model/stream_engine.hpp"

#include <limits>

namespace taut::model {

template <class Scalar>
Status StreamEngine<Scalar>::begin(Scalar* memory, const ModelConfig<Scalar>& config) {
  const Status status = model_.begin(memory, config);
  if (status != Status::ok) {
    return status;
  }
  const Index most = model_.sizes().observations;
  const bool few = config.minibatch < static_cast<std::size_t>(most);
  minibatch_ = static_cast<int>(packs(few ? static_cast<Index>(config.minibatch) : most));
  steps_ = config.steps;
  rate_ = config.rate;
  inference_ = config.inference;
  rows_ = 0;
  work_ = Work::nothing;
  return Status::ok;
}

template <class Scalar>
Status StreamEngine<Scalar>::add(Scalar* memory, etl::span<const Scalar> settings, Scalar reading, Scalar variance) {
  return fitting() ? Status::not_ready : model_.add(memory, settings, reading, variance);
}

template <class Scalar>
Status StreamEngine<Scalar>::begin_fit(Scalar* memory) {
  return fitting() ? Status::not_ready : begin_work(memory);
}

template <class Scalar>
Status StreamEngine<Scalar>::begin_work(Scalar* memory) {
  const bool sites = inference_ == Inference::sites;
  const Status status = model_.begin_fit(memory, sites && !streamed());
  if (status == Status::ok) {
    work_ = sites ? Work::sites : Work::place;
  }
  return status;
}

template <class Scalar>
Status StreamEngine<Scalar>::advance(Scalar* memory) {
  switch (work_) {
    case Work::sites:
      return advance_sites(memory);
    case Work::place:
      if (model_.place(memory)) {
        begin_climb(memory);
      }
      return Status::ok;
    case Work::climb:
      return climb(memory);
    case Work::average:
      return average(memory);
    case Work::nothing:
      break;
  }
  return Status::ok;
}

template <class Scalar>
Status StreamEngine<Scalar>::advance_sites(Scalar* memory) {
  const Status status = model_.advance(memory);
  if (!model_.fitting()) {
    work_ = Work::nothing;
    if (streamed() && status == Status::ok) {
      begin_average();  // what was fitted is a sample of the rows
    }
  }
  return status;
}

// Not inlined, nor is `average`: their frames must not lie below that of a fit by sites.
template <class Scalar>
[[gnu::noinline]] Status StreamEngine<Scalar>::climb(Scalar* memory) {
  climbing_.advance(workspace(memory), batch_problem());
  return climbing_.done()
             ? end_work({climbing_.evidence(), true, climbing_.steps(), climbing_.steps(), climbing_.jitter()})
             : Status::ok;
}

template <class Scalar>
[[gnu::noinline]] Status StreamEngine<Scalar>::average(Scalar* memory) {
  averaging_.advance(workspace(memory), batch_problem());
  const FitReport<Scalar> sample = report();
  return averaging_.done() ? end_work({averaging_.evidence(), sample.converged, averaging_.steps(), sample.evaluations,
                                       sample.jitter})
                           : Status::ok;
}

template <class Scalar>
Status StreamEngine<Scalar>::end_work(const typename ModelEngine<Scalar>::Found& found) {
  work_ = Work::nothing;
  return model_.end_fit(found, streamed() ? rows_ : problem().observations, !streamed());
}

template <class Scalar>
void StreamEngine<Scalar>::begin_climb(Scalar* memory) {
  climbing_.begin(workspace(memory), batch_problem(), model_.prior(),
                  {.minibatch = minibatch_packs(),
                   .steps = steps_,
                   .rate = rate_,
                   .hyperparameters = model_.readings_differ(),
                   .streamed = rows_},
                  model_.random().stream("mini-batches", model_.added()));
  work_ = Work::climb;
}

template <class Scalar>
void StreamEngine<Scalar>::begin_average() {
  averaging_.begin({.rows = rows_, .sample = problem().observations, .steps = steps_});
  work_ = Work::average;
}

template <class Scalar>
Index StreamEngine<Scalar>::minibatch_packs() const {
  const Index room = streamed() ? model_.sizes().observations / pack_width : packs(problem().observations);
  return minibatch_ < room ? minibatch_ : room;
}

// Of what the workspace holds: all observations, or a batch of rows.
template <class Scalar>
Problem<Scalar> StreamEngine<Scalar>::batch_problem() const {
  Problem<Scalar> batch = problem();
  batch.observations = streamed() ? minibatch_packs() * pack_width : batch.observations;
  return batch;
}

template <class Scalar>
Status StreamEngine<Scalar>::check_rows(Scalar* memory, const Rows<Scalar>& rows) const {
  const auto inputs = static_cast<std::size_t>(model_.sizes().inputs);
  if (rows.readings.empty() || rows.settings.size() != rows.readings.size() * inputs ||
      rows.readings.size() > std::numeric_limits<std::uint32_t>::max() || model_.sizes().observations < pack_width) {
    return Status::wrong_size;
  }
  for (std::size_t i = 0; i < rows.readings.size(); ++i) {
    Status status = model_.check(memory, {rows.settings.data() + i * inputs, inputs});
    if (status == Status::ok) {
      status = ModelEngine<Scalar>::Observations::check(rows.readings[i]);
    }
    if (status != Status::ok) {
      return status;
    }
  }
  return Status::ok;
}

template <class Scalar>
Index StreamEngine<Scalar>::draw_row() {
  return static_cast<Index>(model_.random().below(static_cast<std::uint32_t>(rows_)));
}

template <class Scalar>
Status StreamEngine<Scalar>::begin_rows(Scalar* memory, const Rows<Scalar>& rows) {
  if (!model_.begun() || fitting() || problem().noise == Noise::known) {
    return Status::not_ready;
  }
  const Status status = check_rows(memory, rows);
  if (status != Status::ok) {
    return status;
  }
  rows_ = static_cast<Index>(rows.readings.size());
  const Index room = model_.sizes().observations;
  const Index sample = rows_ < room ? rows_ : room;
  model_.begin_sample();
  for (Index i = 0; i < sample; ++i) {
    const Index row = sample == rows_ ? i : draw_row();
    model_.add_checked(memory, rows.settings.data() + row * model_.sizes().inputs,
                       rows.readings[static_cast<std::size_t>(row)], 0);
  }
  return begin_work(memory);
}

template <class Scalar>
bool StreamEngine<Scalar>::wants_rows() const {
  return (work_ == Work::climb && climbing_.wants_rows()) || (work_ == Work::average && averaging_.wants_rows());
}

template <class Scalar>
void StreamEngine<Scalar>::load_batch(Scalar* memory, const Rows<Scalar>& rows) {
  for (Index i = 0; i < minibatch_packs() * pack_width; ++i) {
    const Index row = draw_row();
    model_.write(memory, i, rows.settings.data() + row * model_.sizes().inputs,
                 rows.readings[static_cast<std::size_t>(row)]);
  }
}

template <class Scalar>
Status StreamEngine<Scalar>::advance_rows(Scalar* memory, const Rows<Scalar>& rows) {
  if (wants_rows()) {
    load_batch(memory, rows);
    climbing_.rows_loaded();
    averaging_.rows_loaded();
    return Status::ok;
  }
  const Status status = advance(memory);
  if (!fitting()) {
    model_.forget_observations();  // the rows were only passing through
    rows_ = 0;
  }
  return status;
}

template class StreamEngine<float>;
template class StreamEngine<double>;

}  // namespace taut::model
