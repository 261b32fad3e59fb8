//===- Ticks.h - The time stamp counter -------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_TICKS_H
#define HEDDLE_RUNTIME_TICKS_H

#include <cstdint>

namespace heddle::rt {

/// The time stamp counter, which runs at a constant 2 to 4 GHz.
inline uint64_t readTicks() { return __builtin_ia32_rdtsc(); }

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_TICKS_H
