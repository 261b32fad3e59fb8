//===- Event.cpp - Events and the time between them -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Event.h"
#include "Error.h"
#include "Handles.h"
#include "Stream.h"
#include <chrono>

using Clock = std::chrono::steady_clock;

struct CUevent_st {
  unsigned flags;
  bool recorded = false;
  Clock::time_point time = {};
};

namespace heddle::rt {
namespace {

Handles<CUevent_st> &events() {
  static auto &instance = *new Handles<CUevent_st>;
  return instance;
}

/// An event is done when it is recorded, so asking and waiting are the same.
cudaError_t check(cudaEvent_t event) {
  if (cudaError_t error = pending())
    return error;
  return isEvent(event) ? cudaSuccess : fail(cudaErrorInvalidResourceHandle);
}

} // namespace

bool isEvent(cudaEvent_t event) { return events().contains(event); }
void destroyAllEvents() { events().clear(); }

} // namespace heddle::rt

using namespace heddle::rt;

extern "C" {

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags) {
  if (cudaError_t error = pending())
    return error;
  constexpr unsigned known =
      cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess;
  if (!event || (flags & ~known))
    return fail(cudaErrorInvalidValue);
  *event = events().add(std::unique_ptr<CUevent_st>(new CUevent_st{flags}));
  return cudaSuccess;
}

cudaError_t cudaEventCreate(cudaEvent_t *event) {
  return cudaEventCreateWithFlags(event, cudaEventDefault);
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream,
                                     unsigned flags) {
  if (cudaError_t error = pending())
    return error;
  if (flags & ~unsigned(cudaEventRecordExternal))
    return fail(cudaErrorInvalidValue);
  Clock::time_point now = Clock::now();
  bool found = isStream(stream) && events().with(event, [=](CUevent_st &e) {
    e.recorded = true;
    e.time = now;
  });
  return found ? cudaSuccess : fail(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return cudaEventRecordWithFlags(event, stream, cudaEventRecordDefault);
}

cudaError_t cudaEventQuery(cudaEvent_t event) { return check(event); }

cudaError_t cudaEventSynchronize(cudaEvent_t event) { return check(event); }

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start,
                                 cudaEvent_t end) {
  if (cudaError_t error = pending())
    return error;
  if (!milliseconds)
    return fail(cudaErrorInvalidValue);
  Clock::time_point from, to;
  bool timed = true;
  auto read = [&](Clock::time_point &time) {
    return [&](const CUevent_st &event) {
      timed &= event.recorded && !(event.flags & cudaEventDisableTiming);
      time = event.time;
    };
  };
  bool found = events().with(start, read(from)) && events().with(end, read(to));
  if (!found || !timed)
    return fail(cudaErrorInvalidResourceHandle);
  *milliseconds = std::chrono::duration<float, std::milli>(to - from).count();
  return cudaSuccess;
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  if (cudaError_t error = pending())
    return error;
  return events().remove(event) ? cudaSuccess
                                : fail(cudaErrorInvalidResourceHandle);
}

} // extern "C"
