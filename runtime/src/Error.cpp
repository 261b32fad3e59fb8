//===- Error.cpp - cudaGetLastError and the texts of errors ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Error.h"
#include "Thread.h"

namespace heddle::rt {

std::atomic<cudaError_t> stickyError{cudaSuccess};

cudaError_t fail(cudaError_t error) {
  thisThread().lastError = error;
  return error;
}

namespace {
struct Description {
  cudaError_t error;
  const char *name;
  const char *text;
};

#define HEDDLE_ERROR(error, text) {error, #error, text}
constexpr Description descriptions[] = {
#include "ErrorTexts.inc"
};
#undef HEDDLE_ERROR

const Description *describe(cudaError_t error) {
  for (const Description &description : descriptions)
    if (description.error == error)
      return &description;
  return nullptr;
}
} // namespace
} // namespace heddle::rt

using namespace heddle::rt;

extern "C" {

cudaError_t cudaGetLastError(void) {
  Thread &thread = thisThread();
  cudaError_t error = thread.lastError;
  thread.lastError = cudaSuccess;
  if (cudaError_t sticky = pending())
    return sticky;
  return error;
}

cudaError_t cudaPeekAtLastError(void) {
  if (cudaError_t sticky = pending())
    return sticky;
  return thisThread().lastError;
}

const char *cudaGetErrorName(cudaError_t error) {
  const Description *description = describe(error);
  return description ? description->name : "unrecognized error code";
}

const char *cudaGetErrorString(cudaError_t error) {
  const Description *description = describe(error);
  return description ? description->text : "unrecognized error code";
}

} // extern "C"
