//===- FaultReport.cpp - The message about an illegal access --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All of it may run in a handler of signals: the text is collected in a buffer
// on the stack and written at once.
//
//===----------------------------------------------------------------------===//

#include "Faults.h"
#include "Fiber.h"
#include "Launch.h"
#include "Memory.h"
#include <algorithm>
#include <climits>
#include <cstdio>
#include <cstring>
#include <unistd.h>

namespace heddle::rt {
namespace {

/// Addresses up to here are a null pointer with an index.
constexpr uintptr_t nearNull = 64 * 1024;

/// Text that grows up to a limit.
class Text {
public:
  Text &operator<<(const char *text) {
    size_t length = std::min(std::strlen(text), sizeof buffer - size);
    std::memcpy(buffer + size, text, length);
    size += length;
    return *this;
  }
  Text &operator<<(uint64_t number) { return digits(number, 10); }
  Text &hex(uint64_t number) {
    *this << "0x";
    return digits(number, 16);
  }
  Text &triple(const uint32_t (&numbers)[3]) {
    return *this << "(" << uint64_t(numbers[0]) << "," << uint64_t(numbers[1])
                 << "," << uint64_t(numbers[2]) << ")";
  }
  void print() const {
    for (size_t done = 0; done < size;) {
      ssize_t written = write(STDERR_FILENO, buffer + done, size - done);
      if (written <= 0)
        return;
      done += static_cast<size_t>(written);
    }
  }

private:
  Text &digits(uint64_t number, unsigned base) {
    char text[24], *at = text + sizeof text;
    *--at = 0;
    do
      *--at = "0123456789abcdef"[number % base];
    while (number /= base);
    return *this << at;
  }

  char buffer[4096];
  size_t size = 0;
};

void block(Text &text, uint64_t number, const HeddleLaunchConfig &config) {
  const uint32_t *grid = config.grid;
  const uint32_t index[3] = {static_cast<uint32_t>(number % grid[0]),
                             static_cast<uint32_t>(number / grid[0] % grid[1]),
                             static_cast<uint32_t>(number / grid[0] / grid[1])};
  text.triple(index);
}

void where(Text &text, const Thread &thread, const LaunchOrigin &origin) {
  if (const Fiber *fiber = thread.fiber) {
    text << "heddle:   in thread ";
    text.triple(fiber->thread.threadIdx) << " of block ";
    text.triple(fiber->thread.blockIdx) << "\n";
    return;
  }
  const RunningBlocks &blocks = thread.running;
  uint64_t all = uint64_t(origin.config->grid[0]) * origin.config->grid[1] *
                 origin.config->grid[2];
  if (blocks.launch->blocks != all)
    return;
  text << (blocks.end - blocks.begin == 1 ? "heddle:   in block "
                                          : "heddle:   in one of the blocks ");
  block(text, blocks.begin, *origin.config);
  if (blocks.end - blocks.begin > 1) {
    text << " to ";
    block(text, blocks.end - 1, *origin.config);
  }
  text << "\n";
}

void nearest(Text &text, uintptr_t address) {
  NearAllocation found;
  if (!findNearest(address, found))
    return;
  text << "heddle:   the address is ";
  if (address < found.begin)
    text << found.begin - address << " bytes before ";
  else if (!found.contains(address))
    text << address - found.begin - found.bytes << " bytes past the end of ";
  else
    text << address - found.begin << " bytes into ";
  if (found.isFreed)
    text << "freed ";
  if (found.name)
    text << "variable '" << found.name << "'";
  else
    text << nameOfKind(found.kind);
  text << " ";
  text.hex(found.begin) << " (" << found.bytes << " bytes)";
  text << (found.contains(address) ? "\n" : ", the nearest allocation\n");
}

/// For addr2line.
void code(Text &text, const Fault &fault) {
  char path[PATH_MAX];
  const char *file = fault.file;
  if (!file) {
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0)
      return;
    path[length] = 0;
    file = path;
  }
  text << "heddle:   the code is at ";
  text.hex(fault.instruction - fault.base) << " in " << file;
  text << " (with -lineinfo, addr2line finds the line)\n";
}

void access(Text &text, const Fault &fault) {
  if (fault.isStackOverflow) {
    text << "stack overflow, at address ";
    text.hex(fault.address) << "\n";
    return;
  }
  if (!fault.hasAddress) {
    text << "illegal access to a misaligned address, or one that is far out of "
            "range\n";
    return;
  }
  text << "illegal " << (fault.isWrite ? "write to " : "read from ");
  if (fault.address < nearNull)
    text.hex(fault.address) << ": a null pointer\n";
  else
    text.hex(fault.address) << "\n";
}

} // namespace

void reportFault(const Thread &thread, const Fault &fault, bool goesOn) {
  // What the program printed before comes before, and is not lost.
  if (ftrylockfile(stdout) == 0) {
    fflush_unlocked(stdout);
    funlockfile(stdout);
  }
  // The configuration may be gone if the launch is over after all.
  bool isStarting = !thread.running.launch;
  LaunchOrigin origin = isStarting ? LaunchOrigin{thread.origin.info}
                                   : thread.running.launch->origin;
  if (thread.fiber)
    origin = {thread.scheduler->launch->info, thread.scheduler->launch->config};
  Text text;
  text << "heddle: kernel '" << (origin.info ? origin.info->name : "?") << "'";
  if (origin.config) {
    text << " <<<";
    text.triple(origin.config->grid) << ", ";
    text.triple(origin.config->block) << ">>>";
  }
  text << ": ";
  access(text, fault);
  if (origin.config)
    where(text, thread, origin);
  if (isStarting)
    text
        << "heddle:   at the start of the launch, which loads what all threads "
           "share (or in host code right after it)\n";
  if (!fault.isStackOverflow && fault.hasAddress && fault.address >= nearNull)
    nearest(text, fault.address);
  code(text, fault);
  if (fault.isStackOverflow)
    text << (thread.fiber
                 ? "heddle:   HEDDLE_STACK_KB=<number> makes the stacks of a "
                   "kernel's threads larger\n"
                 : "heddle:   ulimit -s and OMP_STACKSIZE=<kilobytes> make "
                   "stacks larger\n");
  else
    text << "heddle:   to find the cause: compile with -g -fsanitize=address, "
            "or with -g -G for gdb; --verify-launches checks the compiler\n";
  if (goesOn)
    text << "heddle:   the launch ends; from now on calls of CUDA return "
            "cudaErrorIllegalAddress\n";
  else if (!isStarting)
    text << "heddle:   the program ends, because the fault may be in a library "
            "that the kernel called\n";
  text.print();
}

} // namespace heddle::rt
