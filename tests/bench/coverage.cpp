// How often the 95 % interval of a quantile holds the true one, and how wide it is, for noise of constant and of
// varying scale, by the working likelihood alone (plain) and by the intervals that users see (corrected).
//
//     bench_coverage [data sets, default 50] [readings in each, default 200] [loudest noise / quietest, default 20]
//                    [number of the first data set, default 1]

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "model/model_engine.hpp"
#include "model/prediction.hpp"
#include "wave.hpp"

namespace {

using Scalar = float;
using ModelEngine = taut::model::ModelEngine<Scalar>;
using taut::model::g;
using taut::model::Index;
using taut::model::Moments;
using taut::model::pack_width;

constexpr Index points = 200;
constexpr double reach = 1.96;  // deviations on each side of a 95 % interval

struct Score {
  double covered = 0;
  double width = 0;

  void add(double truth, double mean, double deviation) {
    covered += std::abs(truth - mean) <= reach * deviation ? 1 : 0;
    width += 2 * reach * deviation;
  }
};

/// Of one half of the range, summed over its points in all data sets.
struct Half {
  Score plain;
  Score corrected;
  double square = 0;
  double places = 0;
};

/// A fitted model and its memory.
class Fitted {
 public:
  Fitted(const Readings& readings, float level, taut::Noise noise)
      : engine_({.inputs = 1, .inducing = 32, .observations = readings.x.size()}),
        memory_(taut::model_scalars({.inputs = 1, .inducing = 32, .observations = readings.x.size()})) {
    const taut::Range<Scalar> range{Wave::lowest, Wave::highest};
    taut::ModelConfig<Scalar> config{};
    config.statistic = taut::quantile(level);
    config.ranges = {&range, 1};
    config.noise = noise;
    expect(engine_.begin(memory_.data(), config));
    for (std::size_t i = 0; i < readings.x.size(); ++i) {
      expect(engine_.add(memory_.data(), {&readings.x[i], 1}, readings.y[i], 0));
    }
    expect(engine_.begin_fit(memory_.data()));
    while (engine_.fitting()) {
      expect(engine_.advance(memory_.data()));
    }
  }

  /// At the points of a pack, in the unit of the readings.
  void predict(const std::array<double, pack_width>& x, Moments<Scalar>& plain, Moments<Scalar>& corrected) {
    const taut::model::Workspace<Scalar> workspace = engine_.workspace(memory_.data());
    for (Index w = 0; w < pack_width; ++w) {
      workspace.queries().row(0)[w] =
          (static_cast<float>(x[static_cast<std::size_t>(w)]) - Wave::lowest) / (Wave::highest - Wave::lowest);
    }
    corrected = taut::model::predict(workspace, engine_.problem()).g;
    plain = taut::model::moments<Scalar>(workspace.latent(g), workspace.projection(g), workspace.solved());
    const taut::model::Scaling<Scalar>& scaling = engine_.scaling();
    for (Moments<Scalar>* part : {&plain, &corrected}) {
      part->mean = scaling.centre + scaling.factor * part->mean;
      part->variance *= scaling.factor * scaling.factor;
    }
  }

 private:
  static void expect(taut::Status status) {
    if (status != taut::Status::ok) {
      std::printf("a fit failed: %s\n", taut::text(status).data());
      std::exit(1);
    }
  }

  ModelEngine engine_;
  std::vector<Scalar> memory_;
};

using Halves = std::array<Half, 2>;  // loud, quiet

void study(const Wave& wave, const Readings& readings, float level, taut::Noise noise, Halves& halves) {
  Fitted fitted(readings, level, noise);
  const double step = static_cast<double>(Wave::highest - Wave::lowest) / points;
  for (Index first = 0; first < points; first += pack_width) {
    std::array<double, pack_width> x{};
    for (Index w = 0; w < pack_width; ++w) {
      x[static_cast<std::size_t>(w)] =
          static_cast<double>(Wave::lowest) + step * (static_cast<double>(first + w) + 0.5);
    }
    Moments<Scalar> plain;
    Moments<Scalar> corrected;
    fitted.predict(x, plain, corrected);
    for (Index w = 0; w < pack_width; ++w) {
      const double place = x[static_cast<std::size_t>(w)];
      const double truth = wave.quantile(place, static_cast<double>(level));
      const auto mean = static_cast<double>(plain.mean[w]);
      Half& half = halves[place < static_cast<double>(Wave::middle) ? 0 : 1];
      half.plain.add(truth, mean, std::sqrt(static_cast<double>(plain.variance[w])));
      half.corrected.add(truth, mean, std::sqrt(static_cast<double>(corrected.variance[w])));
      half.square += (mean - truth) * (mean - truth);
      half.places += 1;
    }
  }
}

}  // namespace

int main(int count, char** arguments) {
  const int sets = count > 1 ? std::atoi(arguments[1]) : 50;
  const int size = count > 2 ? std::atoi(arguments[2]) : 200;
  const double contrast = count > 3 ? std::atof(arguments[3]) : 20;
  const int first = count > 4 ? std::atoi(arguments[4]) : 1;
  const Wave wave{.quietest = 1 / contrast};
  std::printf("%d data sets of %d readings, noise %.0f times as loud on the left as on the right\n\n", sets, size,
              contrast);
  std::printf("               whole range       loud half                          quiet half\n");
  std::printf("level noise     plain corrected   plain corrected  width  error      plain corrected  width   error\n");
  for (const float level : {0.05F, 0.25F, 0.5F, 0.95F}) {
    for (const taut::Noise noise : {taut::Noise::constant, taut::Noise::varies}) {
      Halves halves{};
      for (int set = 0; set < sets; ++set) {
        study(wave,
              wave.measure(static_cast<std::size_t>(size),
                           static_cast<std::uint64_t>(first) + static_cast<std::uint64_t>(set)),
              level, noise, halves);
      }
      const Half& loud = halves[0];
      const Half& quiet = halves[1];
      const double places = loud.places + quiet.places;
      std::printf("%5.2f %-8s  %5.1f   %5.1f     ", static_cast<double>(level),
                  noise == taut::Noise::varies ? "varies" : "constant",
                  100 * (loud.plain.covered + quiet.plain.covered) / places,
                  100 * (loud.corrected.covered + quiet.corrected.covered) / places);
      for (const Half& half : halves) {
        std::printf("%5.1f   %5.1f    %6.3f  %6.4f      ", 100 * half.plain.covered / half.places,
                    100 * half.corrected.covered / half.places, half.corrected.width / half.places,
                    std::sqrt(half.square / half.places));
      }
      std::printf("\n");
    }
  }
  return 0;
}
