//===- Submit.h - Work that a library submits to a stream -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As with launches, work has finished when the call returns. While the stream
// is being captured, the work becomes a node of the graph.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIBRARIES_SUBMIT_H
#define HEDDLE_LIBRARIES_SUBMIT_H

#include "cuda_runtime_api.h"
#include <memory>
#include <utility>

namespace heddle::library {

inline bool isCapturing(cudaStream_t stream) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  return cudaStreamIsCapturing(stream, &status) == cudaSuccess &&
         status == cudaStreamCaptureStatusActive;
}

/// Adds `work` to the graph that the stream is captured into. The graph, and
/// what is instantiated from it, own the copy.
template <typename Work> cudaError_t capture(cudaStream_t stream, Work work) {
  auto owned = std::make_unique<Work>(std::move(work));
  cudaStreamCaptureStatus status;
  cudaGraph_t graph = nullptr;
  if (cudaError_t error = cudaStreamGetCaptureInfo_v2(stream, &status, nullptr,
                                                      &graph, nullptr, nullptr))
    return error;
  cudaUserObject_t object;
  if (cudaError_t error = cudaUserObjectCreate(
          &object, owned.get(),
          [](void *pointer) { delete static_cast<Work *>(pointer); }, 1,
          cudaUserObjectNoDestructorSync))
    return error;
  Work *kept = owned.release();
  if (cudaError_t error = cudaGraphRetainUserObject(graph, object, 1,
                                                    cudaGraphUserObjectMove)) {
    cudaUserObjectRelease(object, 1);
    return error;
  }
  return cudaLaunchHostFunc(
      stream, [](void *pointer) { (*static_cast<Work *>(pointer))(); }, kept);
}

/// Runs `work` now or, while the stream is captured, when the graph runs.
template <typename Work> cudaError_t submit(cudaStream_t stream, Work work) {
  cudaStreamCaptureStatus status;
  if (cudaError_t error = cudaStreamIsCapturing(stream, &status))
    return error;
  if (status == cudaStreamCaptureStatusInvalidated)
    return cudaErrorStreamCaptureInvalidated;
  if (status == cudaStreamCaptureStatusActive)
    return capture(stream, std::move(work));
  work();
  return cudaSuccess;
}

} // namespace heddle::library

#endif // HEDDLE_LIBRARIES_SUBMIT_H
