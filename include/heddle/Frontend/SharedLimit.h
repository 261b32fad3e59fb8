//===- SharedLimit.h - Limits static shared memory --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_FRONTEND_SHAREDLIMIT_H
#define HEDDLE_FRONTEND_SHAREDLIMIT_H

#include "heddle/Frontend/Frontend.h"

namespace heddle {

/// Reports each kernel that uses more static shared memory than a launch may
/// have. Call it after simplifyDeviceModule: as with nvcc, only variables that
/// are left count. False if there was one.
/// What Heddle's headers use does not count: a GPU has other means for it.
bool checkSharedMemory(const llvm::Module &device, const SymbolFacts &facts);

/// How much static shared memory of a kernel is Heddle's own: variables of its
/// headers, all named __heddle_scratch.
uint64_t scratchBytes(const llvm::Function &kernel);

} // namespace heddle

#endif // HEDDLE_FRONTEND_SHAREDLIMIT_H
