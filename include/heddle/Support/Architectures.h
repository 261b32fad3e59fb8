//===- Architectures.h - The architectures of CUDA 12.8 ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SUPPORT_ARCHITECTURES_H
#define HEDDLE_SUPPORT_ARCHITECTURES_H

namespace heddle {

/// Those that CUDA 12.8 compiles for. None of them affects Heddle's code.
inline constexpr int architectures[] = {50, 52, 53, 60, 61, 62,  70,  72, 75,
                                        80, 86, 87, 89, 90, 100, 101, 120};

} // namespace heddle

#endif // HEDDLE_SUPPORT_ARCHITECTURES_H
