//===- WideShifts.h - Shifts by at least the width --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_FRONTEND_WIDESHIFTS_H
#define HEDDLE_LIB_FRONTEND_WIDESHIFTS_H

#include "llvm/IR/Module.h"

namespace heddle {

/// A shift by the width of its operand or more is undefined in C++. A GPU
/// shifts all bits out: `(1 << 32) - 1` is all ones, and programs rely on it.
/// x86's scalar shifts take the amount modulo the width. Its vector shifts
/// behave like a GPU's, and the code generator recognises the form that this
/// function emits, so vector shifts cost nothing extra.
void defineWideShifts(llvm::Module &device);

} // namespace heddle

#endif // HEDDLE_LIB_FRONTEND_WIDESHIFTS_H
