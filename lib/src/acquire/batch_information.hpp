#pragma once

#include <taut/status.hpp>

#include "acquire/information.hpp"
#include "acquire/posterior_gradient.hpp"
#include "numeric/vector.hpp"

namespace taut::acquire {

using model::Triangle;

/// Where a batch lives in a piece of memory of the caller's. Panels last as long as one evaluation, or choice; the rest
/// as long as the batch.
template <class Scalar>
class BatchInformationStorage {
 public:
  using Span = etl::span<Scalar>;

  static constexpr Index found_rows = 9;

  struct Sizes {
    Index inputs;
    Index inducing;
    Index batch;    ///< Points at most.
    Index samples;  ///< Of the maximum.
  };

  /// How many scalars of memory it takes: 24 inducing + 8 inputs + 72 for packs of candidates; for each point of the
  /// batch itself, a vector of the size of the inducing points, 8 numbers and a row of a triangle.
  static constexpr Index scalars(const Sizes& sizes) {
    return Panel<Scalar>::entries(3 * sizes.inducing + sizes.inputs + found_rows) +
           sizes.batch * (sizes.inputs + sizes.inducing + pack_width) + Triangle<Scalar>::entries(sizes.batch) +
           sizes.samples;
  }

  /// `memory` has as many scalars as that. `inducing` are those in use.
  BatchInformationStorage(Span memory, const Sizes& sizes) : memory_(memory), sizes_(sizes) {}

  const Sizes& sizes() const { return sizes_; }
  bool fits() const { return numeric::size(memory_) >= scalars(sizes_); }

  // Of a pack of candidates: projections of both latent functions, scratch, points, what was found; and with a row per
  // chosen point, covariances of g with it.
  Panel<Scalar> projection(Which which) const { return panel(which * column(), sizes_.inducing); }
  Panel<Scalar> scratch() const { return panel(2 * column(), sizes_.inducing); }
  Panel<Scalar> queries() const { return panel(3 * column(), sizes_.inputs); }
  Panel<Scalar> found() const { return panel(3 * column() + Panel<Scalar>::entries(sizes_.inputs), found_rows); }
  Panel<Scalar> covariances(Index chosen) const { return panel(rows(), chosen); }

  // Of chosen points: inputs; (I - P⁻¹) a of g, with P⁻¹ the covariance of its corrected posterior; the factor of the
  // covariance of their readings.
  Points<Scalar> points(Index chosen) const { return {part(kept(), chosen * sizes_.inputs), sizes_.inputs}; }
  Span point(Index i) const { return part(kept() + i * sizes_.inputs, sizes_.inputs); }
  Span whitened(Index i) const {
    return part(kept() + sizes_.batch * sizes_.inputs + i * sizes_.inducing, sizes_.inducing);
  }
  Triangle<Scalar> factor(Index chosen) const { return {part(triangle(), Triangle<Scalar>::entries(chosen)), chosen}; }
  Span maxima() const { return part(triangle() + Triangle<Scalar>::entries(sizes_.batch), sizes_.samples); }

 private:
  Index column() const { return Panel<Scalar>::entries(sizes_.inducing); }
  Index rows() const { return 3 * column() + Panel<Scalar>::entries(sizes_.inputs + found_rows); }
  Index kept() const { return rows() + sizes_.batch * pack_width; }
  Index triangle() const { return kept() + sizes_.batch * (sizes_.inputs + sizes_.inducing); }
  Span part(Index first, Index count) const { return numeric::slice(memory_, first, count); }
  Panel<Scalar> panel(Index first, Index rows) const { return {part(first, Panel<Scalar>::entries(rows)), rows}; }

  Span memory_;
  Sizes sizes_;
};

/// A batch of points that together tell most of the maximum of g, one after the other: Q-GIBBON (Picheny et al., UAI
/// 2022; Moss et al., "GIBBON", JMLR 2021) with the chain rule of information. A candidate x is worth, in nats, what a
/// reading there tells of the maximum once the readings at the chosen points B are known,
///
///     ½ log C - 1/(2K) Σ_k log V(g*_k),
///
/// its `information` with Var g replaced by Var g - cᵀ C_B⁻¹ c: c the covariances of g with B, C_B that of the readings
/// there, whose noise counts as independent. That variance does not depend on what the readings will be.
///
/// The posterior must not change meanwhile. Where noise is not modelled, its scale is taken to be exp(mean of h).
/// Keeps no pointer: with its storage, its bytes are a checkpoint.
template <class Scalar>
class BatchInformation {
 public:
  using Storage = BatchInformationStorage<Scalar>;

  /// Begins with no point. Fails with `wrong_size` (storage too small or not that of the model, maxima not as many as
  /// there are samples, or none) or `not_finite` (maxima).
  Status begin(const Storage& storage, const Workspace<Scalar>& workspace, const Problem<Scalar>& problem,
               etl::span<const Scalar> maxima);

  Index chosen() const { return chosen_; }

  // Both in bounded units of work: one per call, with the same arguments again while `busy()`.

  /// What each point of the pack is worth; a row per input. Then `values` are there, finite and never negative, and
  /// `gradient` is their derivative by the inputs: a row per input. One without rows is not wanted.
  void evaluate(const Storage& storage, const Workspace<Scalar>& workspace, const Problem<Scalar>& problem,
                Panel<const Scalar> pack, Panel<Scalar> gradient);
  Pack<Scalar> values(const Storage& storage) const;

  /// Adds a point to the batch, for which there must be room. It has as many coordinates as there are inputs, all
  /// finite.
  void add(const Storage& storage, const Workspace<Scalar>& workspace, const Problem<Scalar>& problem,
           etl::span<const Scalar> point);

  bool busy() const { return step_ != Step::predict; }

 private:
  struct Evaluation;
  enum class Step : std::uint8_t { predict, condition, differentiate_g, differentiate_h, adopt };

  void predict_at(const Storage& storage, const Workspace<Scalar>& workspace, const Problem<Scalar>& problem,
                  Panel<const Scalar> pack, Evaluation& at) const;
  void covary(const Storage& storage, const Workspace<Scalar>& workspace, Panel<const Scalar> pack) const;
  void condition(const Storage& storage, const Workspace<Scalar>& workspace, Panel<const Scalar> pack,
                 Evaluation& at) const;
  void differentiate_g(const Storage& storage, const Workspace<Scalar>& workspace, const Problem<Scalar>& problem,
                       Panel<const Scalar> pack, const Evaluation& at, Panel<Scalar> gradient) const;
  void adopt(const Storage& storage, const Workspace<Scalar>& workspace, const Problem<Scalar>& problem,
             etl::span<const Scalar> point, const Evaluation& at);

  NoiseMoments<Scalar> noise_{};
  Index chosen_ = 0;
  Step step_ = Step::predict;
};

}  // namespace taut::acquire
