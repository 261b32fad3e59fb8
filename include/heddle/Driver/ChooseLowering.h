//===- ChooseLowering.h - Selects the lowering of each kernel ---*- C++ -*-===//
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

/// What the import is to mark: the kernels, those of them that the user wants
/// on fibers, functions that depend on the thread, and how host code launches
/// kernels. Which other kernels need fibers is decided later, by
/// `findFiberConstruct`.
ImportMarks markDeviceModule(const CompileOptions &options,
                             FrontendResult &source);

/// A function of the host module, for whose CPU device code is compiled. None
/// if the host has no code.
const llvm::Function *findModel(const llvm::Module &host);

} // namespace heddle

#endif // HEDDLE_DRIVER_CHOOSELOWERING_H
