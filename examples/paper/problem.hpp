#pragma once

#include <etl/span.h>
#include <taut/goal.hpp>
#include <taut/random.hpp>
#include <taut/range.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

namespace paper {

/// How many readings a run takes, in the paper.
struct Budget {
  std::size_t initial = 0;
  std::size_t total = 0;
};

/// Something noisy to optimise, whose every setting's true worth is known or can be had by simulation. Readings are
/// always to be maximised; a cost is minus its reading. All of it may be called from several threads.
class Problem {
 public:
  Problem() = default;
  Problem(const Problem&) = delete;
  Problem(Problem&&) = delete;
  Problem& operator=(const Problem&) = delete;
  Problem& operator=(Problem&&) = delete;
  virtual ~Problem() = default;

  virtual etl::span<const taut::Range<float>> ranges() const = 0;
  virtual Budget budget() const = 0;

  /// How many inducing points a model of it has: in the paper 50.
  virtual std::size_t inducing() const { return 50; }

  /// Of the readings' quantile or expectile: what the paper calls τ, or 1 - τ where it speaks of a cost.
  virtual float level() const = 0;

  /// One noisy reading.
  virtual float observe(etl::span<const float> settings, taut::Random& random) const = 0;

  /// A statistic of such readings, without noise.
  virtual double truth(etl::span<const float> settings, const taut::Statistic& statistic) const = 0;

  /// After how many more readings a recommendation is judged again; 0: after every batch.
  virtual std::size_t judged_every() const { return 0; }

  /// The largest truth of all settings, if it is known.
  virtual std::optional<double> optimum(const taut::Statistic& statistic) const = 0;
};

/// Which problem.
struct ProblemName {
  std::string family;           ///< gld, lander, fel
  std::string variant{"-"};     ///< Of gld: runs, text.
  std::size_t dimensions = 0;   ///< Of gld: 3 or 6.
  std::string level{"-"};       ///< τ, as the paper and the user write it.
  std::uint64_t index = 1;      ///< Of gld: which draw.
  std::size_t episodes = 1000;  ///< Of lander: how many tell the truth.
};

/// The problem of that name; nothing if this build has none of that family.
std::shared_ptr<const Problem> make_problem(const ProblemName& name);

/// Whether this build has the lunar lander, which needs Box2D.
bool has_lander();

}  // namespace paper
