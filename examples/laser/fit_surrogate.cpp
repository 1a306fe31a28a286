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
#include "repeats.hpp"
#include "shots.hpp"

namespace {

using laser::knob_count;
using laser::Repeats;
using laser::Share;
using laser::Shots;

constexpr std::size_t centre_count = 256;
constexpr std::size_t most_shots = 8192;
constexpr std::size_t fewest_repeats = 6;
constexpr double ridge = 1e-3;     // of the weights, mJ^-2 relative to an error of 1 mJ at one place
constexpr double likeness = 0.18;  // (1 + 0.18 r²)^-4 is about as wide as the model's Matérn kernel
constexpr double sharpness = 4;    // power of the kernel in averages of noise, as in plant.cpp
constexpr std::uint64_t seed = 1;

using Model = taut::Model<taut::Limits{.inputs = knob_count, .inducing = 128, .observations = most_shots}, double>;

double kernel(const Share& a, const Share& b, const Share& lengths) {
  const double inverse = 1 / (1 + laser::squared_distance(a, b, lengths));
  return inverse * inverse * inverse * inverse;
}

/// All that the header holds, besides ranges and names.
struct Surrogate {
  Share lengths{};  ///< Over which a kernel fades, in shares of the ranges.
  double mean = 0;
  std::vector<Share> places;
  std::vector<double> weights;
  std::vector<Repeats> noise;
};

taut::Status learn(const Shots& shots, Model& model) {
  std::array<taut::Range<double>, knob_count> ranges{};
  ranges.fill({0, 1});
  taut::Status status = model.begin({.statistic = taut::mean(),
                                     .ranges = ranges,
                                     .noise = taut::Noise::constant,
                                     .placement = taut::Placement::greedy,
                                     .seed = seed,
                                     .evaluations = 40});
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

/// Retells the model's mean in kernels that need no exponential. Returns the root mean square difference in mJ.
double retell(const Model& model, const Shots& shots, Surrogate& surrogate) {
  Share lengthscales{};
  const auto function = model.statistic(lengthscales);
  surrogate.mean = function->mean;
  for (std::size_t d = 0; d < knob_count; ++d) {
    surrogate.lengths[d] = lengthscales[d] / std::sqrt(likeness);
  }
  surrogate.places = laser::find_centres(shots.shares, surrogate.lengths, centre_count, seed);

  const std::vector<Share> places = places_to_ask(shots);
  const auto features = [&surrogate](const Share& place) {
    std::vector<double> kernels;
    for (const Share& centre : surrogate.places) {
      kernels.push_back(kernel(place, centre, surrogate.lengths));
    }
    return kernels;
  };
  laser::LeastSquares equations(centre_count);
  for (const Share& place : places) {
    equations.add(features(place), model.predict(place)->value - surrogate.mean);
  }
  surrogate.weights = equations.solve(ridge);

  double square = 0;
  for (const Share& place : places) {
    const std::vector<double> kernels = features(place);
    double difference = surrogate.mean - model.predict(place)->value;
    for (std::size_t j = 0; j < centre_count; ++j) {
      difference += kernels[j] * surrogate.weights[j];
    }
    square += difference * difference;
  }
  return std::sqrt(square / static_cast<double>(places.size()));
}

/// The noise at a place: an average over the repeats, in which the nearest count most by far.
Repeats noise_at(const Share& place, const std::vector<Repeats>& repeats, const Share& lengths) {
  Repeats average{place};
  for (const Repeats& one : repeats) {
    const double weight = one.count * std::pow(kernel(place, one.place, lengths), sharpness);
    average.count += weight;
    average.deviation += weight * one.deviation;
    average.shape += weight * one.shape;
  }
  average.deviation /= average.count;
  average.shape /= average.count;
  return average;
}

std::string real(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.9gF", static_cast<double>(static_cast<float>(value)));
  const std::string plain = text.data();
  return plain.find_first_of(".e") == std::string::npos ? plain.substr(0, plain.size() - 1) + ".0F" : plain;
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
  out << "}};\n\n/// How many lengths of the kernel each range is long.\n"
      << "inline constexpr std::array<float, " << knob_count << "> reach{\n";
  for (const double length : surrogate.lengths) {
    out << "  " << real(1 / length) << ",\n";
  }
  out << "};\n\n/// Far from all centres, mJ.\n"
      << "inline constexpr float mean = " << real(surrogate.mean) << ";\n\n"
      << "/// A unit of the places of centres, as a share of the range.\n"
      << "inline constexpr float step = " << real(1.0 / 255) << ";\n\n"
      << "/// A point that carries a part of the surfaces: weight of its kernel in the mean, and the noise near it.\n"
      << "struct Centre {\n  std::uint8_t place[" << knob_count
      << "];\n  float weight;     ///< mJ\n  float deviation;  ///< mJ\n  float shape;\n};\n\n"
      << "inline constexpr std::array<Centre, " << centre_count << "> centres{{\n";
  for (std::size_t j = 0; j < centre_count; ++j) {
    out << "  {{";
    for (std::size_t d = 0; d < knob_count; ++d) {
      out << (d > 0 ? ", " : "") << std::lround(surrogate.places[j][d] * 255);
    }
    out << "}, " << real(surrogate.weights[j]) << ", " << real(surrogate.noise[j].deviation) << ", "
        << real(surrogate.noise[j].shape) << "},\n";
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
  const std::vector<Repeats> repeats = laser::find_repeats(shots, fewest_repeats);
  if (shots.energies.size() < centre_count || shots.energies.size() > most_shots || repeats.empty()) {
    std::fprintf(stderr, "%s: %zu shots, %zu places with repeats; %zu to %zu shots are needed, and one such place\n",
                 arguments[1], shots.energies.size(), repeats.size(), centre_count, most_shots);
    return 1;
  }
  const auto model = std::make_unique<Model>();
  if (const taut::Status status = learn(shots, *model); status != taut::Status::ok) {
    std::fprintf(stderr, "the model cannot be fitted: %s\n", taut::text(status).data());
    return 1;
  }
  Surrogate surrogate;
  const double difference = retell(*model, shots, surrogate);
  for (const Share& place : surrogate.places) {
    surrogate.noise.push_back(noise_at(place, repeats, surrogate.lengths));
  }
  if (!write(arguments[2], shots, surrogate)) {
    std::fprintf(stderr, "%s: cannot be written\n", arguments[2]);
    return 1;
  }
  std::printf(
      "%zu shots, %zu places with repeats; evidence of the model %.1f; the surrogate differs from its mean by "
      "%.3f mJ (rms)\n",
      shots.energies.size(), repeats.size(), model->report().evidence, difference);
  return 0;
}
