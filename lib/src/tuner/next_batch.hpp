#pragma once

#include <etl/span.h>

#include "acquire/confirmation.hpp"
#include "acquire/proposal.hpp"

namespace taut::tuner {

using model::Index;

// Of all trials, whatever the batches are: one in so many goes where the model's mean is highest, and one in so many to
// a setting that was tried before.
constexpr Index exploit_one_in = 8;
constexpr Index confirm_one_in = 4;

/// How many of a batch that are, after so many batches of the same size. With `ahead` of one less than `one_in` the
/// very first trial is one, with 0 the last.
constexpr Index due(std::uint32_t batches, Index size, Index one_in, Index ahead) {
  const Index before = static_cast<Index>(batches % static_cast<std::uint32_t>(one_in)) * size + ahead;
  return (before + size) / one_in - before / one_in;
}
static_assert(due(0, 1, 8, 7) == 1 && due(1, 1, 8, 7) == 0 && due(8, 1, 8, 7) == 1);
static_assert(due(2, 1, 4, 0) == 0 && due(3, 1, 4, 0) == 1 && due(5, 8, 4, 0) == 2 && due(0, 6, 4, 0) == 1);

/// What is proposed, and how hard it is searched for.
template <class Scalar>
constexpr acquire::ProposalSettings<Scalar> proposal_settings(const Limits& limits, Strategy strategy, Index batch,
                                                              Scalar noise_multiplier, bool mean_first) {
  const auto inputs = static_cast<Index>(limits.inputs);
  acquire::ProposalSettings<Scalar> settings{.strategy = strategy,
                                             .batch = batch,
                                             .features = static_cast<Index>(limits.features),
                                             .search = acquire::BoxSearchSettings<Scalar>::frugal(inputs),
                                             .noise_multiplier = noise_multiplier,
                                             .mean_first = mean_first};
  if (strategy == Strategy::gibbon) {
    settings.search.tolerance = Scalar(1e-6);  // information is small
  }
  return settings;
}

/// The points of the next batch: what is proposed, some of it replaced by settings to measure again, in an order with
/// little travel from trial to trial. Resumable work in memory of the caller's, as a `Proposal` is.
template <class Scalar>
class NextBatch {
 public:
  using Span = etl::span<Scalar>;
  using ConstSpan = etl::span<const Scalar>;

  /// The last `again` points of what is proposed are replaced. Settings have been checked. The rest is as for
  /// `Proposal`.
  void begin(Span memory, const model::Workspace<Scalar>& workspace, const model::Problem<Scalar>& problem,
             const acquire::ProposalSettings<Scalar>& settings, Index again, const Random& random, Scalar best);

  /// One bounded unit of work. The way begins at `from`, in the user's units.
  void advance(Span memory, const model::Workspace<Scalar>& workspace, const model::Problem<Scalar>& problem,
               const acquire::Confirmation<Scalar>& confirmation, ConstSpan from,
               const acquire::OtherStrategy<Scalar>* other = nullptr);

  bool done() const { return stage_ == Stage::done; }

  /// When done: in the unit cube.
  Index count() const { return proposal_.count(); }
  ConstSpan point(ConstSpan memory, Index i) const { return proposal_.point(memory, i); }

 private:
  enum class Stage : std::uint8_t { propose, order, done };

  void replace(Span memory, const model::Workspace<Scalar>& workspace,
               const acquire::Confirmation<Scalar>& confirmation) const;
  void order(Span memory, const model::Workspace<Scalar>& workspace, ConstSpan from);

  acquire::Proposal<Scalar> proposal_{};
  Index again_ = 0;
  Index ordered_ = 0;
  Stage stage_ = Stage::done;
};

}  // namespace taut::tuner
