//===- Symbol.cpp - Copies to and from device variables -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Copy.h"
#include "Error.h"
#include "Memory.h"
#include "Stream.h"

namespace heddle::rt {
namespace {

/// The variable at `symbol`, which is its host shadow too.
std::optional<Allocation> findVariable(const void *symbol) {
  std::optional<Allocation> allocation = findAllocation(symbol);
  if (!allocation || !isVariable(allocation->kind))
    return std::nullopt;
  return allocation;
}

cudaError_t check(const void *symbol, size_t bytes, size_t offset) {
  if (cudaError_t error = pending())
    return error;
  std::optional<Allocation> variable = findVariable(symbol);
  if (!variable)
    return fail(cudaErrorInvalidSymbol);
  if (offset > variable->bytes || bytes > variable->bytes - offset)
    return fail(cudaErrorInvalidValue);
  return cudaSuccess;
}

} // namespace
} // namespace heddle::rt

using namespace heddle::rt;

extern "C" {

cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *src,
                               size_t bytes, size_t offset,
                               cudaMemcpyKind kind) {
  if (cudaError_t error = check(symbol, bytes, offset))
    return error;
  if (kind != cudaMemcpyHostToDevice && kind != cudaMemcpyDeviceToDevice &&
      kind != cudaMemcpyDefault)
    return fail(cudaErrorInvalidMemcpyDirection);
  char *dst = static_cast<char *>(const_cast<void *>(symbol)) + offset;
  return copyBytes(dst, src, bytes, kind);
}

cudaError_t cudaMemcpyFromSymbol(void *dst, const void *symbol, size_t bytes,
                                 size_t offset, cudaMemcpyKind kind) {
  if (cudaError_t error = check(symbol, bytes, offset))
    return error;
  if (kind != cudaMemcpyDeviceToHost && kind != cudaMemcpyDeviceToDevice &&
      kind != cudaMemcpyDefault)
    return fail(cudaErrorInvalidMemcpyDirection);
  return copyBytes(dst, static_cast<const char *>(symbol) + offset, bytes,
                   kind);
}

cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *src,
                                    size_t bytes, size_t offset,
                                    cudaMemcpyKind kind, cudaStream_t stream) {
  if (!isStream(stream))
    return fail(cudaErrorInvalidResourceHandle);
  return cudaMemcpyToSymbol(symbol, src, bytes, offset, kind);
}

cudaError_t cudaMemcpyFromSymbolAsync(void *dst, const void *symbol,
                                      size_t bytes, size_t offset,
                                      cudaMemcpyKind kind,
                                      cudaStream_t stream) {
  if (!isStream(stream))
    return fail(cudaErrorInvalidResourceHandle);
  return cudaMemcpyFromSymbol(dst, symbol, bytes, offset, kind);
}

cudaError_t cudaGetSymbolAddress(void **pointer, const void *symbol) {
  if (!pointer)
    return fail(cudaErrorInvalidValue);
  if (cudaError_t error = check(symbol, 0, 0))
    return error;
  *pointer = const_cast<void *>(symbol);
  return cudaSuccess;
}

cudaError_t cudaGetSymbolSize(size_t *bytes, const void *symbol) {
  if (!bytes)
    return fail(cudaErrorInvalidValue);
  if (cudaError_t error = check(symbol, 0, 0))
    return error;
  *bytes = findVariable(symbol)->bytes;
  return cudaSuccess;
}

} // extern "C"
