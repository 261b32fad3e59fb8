//===- Diagnostics.h - Messages of the driver -------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVER_DIAGNOSTICS_H
#define HEDDLE_DRIVER_DIAGNOSTICS_H

#include "llvm/ADT/Twine.h"

namespace heddle {

/// Prints `heddle: error: MESSAGE` and returns false, so that a check can end
/// with `return error(...)`. In colour if standard error is a terminal.
bool error(const llvm::Twine &message);
void warning(const llvm::Twine &message);
void note(const llvm::Twine &message);

} // namespace heddle

#endif // HEDDLE_DRIVER_DIAGNOSTICS_H
