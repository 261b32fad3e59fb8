//===- LaunchShapes.h - Block sizes and arguments of launches ---*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_HOST_LAUNCHSHAPES_H
#define HEDDLE_HOST_LAUNCHSHAPES_H

#include "heddle/Frontend/Frontend.h"
#include "heddle/Support/KnownLaunch.h"

namespace heddle {

struct LaunchShapes {
  /// The constant block sizes, the most frequent first.
  std::vector<BlockShape> shapes;
  /// No launch of this kernel says its size: these are sizes that the file uses
  /// elsewhere.
  bool areGuesses = false;
  /// All launches in this file use one of these block sizes.
  bool areAllHere = false;
  /// Launches in other files are not expected either.
  bool areAll = false;
  /// The launches in the file, each kind once, the most frequent first.
  std::vector<KnownLaunch> launches;
  /// There are launches of a single block with such a size.
  bool hasSingleBlocks = false;
};

/// For each kernel (by its device symbol), the block sizes that host code
/// launches it with. Simplifies functions that launch. The result is a hint:
/// launches may be missing, so code that uses it has to check.
llvm::StringMap<LaunchShapes> findBlockShapes(llvm::Module &host,
                                              const HostFacts &facts);

} // namespace heddle

#endif // HEDDLE_HOST_LAUNCHSHAPES_H
