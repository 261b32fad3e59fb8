//===- SaturateCasts.h - Numbers that an integer cannot hold ----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A cast of a floating-point number to an integer that cannot hold it is
// undefined in C++, and poison in LLVM: constants and vectors then give
// something else than single numbers do. On a GPU it gives the nearest integer
// that there is, and programs rely on it.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_FRONTEND_SATURATECASTS_H
#define HEDDLE_LIB_FRONTEND_SATURATECASTS_H

#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace heddle {

/// The nearest integer of a type of at most 64 bits, towards zero. What is not
/// a number becomes 0, or, with 64 bits on either side, the highest bit alone.
llvm::Value *castSaturated(llvm::IRBuilder<> &builder, llvm::Value *value,
                           llvm::Type *to, bool isSigned);

/// Has the casts of a device module do what a GPU does: types below 32 bits
/// take the low bits of an integer of 32. Clang makes intrinsics of them
/// (-fno-strict-float-cast-overflow).
void saturateCasts(llvm::Module &device);

} // namespace heddle

#endif // HEDDLE_LIB_FRONTEND_SATURATECASTS_H
