//===- Stream.h - Streams ---------------------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_STREAM_H
#define HEDDLE_RUNTIME_STREAM_H

#include "cuda_runtime_api.h"

namespace heddle::rt {

/// Whether `stream` is one of the default streams or alive.
bool isCreatedStream(cudaStream_t stream);
inline bool isStream(cudaStream_t stream) {
  return !stream || isCreatedStream(stream);
}

/// Stream 0 and the two named streams. One of these is per thread; the other is
/// the legacy stream, which waits for all blocking streams.
bool isDefaultStream(cudaStream_t stream);
bool isLegacyStream(cudaStream_t stream);

/// Whether the legacy stream and this one wait for each other.
bool isBlockingStream(cudaStream_t stream);

void destroyAllStreams();

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_STREAM_H
