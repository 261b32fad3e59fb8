//===- curand_globals.h - What cuRAND's headers share -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_CURAND_GLOBALS_H
#define HEDDLE_CURAND_GLOBALS_H

#include "curand.h"
#include "vector_functions.h"
#include "vector_types.h"
#ifndef __CUDACC_RTC__
#include <math.h>
#endif

// Host code may call these functions too: the host API is built from them.
#define HEDDLE_RANDOM static __inline__ __host__ __device__

#define CURAND_2POW32_INV (2.3283064e-10f)
#define CURAND_2POW32_INV_DOUBLE (2.3283064365386963e-10)
#define CURAND_2POW53_INV_DOUBLE (1.1102230246251565e-16)
#define CURAND_2PI (6.2831855f)
#define CURAND_2POW32_INV_2PI (2.3283064e-10f * 6.2831855f)

/// The second number of a pair that Box-Muller computes is kept for the next
/// call of the same function: the flags are 1 for normal, 2 for log-normal
/// numbers. The generators' states begin with the members of this.
struct __heddle_normal_cache {
  int boxmuller_flag;
  int boxmuller_flag_double;
  float boxmuller_extra;
  double boxmuller_extra_double;
};

#endif // HEDDLE_CURAND_GLOBALS_H
