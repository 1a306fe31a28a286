#pragma once

// The whole of taut.

#include <taut/design.hpp>
#include <taut/event.hpp>
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
