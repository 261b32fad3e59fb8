//===- sm_35_atomic_functions.h - Everything is in cuda_runtime.h ---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SM_35_ATOMIC_FUNCTIONS_H
#define HEDDLE_SM_35_ATOMIC_FUNCTIONS_H

#include "cuda_runtime.h"

#endif // HEDDLE_SM_35_ATOMIC_FUNCTIONS_H
