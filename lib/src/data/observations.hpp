#pragma once

#include <etl/expected.h>
#include <taut/model.hpp>

#include "data/scaling.hpp"

namespace taut::data {

/// What was observed, in a ring: when it is full, the oldest observation makes room for the next, or there is no next.
/// Settings and readings come and go in the user's units, and lie in the arrays as the model needs them: in [0, 1], and
/// of about 1.
///
/// Of known noise each reading comes with its variance; who calls says whether it is.
template <class Scalar>
class Observations {
 public:
  using Arrays = ObservationArrays<Scalar>;
  using Count = std::uint64_t;  ///< Of what has no end: 32 bits are counted through in weeks.

  /// Forgets everything, the scaling too. The ranges have to be in the arrays before the first observation.
  void begin(WhenFull when_full);
  /// Forgets the observations. The scaling stays that of what was fitted to them, and is due with the next fit.
  void forget() { added_ = scaled_ = 0; }
  /// Forgets the scaling as well.
  void forget_all() {
    scaling_ = {};
    small_region_ = false;
    forget();
  }

  /// Whether settings of one place may be asked about: their number, finite, within the ranges.
  static Status check(const Arrays& arrays, etl::span<const Scalar> settings);
  /// And whether a reading can be taken.
  static Status check(Scalar reading);
  /// Or an observation.
  Status check(const Arrays& arrays, etl::span<const Scalar> settings, Scalar reading, Scalar variance,
               bool known_noise) const;

  /// Adds one that has been checked. The variance counts if the noise is known.
  void add(const Arrays& arrays, const Scalar* settings, Scalar reading, Scalar variance, bool known_noise);
  /// Writes one without its variance to a place of the ring.
  void write(const Arrays& arrays, Index place, const Scalar* settings, Scalar reading) const;

  /// Settings and reading of one observation, the oldest first; of known noise the variance, too. `wrong_size` for the
  /// settings, `out_of_range` beyond the last.
  etl::expected<Reading<Scalar>, Status> read(const Arrays& arrays, std::size_t index, etl::span<Scalar> settings,
                                              bool known_noise) const;

  /// Determines the scaling at first, after much growth, and if it fits no longer: too many outputs are far away, or
  /// two of the same settings agree far above the others. Whether it did: whatever was learnt with the one before then
  /// means nothing. `scratch` has an entry for each observation.
  bool rescale_if_due(const Arrays& arrays, etl::span<Scalar> scratch, bool known_noise);

  Index count(Index capacity) const {
    return added_ < static_cast<Count>(capacity) ? static_cast<Index>(added_) : capacity;
  }
  Count added() const { return added_; }  ///< So far, also those that were replaced.
  /// Where the next one goes.
  Index next(Index capacity) const { return static_cast<Index>(added_ % static_cast<Count>(capacity)); }
  /// Whether the oldest have been replaced.
  bool forgotten(Index capacity) const { return added_ > static_cast<Count>(capacity); }
  WhenFull when_full() const { return when_full_; }
  /// How many of them, the first ones, show where readings lie without a search for the best: as many as the scaling
  /// comes from. All, if those have been forgotten.
  Index first_ones(Index capacity) const;
  /// Whether readings differ, so that there is something to learn. Known as soon as they have been scaled.
  bool differ() const { return scaled_ > 0; }
  /// Whether the scaling was made for a small region where readings are far above all others. What readings scatter
  /// like is then not told by where they lie, but by those that were repeated.
  bool small_region() const { return small_region_; }
  const Scaling<Scalar>& scaling() const { return scaling_; }

  /// Whether this is a state that it can be in, and the arrays, too: of bytes that came from outside.
  bool valid(const Arrays& arrays, bool known_noise) const;

  /// As if so many more had been added and forgotten long ago: whole rounds of the ring.
  void age(Count observations);

 private:
  bool forgets() const { return when_full_ == WhenFull::forget_oldest; }

  Scaling<Scalar> scaling_{};
  Count added_ = 0;
  Count scaled_ = 0;  // of them when the scaling was determined; 0 if that is still to come, or readings are all equal
  WhenFull when_full_ = WhenFull::finish;
  bool small_region_ = false;
};

}  // namespace taut::data
