#pragma once

#include <unity.h>

/// The scalar this build of the tests is about: float or double.
using Scalar = TAUT_TEST_SCALAR;

/// Unity's comparisons, in the scalar of this build.
#ifdef TAUT_TEST_DOUBLE
#define CHECK_WITHIN(tolerance, expected, actual) TEST_ASSERT_DOUBLE_WITHIN(tolerance, expected, actual)
#else
#define CHECK_WITHIN(tolerance, expected, actual) TEST_ASSERT_FLOAT_WITHIN(tolerance, expected, actual)
#endif
#define CHECK_STATUS(expected, actual) \
  TEST_ASSERT_EQUAL_STRING(taut::text(taut::Status::expected).data(), taut::text(actual).data())
