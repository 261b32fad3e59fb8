//===- Thread.cpp - Creates and deletes thread state ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Thread.h"
#include "Faults.h"
#include "Fiber.h"
#include "FusedLaunches.h"
#include <memory>

namespace heddle::rt {

thread_local Thread *currentThread = nullptr;

Thread::Thread() { configs.reserve(8); }
Thread::~Thread() {
  removeSignalStack(*this);
  delete fibers;
  delete waitingPlace;
}

namespace {
/// Deletes the state when its thread ends. A destructor that runs later and
/// calls the API gets a new state, which is never deleted.
struct Owner {
  std::unique_ptr<Thread> thread;
  ~Owner() { currentThread = nullptr; }
};
} // namespace

Thread &makeThread() {
  static thread_local Owner owner;
  auto *thread = new Thread;
  if (!owner.thread)
    owner.thread.reset(thread);
  currentThread = thread;
  catchFaults(*thread);
  return *thread;
}

} // namespace heddle::rt
