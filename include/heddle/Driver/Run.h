//===- Run.h - heddle run ---------------------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVER_RUN_H
#define HEDDLE_DRIVER_RUN_H

#include "heddle/Driver/Installation.h"
#include "llvm/ADT/ArrayRef.h"

namespace heddle {

/// `heddle run [options] file.cu [args...]`; `args` are those after `run`.
/// Replaces the process by the program, or returns the exit code if it cannot
/// be compiled.
int runMain(llvm::ArrayRef<const char *> args,
            const Installation &installation);

} // namespace heddle

#endif // HEDDLE_DRIVER_RUN_H
