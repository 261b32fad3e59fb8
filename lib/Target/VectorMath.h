//===- VectorMath.h - Math functions on 512-bit vectors ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TARGET_VECTORMATH_H
#define HEDDLE_LIB_TARGET_VECTORMATH_H

#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Target/TargetMachine.h"

namespace heddle {

/// LLVM knows the functions of libmvec up to 256 bits. This adds those for 512
/// bits, which are faster on machines with such vectors.
void addWideVectorMath(llvm::TargetLibraryInfoImpl &library,
                       const llvm::TargetMachine &machine);

} // namespace heddle

#endif // HEDDLE_LIB_TARGET_VECTORMATH_H
