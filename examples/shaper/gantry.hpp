#pragma once

#include <etl/span.h>
#include <taut/random.hpp>
#include <taut/range.hpp>

#include <array>

/// A gantry whose arm rings after every move, and the input shaper that is to calm it.
///
/// The shaper has two stages. Each splits what comes in into an impulse at once and one after a delay, so that two or
/// four impulses reach the motor. An arm of frequency f and damping ζ that is hit by impulses of weights wᵢ (their sum
/// is 1), the last of them T - tᵢ later, rings with the amplitude |Σ wᵢ exp(λ (T - tᵢ))|, λ = 2π f (-ζ + i √(1 - ζ²)).
/// For two stages this is a product of two factors, each 0 if the delay is half a period and the weights fit.
namespace shaper {

inline constexpr std::size_t knobs = 4;
using Settings = std::array<float, knobs>;

/// Delay of the first and of the second stage (ms), and the share of its input that each delays.
etl::span<const taut::Range<float>> ranges();

/// What the arm is like, and what ringing costs.
struct Gantry {
  float frequency = 10;     ///< Of the empty arm in the middle of its reach, in Hz.
  float variation = 0.05F;  ///< By how much of that it is lower at one end of the reach and higher at the other.
  float loaded = 0.4F;      ///< Share of the moves that carry a part.
  float lightest = 0.5F;    ///< Mass of the parts, in masses of the arm, from this
  float heaviest = 0.7F;    ///< to this.
  float damping = 0.03F;    ///< Of the critical one.
  float price = 3.5F;       ///< What ringing by 1 % of an unshaped move costs, in ms.
};

/// The frequency of the arm at `position`, from -1 to 1, with a part of mass `load`.
float frequency(const Gantry& gantry, float position, float load);

/// What a move costs at this frequency, in ms: the time that the shaper adds, and the price of the ringing that is
/// left. Like all functions here by + - * / and square roots, and so the same bits on every machine.
float cost(const Gantry& gantry, etl::span<const float> settings, float frequency);

/// A reading: the cost of one move at a random position, with or without a part.
float measure(etl::span<const float> settings, taut::Random& moves, const Gantry& gantry = {});

}  // namespace shaper
