//===- facts.h - Checksums of recorded results ------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TEST_EXECUTION_CURAND_FACTS_H
#define HEDDLE_TEST_EXECUTION_CURAND_FACTS_H

#include <vector>

/// FNV-1a of the bytes.
__host__ __device__ inline unsigned long long checksum(const void *data,
                                                       size_t bytes) {
  unsigned long long hash = 0xcbf29ce484222325ull;
  for (size_t i = 0; i < bytes; ++i)
    hash =
        (hash ^ static_cast<const unsigned char *>(data)[i]) * 0x100000001b3ull;
  return hash;
}
template <typename T>
unsigned long long checksum(const std::vector<T> &values) {
  return checksum(values.data(), values.size() * sizeof(T));
}

#endif // HEDDLE_TEST_EXECUTION_CURAND_FACTS_H
