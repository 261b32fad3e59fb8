//===- SpinLoops.h - Loops that wait for another thread ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_FRONTEND_SPINLOOPS_H
#define HEDDLE_LIB_FRONTEND_SPINLOOPS_H

#include "llvm/IR/Function.h"

namespace heddle {

/// If one core runs threads one after another, a thread that spins until
/// another one has written would spin forever. This inserts a call to the
/// runtime that lets other threads run into such loops. The call also puts the
/// kernel on fibers. True if there was such a loop.
///
/// A lock that the same thread releases is not such a loop, as long as threads
/// run without interruption between acquiring and releasing it.
bool yieldInSpinLoops(llvm::Function &function);

} // namespace heddle

#endif // HEDDLE_LIB_FRONTEND_SPINLOOPS_H
