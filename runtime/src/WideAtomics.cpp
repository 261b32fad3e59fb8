//===- WideAtomics.cpp - 16-byte atomics ----------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function of the runtime, because compilers use the instruction (cmpxchg16b)
// only if they are told that it exists. All but the first x86-64 processors
// have it.
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
