//===- HostFlags.h - Flags of gcc and Clang ---------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DRIVER_HOSTFLAGS_H
#define HEDDLE_DRIVER_HOSTFLAGS_H

#include "llvm/ADT/StringRef.h"
#include <string>
#include <vector>

namespace heddle {

/// Splits the value of a list option such as -Xcompiler at commas and spaces. A
/// backslash or quotes protect either, and the commas of `-Wl` are kept.
std::vector<std::string> splitHostFlags(llvm::StringRef value);

/// Splits the value of a list option at commas (`-I a,b`).
std::vector<std::string> splitList(llvm::StringRef value);

/// The same for -D. A definition with a comma in its value (`-D'F(a,b)=a'`) is
/// not split.
std::vector<std::string> splitDefinitions(llvm::StringRef value);

/// Whether the flag only concerns the linker.
bool isLinkFlag(llvm::StringRef flag);

/// Whether the flag asks the compiler about itself: --version, -dumpmachine.
bool isQueryFlag(llvm::StringRef flag);

/// Whether gcc has the flag, it does not change the meaning of a program, and
/// Clang rejects it.
bool isGccOnlyFlag(llvm::StringRef flag);

/// Whether Clang's driver has a -f or -m flag.
bool isClangFlag(llvm::StringRef flag);

/// The flag of Clang that is most similar to an unknown one, or nothing.
std::string nearestClangFlag(llvm::StringRef flag, unsigned maximumDistance);

} // namespace heddle

#endif // HEDDLE_DRIVER_HOSTFLAGS_H
