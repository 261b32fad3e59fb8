//===- Event.h - Events -----------------------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_EVENT_H
#define HEDDLE_RUNTIME_EVENT_H

#include "cuda_runtime_api.h"

namespace heddle::rt {

bool isEvent(cudaEvent_t event);
unsigned eventFlags(cudaEvent_t event);
/// Outside of a capture.
bool isRecorded(cudaEvent_t event);
void destroyAllEvents();

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_EVENT_H
