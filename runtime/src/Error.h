//===- Error.h - Error state ------------------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_ERROR_H
#define HEDDLE_RUNTIME_ERROR_H

#include "cuda_runtime_api.h"
#include <atomic>

namespace heddle::rt {

/// An error that a kernel left behind (a failed assert, a trap). It applies to
/// the whole process: every call returns it until the device is reset.
extern std::atomic<cudaError_t> stickyError;

inline cudaError_t pending() {
  return stickyError.load(std::memory_order_relaxed);
}

/// Stores `error` for cudaGetLastError of this thread, and returns it.
cudaError_t fail(cudaError_t error);

/// The result of a call that succeeded: success, unless a kernel has failed
/// before.
inline cudaError_t succeed() { return pending(); }

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_ERROR_H
