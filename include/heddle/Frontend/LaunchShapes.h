//===- LaunchShapes.h - Block sizes that host code launches with *- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_FRONTEND_LAUNCHSHAPES_H
#define HEDDLE_FRONTEND_LAUNCHSHAPES_H

#include "heddle/Frontend/Frontend.h"
#include <array>
#include <optional>

namespace heddle {

using BlockShape = std::array<uint32_t, 3>; ///< x, y, z

/// Launches that host code makes, as far as it says with which numbers.
struct KnownLaunch {
  /// None if it is computed at run time.
  std::optional<BlockShape> shape;
  /// By parameter, the integers that are constants.
  std::vector<std::optional<int64_t>> arguments;
};

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

#endif // HEDDLE_FRONTEND_LAUNCHSHAPES_H
