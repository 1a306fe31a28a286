#pragma once

#include <cstdint>

#include "controller.hpp"
#include "state.hpp"

namespace lunar_lander {

/// How an episode ended; `flying` while it has not.
enum class Ending : std::uint8_t { flying, landed, crashed, timed_out };

/// Near the pad, slow, upright and on its legs is good: the reward of a step is by how much this has grown.
double potential(const State& state);

/// What a step with that action burns.
double fuel(Action action);

/// The reward of one step. One that lands or crashes counts +100 or -100 and nothing else.
double reward(const State& before, Action action, const State& after, Ending ending);

}  // namespace lunar_lander
