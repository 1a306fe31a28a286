// By itself, so that only those programs in C link what constraints take that have some.
#include "c_object.hpp"
#include "numeric/arithmetic.hpp"

taut_status taut_tuner_create_with_constraints(void* storage, size_t size, const taut_limits* limits,
                                               taut_tuner** tuner) {
  if (storage == nullptr || limits == nullptr || tuner == nullptr || !taut::aligned(storage)) {
    return TAUT_STATUS_BAD_POINTER;
  }
  if (!taut::usable(*limits, size)) {
    return TAUT_STATUS_WRONG_SIZE;
  }
  *tuner =
      taut::make_tuner(storage, *limits, taut::make_constraints<float>(taut::behind(storage), taut::from_c(*limits)));
  return TAUT_STATUS_OK;
}
