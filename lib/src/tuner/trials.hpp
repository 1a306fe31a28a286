#pragma once

#include <taut/tuner.hpp>

#include "numeric/index.hpp"

namespace taut::tuner {

using numeric::Index;

/// Where trials are kept: settings in the user's units, and numbers, 0 for a free slot. Arrays of the tuner's owner.
template <class Scalar>
struct TrialSlots {
  Scalar* scalars;
  std::uint32_t* ids;
  Index inputs;
  Index count;

  etl::span<Scalar> settings(Index slot) const { return {scalars + slot * inputs, static_cast<std::size_t>(inputs)}; }
  Trial<Scalar> trial(Index slot) const { return {ids[slot], settings(slot)}; }

  /// Where the trial of this number is kept; of none (0), a free slot. -1 if there is no such trial.
  Index find(std::uint32_t id) const;
};

/// Which trials there are: those of the present batch that are still to be asked for, and those that are outstanding
/// (asked for, but neither told nor failed).
template <class Scalar>
class Trials {
 public:
  using Slots = TrialSlots<Scalar>;

  /// Without any.
  void begin(const Slots& slots);

  /// The first slots hold the settings of so many trials, to be asked for in turn.
  void begin_batch(Index count) {
    proposed_ = count;
    asked_ = 0;
  }

  /// How many trials the batch has.
  Index proposed() const { return proposed_; }
  bool has_next() const { return asked_ < proposed_; }
  Index outstanding() const { return outstanding_; }

  /// Where the next trial of the batch is; and the trial of such a slot, or of a free one, with a number.
  Index next() { return asked_++; }
  Trial<Scalar> ask(const Slots& slots, Index slot);

  /// The trial in this slot has been told, or has failed.
  void close(const Slots& slots, Index slot) {
    slots.ids[slot] = 0;
    --outstanding_;
  }

  /// That at this place among the outstanding ones, or `out_of_range`.
  etl::expected<Trial<Scalar>, Status> at(const Slots& slots, std::size_t index) const;

  /// Whether any was asked for so far.
  bool any() const { return last_id_ != 0; }

  /// Whether a slot holds settings that were handed out, or will be.
  bool holds(const Slots& slots, Index slot, bool in_batch) const {
    return slots.ids[slot] != 0 || (in_batch && slot >= asked_ && slot < proposed_);
  }

  /// Whether this is what may have come about: of bytes that came from outside. Of a batch, no trial is outstanding
  /// that was not asked for.
  bool valid(const Slots& slots, bool in_batch) const;

 private:
  Index proposed_ = 0;  // trials of the present batch
  Index asked_ = 0;     // of them
  Index outstanding_ = 0;
  std::uint32_t last_id_ = 0;
};

}  // namespace taut::tuner
