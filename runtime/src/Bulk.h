//===- Bulk.h - Copies and fills of large memory ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_BULK_H
#define HEDDLE_RUNTIME_BULK_H

#include <cstddef>

namespace heddle::rt {

/// Like std::memcpy and std::memset. One core cannot use the whole memory
/// bandwidth, so all cores share long operations.
void copyBytes(void *dst, const void *src, size_t bytes);
void fillBytes(void *dst, int value, size_t bytes);

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_BULK_H
