//===- Event.cpp - Events and the time between them -----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Event.h"
#include "Capture.h"
#include "Error.h"
#include "Handles.h"
#include "MemPool.h"
#include <chrono>

using Clock = std::chrono::steady_clock;

struct CUevent_st {
  unsigned flags;
  bool recorded = false;
  /// Last recorded in a stream under capture: there is no time.
  bool captured = false;
  Clock::time_point time = {};
};

namespace heddle::rt {
namespace {

Handles<CUevent_st> &events() {
  static auto &instance = *new Handles<CUevent_st>;
  return instance;
}

/// An event is complete when it is recorded, so querying and waiting are the
/// same.
cudaError_t check(cudaEvent_t event) {
  if (cudaError_t error = pending())
    return error;
  bool captured = false;
  bool found =
      events().with(event, [&](CUevent_st &e) { captured = e.captured; });
  if (!found)
    return fail(cudaErrorInvalidResourceHandle);
  return captured ? fail(cudaErrorCapturedEvent) : cudaSuccess;
}

} // namespace

bool isEvent(cudaEvent_t event) { return events().contains(event); }

unsigned eventFlags(cudaEvent_t event) {
  unsigned flags = 0;
  events().with(event, [&](CUevent_st &e) { flags = e.flags; });
  return flags;
}

bool isRecorded(cudaEvent_t event) {
  bool recorded = false;
  events().with(event, [&](CUevent_st &e) { recorded = e.recorded; });
  return recorded;
}

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
  // Interprocess events have no time.
  if ((flags & cudaEventInterprocess) && !(flags & cudaEventDisableTiming))
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
  if (!isEvent(event))
    return fail(cudaErrorInvalidResourceHandle);
  bool external = flags & cudaEventRecordExternal, captured;
  if (cudaError_t error = captureRecord(event, stream, external, captured))
    return error;
  if (captured && external)
    return cudaSuccess;
  Clock::time_point now = Clock::now();
  bool wasCaptured = false;
  events().with(event, [&](CUevent_st &e) {
    wasCaptured = e.captured;
    e.captured = captured;
    e.recorded = !captured;
    e.time = now;
  });
  if (wasCaptured && !captured)
    forgetCapturedEvent(event);
  return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  return cudaEventRecordWithFlags(event, stream, cudaEventRecordDefault);
}

cudaError_t cudaEventQuery(cudaEvent_t event) { return check(event); }

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  cudaError_t error = check(event);
  trimPools();
  return error;
}

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start,
                                 cudaEvent_t end) {
  if (cudaError_t error = pending())
    return error;
  if (!milliseconds)
    return fail(cudaErrorInvalidValue);
  Clock::time_point from, to;
  bool timed = true, captured = false;
  auto read = [&](Clock::time_point &time) {
    return [&](const CUevent_st &event) {
      captured |= event.captured;
      timed &= event.recorded && !(event.flags & cudaEventDisableTiming);
      time = event.time;
    };
  };
  bool found = events().with(start, read(from)) && events().with(end, read(to));
  if (found && captured)
    return fail(cudaErrorCapturedEvent);
  if (!found || !timed)
    return fail(cudaErrorInvalidResourceHandle);
  *milliseconds = std::chrono::duration<float, std::milli>(to - from).count();
  return cudaSuccess;
}

cudaError_t cudaEventElapsedTime_v2(float *milliseconds, cudaEvent_t start,
                                    cudaEvent_t end) {
  return cudaEventElapsedTime(milliseconds, start, end);
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  if (cudaError_t error = pending())
    return error;
  if (!events().remove(event))
    return fail(cudaErrorInvalidResourceHandle);
  forgetCapturedEvent(event);
  return cudaSuccess;
}

} // extern "C"
