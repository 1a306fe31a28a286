#include "centres.hpp"

#include <taut/random.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace laser {
namespace {

constexpr int rounds = 50;
constexpr double grid = 255;

/// The next first guess: a shot, more likely the farther it is from the guesses so far.
const Share& draw(const std::vector<Share>& shots, const std::vector<double>& squares, taut::Random& random) {
  double total = 0;
  for (const double square : squares) {
    total += square;
  }
  double left = random.uniform<double>() * total;
  std::size_t chosen = 0;
  while (chosen + 1 < shots.size() && left > squares[chosen]) {
    left -= squares[chosen++];
  }
  return shots[chosen];
}

std::vector<Share> guess(const std::vector<Share>& shots, const Share& lengths, std::size_t count,
                         taut::Random& random) {
  std::vector<Share> centres;
  std::vector<double> squares(shots.size(), std::numeric_limits<double>::max() / static_cast<double>(shots.size()));
  while (centres.size() < count) {
    centres.push_back(draw(shots, squares, random));
    for (std::size_t i = 0; i < shots.size(); ++i) {
      squares[i] = std::min(squares[i], squared_distance(shots[i], centres.back(), lengths));
    }
  }
  return centres;
}

/// Moves each centre to the mean of the shots it is the nearest to.
void improve(const std::vector<Share>& shots, const Share& lengths, std::vector<Share>& centres) {
  std::vector<Share> sums(centres.size());
  std::vector<double> members(centres.size());
  for (const Share& shot : shots) {
    std::size_t nearest = 0;
    double least = std::numeric_limits<double>::max();
    for (std::size_t j = 0; j < centres.size(); ++j) {
      const double square = squared_distance(shot, centres[j], lengths);
      nearest = square < least ? j : nearest;
      least = std::min(square, least);
    }
    members[nearest] += 1;
    for (std::size_t d = 0; d < knob_count; ++d) {
      sums[nearest][d] += shot[d];
    }
  }
  for (std::size_t j = 0; j < centres.size(); ++j) {
    for (std::size_t d = 0; d < knob_count && members[j] > 0; ++d) {
      centres[j][d] = sums[j][d] / members[j];
    }
  }
}

}  // namespace

double squared_distance(const Share& a, const Share& b, const Share& lengths) {
  double square = 0;
  for (std::size_t d = 0; d < knob_count; ++d) {
    const double distance = (a[d] - b[d]) / lengths[d];
    square += distance * distance;
  }
  return square;
}

std::vector<Share> find_centres(const std::vector<Share>& shots, const Share& lengths, std::size_t count,
                                std::uint64_t seed) {
  taut::Random random = taut::Random(seed).stream("centres");
  std::vector<Share> centres = guess(shots, lengths, count, random);
  for (int round = 0; round < rounds; ++round) {
    improve(shots, lengths, centres);
  }
  for (Share& centre : centres) {
    for (double& share : centre) {
      share = std::round(share * grid) / grid;
    }
  }
  return centres;
}

}  // namespace laser
