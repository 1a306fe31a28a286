// Learns what examples/laser needs of recorded shots, and writes it down as a header.
//
//     laser_fit_surrogate fel.csv surrogate_numbers.hpp

#include <taut/model.hpp>
#include <taut/random.hpp>

#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "centres.hpp"
#include "least_squares.hpp"
#include "noise_model.hpp"
#include "repeats.hpp"
#include "shots.hpp"

namespace {

using laser::knob_count;
using laser::NoiseModel;
using laser::Repeats;
using laser::Share;
using laser::Shots;

constexpr std::size_t centre_count = 256;
constexpr std::size_t most_shots = 8192;
constexpr double ridge = 1e-3;     // of the weights, mJ^-2 relative to an error of 1 mJ at one place
constexpr double likeness = 0.18;  // (1 + 0.18 r²)^-4 is about as wide as the model's Matérn kernel
constexpr std::uint64_t seed = 1;

using Model = taut::Model<taut::Limits{.inputs = knob_count, .inducing = 128, .observations = most_shots}, double>;

double kernel(const Share& a, const Share& b, const Share& lengths) {
  const double inverse = 1 / (1 + laser::squared_distance(a, b, lengths));
  return inverse * inverse * inverse * inverse;
}

/// A sum of kernels about the centres, and the value that it returns to far from them.
struct Surface {
  double far = 0;
  std::vector<double> weights;
  double difference = 0;  ///< From what it retells, root mean square.
};

/// All that the header holds, besides ranges and names.
struct Surrogate {
  Share lengths{};        ///< Over which a kernel of the mean fades, in shares of the ranges.
  Share noise_lengths{};  ///< The same of deviation and shape.
  std::vector<Share> centres;
  Surface mean;
  Surface deviation;  ///< u, where the deviation is far (u + sqrt(1 + u²))
  Surface shape;
};

taut::Status learn(const Shots& shots, Model& model) {
  std::array<taut::Range<double>, knob_count> ranges{};
  ranges.fill({0, 1});
  taut::Status status = model.begin({.statistic = taut::mean(),
                                     .ranges = ranges,
                                     .noise = taut::Noise::constant,
                                     .placement = taut::Placement::greedy,
                                     .seed = seed,
                                     .cold_evaluations = 40});
  for (std::size_t i = 0; i < shots.shares.size() && status == taut::Status::ok; ++i) {
    status = model.add(shots.shares[i], shots.energies[i]);
  }
  return status == taut::Status::ok ? model.fit() : status;
}

/// Where the model is asked what it thinks: at the shots, near them, between them and anywhere, so that the surrogate
/// agrees with it in all of the box.
std::vector<Share> places_to_ask(const Shots& shots) {
  std::vector<Share> places;
  taut::Random random = taut::Random(seed).stream("places");
  const auto any = [&] { return shots.shares[random.below(static_cast<std::uint32_t>(shots.shares.size()))]; };
  for (const Share& shot : shots.shares) {
    const Share other = any();
    const auto part = random.uniform<double>();
    Share near{};
    Share between{};
    Share anywhere{};
    Share outwards{};
    for (std::size_t d = 0; d < knob_count; ++d) {
      near[d] = std::fmin(std::fmax(shot[d] + 0.1 * random.normal<double>(), 0), 1);
      between[d] = shot[d] + part * (other[d] - shot[d]);
      anywhere[d] = random.uniform<double>();
      outwards[d] = shot[d] + part * (anywhere[d] - shot[d]);
    }
    places.insert(places.end(), {shot, near, between, anywhere, outwards});
  }
  return places;
}

/// Lengths with which (1 + r²)^-4 is about as wide as a Matérn kernel of the lengthscales.
Share lengths_of(const Share& lengthscales) {
  Share lengths{};
  for (std::size_t d = 0; d < knob_count; ++d) {
    lengths[d] = lengthscales[d] / std::sqrt(likeness);
  }
  return lengths;
}

/// Kernels about the centres, weighted such that they come as near to `targets` at `places` as they can.
Surface retell(const std::vector<Share>& places, const std::vector<double>& targets, const std::vector<Share>& centres,
               const Share& lengths) {
  const auto features = [&centres, &lengths](const Share& place) {
    std::vector<double> kernels;
    for (const Share& centre : centres) {
      kernels.push_back(kernel(place, centre, lengths));
    }
    return kernels;
  };
  laser::LeastSquares equations(centres.size());
  for (std::size_t i = 0; i < places.size(); ++i) {
    equations.add(features(places[i]), targets[i]);
  }
  Surface surface;
  surface.weights = equations.solve(ridge);
  double square = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const std::vector<double> kernels = features(places[i]);
    double difference = -targets[i];
    for (std::size_t j = 0; j < kernels.size(); ++j) {
      difference += kernels[j] * surface.weights[j];
    }
    square += difference * difference;
  }
  surface.difference = std::sqrt(square / static_cast<double>(places.size()));
  return surface;
}

/// Retells what was learnt in kernels that need no exponential. As u + sqrt(1 + u²) is the exponential of the inverse
/// of sinh, a sum of kernels and a square root make a deviation that is never negative.
Surrogate retell(const Model& model, const NoiseModel& noise, const Shots& shots) {
  Surrogate surrogate;
  Share lengthscales{};
  const double far_mean = model.statistic_hyperparameters(lengthscales)->mean;
  surrogate.lengths = lengths_of(lengthscales);
  surrogate.noise_lengths = lengths_of(noise.lengthscales());
  surrogate.centres = laser::find_centres(shots.shares, surrogate.lengths, centre_count, seed);

  const std::vector<Share> places = places_to_ask(shots);
  std::vector<double> means;
  std::vector<double> deviations;
  std::vector<double> shapes;
  for (const Share& place : places) {
    means.push_back(model.predict(place)->value - far_mean);
    deviations.push_back(std::sinh(noise.log_deviation(place) - noise.far_log_deviation()));
    shapes.push_back(noise.shape(place) - noise.far_shape());
  }
  surrogate.mean = retell(places, means, surrogate.centres, surrogate.lengths);
  surrogate.deviation = retell(places, deviations, surrogate.centres, surrogate.noise_lengths);
  surrogate.shape = retell(places, shapes, surrogate.centres, surrogate.noise_lengths);
  surrogate.mean.far = far_mean;
  surrogate.deviation.far = std::exp(noise.far_log_deviation());
  surrogate.shape.far = noise.far_shape();
  return surrogate;
}

std::string real(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.9gF", static_cast<double>(static_cast<float>(value)));
  const std::string plain = text.data();
  return plain.find_first_of(".e") == std::string::npos ? plain.substr(0, plain.size() - 1) + ".0F" : plain;
}

void write_reach(std::ofstream& out, const char* name, const Share& lengths) {
  out << "inline constexpr std::array<float, " << knob_count << "> " << name << "{\n";
  for (const double length : lengths) {
    out << "  " << real(1 / length) << ",\n";
  }
  out << "};\n\n";
}

bool write(const std::string& path, const Shots& shots, const Surrogate& surrogate) {
  std::ofstream out(path);
  out << "#pragma once\n\n// Computed by fit_surrogate.cpp from recorded shots; see README.md.\n\n"
         "#include <taut/design.hpp>\n\n#include <array>\n#include <cstdint>\n\n"
         "namespace laser::numbers {\n\n// clang-format off\n\n"
         "/// The least and the most that each magnet was set to, kG.\n"
      << "inline constexpr std::array<taut::Range<float>, " << knob_count << "> ranges{{\n";
  for (std::size_t d = 0; d < knob_count; ++d) {
    out << "  {" << real(shots.lowest[d]) << ", " << real(shots.highest[d]) << "},  // " << shots.names[d] << "\n";
  }
  out << "}};\n\n/// How many lengths of the kernel each range is long: of the mean, and of the noise.\n";
  write_reach(out, "reach", surrogate.lengths);
  write_reach(out, "noise_reach", surrogate.noise_lengths);
  out << "/// Far from all centres; mean and deviation in mJ.\n"
      << "inline constexpr float far_mean = " << real(surrogate.mean.far) << ";\n"
      << "inline constexpr float far_deviation = " << real(surrogate.deviation.far) << ";\n"
      << "inline constexpr float far_shape = " << real(surrogate.shape.far) << ";\n\n"
      << "/// A unit of the places of centres, as a share of the range.\n"
      << "inline constexpr float step = " << real(1.0 / 255) << ";\n\n"
      << "/// A point that carries a part of the surfaces: the weights of its kernels.\n"
      << "struct Centre {\n  std::uint8_t place[" << knob_count
      << "];\n  float mean;  ///< mJ\n  float deviation;\n  float shape;\n};\n\n"
      << "inline constexpr std::array<Centre, " << centre_count << "> centres{{\n";
  for (std::size_t j = 0; j < centre_count; ++j) {
    out << "  {{";
    for (std::size_t d = 0; d < knob_count; ++d) {
      out << (d > 0 ? ", " : "") << std::lround(surrogate.centres[j][d] * 255);
    }
    out << "}, " << real(surrogate.mean.weights[j]) << ", " << real(surrogate.deviation.weights[j]) << ", "
        << real(surrogate.shape.weights[j]) << "},\n";
  }
  out << "}};\n\n// clang-format on\n\n}  // namespace laser::numbers\n";
  return static_cast<bool>(out.flush());
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 3) {
    std::fprintf(stderr, "usage: %s fel.csv surrogate_numbers.hpp\n", arguments[0]);
    return 2;
  }
  Shots shots;
  if (const std::string wrong = laser::read_shots(arguments[1], shots); !wrong.empty()) {
    std::fprintf(stderr, "%s: %s\n", arguments[1], wrong.c_str());
    return 1;
  }
  const std::vector<Repeats> repeats = laser::find_repeats(shots);
  if (shots.energies.size() < centre_count || shots.energies.size() > most_shots) {
    std::fprintf(stderr, "%s: %zu shots; %zu to %zu are needed\n", arguments[1], shots.energies.size(), centre_count,
                 most_shots);
    return 1;
  }
  const auto model = std::make_unique<Model>();
  if (const taut::Status status = learn(shots, *model); status != taut::Status::ok) {
    std::fprintf(stderr, "the mean cannot be learnt: %s\n", taut::text(status).data());
    return 1;
  }
  const auto noise = std::make_unique<NoiseModel>();
  if (const taut::Status status = noise->learn(repeats); status != taut::Status::ok) {
    std::fprintf(stderr, "the noise cannot be learnt from %zu places with repeats: %s\n", repeats.size(),
                 taut::text(status).data());
    return 1;
  }
  const Surrogate surrogate = retell(*model, *noise, shots);
  if (!write(arguments[2], shots, surrogate)) {
    std::fprintf(stderr, "%s: cannot be written\n", arguments[2]);
    return 1;
  }
  std::printf("%zu shots, %zu places with repeats; evidence of the models %.1f (mean), %.1f (noise)\n",
              shots.energies.size(), repeats.size(), model->report().evidence, noise->evidence());
  std::printf("the surrogate differs from them (rms) by %.3f mJ (mean), %.1f %% (deviation), %.2f (shape)\n",
              surrogate.mean.difference, 100 * surrogate.deviation.difference, surrogate.shape.difference);
  return 0;
}
