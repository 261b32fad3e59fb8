//===- Capture.h - Captures streams into graphs -----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_CAPTURE_H
#define HEDDLE_RUNTIME_CAPTURE_H

#include "cuda_runtime_api.h"
#include <atomic>

namespace heddle::rt {

/// The number of captures in the process. It is almost always 0 and is tested
/// first, so that the functions below cost one load.
extern std::atomic<int> activeCaptures;

cudaError_t checkStreamSlowly(cudaStream_t stream, bool &capturing);

/// For work that is submitted to `stream`: whether to record it. Fails for a
/// stream that does not exist, for an invalidated capture, and for the legacy
/// stream while a stream that waits for it is captured.
inline cudaError_t checkStream(cudaStream_t stream, bool &capturing) {
  capturing = false;
  if (!stream && activeCaptures.load(std::memory_order_relaxed) == 0)
    return cudaSuccess;
  return checkStreamSlowly(stream, capturing);
}

/// A call without a stream is work of the legacy stream.
inline cudaError_t checkLegacyStream() {
  if (activeCaptures.load(std::memory_order_relaxed) == 0)
    return cudaSuccess;
  bool capturing;
  return checkStreamSlowly(cudaStreamLegacy, capturing);
}

/// For calls that cannot be captured, such as waiting for the stream. They
/// invalidate the capture.
cudaError_t refuseOnCapturingSlowly(cudaStream_t stream);
inline cudaError_t refuseOnCapturing(cudaStream_t stream) {
  if (activeCaptures.load(std::memory_order_relaxed) == 0)
    return cudaSuccess;
  return refuseOnCapturingSlowly(stream);
}

/// For calls without a stream that might wait for all of them, such as
/// cudaMalloc: whether this thread's capture mode allows them now.
cudaError_t refuseWhileCapturingSlowly();
inline cudaError_t refuseWhileCapturing() {
  if (activeCaptures.load(std::memory_order_relaxed) == 0)
    return cudaSuccess;
  return refuseWhileCapturingSlowly();
}

/// For calls that wait for all streams of the device.
cudaError_t refuseWhileAnyCaptures();

/// When an event is recorded or waited for in a captured stream. The first two
/// set `captured` if nothing else is to be done.
cudaError_t captureRecord(cudaEvent_t event, cudaStream_t stream, bool external,
                          bool &captured);
cudaError_t captureWait(cudaEvent_t event, cudaStream_t stream, bool external,
                        bool &captured);
void forgetCapturedEvent(cudaEvent_t event);

/// When a stream is destroyed.
void abandonCapture(cudaStream_t stream);
void abandonAllCaptures();

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_CAPTURE_H
