//===- VerificationTime.cpp - What verification costs ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Driver/VerificationTime.h"
#include "heddle/Dialect/StageVerifiers.h"

#include "mlir/Pass/PassInstrumentation.h"
#include <chrono>

using namespace mlir;
using namespace heddle;

namespace {
class Watch : public PassInstrumentation {
public:
  explicit Watch(std::atomic<int64_t> &nanoseconds)
      : nanoseconds(nanoseconds) {}

  void runBeforePass(Pass *pass, Operation *) override {
    if (isVerification(pass))
      start = Clock::now();
  }
  void runAfterPass(Pass *pass, Operation *) override {
    if (isVerification(pass))
      nanoseconds += std::chrono::nanoseconds(Clock::now() - start).count();
  }

private:
  using Clock = std::chrono::steady_clock;

  static bool isVerification(Pass *pass) {
    return pass->getArgument() == "verify-stage";
  }

  std::atomic<int64_t> &nanoseconds;
  Clock::time_point start;
};
} // namespace

void VerificationTime::watch(PassManager &pm) {
  pm.addInstrumentation(std::make_unique<Watch>(nanoseconds));
}
