//===- VerifyReport.cpp - What verified launches have come to -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifyReport.h"
#include "Memory.h"
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <unistd.h>
#include <unordered_set>

namespace heddle::rt {
namespace {

using Clock = std::chrono::steady_clock;

/// In the order of SkipReason.
constexpr const char *reasonTexts[skipReasons] = {
    "the kernel prints",
    "the kernel reads a clock",
    "the kernel allocates or frees memory",
    "the kernel launches kernels",
    "launched by a kernel",
    "the kernel calls a device function of another file",
    "the kernel may wait for the host",
    "the kernel may use the device's heap",
    "the kernel may store to pageable host memory",
    "more memory than HEDDLE_VERIFY_MEMORY allows",
    "the launch failed",
};

struct Totals {
  std::atomic<uint64_t> launches{0}, compared{0}, ownReference{0},
      orderDependent{0}, different{0}, peakBytes{0};
  std::atomic<uint64_t> skipped[skipReasons] = {};
  std::atomic<int64_t> optimizedTime{0}, verifiedTime{0};
  Clock::time_point start = Clock::now();
  pid_t process = getpid();
  std::mutex mutex;
  /// Differences are described once for each kernel.
  std::unordered_set<const HeddleVerifiedKernel *> described;
  std::unordered_set<const HeddleVerifiedKernel *> describedOrder;
  Clock::time_point lastProgress = Clock::now();
  bool lineIsOpen = false;
};

Totals &totals() {
  static Totals &instance = *new Totals;
  return instance;
}

/// A number of bytes with K, M or G behind it.
size_t readBytes(const char *text) {
  char *end;
  double number = std::strtod(text, &end);
  switch (*end) {
  case 'k':
  case 'K':
    number *= 1 << 10;
    break;
  case 'm':
  case 'M':
    number *= 1 << 20;
    break;
  case 'g':
  case 'G':
    number *= 1 << 30;
    break;
  case 0:
    break;
  default:
    number = -1;
  }
  if (end == text || number < 0) {
    std::fprintf(stderr,
                 "heddle: HEDDLE_VERIFY_MEMORY='%s' is not a number of bytes "
                 "(with K, M or G)\n",
                 text);
    std::exit(2);
  }
  return static_cast<size_t>(number);
}

std::string inBytes(double bytes) {
  const char *unit = "bytes";
  for (const char *next : {"KiB", "MiB", "GiB"})
    if (bytes >= 1024) {
      bytes /= 1024;
      unit = next;
    }
  char text[32];
  std::snprintf(text, sizeof text, "%.4g %s", bytes, unit);
  return text;
}

uint64_t sumOf(const std::atomic<uint64_t> (&counts)[skipReasons]) {
  uint64_t sum = 0;
  for (const std::atomic<uint64_t> &count : counts)
    sum += count;
  return sum;
}

/// Ends a line of progress, so that what follows has a line of its own.
void closeLine(Totals &t) {
  if (t.lineIsOpen)
    std::fputs("\r\033[K", stderr);
  t.lineIsOpen = false;
}

void printSummary(Totals &t) {
  closeLine(t);
  std::fprintf(stderr,
               "heddle: verify: %llu launches: %llu compared, %llu different, "
               "%llu with order-dependent results, %llu skipped\n",
               (unsigned long long)t.launches, (unsigned long long)t.compared,
               (unsigned long long)t.different,
               (unsigned long long)t.orderDependent,
               (unsigned long long)sumOf(t.skipped));
  if (t.ownReference)
    std::fprintf(stderr,
                 "heddle: verify:   %llu of the compared run on fibers anyway: "
                 "only compared in two orders\n",
                 (unsigned long long)t.ownReference);
  for (unsigned i = 0; i < skipReasons; ++i)
    if (uint64_t count = t.skipped[i])
      std::fprintf(stderr, "heddle: verify:   %llu skipped: %s\n",
                   (unsigned long long)count, reasonTexts[i]);
  double optimized = t.optimizedTime * 1e-9, verified = t.verifiedTime * 1e-9;
  if (t.compared)
    std::fprintf(stderr,
                 "heddle: verify:   snapshots took %s at most (limit %s); "
                 "compared launches took %.3f s instead of %.3f s (%.1fx)\n",
                 inBytes(t.peakBytes).c_str(),
                 inBytes(verifyMemoryLimit()).c_str(), verified, optimized,
                 optimized > 0 ? verified / optimized : 1.0);
}

/// The status that a program ends with which would end with 0.
int statusForDifferences() {
  const char *text = std::getenv("HEDDLE_VERIFY_EXIT");
  return text ? std::atoi(text) : 1;
}

void atEnd(int status, void *) {
  Totals &t = totals();
  // A process that was forked has none of its own.
  if (t.process != getpid() || !t.launches)
    return;
  printSummary(t);
  if (status != 0 || !t.different || !statusForDifferences())
    return;
  std::fflush(nullptr);
  _exit(statusForDifferences());
}

} // namespace

bool verifyEnabled() {
  static const bool enabled = [] {
    const char *text = std::getenv("HEDDLE_VERIFY");
    return !text || std::strcmp(text, "0") != 0;
  }();
  return enabled;
}

size_t verifyMemoryLimit() {
  static const size_t limit = [] {
    const char *text = std::getenv("HEDDLE_VERIFY_MEMORY");
    return text ? readBytes(text) : physicalMemory() / 4;
  }();
  return limit;
}

const Tolerance &verifyTolerance() {
  static const Tolerance tolerance = [] {
    Tolerance t;
    if (const char *text = std::getenv("HEDDLE_VERIFY_TOLERANCE"))
      t.scale(std::atof(text) / t.single);
    return t;
  }();
  return tolerance;
}

void beginVerifiedLaunch() {
  static const bool registered = on_exit(atEnd, nullptr) == 0;
  (void)registered;
  ++totals().launches;
}

void noteSkipped(SkipReason reason) {
  ++totals().skipped[static_cast<unsigned>(reason)];
}

static int64_t nanoseconds(Clock::duration time) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(time).count();
}

void noteOptimizedTime(Clock::duration time) {
  totals().optimizedTime += nanoseconds(time);
}

void noteVerifiedTime(Clock::duration time) {
  totals().verifiedTime += nanoseconds(time);
}

void noteSnapshotBytes(size_t bytes) {
  Totals &t = totals();
  if (bytes > t.peakBytes)
    t.peakBytes = bytes;
}

LaunchReport::LaunchReport(const HeddleVerifiedKernel &kernel,
                           const HeddleLaunchConfig &config)
    : kernel(kernel), config(config), number(totals().launches) {}

void LaunchReport::progress(const char *what) const {
  static const bool isTerminal = isatty(2);
  Totals &t = totals();
  Clock::time_point now = Clock::now();
  if (!isTerminal || now - t.lastProgress < std::chrono::seconds(1))
    return;
  t.lastProgress = now;
  t.lineIsOpen = true;
  std::fprintf(
      stderr,
      "\r\033[Kheddle: verify: %llu launches in %lld s, %llu "
      "different; now the %s of %.40s",
      (unsigned long long)number,
      (long long)std::chrono::duration_cast<std::chrono::seconds>(now - t.start)
          .count(),
      (unsigned long long)t.different, what, kernel.info->name);
}

void LaunchReport::compared(const Snapshot &snapshot,
                            const Comparison &comparison) const {
  Totals &t = totals();
  std::lock_guard lock(t.mutex);
  ++t.compared;
  t.ownReference += !kernel.reference;
  if (comparison.numDifferent) {
    ++t.different;
    if (t.described.insert(&kernel).second)
      describeDifference(snapshot, comparison);
  }
  if (!comparison.numOrderDependent)
    return;
  ++t.orderDependent;
  if (!t.describedOrder.insert(&kernel).second)
    return;
  closeLine(t);
  std::fprintf(stderr,
               "heddle: verify: launch %llu, kernel '%s': %llu elements depend "
               "on the order of threads\n",
               (unsigned long long)number, kernel.info->name,
               (unsigned long long)comparison.numOrderDependent);
}

void LaunchReport::describeDifference(const Snapshot &snapshot,
                                      const Comparison &comparison) const {
  closeLine(totals());
  const uint32_t *grid = config.grid, *block = config.block;
  std::fprintf(stderr,
               "heddle: verify: launch %llu, kernel '%s' <<<(%u,%u,%u), "
               "(%u,%u,%u)>>>: %llu elements differ from the reference\n",
               (unsigned long long)number, kernel.info->name, grid[0], grid[1],
               grid[2], block[0], block[1], block[2],
               (unsigned long long)comparison.numDifferent);
  if (comparison.different.empty())
    return;
  const Element &first = comparison.different.front();
  std::fprintf(stderr,
               "heddle: verify:   first: %s, %s element %zu: %s, but the "
               "reference has %s\n",
               snapshot.regions()[first.region].name.c_str(),
               describeType(first.type), first.offset / bytesOfType(first.type),
               describeValue(first.type, first.optimized).c_str(),
               describeValue(first.type, first.reference).c_str());
}

void LaunchReport::failed(cudaError_t error) const {
  Totals &t = totals();
  std::lock_guard lock(t.mutex);
  ++t.compared;
  ++t.different;
  if (!t.described.insert(&kernel).second)
    return;
  closeLine(t);
  std::fprintf(stderr,
               "heddle: verify: launch %llu, kernel '%s': the reference ends "
               "with %s, the optimized kernel does not\n",
               (unsigned long long)number, kernel.info->name,
               cudaGetErrorName(error));
}

} // namespace heddle::rt

using namespace heddle::rt;

extern "C" void __heddle_verify_counts(HeddleVerifyCounts *counts) {
  const Totals &t = totals();
  *counts = {t.compared, sumOf(t.skipped), t.different, t.orderDependent,
             t.peakBytes};
}
