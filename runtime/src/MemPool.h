//===- MemPool.h - Memory pools ---------------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_MEMPOOL_H
#define HEDDLE_RUNTIME_MEMPOOL_H

namespace heddle::rt {

/// At a synchronisation, pools release what they hold beyond their release
/// threshold.
void trimPools();

/// Destroys the pools that the program created, and releases what pools hold.
void resetPools();

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_MEMPOOL_H
