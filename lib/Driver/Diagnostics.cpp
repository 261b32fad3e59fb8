//===- Diagnostics.cpp - Messages of the driver ---------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Driver/Diagnostics.h"

#include "llvm/Support/WithColor.h"

using namespace heddle;

bool heddle::error(const llvm::Twine &message) {
  llvm::WithColor::error(llvm::errs(), "heddle") << message << '\n';
  return false;
}

void heddle::warning(const llvm::Twine &message) {
  llvm::WithColor::warning(llvm::errs(), "heddle") << message << '\n';
}

void heddle::note(const llvm::Twine &message) {
  llvm::WithColor::note(llvm::errs(), "heddle") << message << '\n';
}
