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

/// A thread that spins until another one has written would spin for ever where
/// one core runs the threads one after the other. Such loops get a call of the
/// runtime that lets others run, which also puts the kernel on fibers. True if
/// there was one.
///
/// A lock that the same thread gives back is no such loop, as long as threads
/// run without a stop from the one place to the other.
bool yieldInSpinLoops(llvm::Function &function);

} // namespace heddle

#endif // HEDDLE_LIB_FRONTEND_SPINLOOPS_H
