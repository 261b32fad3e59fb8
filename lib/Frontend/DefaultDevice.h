//===- DefaultDevice.h - NVRTC's -default-device ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_FRONTEND_DEFAULTDEVICE_H
#define HEDDLE_LIB_FRONTEND_DEFAULTDEVICE_H

#include "clang/Frontend/CompilerInstance.h"

namespace heddle {

/// Makes the pragmas with which a source without host code makes its functions
/// and variables those of the device (lib/Driver/Nvrtc.cpp) leave system
/// headers alone.
void keepPragmasFromSystemHeaders(clang::CompilerInstance &compiler);

} // namespace heddle

#endif // HEDDLE_LIB_FRONTEND_DEFAULTDEVICE_H
