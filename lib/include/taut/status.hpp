#pragma once

#include <etl/string_view.h>

#include <cstdint>

namespace taut {

/// The outcome of a call. Whatever is not `ok` has changed nothing, unless the function says otherwise.
enum class Status : std::uint8_t {
  ok,                     ///< It worked.
  wrong_size,             ///< A size is zero, negative, over its limit, or does not match another one.
  not_finite,             ///< A NaN or an infinity stands where a number is needed.
  out_of_range,           ///< A number lies outside the range its description gives.
  not_positive_definite,  ///< A matrix has no Cholesky factor, even with the largest permitted jitter.
  not_ready,              ///< Something else has to come first, or to end first.
  full,                   ///< There is no room for more.
  unknown_trial,          ///< No trial with this number is outstanding.
  finished,               ///< No more trials will be asked for.
  no_checkpoint,          ///< The storage holds nothing that was completely saved.
  wrong_checkpoint,       ///< It holds a checkpoint of another format, or of a tuner of other limits or another scalar.
  storage_failed,         ///< The storage refused to read, write or erase, or is too small.
  other_task,             ///< It holds a checkpoint of other ranges, another goal or other settings.
};

/// A short English description of `status`, for logs. Points to static memory.
etl::string_view text(Status status);

}  // namespace taut
