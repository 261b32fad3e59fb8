//===- DeviceTarget.h - The target of device code ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_FRONTEND_DEVICETARGET_H
#define HEDDLE_FRONTEND_DEVICETARGET_H

#include "clang/Frontend/CompilerInstance.h"

namespace heddle {

/// Gives a compilation of device code the host's target with one change: inline
/// assembly has PTX's constraints.
void useDeviceTarget(clang::CompilerInstance &compiler);

} // namespace heddle

#endif // HEDDLE_FRONTEND_DEVICETARGET_H
