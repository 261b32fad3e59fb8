//===- ChooseLowering.h - What is known of a file's kernels -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVER_CHOOSELOWERING_H
#define HEDDLE_DRIVER_CHOOSELOWERING_H

#include "heddle/Driver/Compile.h"
#include "heddle/Frontend/Frontend.h"
#include "heddle/Raise/Import.h"

namespace heddle {

/// Which kernels there are, which of them run on fibers, and how host code
/// launches them. None, with a message, if that is not what the user asked for.
std::optional<ImportMarks> chooseLowering(const CompileOptions &options,
                                          FrontendResult &source);

/// A function of the host: device code is compiled for the CPU that it is
/// compiled for. None if the host has no code.
const llvm::Function *findModel(const llvm::Module &host);

} // namespace heddle

#endif // HEDDLE_DRIVER_CHOOSELOWERING_H
