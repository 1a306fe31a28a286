#pragma once

#include <taut/random.hpp>
#include <taut/statistics.hpp>

#include <array>
#include <cmath>

#include "models.hpp"
#include "numeric/elementary.hpp"

/// Noisy functions whose every quantile is known: generalised lambda distributions (Freimer et al. 1988),
///
///     Q(u) = λ₀ + λ₁ (T(u, λ₂) - T(1 - u, λ₃)),   T(u, λ) = (u^λ - 1) / λ,
///
/// whose parameters vary over the inputs as draws from a Gaussian process. Location, scale, skewness and the weight of
/// both tails change from place to place; the scale spans three orders of magnitude. With the scalings of Picheny et
/// al. (UAI 2022) as published: λ₀ = 2 a + 4‖x - ½‖², λ₁ = softplus(4 b) / 2, λ₂ = 0.2 c, λ₃ = 0.2 d.
namespace generalised_lambda {

constexpr int inputs = 3;
using Point = std::array<Scalar, inputs>;

/// A draw from a Gaussian process with mean 0, variance 1 and a Matérn-5/2 kernel of lengthscale ½, by random Fourier
/// features (Rahimi & Recht 2007).
class Draw {
 public:
  explicit Draw(taut::Random random) {
    for (Feature& feature : features_) {
      random.fill_normal<Scalar>(feature.frequency);
      random.fill_normal<Scalar>(feature.weights);
      const Scalar gamma = random.chi_squared<Scalar>(5);
      for (Scalar& frequency : feature.frequency) {
        frequency *= std::sqrt(5 / gamma) / lengthscale;
      }
    }
  }

  Scalar at(const Point& x) const {
    Scalar sum = 0;
    for (const Feature& feature : features_) {
      Scalar angle = 0;
      for (std::size_t d = 0; d < x.size(); ++d) {
        angle += feature.frequency[d] * x[d];
      }
      const auto [sine, cosine] = taut::numeric::sine_cosine(angle);
      sum += feature.weights[0] * sine + feature.weights[1] * cosine;
    }
    return sum / std::sqrt(static_cast<Scalar>(features_.size()));
  }

 private:
  static constexpr auto lengthscale = Scalar(0.5);
  struct Feature {
    Point frequency;
    std::array<Scalar, 2> weights;
  };
  std::array<Feature, 64> features_{};
};

class Distribution {
 public:
  explicit Distribution(const taut::Random& random)
      : draws_{Draw(random.stream("lambda", 0)), Draw(random.stream("lambda", 1)), Draw(random.stream("lambda", 2)),
               Draw(random.stream("lambda", 3))} {}

  Scalar quantile(const Point& x, Scalar level) const {
    Scalar location = 2 * draws_[0].at(x);
    for (const Scalar coordinate : x) {
      location += 4 * (coordinate - Scalar(0.5)) * (coordinate - Scalar(0.5));
    }
    const Scalar scale = taut::numeric::log(1 + taut::numeric::exp(4 * draws_[1].at(x))) / 2;
    return location + scale * (tail(level, draws_[2].at(x) / 5) - tail(1 - level, draws_[3].at(x) / 5));
  }

 private:
  static Scalar tail(Scalar level, Scalar shape) {
    const Scalar logarithm = taut::numeric::log(level);
    const bool flat = shape < Scalar(1e-3) && shape > Scalar(-1e-3);  // the limit, well within what matters here
    return flat ? logarithm : (taut::numeric::exp(shape * logarithm) - 1) / shape;
  }
  std::array<Draw, 4> draws_;
};

/// Fills a workspace with so many observations at uniform places, and scales them robustly: the level's quantile
/// becomes 0, half the distance between the 10 % and the 90 % quantile becomes 1. Inducing points go on observations.
inline void observe(const taut::model::Workspace<Scalar>& workspace, std::uint64_t seed, models::Index observations,
                    Scalar level) {
  taut::Random random(seed);
  const Distribution distribution(random);
  const etl::span<Scalar> outputs = taut::numeric::slice(workspace.all_outputs(), 0, observations);
  for (models::Index i = 0; i < observations; ++i) {
    Point x{};
    for (models::Index d = 0; d < inputs; ++d) {
      x[static_cast<std::size_t>(d)] = random.uniform<Scalar>();
      models::set_input(workspace, i, d, x[static_cast<std::size_t>(d)]);
    }
    outputs[static_cast<std::size_t>(i)] = distribution.quantile(x, random.uniform<Scalar>());
  }
  const auto quantile = [&](Scalar share) {  // in scratch, because finding it reorders the values
    const etl::span<Scalar> scratch =
        taut::numeric::slice(workspace.natural(models::g, 0).precision.all(), 0, observations);
    taut::numeric::copy<Scalar>(outputs, scratch);
    return taut::sample_quantile(scratch, share).value();
  };
  const Scalar centre = quantile(level);
  const Scalar scale = (quantile(Scalar(0.9)) - quantile(Scalar(0.1))) / 2;
  for (Scalar& output : outputs) {
    output = (output - centre) / scale;
  }
  models::place_on_observations(workspace, observations);
}

}  // namespace generalised_lambda
