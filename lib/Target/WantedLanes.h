//===- WantedLanes.h - Demanded lanes of vectors ----------------*- C++ -*-===//
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

/// The number of elements of a vector; 1 for a scalar.
unsigned countLanes(llvm::Type *type);

/// The lanes for which a mask is set, if known.
std::optional<llvm::APInt> constantMask(llvm::Value *mask);

/// Which lanes of a value its users demand: lanes of a vector beyond the end of
/// a row are computed but not stored.
///
/// Results are cached, so no instruction may be erased in between. New users
/// are allowed if they demand no additional lanes.
class WantedLanes {
public:
  llvm::APInt of(llvm::Value *value, unsigned depth = 0);

private:
  llvm::APInt ofUse(llvm::Use &use, unsigned lanes, unsigned depth);

  llvm::DenseMap<llvm::Value *, llvm::APInt> known;
};

} // namespace heddle

#endif // HEDDLE_LIB_TARGET_WANTEDLANES_H
