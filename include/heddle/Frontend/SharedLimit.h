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
bool checkSharedMemory(const llvm::Module &device, const SymbolFacts &facts);

} // namespace heddle

#endif // HEDDLE_FRONTEND_SHAREDLIMIT_H
