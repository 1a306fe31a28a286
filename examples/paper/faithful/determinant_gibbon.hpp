#pragma once

#include <array>
#include <vector>

#include "acquire/noise_moments.hpp"
#include "model/sweep.hpp"

namespace paper::faithful {

using taut::model::Index;
using taut::model::Moments;
using taut::model::Pack;
using taut::model::Panel;
using taut::model::Which;

/// How much the points of a batch repel each other.
enum class Repulsion {
  whole,    ///< As in the paper: all that the determinant says.
  divided,  ///< As in the software that the paper's runs were made with: that over m², next to m points.
};

/// Q-GIBBON in the form of the paper, with the plain posterior: a batch is worth
///
///     ½ log|C| - 1/(2K) Σ_k Σ_i log V_i(g*_k),
///
/// where C is the covariance of its readings and V_i(g*) the variance of reading i if the maximum of g is g*. With the
/// moments of `NoiseMoments`,
///
///     C_ij = Cov(g_i, g_j) + κ₁² E[σ_i] E[σ_j] (exp(Cov(h_i, h_j)) - 1)      C_ii = Var g_i + κ₁² Var σ_i + κ₂ E[σ_i²]
///     V_i = Var(g_i | g_i ≤ g*) + κ₁² Var σ_i + κ₂ E[σ_i²].
///
/// Greedily, a candidate x next to the points B chosen so far adds what it tells alone, the library's `information`,
/// and ½ log(1 - cᵀ C_B⁻¹ c / C_xx), never positive, which repels it from them: c are its covariances with them.
template <class Scalar>
class DeterminantGibbon {
 public:
  /// Begins with no point. The workspace's memory must stay as it is; maxima are one or more.
  DeterminantGibbon(const taut::model::Workspace<Scalar>& workspace, const taut::model::Problem<Scalar>& problem,
                    std::vector<Scalar> maxima, Repulsion repulsion = Repulsion::whole);

  Index chosen() const { return static_cast<Index>(scales_.size()); }

  /// What each point of the pack adds; a row per input.
  Pack<Scalar> value(Panel<const Scalar> pack) { return value_and_gradient(pack, Panel<Scalar>({}, 0)); }

  /// The same, and sets `gradient` to its derivative by the inputs: a row per input. Without rows, it is not wanted.
  Pack<Scalar> value_and_gradient(Panel<const Scalar> pack, Panel<Scalar> gradient);

  /// Adds a point to the batch.
  void choose(etl::span<const Scalar> point);

 private:
  /// Of one latent function: a = L⁻¹ k(Z, x) at the pack; for each chosen point (I - P⁻¹) a there, P⁻¹ the posterior
  /// covariance of v; and covariances of the pack with the chosen points.
  struct Function {
    std::vector<Scalar> projection, whitened, covariances;
  };
  struct Evaluation;

  /// What repulsion is multiplied by.
  Scalar repulsion_weight() const;
  Panel<Scalar> projection(Which which);
  Panel<Scalar> covariances(Which which);
  Evaluation evaluate(Panel<const Scalar> pack);
  void covary(Which which, Panel<const Scalar> pack);
  void differentiate(Which which, Panel<const Scalar> pack, const Moments<Scalar>& change, Panel<Scalar> gradient);

  taut::model::Workspace<Scalar> workspace_;
  taut::model::Problem<Scalar> problem_;
  std::vector<Scalar> maxima_;
  Repulsion repulsion_;
  taut::acquire::NoiseMoments<Scalar> noise_;
  std::array<Function, 2> functions_;
  std::vector<Scalar> points_;   // chosen ones, one after the other
  std::vector<Scalar> scales_;   // E[σ] at each of them
  std::vector<Scalar> factor_;   // the Cholesky factor of C_B, row after row
  std::vector<Scalar> solved_;   // L⁻¹ c, then C_B⁻¹ c: a row per chosen point
  std::vector<Scalar> scratch_;  // a row per inducing point
};

}  // namespace paper::faithful
