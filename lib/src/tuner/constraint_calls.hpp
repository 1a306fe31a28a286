#pragma once

#include <taut/tuner.hpp>

#include <array>

#include "acquire/strategy.hpp"
#include "numeric/checksum.hpp"

namespace taut {

/// What is done for constraints, by pointers to functions in a table of the archive: a tuner without constraints links
/// none of them. Each is called from here and nowhere else, because how much stack it takes has to be looked up by
/// hand: tests/guard/stack.py knows this file.
template <class Scalar>
struct ConstraintCalls {
  using ConstSpan = etl::span<const Scalar>;
  using Set = ConstraintSet<Scalar>;

  Finding (*check)(const Set&, const TunerConfig<Scalar>&);
  void (*begin)(Set&, Scalar*, const TunerConfig<Scalar>&);
  Status (*check_readings)(const Set&, ConstSpan);
  void (*add)(Set&, Scalar*, ConstSpan, ConstSpan);
  Status (*kept)(const Set&, Scalar*, std::size_t, etl::span<Scalar>, etl::span<Scalar>);
  void (*begin_fit)(Set&);
  bool (*advance)(Set&, Scalar*);
  bool (*weigh)(Set&, Scalar*, std::ptrdiff_t);
  void (*begin_judgement)(Set&, Scalar*);
  acquire::OtherStrategy<Scalar> (*strategy)(Set&, Scalar*);
  void (*add_task)(const Set&, Scalar*, numeric::Checksum&);
  void (*adopt)(Set&);
  bool (*resume)(Set&, Scalar*, std::uint64_t);
};

/// The head of a `ConstraintSet`: all that a tuner without one knows of it.
template <class Scalar>
class ConstraintSet {
 public:
  using ConstSpan = etl::span<const Scalar>;

  /// Of a configuration with constraints, in which all else is right.
  Finding check(const TunerConfig<Scalar>& config) const { return calls_->check(*this, config); }
  /// Begins without readings, with a configuration that has been checked. `memory` is that of the models, here and
  /// below.
  void begin(Scalar* memory, const TunerConfig<Scalar>& config) { calls_->begin(*this, memory, config); }

  /// How many constraints the task has.
  std::size_t count() const { return count_; }

  /// Whether each can be taken; there is one for each constraint.
  Status check_readings(const ConstSpan& readings) const { return calls_->check_readings(*this, readings); }
  /// Adds readings that have been checked, at settings that the goal's model has taken.
  void add(Scalar* memory, const ConstSpan& settings, const ConstSpan& readings) {
    calls_->add(*this, memory, settings, readings);
  }
  Status kept(Scalar* memory, std::size_t index, const etl::span<Scalar>& settings,
              const etl::span<Scalar>& readings) const {
    return calls_->kept(*this, memory, index, settings, readings);
  }

  void begin_fit() { calls_->begin_fit(*this); }
  /// How probable it is that the point that the workspaces hold keeps to all constraints, by the readings near it.
  void begin_judgement(Scalar* memory) { calls_->begin_judgement(*this, memory); }
  /// One bounded unit of work on what was begun last. Whether it is done.
  bool advance(Scalar* memory) { return calls_->advance(*this, memory); }
  /// When the fits are done: whether each model has a posterior.
  bool fitted() const { return fitted_; }
  /// When the judgement is: the probability.
  Scalar feasible() const { return feasible_; }

  /// One bounded unit of work on a pack of observations. Whether it is known how probable it is that all constraints
  /// are kept to at each of them.
  bool weigh(Scalar* memory, std::ptrdiff_t pack) { return calls_->weigh(*this, memory, pack); }
  const Scalar* log_feasible() const { return log_feasible_.data(); }

  /// What proposes points that keep to the constraints.
  acquire::OtherStrategy<Scalar> strategy(Scalar* memory) { return calls_->strategy(*this, memory); }

  void add_task(Scalar* memory, numeric::Checksum& checksum) const { calls_->add_task(*this, memory, checksum); }

  /// The bytes that a checkpoint needs.
  etl::span<std::uint8_t> saved() {
    return {static_cast<std::uint8_t*>(static_cast<void*>(this)) + first_saved_, saved_bytes_};
  }
  etl::span<const std::uint8_t> saved() const {
    return {static_cast<const std::uint8_t*>(static_cast<const void*>(this)) + first_saved_, saved_bytes_};
  }
  /// Such bytes came from outside, of so many constraints, no more than there is room for. Whatever else it has to know
  /// to be asked for its task is right afterwards.
  void adopt(std::size_t constraints) {
    count_ = constraints;
    calls_->adopt(*this);
  }
  /// Then: goes on from them, with as many readings as the goal's model has been given. False if they are no state that
  /// it can be in: it must then not be used.
  bool resume(Scalar* memory, std::uint64_t added) { return calls_->resume(*this, memory, added); }
  /// Whether all of the memory is in use, and not only what lasts between fits.
  bool needs_scratch() const { return needs_scratch_; }

 protected:
  ConstraintSet(const ConstraintCalls<Scalar>& calls, std::size_t first_saved, std::size_t saved_bytes)
      : calls_(&calls), first_saved_(first_saved), saved_bytes_(saved_bytes) {}

  const ConstraintCalls<Scalar>* calls_;
  std::size_t first_saved_;
  std::size_t saved_bytes_;
  std::size_t count_ = 0;
  std::array<Scalar, 8> log_feasible_{};
  Scalar feasible_ = 1;
  bool fitted_ = false;
  bool needs_scratch_ = false;
};

}  // namespace taut
