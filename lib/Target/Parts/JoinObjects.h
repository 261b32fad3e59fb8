//===- JoinObjects.h - Several object files to one --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TARGET_PARTS_JOINOBJECTS_H
#define HEDDLE_LIB_TARGET_PARTS_JOINOBJECTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace heddle {

/// Whether this machine has the programs that join objects: the linker, and
/// objcopy of the same package.
bool canJoinObjects();

/// Writes one object file with the contents of several. `locals` are symbols
/// that nothing outside of it sees. Prints an error.
bool joinObjects(llvm::ArrayRef<llvm::SmallVector<char, 0>> objects,
                 llvm::ArrayRef<std::string> locals, llvm::raw_ostream &out);

} // namespace heddle

#endif // HEDDLE_LIB_TARGET_PARTS_JOINOBJECTS_H
