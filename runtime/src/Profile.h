//===- Profile.h - Times of launches and copies -----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// HEDDLE_PROFILE=1 prints a table when the program ends; another value is the
// name of a file, for a trace in the format of chrome://tracing. Each thread
// records what it does in a profile of its own. Without the variable, all of
// this costs one predictable branch.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_PROFILE_H
#define HEDDLE_RUNTIME_PROFILE_H

#include "Launch.h"
#include "Thread.h"
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::rt {

/// Whether anything is recorded, and whether a trace is.
extern const bool profiling __attribute__((visibility("hidden")));
extern const bool tracing __attribute__((visibility("hidden")));

/// In nanoseconds, from the start of the program.
uint64_t profileTime();

/// The sum, minimum and maximum of several times.
struct TimeSummary {
  uint64_t count = 0, total = 0, most = 0, least = UINT64_MAX;

  void add(uint64_t time);
  void add(const TimeSummary &other);
};

struct KernelProfile {
  std::string name;
  uint64_t launches = 0;
  TimeSummary times;
  /// The launch that was recorded last, and its time so far: a launch with
  /// barriers of the grid runs in several parts.
  uint64_t number = 0, time = 0;
};

/// Copies in one direction, or fills.
struct CopyProfile {
  TimeSummary times;
  uint64_t bytes = 0;
};

struct TraceEvent {
  enum Kind : uint8_t { launch, blocks, copy, call, range, mark, processRange };
  Kind kind;
  /// The core that blocks ran on.
  int core = -1;
  uint64_t begin = 0, end = 0;
  /// Lives as long as the trace.
  std::string_view name = {};
  /// The number of the launch, or the identity of a range.
  uint64_t number = 0;
  /// Bytes, blocks, or launches that ran together.
  uint64_t amount = 0;
  uint32_t grid[3] = {}, block[3] = {};
};

/// What one thread has done.
struct ThreadProfile {
  std::mutex mutex;
  unsigned number;     ///< Among the threads that have one.
  unsigned teamNumber; ///< That of the thread while it ran blocks.
  bool isHost = false; ///< Has called the API, not only run blocks.
  std::map<const HeddleKernelInfo *, KernelProfile> kernels;
  std::map<std::string, CopyProfile> copies;
  std::vector<TraceEvent> events;
  uint64_t dropped = 0;
  /// Ranges of the program that are open.
  std::vector<TraceEvent> ranges;
};

/// This thread's, which is created if needed.
ThreadProfile &myProfile();

/// With the profile's lock held.
void addEvent(ThreadProfile &profile, const TraceEvent &event);

/// A copy of a name that lives as long as the trace. The name of a kernel goes
/// with the library that contains it.
std::string_view keepName(std::string_view name);

/// All profiles, for the report.
std::vector<ThreadProfile *> allProfiles();

/// Writes the table, or the trace.
void reportProfile();

/// The name of the file for the trace.
const char *traceFile();

/// A launch begins on this thread. Returns its number.
uint64_t profileLaunch(const HeddleKernelInfo &info);

/// A launch, or a part of one, has run from `begin` to now. For several that
/// ran together, the time is divided by what their blocks took.
void profileLaunches(const Launch *launches, unsigned count, uint64_t begin);

/// This thread has run blocks of a launch from `begin` to now.
void profileBlocks(Launch &launch, uint64_t blocks, uint64_t begin);

/// A copy ("copy host to device") or a fill, from `begin` to now.
void profileCopy(const char *what, uint64_t bytes, uint64_t begin);

/// Another call of the API, from `begin` to now, for the trace.
void profileCall(const char *name, uint64_t bytes, uint64_t begin);

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_PROFILE_H
