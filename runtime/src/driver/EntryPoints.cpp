//===- EntryPoints.cpp - Finds functions of the driver API by name --------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda.h"
#include <string_view>

namespace {

struct Entry {
  std::string_view name, symbol;
  int version;
  void *function;
};

const Entry entries[] = {
#define HEDDLE_ENTRY(name, version, symbol)                                    \
  {#name, #symbol, version, reinterpret_cast<void *>(&symbol)},
#include "heddle/driver/entry_points.inc"
#undef HEDDLE_ENTRY
};

} // namespace

extern "C" {

CUresult cuGetProcAddress(const char *symbol, void **function, int version,
                          cuuint64_t flags,
                          CUdriverProcAddressQueryResult *status) {
  if (!symbol || !function || flags > 2)
    return CUDA_ERROR_INVALID_VALUE;
  *function = nullptr;
  auto found = CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  // Of a function's versions, the newest one that the caller knows.
  for (const Entry &entry : entries) {
    bool exactly = entry.symbol == symbol && entry.symbol != entry.name;
    if (entry.name != symbol && !exactly)
      continue;
    if (entry.version <= version) {
      *function = entry.function;
      found = CU_GET_PROC_ADDRESS_SUCCESS;
    } else if (!*function) {
      found = CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT;
    }
  }
  if (status)
    *status = found;
  return *function || status ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

} // extern "C"
