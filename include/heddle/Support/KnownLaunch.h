//===- KnownLaunch.h - A launch that host code makes ------------*- C++ -*-===//
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

/// A launch in host code, as far as its values are constants.
struct KnownLaunch {
  /// None if it is computed at run time.
  std::optional<BlockShape> shape;
  /// The integer arguments that are constants, by parameter.
  std::vector<std::optional<int64_t>> arguments;
};

} // namespace heddle

#endif // HEDDLE_SUPPORT_KNOWNLAUNCH_H
