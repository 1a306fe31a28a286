#pragma once

#include "check.hpp"

/// Up to three numbers and what is expected for them: numbers of the scalar of this build, rounded by the compiler, so
/// that no double reaches an image for a core without it.
struct AcquisitionRow {
  Scalar given[3];
  Scalar expected[3];

  consteval AcquisitionRow(const double (&given_numbers)[3], const double (&expected_numbers)[3])
      : given{static_cast<Scalar>(given_numbers[0]), static_cast<Scalar>(given_numbers[1]),
              static_cast<Scalar>(given_numbers[2])},
        expected{static_cast<Scalar>(expected_numbers[0]), static_cast<Scalar>(expected_numbers[1]),
                 static_cast<Scalar>(expected_numbers[2])} {}
};
