#pragma once

/** @file
 * What a program and the archive must agree on: the architecture, its floating-point unit, how floats are passed and,
 * in C++, the version of ETL. The linker names of the C++ constructors and of taut_tuner_create in C contain all of
 * this. It costs nothing, and a program compiled for something else does not link: the linker's message says what it
 * was compiled for. */

/* NOLINTBEGIN(cppcoreguidelines-macro-usage): only the preprocessor can build names from numbers. */

#define TAUT_JOIN_(a, b) TAUT_JOIN_EXPANDED_(a, b)
#define TAUT_JOIN_EXPANDED_(a, b) a##b
#define TAUT_TEXT_(name) TAUT_TEXT_EXPANDED_(name)
#define TAUT_TEXT_EXPANDED_(name) #name

#if defined(__riscv)
#ifndef __riscv_flen
#define TAUT_FPU_ _no_fpu
#elif __riscv_flen >= 64
#define TAUT_FPU_ _double_fpu
#else
#define TAUT_FPU_ _single_fpu
#endif
#ifdef __riscv_float_abi_soft
#define TAUT_FLOATS_ _soft_floats
#else
#define TAUT_FLOATS_ _hard_floats
#endif
#define TAUT_MACHINE_ TAUT_JOIN_(TAUT_JOIN_(riscv, __riscv_xlen), TAUT_JOIN_(TAUT_FPU_, TAUT_FLOATS_))
#elif !defined(__arm__)
#define TAUT_MACHINE_ this_machine /* linkers tell the other machines apart */
#else
#ifndef __ARM_FP
#define TAUT_FPU_ _no_fpu
#elif (__ARM_FP & 8) != 0
#define TAUT_FPU_ _double_fpu
#else
#define TAUT_FPU_ _single_fpu
#endif
#ifdef __ARM_PCS_VFP
#define TAUT_FLOATS_ _hard_floats
#else
#define TAUT_FLOATS_ _soft_floats
#endif
#define TAUT_MACHINE_ TAUT_JOIN_(TAUT_JOIN_(armv, __ARM_ARCH), TAUT_JOIN_(TAUT_FPU_, TAUT_FLOATS_))
#endif

#ifdef __cplusplus
#include <etl/version.h>
#define TAUT_BUILT_FOR_                                                                        \
  "built_for_" TAUT_TEXT_(TAUT_MACHINE_) "_etl_" TAUT_TEXT_(ETL_VERSION_MAJOR) "_" TAUT_TEXT_( \
      ETL_VERSION_MINOR) "_" TAUT_TEXT_(ETL_VERSION_PATCH)
#endif

/* NOLINTEND(cppcoreguidelines-macro-usage) */
