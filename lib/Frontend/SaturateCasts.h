//===- SaturateCasts.h - Out-of-range casts to integers ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A cast of a floating-point value to an integer type that cannot represent it
// is undefined in C++ and poison in LLVM, and constants, vectors and scalars
// then give different results. A GPU saturates, and programs rely on it.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_FRONTEND_SATURATECASTS_H
#define HEDDLE_LIB_FRONTEND_SATURATECASTS_H

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace heddle {

/// Casts to an integer of at most 64 bits, rounded towards zero and saturated.
/// NaN becomes 0, or, if either type has 64 bits, the value with only the
/// highest bit set.
llvm::Value *castSaturated(llvm::IRBuilder<> &builder, llvm::Value *value,
                           llvm::Type *to, bool isSigned);

/// Gives the casts of a device module a GPU's semantics: types below 32 bits
/// take the low bits of a 32-bit result. Clang emits the casts as intrinsics
/// (-fno-strict-float-cast-overflow).
void saturateCasts(llvm::Module &device);

} // namespace heddle

#endif // HEDDLE_LIB_FRONTEND_SATURATECASTS_H
