//===- VectorMath.h - Math functions on the widest vectors ------*- C++ -*-===//
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

/// LLVM knows the functions of libmvec up to 256 bits. Where the machine has
/// vectors of 512 bits, those for them are there too, and faster.
void addWideVectorMath(llvm::TargetLibraryInfoImpl &library,
                       const llvm::TargetMachine &machine);

} // namespace heddle

#endif // HEDDLE_LIB_TARGET_VECTORMATH_H
