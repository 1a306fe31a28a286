#include <taut/status.hpp>

namespace taut {

etl::string_view text(Status status) {
  switch (status) {  // no default: the compiler names the entry that is missing
    case Status::ok:
      return "ok";
    case Status::wrong_size:
      return "wrong size";
    case Status::not_finite:
      return "not a finite number";
    case Status::out_of_range:
      return "out of range";
    case Status::not_positive_definite:
      return "matrix not positive definite";
    case Status::not_ready:
      return "not ready";
    case Status::full:
      return "full";
  }
  return "unknown status";
}

}  // namespace taut
