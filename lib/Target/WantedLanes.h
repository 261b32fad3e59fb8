//===- WantedLanes.h - Lanes of vectors that are used -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TARGET_WANTEDLANES_H
#define HEDDLE_LIB_TARGET_WANTEDLANES_H

#include "llvm/ADT/APInt.h"
#include "llvm/ADT/DenseMap.h"

#include <optional>

namespace llvm {
class Type;
class Use;
class Value;
} // namespace llvm

namespace heddle {

/// How many elements a vector has; 1 for a number.
unsigned countLanes(llvm::Type *type);

/// The lanes for which a mask is set, if that is known.
std::optional<llvm::APInt> constantMask(llvm::Value *mask);

/// Which lanes of a value its users look at: the lanes of a vector that hangs
/// over the end of a row are computed with and then not stored.
///
/// What was found is kept, so no instruction may be deleted in between. One may
/// get more users if they look at no other lanes than those before.
class WantedLanes {
public:
  llvm::APInt of(llvm::Value *value, unsigned depth = 0);

private:
  llvm::APInt ofUse(llvm::Use &use, unsigned lanes, unsigned depth);

  llvm::DenseMap<llvm::Value *, llvm::APInt> known;
};

} // namespace heddle

#endif // HEDDLE_LIB_TARGET_WANTEDLANES_H
