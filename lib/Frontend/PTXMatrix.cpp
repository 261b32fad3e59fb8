//===- PTXMatrix.cpp - Matrix instructions of PTX -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PTXEmitter.h"

bool heddle::ptx::emitMatrix(Emitter &, const Instruction &) { return false; }
