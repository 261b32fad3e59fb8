//===- Bulk.h - Copying and filling much memory -----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_BULK_H
#define HEDDLE_RUNTIME_BULK_H

#include <cstddef>

namespace heddle::rt {

/// Like std::memcpy and std::memset; one core does not use all that memory can
/// give, so that all of them share what is long.
void copyBytes(void *dst, const void *src, size_t bytes);
void fillBytes(void *dst, int value, size_t bytes);

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_BULK_H
