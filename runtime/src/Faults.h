//===- Faults.h - Illegal accesses of kernels -------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel that accesses memory which does not exist ends its launch with a
// message and cudaErrorIllegalAddress, as on a GPU, instead of the program.
//
// The handler of SIGSEGV and SIGBUS only looks where the fault was. If it was
// in a kernel's own code, the thread continues in a function that leaves the
// launch like a trap does. A kernel's code owns nothing and holds no lock, so
// nothing is left behind. Inside a library that the kernel called this is not
// known: the program then ends after the message. A fault of host code is none
// of the runtime's business, and has the effect that it has without a handler.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_FAULTS_H
#define HEDDLE_RUNTIME_FAULTS_H

#include "Thread.h"
#include <cstdint>

namespace heddle::rt {

/// Installs the handler, unless the program has its own, and gives this thread
/// a stack for it: its own may be what has overflowed.
void catchFaults(Thread &thread);

void removeSignalStack(Thread &thread);

/// What the processor says about a fault.
struct Fault {
  uintptr_t address = 0;
  /// False if the address has no meaning: the processor does not report those
  /// that are misaligned or too large to be addresses.
  bool hasAddress = false;
  bool isWrite = false;
  bool isStackOverflow = false;
  uintptr_t instruction = 0;
  /// The file that contains the instruction, null for the program itself, and
  /// where it is loaded.
  const char *file = nullptr;
  uintptr_t base = 0;
};

/// Prints what is known of a fault in the kernel that this thread runs. Uses
/// only what a handler of signals may.
void reportFault(const Thread &thread, const Fault &fault, bool goesOn);

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_FAULTS_H
