//===- SaturateCasts.h - Numbers that an integer cannot hold ----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A cast of a floating-point number to an integer that cannot hold it is
// undefined in C++, and poison in LLVM: vectors then give something else than
// single numbers do. On a GPU it gives the nearest integer that there is, and
// programs rely on it. Types below 32 bits take the low bits of such an
// integer.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TARGET_SATURATECASTS_H
#define HEDDLE_TARGET_SATURATECASTS_H

#include "llvm/IR/Module.h"

namespace heddle {

/// Has all such casts of a device module do what a GPU does.
void saturateCasts(llvm::Module &device);

} // namespace heddle

#endif // HEDDLE_TARGET_SATURATECASTS_H
