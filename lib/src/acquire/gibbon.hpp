#pragma once

#include "acquire/batch_information.hpp"
#include "acquire/path_maxima.hpp"

namespace taut::acquire {

/// Q-GIBBON: a batch of points that together tell most of the maximum of g, one after the other. It begins with eight
/// paths: their highest values are its samples of the maximum, and where they have them is where the search for each
/// point begins. What a reading tells is next to nothing in most of the box, so that the search would miss it without
/// these places. A `FindsPoints`.
///
/// Information falls to 1e-4 nats and less as a search goes on, so the tolerance of the search must be small against
/// that: 1e-6 rather than its default.
template <class Scalar>
class Gibbon {
 public:
  using Settings = ProposalSettings<Scalar>;

  static constexpr Index memory(Index inputs, Index inducing, const Settings& settings) {
    const Index paths = PathMaxima<Scalar>::memory(inputs, inducing, settings.features, false);
    const Index information = Storage::scalars({inputs, inducing, settings.batch, pack_width}) + pack_width * inputs;
    return information > paths ? information : paths;  // one after the other
  }

  void begin(const BatchSoFar<Scalar>& batch);
  Index advance(const BatchSoFar<Scalar>& batch);

 private:
  using Storage = BatchInformationStorage<Scalar>;
  enum class Stage : std::uint8_t { sample_maxima, add, search };

  static Storage storage(const BatchSoFar<Scalar>& batch);
  static etl::span<Scalar> tops(const BatchSoFar<Scalar>& batch);
  void keep_maxima(const BatchSoFar<Scalar>& batch);
  void begin_search(const BatchSoFar<Scalar>& batch);
  void search(const BatchSoFar<Scalar>& batch);

  PathMaxima<Scalar> maxima_{};
  BatchInformation<Scalar> information_{};
  Stage stage_ = Stage::search;
};

}  // namespace taut::acquire
