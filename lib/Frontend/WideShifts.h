//===- WideShifts.h - Shifts by as many bits as there are -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_FRONTEND_WIDESHIFTS_H
#define HEDDLE_LIB_FRONTEND_WIDESHIFTS_H

#include "llvm/IR/Module.h"

namespace heddle {

/// A shift by the width of its operand or more is undefined in C++, and on
/// every GPU it shifts all bits out: `(1 << 32) - 1` is all ones, and programs
/// count on it. x86's scalar shifts take the amount modulo the width. Its
/// vector shifts do as a GPU, and the code generator knows the form that this
/// gives shifts, so in vectors it costs nothing.
void defineWideShifts(llvm::Module &device);

} // namespace heddle

#endif // HEDDLE_LIB_FRONTEND_WIDESHIFTS_H
