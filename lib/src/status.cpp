#include <taut/status.hpp>

#include "numeric/arithmetic.hpp"

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
    case Status::unknown_trial:
      return "no such trial is outstanding";
    case Status::finished:
      return "finished";
    case Status::no_checkpoint:
      return "no complete checkpoint";
    case Status::wrong_checkpoint:
      return "checkpoint of another format or other limits";
    case Status::storage_failed:
      return "storage failed or too small";
    case Status::other_task:
      return "checkpoint of another configuration, of other ranges or another goal";
    case Status::none_feasible:
      return "no setting is known to keep to the constraints";
  }
  return "unknown status";
}

}  // namespace taut
