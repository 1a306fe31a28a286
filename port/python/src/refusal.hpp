#pragma once

#include <etl/expected.h>
#include <taut/finding.hpp>
#include <taut/status.hpp>

#include <string>

namespace python {

/// A call that was refused. In Python it is a taut.Error.
struct Refusal {
  taut::Status status;
  std::string message;
};

/// From here on such refusals reach Python.
void translate_refusals();

[[noreturn]] void refuse(taut::Status status);
/// Says what is refused: "observations: out of range".
[[noreturn]] void refuse(taut::Status status, const std::string& what);
[[noreturn]] void refuse(const taut::Finding& finding);

inline void require(taut::Status status) {
  if (status != taut::Status::ok) {
    refuse(status);
  }
}

template <class Value>
Value require(const etl::expected<Value, taut::Status>& outcome) {
  if (!outcome) {
    refuse(outcome.error());
  }
  return *outcome;
}

}  // namespace python
