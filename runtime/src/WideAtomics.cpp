//===- WideAtomics.cpp - Atomic operations on 16 bytes --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function of the runtime, because compilers do not use the instruction
// (cmpxchg16b) unless they are told that it is there. It is, in all processors
// of this century but the first few.
//
//===----------------------------------------------------------------------===//

#include "heddle/abi.h"
#include <cstring>

extern "C" int __heddle_cas128(void *address, void *expected,
                               const void *desired) {
  unsigned __int128 old, value;
  std::memcpy(&old, expected, 16);
  std::memcpy(&value, desired, 16);
  bool done = __atomic_compare_exchange_n(
      static_cast<unsigned __int128 *>(address), &old, value, false,
      __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  std::memcpy(expected, &old, 16);
  return done;
}
