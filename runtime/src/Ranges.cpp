//===- Ranges.cpp - NVTX's marks and ranges in a trace --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile.h"
#include <atomic>
#include <map>

namespace heddle::rt {
namespace {

/// Ranges that one thread starts and any may end.
struct OpenRanges {
  std::mutex mutex;
  std::map<uint64_t, TraceEvent> byNumber;
};

OpenRanges &openRanges() {
  static OpenRanges &instance = *new OpenRanges;
  return instance;
}

TraceEvent makeEvent(TraceEvent::Kind kind, const char *name) {
  uint64_t now = profileTime();
  return {kind, -1, now, now, keepName(name ? name : "")};
}

/// On the lane of the calling thread.
void add(const TraceEvent &event) {
  ThreadProfile &profile = myProfile();
  std::lock_guard lock(profile.mutex);
  profile.isHost = true;
  addEvent(profile, event);
}

} // namespace
} // namespace heddle::rt

using namespace heddle::rt;

extern "C" {

void __heddle_trace_mark(const char *name) {
  if (tracing)
    add(makeEvent(TraceEvent::mark, name));
}

int __heddle_trace_push(const char *name) {
  if (!tracing)
    return -1;
  ThreadProfile &profile = myProfile();
  profile.ranges.push_back(makeEvent(TraceEvent::range, name));
  return static_cast<int>(profile.ranges.size()) - 1;
}

int __heddle_trace_pop(void) {
  if (!tracing || myProfile().ranges.empty())
    return -1;
  ThreadProfile &profile = myProfile();
  TraceEvent event = profile.ranges.back();
  profile.ranges.pop_back();
  event.end = profileTime();
  add(event);
  return static_cast<int>(profile.ranges.size());
}

uint64_t __heddle_trace_start(const char *name) {
  static std::atomic<uint64_t> last = 0;
  if (!tracing)
    return 0;
  TraceEvent event = makeEvent(TraceEvent::processRange, name);
  event.number = ++last;
  OpenRanges &open = openRanges();
  std::lock_guard lock(open.mutex);
  open.byNumber[event.number] = event;
  return event.number;
}

void __heddle_trace_end(uint64_t number) {
  if (!tracing)
    return;
  OpenRanges &open = openRanges();
  TraceEvent event;
  {
    std::lock_guard lock(open.mutex);
    auto found = open.byNumber.find(number);
    if (found == open.byNumber.end())
      return;
    event = found->second;
    open.byNumber.erase(found);
  }
  event.end = profileTime();
  add(event);
}

} // extern "C"
