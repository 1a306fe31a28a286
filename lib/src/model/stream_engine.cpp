#include "model/stream_engine.hpp"

#include <cmath>
#include <limits>

namespace taut::model {

template <class Scalar>
void StreamEngine<Scalar>::begin_climb(Scalar* memory) {
  if (this->rows_ > 0) {
    this->problem_.observations = minibatch_packs() * pack_width;
  }
  climbing_.begin(this->workspace(memory), this->problem_, this->prior_,
                  {.minibatch = minibatch_packs(),
                   .steps = this->options_.steps,
                   .rate = this->options_.rate,
                   .hyperparameters = this->instructive_,
                   .streamed = this->rows_},
                  this->random_.stream("mini-batches", this->added_));
  this->stage_ = Stage::climb;
}

template <class Scalar>
Status StreamEngine<Scalar>::advance(Scalar* memory) {
  switch (this->stage_) {
    case Stage::place:
      if (this->options_.inference == Inference::sites) {
        return Base::advance(memory);
      }
      if (this->place(memory)) {
        begin_climb(memory);
      }
      return Status::ok;
    case Stage::climb:
      climbing_.advance(this->workspace(memory), this->problem_);
      return climbing_.done()
                 ? this->finish(climbing_.evidence(), true, climbing_.steps(), climbing_.steps(), climbing_.jitter())
                 : Status::ok;
    case Stage::average:
      averaging_.advance(this->workspace(memory), this->problem_);
      return averaging_.done() ? this->finish(averaging_.evidence(), this->search_.converged(), averaging_.steps(),
                                              this->search_.evaluations(), this->search_.jitter())
                               : Status::ok;
    case Stage::fit: {
      const Status status = Base::advance(memory);
      if (this->rows_ > 0 && !this->fitting() && status == Status::ok) {
        begin_average();  // what was fitted is a sample of the rows
      }
      return status;
    }
    case Stage::idle:
      break;
  }
  return Status::ok;
}

template <class Scalar>
Index StreamEngine<Scalar>::minibatch_packs() const {
  const Index room = this->rows_ > 0 ? this->sizes_.observations / pack_width : packs(this->problem_.observations);
  return this->options_.minibatch < room ? this->options_.minibatch : room;
}

template <class Scalar>
Status StreamEngine<Scalar>::check_rows(Scalar* memory, const Rows<Scalar>& rows) const {
  const auto inputs = static_cast<std::size_t>(this->sizes_.inputs);
  if (rows.readings.empty() || rows.settings.size() != rows.readings.size() * inputs ||
      rows.readings.size() > std::numeric_limits<std::uint32_t>::max() || this->sizes_.observations < pack_width) {
    return Status::wrong_size;
  }
  for (std::size_t i = 0; i < rows.readings.size(); ++i) {
    Status status = Base::check(memory, {rows.settings.data() + i * inputs, inputs});
    if (status == Status::ok) {
      status = Base::check(rows.readings[i]);
    }
    if (status != Status::ok) {
      return status;
    }
  }
  return Status::ok;
}

template <class Scalar>
Status StreamEngine<Scalar>::begin_rows(Scalar* memory, const Rows<Scalar>& rows) {
  if (!this->begun_ || this->fitting() || this->problem_.noise == Noise::known) {
    return Status::not_ready;
  }
  const Status status = check_rows(memory, rows);
  if (status != Status::ok) {
    return status;
  }
  const auto count = static_cast<Index>(rows.readings.size());
  this->scaling_ = {};
  this->added_ = this->scaled_ = 0;
  this->observations_ = count < this->sizes_.observations ? count : this->sizes_.observations;
  for (Index i = 0; i < this->observations_; ++i) {
    const Index row =
        count == this->observations_ ? i : static_cast<Index>(this->random_.below(static_cast<std::uint32_t>(count)));
    const auto at = static_cast<std::size_t>(row);
    this->write(memory, i, rows.settings.data() + row * this->sizes_.inputs, rows.readings[at]);
  }
  this->rows_ = count;
  this->added_ = static_cast<std::uint64_t>(this->observations_);
  this->problem_.observations = this->observations_;
  this->prepare(memory);
  this->begin_placement(memory);
  return Status::ok;
}

template <class Scalar>
void StreamEngine<Scalar>::begin_average() {
  averaging_.begin({.rows = this->rows_, .sample = this->problem_.observations, .steps = this->options_.steps});
  this->problem_.observations = minibatch_packs() * pack_width;
  this->stage_ = Stage::average;
}

template <class Scalar>
bool StreamEngine<Scalar>::wants_rows() const {
  return (this->stage_ == Stage::climb && climbing_.wants_rows()) ||
         (this->stage_ == Stage::average && averaging_.wants_rows());
}

template <class Scalar>
void StreamEngine<Scalar>::load_batch(Scalar* memory, const Rows<Scalar>& rows) {
  for (Index i = 0; i < this->problem_.observations; ++i) {
    const auto row = static_cast<Index>(this->random_.below(static_cast<std::uint32_t>(this->rows_)));
    this->write(memory, i, rows.settings.data() + row * this->sizes_.inputs,
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
  if (!this->fitting()) {
    this->observations_ = 0;  // the rows were only passing through
    this->added_ = this->scaled_ = 0;
  }
  return status;
}

template class StreamEngine<float>;
template class StreamEngine<double>;

}  // namespace taut::model
