//===- ProfileReport.cpp - Writes a profile as a table or a trace ---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile.h"
#include <algorithm>
#include <cerrno>
#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <tuple>
#include <unistd.h>

namespace heddle::rt {
namespace {

/// All threads' times of one kernel, or of one kind of copy.
struct Row {
  std::string name;
  uint64_t count = 0, bytes = 0;
  TimeSummary times;
};

/// Kernels of the same name are one row: instances of a template that several
/// files contain.
void addKernels(std::map<std::string, Row> &rows,
                const ThreadProfile &profile) {
  for (const auto &[info, kernel] : profile.kernels) {
    Row &row = rows[kernel.name];
    TimeSummary times = kernel.times;
    if (kernel.number)
      times.add(kernel.time);
    // A kernel that does nothing has launches without blocks.
    while (times.count < kernel.launches)
      times.add(0);
    row.count += kernel.launches;
    row.times.add(times);
  }
}

void addCopies(std::map<std::string, Row> &rows, const ThreadProfile &profile) {
  for (const auto &[name, copy] : profile.copies) {
    Row &row = rows[name];
    row.count += copy.times.count;
    row.bytes += copy.bytes;
    row.times.add(copy.times);
  }
}

std::vector<Row> byTime(const std::map<std::string, Row> &rows) {
  std::vector<Row> sorted;
  for (const auto &[name, row] : rows) {
    sorted.push_back(row);
    sorted.back().name = name;
  }
  std::sort(sorted.begin(), sorted.end(), [](const Row &a, const Row &b) {
    return std::tie(b.times.total, a.name) < std::tie(a.times.total, b.name);
  });
  return sorted;
}

uint64_t totalOf(const std::vector<Row> &rows) {
  uint64_t total = 0;
  for (const Row &row : rows)
    total += row.times.total;
  return total;
}

/// A number with one of several units, each 1000 times the one before.
template <size_t count>
std::string withUnit(double number, const char *const (&units)[count]) {
  size_t unit = 0;
  for (; number >= 999.95 && unit + 1 < count; ++unit)
    number /= 1000;
  char text[32];
  std::snprintf(text, sizeof text, "%.*f %s",
                unit == 0       ? 0
                : number < 10   ? 3
                : number < 99.9 ? 2
                                : 1,
                number, units[unit]);
  return text;
}

std::string time(double nanoseconds) {
  return withUnit(nanoseconds, {"ns", "us", "ms", "s"});
}

std::string bytes(double number) {
  return withUnit(number, {"B", "kB", "MB", "GB", "TB"});
}

void printTable() {
  std::map<std::string, Row> kernelRows, copyRows;
  for (ThreadProfile *profile : allProfiles()) {
    std::lock_guard lock(profile->mutex);
    addKernels(kernelRows, *profile);
    addCopies(copyRows, *profile);
  }
  std::vector<Row> kernels = byTime(kernelRows), copies = byTime(copyRows);
  uint64_t total = totalOf(kernels) + totalOf(copies);
  auto share = [&](const Row &row) {
    return total ? 100. * double(row.times.total) / double(total) : 0.;
  };
  auto average = [](const Row &row) {
    return time(row.count ? double(row.times.total) / double(row.count) : 0);
  };
  std::fprintf(stderr,
               "heddle: profile: kernels %s, copies %s, in a program of %s\n",
               time(double(totalOf(kernels))).c_str(),
               time(double(totalOf(copies))).c_str(),
               time(double(profileTime())).c_str());
  if (!kernels.empty())
    std::fprintf(stderr, "%8s %10s %9s %10s %10s %10s  %s\n", "share", "total",
                 "launches", "average", "min", "max", "kernel");
  for (const Row &row : kernels)
    std::fprintf(stderr, "%7.2f%% %10s %9" PRIu64 " %10s %10s %10s  %s\n",
                 share(row), time(double(row.times.total)).c_str(), row.count,
                 average(row).c_str(), time(double(row.times.least)).c_str(),
                 time(double(row.times.most)).c_str(), row.name.c_str());
  if (!copies.empty())
    std::fprintf(stderr, "%8s %10s %9s %10s %10s %10s  %s\n", "share", "total",
                 "calls", "average", "bytes", "rate", "copy");
  for (const Row &row : copies)
    std::fprintf(stderr, "%7.2f%% %10s %9" PRIu64 " %10s %10s %10s  %s\n",
                 share(row), time(double(row.times.total)).c_str(), row.count,
                 average(row).c_str(), bytes(double(row.bytes)).c_str(),
                 (bytes(double(row.bytes) * 1e9 /
                        double(std::max<uint64_t>(row.times.total, 1))) +
                  "/s")
                     .c_str(),
                 row.name.c_str());
}

/// The events of a program, in the JSON format of chrome://tracing and
/// Perfetto.
class TraceWriter {
public:
  explicit TraceWriter(FILE *file) : file(file) {}

  uint64_t write() {
    std::fputs("{\"displayTimeUnit\": \"ns\", \"traceEvents\": [\n", file);
    nameLane("process_name", 0, program_invocation_short_name);
    unsigned hosts = 0;
    for (ThreadProfile *profile : allProfiles()) {
      std::lock_guard lock(profile->mutex);
      dropped += profile->dropped;
      if (profile->isHost)
        nameHost(*profile, ++hosts);
      else if (!profile->events.empty())
        nameLane("thread_name", blocksLane(*profile),
                 "worker " + std::to_string(profile->teamNumber));
      for (const TraceEvent &event : profile->events)
        writeEvent(*profile, event);
    }
    std::fputs("\n]}\n", file);
    return count;
  }

  uint64_t dropped = 0;

private:
  /// A host thread has two lanes: its calls, and the blocks that it runs.
  /// Viewers show them in the order of their numbers.
  static unsigned callsLane(const ThreadProfile &profile) {
    return 1 + profile.number;
  }
  static unsigned blocksLane(const ThreadProfile &profile) {
    return 1001 + profile.number;
  }

  void nameHost(const ThreadProfile &profile, unsigned number) {
    std::string suffix = number > 1 ? " " + std::to_string(number) : "";
    nameLane("thread_name", callsLane(profile), "host calls" + suffix);
    nameLane("thread_name", blocksLane(profile),
             number > 1 ? "worker 0 (host" + suffix + ")" : "worker 0 (host)");
  }

  void separate() {
    if (hasWritten)
      std::fputs(",\n", file);
    hasWritten = true;
  }

  void nameLane(const char *what, unsigned lane, const std::string &name) {
    separate();
    std::fprintf(file,
                 "{\"ph\": \"M\", \"name\": \"%s\", \"pid\": 1, \"tid\": %u, "
                 "\"args\": {\"name\": ",
                 what, lane);
    writeText(name);
    std::fputs("}}", file);
  }

  void writeText(std::string_view text) {
    std::fputc('"', file);
    for (char c : text)
      if (c == '"' || c == '\\')
        std::fprintf(file, "\\%c", c);
      else if (static_cast<unsigned char>(c) < ' ')
        std::fprintf(file, "\\u%04x", static_cast<unsigned>(c));
      else
        std::fputc(c, file);
    std::fputc('"', file);
  }

  void begin(const char *phase, unsigned lane, uint64_t time,
             const TraceEvent &event) {
    static constexpr const char *categories[] = {
        "launch", "blocks", "copy", "memory", "range", "range", "range"};
    separate();
    std::fprintf(file,
                 "{\"ph\": \"%s\", \"pid\": 1, \"tid\": %u, \"ts\": %.3f, "
                 "\"cat\": \"%s\", \"name\": ",
                 phase, lane, double(time) / 1000, categories[event.kind]);
    writeText(event.name);
    ++count;
  }

  void writeShape(const TraceEvent &event) {
    std::fprintf(file, "\"grid\": \"%u,%u,%u\", \"block\": \"%u,%u,%u\"",
                 event.grid[0], event.grid[1], event.grid[2], event.block[0],
                 event.block[1], event.block[2]);
  }

  void writeEvent(const ThreadProfile &profile, const TraceEvent &event) {
    unsigned lane = event.kind == TraceEvent::blocks ? blocksLane(profile)
                                                     : callsLane(profile);
    if (event.kind == TraceEvent::processRange) {
      for (bool isEnd : {false, true}) {
        begin(isEnd ? "e" : "b", lane, isEnd ? event.end : event.begin, event);
        std::fprintf(file, ", \"id\": %" PRIu64 "}", event.number);
      }
      return;
    }
    if (event.kind == TraceEvent::mark) {
      begin("i", lane, event.begin, event);
      std::fputs(", \"s\": \"t\"}", file);
      return;
    }
    begin("X", lane, event.begin, event);
    std::fprintf(file, ", \"dur\": %.3f, \"args\": {",
                 double(event.end - event.begin) / 1000);
    switch (event.kind) {
    case TraceEvent::launch:
      writeShape(event);
      std::fprintf(file, ", \"launch\": %" PRIu64, event.number);
      if (event.amount > 1)
        std::fprintf(file, ", \"launches that run together\": %" PRIu64,
                     event.amount);
      break;
    case TraceEvent::blocks:
      writeShape(event);
      std::fprintf(file,
                   ", \"launch\": %" PRIu64 ", \"blocks run\": %" PRIu64
                   ", \"core\": %d",
                   event.number, event.amount, event.core);
      break;
    case TraceEvent::copy:
    case TraceEvent::call:
      std::fprintf(file, "\"bytes\": %" PRIu64, event.amount);
      break;
    default:
      break;
    }
    std::fputs("}}", file);
  }

  FILE *const file;
  uint64_t count = 0;
  bool hasWritten = false;
};

/// Several processes may run with the same setting: %p is the process.
std::string fileName() {
  std::string name = traceFile();
  if (size_t at = name.find("%p"); at != std::string::npos)
    name.replace(at, 2, std::to_string(getpid()));
  return name;
}

void writeTrace() {
  std::string name = fileName();
  FILE *file = std::fopen(name.c_str(), "w");
  if (!file) {
    std::fprintf(stderr, "heddle: HEDDLE_PROFILE: cannot write '%s': %s\n",
                 name.c_str(), std::strerror(errno));
    return;
  }
  TraceWriter writer(file);
  uint64_t events = writer.write();
  if (std::fclose(file) != 0)
    std::fprintf(stderr, "heddle: HEDDLE_PROFILE: cannot write '%s': %s\n",
                 name.c_str(), std::strerror(errno));
  else
    std::fprintf(stderr, "heddle: profile: %" PRIu64 " events in '%s'\n",
                 events, name.c_str());
  if (writer.dropped)
    std::fprintf(stderr,
                 "heddle: profile: %" PRIu64
                 " later events were left out: there are too many\n",
                 writer.dropped);
}

} // namespace

void reportProfile() {
  // What the program has printed comes first.
  std::fflush(stdout);
  if (tracing)
    writeTrace();
  else
    printTable();
}

} // namespace heddle::rt
