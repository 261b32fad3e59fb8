//===- DefaultWarnings.h - Clang's warnings that nvcc lacks -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVER_DEFAULTWARNINGS_H
#define HEDDLE_DRIVER_DEFAULTWARNINGS_H

#include "llvm/ADT/ArrayRef.h"

namespace heddle {

/// Options for Clang's driver, before those of the user: so that a source has
/// no warnings which nvcc, with gcc as its host compiler, does not show either,
/// and no errors for what nvcc accepts. `-Wall` and the like switch warnings on
/// again.
llvm::ArrayRef<const char *> defaultWarningArgs();

} // namespace heddle

#endif // HEDDLE_DRIVER_DEFAULTWARNINGS_H
