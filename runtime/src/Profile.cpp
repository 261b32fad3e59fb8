//===- Profile.cpp - Records times of launches and copies -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile.h"
#include "Team.h"
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sched.h>
#include <set>
#include <unistd.h>

namespace heddle::rt {
namespace {

const char *setting() {
  const char *text = std::getenv("HEDDLE_PROFILE");
  return text && *text && std::strcmp(text, "0") != 0 ? text : nullptr;
}

/// About 100 bytes each; viewers are slow with more.
constexpr size_t mostEvents = 2'000'000;

/// Calls of a body that follow each other closely are one event: after this
/// many nanoseconds, or this part of the first.
constexpr uint64_t smallGap = 1000, smallPart = 100;

struct Profiles {
  std::mutex mutex;
  std::vector<ThreadProfile *> all;
  std::set<std::string, std::less<>> names;
};

/// Never destroyed: other threads may still be recording.
Profiles &profiles() {
  static Profiles &instance = *new Profiles;
  return instance;
}

/// What kernels call is a part of their launches.
bool isInKernel() { return thisThread().running.launch != nullptr; }

std::string_view nameOf(const LaunchOrigin &origin) {
  return keepName(origin.info ? origin.info->name : "a kernel");
}

void setShape(TraceEvent &event, const LaunchOrigin &origin) {
  event.number = origin.number;
  if (!origin.config)
    return;
  std::copy_n(origin.config->grid, 3, event.grid);
  std::copy_n(origin.config->block, 3, event.block);
}

void addTime(ThreadProfile &profile, const LaunchOrigin &origin,
             uint64_t time) {
  KernelProfile &kernel = profile.kernels[origin.info];
  if (kernel.number != origin.number) {
    if (kernel.number)
      kernel.times.add(kernel.time);
    kernel.number = origin.number;
    kernel.time = 0;
  }
  kernel.time += time;
}

} // namespace

const bool profiling = setting() != nullptr;
const bool tracing = profiling && std::strcmp(setting(), "1") != 0;

uint64_t profileTime() {
  using Clock = std::chrono::steady_clock;
  static const Clock::time_point start = Clock::now();
  return static_cast<uint64_t>(
      std::chrono::nanoseconds(Clock::now() - start).count());
}

namespace {
/// The report comes after the destructors of the program, which may launch
/// kernels: what is registered first runs last.
struct ReportAtExit {
  ReportAtExit() {
    if (!profiling)
      return;
    static pid_t process = getpid();
    profileTime();
    std::atexit([] {
      if (getpid() == process)
        reportProfile();
    });
  }
} reportAtExit;
} // namespace

void TimeSummary::add(uint64_t time) {
  ++count;
  total += time;
  most = std::max(most, time);
  least = std::min(least, time);
}

void TimeSummary::add(const TimeSummary &other) {
  count += other.count;
  total += other.total;
  most = std::max(most, other.most);
  least = std::min(least, other.least);
}

ThreadProfile &myProfile() {
  Thread &thread = thisThread();
  if (!thread.profile) {
    Profiles &p = profiles();
    std::lock_guard lock(p.mutex);
    thread.profile = new ThreadProfile;
    thread.profile->number = static_cast<unsigned>(p.all.size());
    p.all.push_back(thread.profile);
  }
  return *thread.profile;
}

void addEvent(ThreadProfile &profile, const TraceEvent &event) {
  if (profile.events.size() < mostEvents)
    profile.events.push_back(event);
  else
    ++profile.dropped;
}

std::string_view keepName(std::string_view name) {
  Profiles &p = profiles();
  std::lock_guard lock(p.mutex);
  auto found = p.names.find(name);
  return found != p.names.end() ? *found : *p.names.emplace(name).first;
}

std::vector<ThreadProfile *> allProfiles() {
  Profiles &p = profiles();
  std::lock_guard lock(p.mutex);
  return p.all;
}

const char *traceFile() { return setting(); }

uint64_t profileLaunch(const HeddleKernelInfo &info) {
  static std::atomic<uint64_t> last = 0;
  ThreadProfile &profile = myProfile();
  std::lock_guard lock(profile.mutex);
  KernelProfile &kernel = profile.kernels[&info];
  if (kernel.name.empty())
    kernel.name = info.name;
  ++kernel.launches;
  return ++last;
}

void profileLaunches(const Launch *launches, unsigned count, uint64_t begin) {
  uint64_t end = profileTime(), busy = 0;
  for (unsigned i = 0; i < count; ++i)
    busy += launches[i].busyTime;
  auto shareOf = [&](const Launch &launch) {
    double share = busy ? double(launch.busyTime) / double(busy) : 1. / count;
    return static_cast<uint64_t>(share * double(end - begin));
  };
  TraceEvent event{TraceEvent::launch, -1, begin, end};
  bool isTraced = tracing && !isInKernel();
  if (isTraced) {
    std::string name;
    for (unsigned i = 0; i < count; ++i)
      name.append(i ? " + " : "").append(nameOf(launches[i].origin));
    event.name = keepName(name);
    event.amount = count;
    setShape(event, launches[0].origin);
  }
  ThreadProfile &profile = myProfile();
  std::lock_guard lock(profile.mutex);
  for (unsigned i = 0; i < count; ++i)
    addTime(profile, launches[i].origin, shareOf(launches[i]));
  profile.isHost |= !isInKernel();
  if (isTraced)
    addEvent(profile, event);
}

void profileBlocks(Launch &launch, uint64_t blocks, uint64_t begin) {
  uint64_t end = profileTime();
  __atomic_fetch_add(&launch.busyTime, end - begin, __ATOMIC_RELAXED);
  if (!tracing)
    return;
  TraceEvent event{TraceEvent::blocks, sched_getcpu(), begin, end};
  event.name = nameOf(launch.origin);
  event.amount = blocks;
  setShape(event, launch.origin);
  ThreadProfile &profile = myProfile();
  std::lock_guard lock(profile.mutex);
  profile.teamNumber = teamNumber();
  if (!profile.events.empty()) {
    TraceEvent &before = profile.events.back();
    uint64_t gap = std::max(smallGap, (before.end - before.begin) / smallPart);
    if (before.kind == TraceEvent::blocks && before.number == event.number &&
        before.name == event.name && begin - before.end < gap) {
      before.end = end;
      before.amount += blocks;
      return;
    }
  }
  addEvent(profile, event);
}

void profileCopy(const char *what, uint64_t bytes, uint64_t begin) {
  TraceEvent event{TraceEvent::copy, -1, begin, profileTime(), what, 0, bytes};
  ThreadProfile &profile = myProfile();
  std::lock_guard lock(profile.mutex);
  CopyProfile &copy = profile.copies[what];
  copy.times.add(event.end - begin);
  copy.bytes += bytes;
  profile.isHost |= !isInKernel();
  if (tracing && !isInKernel())
    addEvent(profile, event);
}

void profileCall(const char *name, uint64_t bytes, uint64_t begin) {
  if (!tracing || isInKernel())
    return;
  ThreadProfile &profile = myProfile();
  std::lock_guard lock(profile.mutex);
  profile.isHost = true;
  addEvent(profile,
           {TraceEvent::call, -1, begin, profileTime(), name, 0, bytes});
}

} // namespace heddle::rt
