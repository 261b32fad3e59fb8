//===- Reproducer.h - Files for a bug report --------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVER_REPRODUCER_H
#define HEDDLE_DRIVER_REPRODUCER_H

#include "heddle/Driver/Plan.h"

namespace heddle {

/// Reports that the compiler failed on the job's source, and why (`signal 11`).
/// Writes the source with its includes expanded, and a script that compiles it
/// again, to HEDDLE_CRASH_DIR or the directory for temporary files.
void reportInternalError(const Job &job, const Invocation &invocation,
                         const std::string &cause);

} // namespace heddle

#endif // HEDDLE_DRIVER_REPRODUCER_H
