//===- HostFlags.h - Flags in the language of gcc and Clang -----*- C++ -*-===//
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

/// Splits the value of a list option such as -Xcompiler at commas and at
/// spaces. A backslash or quotes keep either, and what follows `-Wl` is its
/// own list of commas.
std::vector<std::string> splitHostFlags(llvm::StringRef value);

/// Splits the value of a list option at commas (`-I a,b`).
std::vector<std::string> splitList(llvm::StringRef value);

/// The same for -D. A definition with a comma in its value (`-D'F(a,b)=a'`)
/// stays whole.
std::vector<std::string> splitDefinitions(llvm::StringRef value);

/// Whether the flag says something to the linker only.
bool isLinkFlag(llvm::StringRef flag);

/// Whether the flag is one that gcc knows, that changes nothing about the
/// meaning of a program, and that Clang refuses.
bool isGccOnlyFlag(llvm::StringRef flag);

/// Whether Clang's driver knows a -f or -m flag.
bool isClangFlag(llvm::StringRef flag);

/// The flag of Clang that is nearest to a misspelt one, or nothing.
std::string nearestClangFlag(llvm::StringRef flag, unsigned maximumDistance);

} // namespace heddle

#endif // HEDDLE_DRIVER_HOSTFLAGS_H
