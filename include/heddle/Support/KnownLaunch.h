//===- KnownLaunch.h - What host code says of a launch ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SUPPORT_KNOWNLAUNCH_H
#define HEDDLE_SUPPORT_KNOWNLAUNCH_H

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace heddle {

using BlockShape = std::array<uint32_t, 3>; ///< x, y, z

/// Launches that host code makes, as far as it says with which numbers.
struct KnownLaunch {
  /// None if it is computed at run time.
  std::optional<BlockShape> shape;
  /// By parameter, the integers that are constants.
  std::vector<std::optional<int64_t>> arguments;
};

} // namespace heddle

#endif // HEDDLE_SUPPORT_KNOWNLAUNCH_H
