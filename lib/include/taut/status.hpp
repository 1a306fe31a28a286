#pragma once

#include <etl/string_view.h>

#include <cstdint>

namespace taut {

/// The outcome of a call. A call that is not `ok` has changed nothing, unless the function says otherwise.
enum class Status : std::uint8_t {
  ok,                     ///< It worked.
  wrong_size,             ///< A size is zero, negative, above its limit, or does not match another one.
  not_finite,             ///< A number is NaN or infinite.
  out_of_range,           ///< A number lies outside its documented range.
  not_positive_definite,  ///< A matrix has no Cholesky factor, even with the largest permitted jitter.
  not_ready,              ///< Something else must happen first, or end first.
  full,                   ///< There is no room for another reading.
  unknown_trial,          ///< No trial with this number is outstanding.
  finished,               ///< The tuner asks for no more trials.
  no_checkpoint,          ///< The storage holds no complete checkpoint.
  wrong_checkpoint,       ///< Its checkpoint has another format, or is of a tuner with other limits or another scalar.
  storage_failed,         ///< The storage refused to read, write or erase, or is too small.
  other_task,     ///< Its checkpoint is of a tuner with other ranges, another goal or else configured otherwise.
  none_feasible,  ///< No setting is known that keeps to the constraints.
};

/// A short English description of `status`, for logs. Points to static memory.
etl::string_view text(Status status);

}  // namespace taut
