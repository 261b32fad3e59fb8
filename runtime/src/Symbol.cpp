//===- Symbol.cpp - Copies to and from device variables -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Symbol.h"
#include "Error.h"
#include "Memory.h"

namespace heddle::rt {
namespace {

/// The variable at `symbol`, which is also its host shadow.
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

void *symbolAt(const void *symbol, size_t offset) {
  return static_cast<char *>(const_cast<void *>(symbol)) + offset;
}

cudaError_t checkToSymbol(const void *symbol, size_t bytes, size_t offset,
                          cudaMemcpyKind kind) {
  if (cudaError_t error = check(symbol, bytes, offset))
    return error;
  if (kind != cudaMemcpyHostToDevice && kind != cudaMemcpyDeviceToDevice &&
      kind != cudaMemcpyDefault)
    return fail(cudaErrorInvalidMemcpyDirection);
  return cudaSuccess;
}

cudaError_t checkFromSymbol(const void *symbol, size_t bytes, size_t offset,
                            cudaMemcpyKind kind) {
  if (cudaError_t error = check(symbol, bytes, offset))
    return error;
  if (kind != cudaMemcpyDeviceToHost && kind != cudaMemcpyDeviceToDevice &&
      kind != cudaMemcpyDefault)
    return fail(cudaErrorInvalidMemcpyDirection);
  return cudaSuccess;
}

} // namespace heddle::rt

using namespace heddle::rt;

extern "C" {

cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *src,
                               size_t bytes, size_t offset,
                               cudaMemcpyKind kind) {
  if (cudaError_t error = checkToSymbol(symbol, bytes, offset, kind))
    return error;
  return cudaMemcpy(symbolAt(symbol, offset), src, bytes, kind);
}

cudaError_t cudaMemcpyFromSymbol(void *dst, const void *symbol, size_t bytes,
                                 size_t offset, cudaMemcpyKind kind) {
  if (cudaError_t error = checkFromSymbol(symbol, bytes, offset, kind))
    return error;
  return cudaMemcpy(dst, symbolAt(symbol, offset), bytes, kind);
}

cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *src,
                                    size_t bytes, size_t offset,
                                    cudaMemcpyKind kind, cudaStream_t stream) {
  if (cudaError_t error = checkToSymbol(symbol, bytes, offset, kind))
    return error;
  return cudaMemcpyAsync(symbolAt(symbol, offset), src, bytes, kind, stream);
}

cudaError_t cudaMemcpyFromSymbolAsync(void *dst, const void *symbol,
                                      size_t bytes, size_t offset,
                                      cudaMemcpyKind kind,
                                      cudaStream_t stream) {
  if (cudaError_t error = checkFromSymbol(symbol, bytes, offset, kind))
    return error;
  return cudaMemcpyAsync(dst, symbolAt(symbol, offset), bytes, kind, stream);
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
