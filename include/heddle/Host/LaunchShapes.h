//===- LaunchShapes.h - Block sizes that host code launches with *- C++ -*-===//
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
  /// The block sizes that are constants, the most frequent first.
  std::vector<BlockShape> shapes;
  /// The file has no launch with another one.
  bool areAllHere = false;
  /// Nor is one to be expected in other files.
  bool areAll = false;
  /// The launches in the file, each kind once, the most frequent first.
  std::vector<KnownLaunch> launches;
  /// There are launches of one block with such a size.
  bool hasSingleBlocks = false;
};

/// For each kernel (by its device symbol), the block sizes that host code
/// launches it with. Functions that launch are simplified on the way. A guess:
/// launches may be missing here, so what is made of it has to check.
llvm::StringMap<LaunchShapes> findBlockShapes(llvm::Module &host,
                                              const HostFacts &facts);

} // namespace heddle

#endif // HEDDLE_HOST_LAUNCHSHAPES_H
