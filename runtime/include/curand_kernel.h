//===- curand_kernel.h - Random numbers in kernels --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_CURAND_KERNEL_H
#define HEDDLE_CURAND_KERNEL_H

#include "curand_lognormal.h"
#include "curand_normal.h"
#include "curand_poisson.h"
#include "curand_uniform.h"

#endif // HEDDLE_CURAND_KERNEL_H
