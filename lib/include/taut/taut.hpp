#pragma once

#include <taut/design.hpp>
#include <taut/event.hpp>
#include <taut/finding.hpp>
#include <taut/goal.hpp>
#include <taut/limits.hpp>
#include <taut/log.hpp>
#include <taut/model.hpp>
#include <taut/random.hpp>
#include <taut/range.hpp>
#include <taut/statistics.hpp>
#include <taut/status.hpp>
#include <taut/storage.hpp>
#include <taut/strategy.hpp>
#include <taut/tuner.hpp>
#include <taut/version.hpp>

/// All of taut: tuners that find the best setting of an instrument, models that learn from its readings, and the types
/// that both use.
namespace taut {}
