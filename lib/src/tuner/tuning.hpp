#pragma once

#include <taut/tuner.hpp>

#include <limits>

#include "acquire/proposal.hpp"
#include "acquire/recommendation.hpp"
#include "model/engine.hpp"
#include "tuner/easing.hpp"

namespace taut::tuner {

using model::Index;

/// The number of readings that are wanted if there is no end of them.
inline constexpr std::size_t endless = std::numeric_limits<std::size_t>::max();

/// The arrays of a tuner, which somebody else owns.
template <class Scalar>
struct Room {
  Scalar* scalars;
  std::uint32_t* ids;
};

/// All of a tuner but its arrays, which are passed with every call: where it is in its work, and the numbers that are
/// few. It keeps no pointers, so its bytes and the arrays are a checkpoint.
///
/// Scalars are, in order: the settings of the trials, in the user's units; those of the best one; the model's, of which
/// the last part serves fitting and proposing in turn.
template <class Scalar>
class Tuning {
 public:
  using ConstSpan = etl::span<const Scalar>;

  /// What a call has brought about, besides what it says itself.
  enum class Outcome : std::uint8_t { nothing, fitted, not_fitted, recommended, proposed };

  explicit Tuning(const Limits& limits);

  const Limits& limits() const { return limits_; }

  Status begin(const Room<Scalar>& room, const TunerSettings<Scalar>& settings);
  Status add(const Room<Scalar>& room, ConstSpan settings, Scalar reading, Scalar variance);

  /// The next trial; never waits. `not_ready` in the states that need `poll`, too.
  etl::expected<Trial<Scalar>, Status> ask(const Room<Scalar>& room);
  Status tell(const Room<Scalar>& room, std::uint32_t id, Scalar reading, Scalar variance);
  Status fail(const Room<Scalar>& room, std::uint32_t id);

  /// The trial of this number, if it is outstanding; that at this place among the outstanding ones.
  etl::expected<Trial<Scalar>, Status> find(const Room<Scalar>& room, std::uint32_t id) const;
  etl::expected<Trial<Scalar>, Status> pending(const Room<Scalar>& room, std::size_t index) const;
  std::size_t outstanding() const { return static_cast<std::size_t>(outstanding_); }

  /// One bounded unit of work.
  Outcome advance(const Room<Scalar>& room);

  State state() const;
  bool finished() const {
    return stage_ != Stage::idle && wanted_ != endless && readings_ >= wanted_ && outstanding_ == 0;
  }
  std::size_t readings() const { return readings_; }
  etl::expected<Best<Scalar>, Status> best(const Room<Scalar>& room) const;
  FitReport<Scalar> report() const { return engine_.report(); }
  etl::expected<Prediction<Scalar>, Status> predict(const Room<Scalar>& room, ConstSpan settings) const;

  /// How many scalars there are, and how many of them, from the first on, matter in the present state.
  std::size_t scalars() const { return tuner_scalars(limits_); }
  std::size_t scalars_in_use() const;

 private:
  enum class Stage : std::uint8_t { idle, first, batch, fit, recommend, propose, finished };

  using Proposal = acquire::Proposal<Scalar>;

  struct Options {
    Strategy strategy = Strategy::thompson;
    Scalar caution = 0;
    Scalar deviations = 0;
    bool minimise = false;
  };

  Index inputs() const { return static_cast<Index>(limits_.inputs); }
  etl::span<Scalar> trial(const Room<Scalar>& room, Index slot) const { return {at(room, slot), limits_.inputs}; }
  etl::span<Scalar> best_settings(const Room<Scalar>& room) const {
    return {at(room, static_cast<Index>(limits_.batch)), limits_.inputs};
  }
  Scalar* at(const Room<Scalar>& room, Index slot) const { return room.scalars + slot * inputs(); }
  Scalar* memory(const Room<Scalar>& room) const { return at(room, static_cast<Index>(limits_.batch) + 1); }
  etl::span<Scalar> shared(const Room<Scalar>& room) const {
    return {room.scalars + shared_from_, scalars() - shared_from_};
  }

  Scalar inside(Scalar reading) const { return options_.minimise ? -reading : reading; }
  Status accept(const Room<Scalar>& room, ConstSpan settings, Scalar reading, Scalar variance);
  void go_on(const Room<Scalar>& room);
  Index slot_of(const Room<Scalar>& room, std::uint32_t id) const;
  Index room_for_trials() const;
  bool measuring() const { return stage_ == Stage::first || stage_ == Stage::batch; }
  bool may_ask() const;
  void place_first(const Room<Scalar>& room, Index slot);
  Outcome fit(const Room<Scalar>& room);
  Outcome recommend(const Room<Scalar>& room);
  void begin_proposal(const Room<Scalar>& room);
  Outcome propose(const Room<Scalar>& room);
  void take_over(const Room<Scalar>& room);

  Limits limits_{};
  Options options_{};
  model::Engine<Scalar> engine_;
  Proposal proposal_{};
  acquire::Recommendation<Scalar> recommendation_{};
  Easing easing_{};
  Random random_{};
  Scalar best_value_ = 0;
  Scalar best_deviation_ = 0;
  float best_level_ = 0;
  float level_ = 0;              // of the last fit, as the user sees it
  std::size_t shared_from_ = 0;  // scalars before those that fitting and proposing share
  std::size_t readings_ = 0;
  std::size_t wanted_ = 0;
  std::size_t initial_ = 0;
  std::size_t fresh_ = 0;  // readings since the last fit
  Index batch_ = 0;        // trials between two fits
  Index proposed_ = 0;     // trials of the present batch
  Index asked_ = 0;        // of them
  Index outstanding_ = 0;
  Index last_slot_ = 0;  // of the trial that was asked for last
  std::uint32_t last_id_ = 0;
  std::uint32_t design_ = 0;     // points of the first design that have been used
  std::uint32_t proposals_ = 0;  // batches so far
  Stage stage_ = Stage::idle;
  bool recommended_ = false;
};

}  // namespace taut::tuner
