//===- Origin.h - The object behind a pointer -------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_FRONTEND_ORIGIN_H
#define HEDDLE_LIB_FRONTEND_ORIGIN_H

#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"

namespace heddle {

/// Like LLVM's getUnderlyingObject, and through pointer variables that are
/// still in memory, as they are without optimization, if only one thing is ever
/// stored there.
inline const llvm::Value *originOf(const llvm::Value *pointer,
                                   unsigned depth = 0) {
  const llvm::Value *object = llvm::getUnderlyingObject(pointer);
  auto *load = llvm::dyn_cast<llvm::LoadInst>(object);
  auto *local = load ? llvm::dyn_cast<llvm::AllocaInst>(
                           load->getPointerOperand()->stripPointerCasts())
                     : nullptr;
  if (!local || depth == 8)
    return object;
  const llvm::Value *origin = nullptr;
  for (const llvm::User *user : local->users()) {
    if (llvm::isa<llvm::LoadInst>(user))
      continue;
    auto *store = llvm::dyn_cast<llvm::StoreInst>(user);
    if (!store || store->getPointerOperand() != local)
      return object;
    const llvm::Value *stored = originOf(store->getValueOperand(), depth + 1);
    if (origin && stored != origin)
      return object;
    origin = stored;
  }
  return origin ? origin : object;
}

} // namespace heddle

#endif // HEDDLE_LIB_FRONTEND_ORIGIN_H
