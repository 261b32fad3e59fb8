//===- HeaderCache.h - Precompiled headers in the cache ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_DRIVER_HEADERCACHE_H
#define HEDDLE_LIB_DRIVER_HEADERCACHE_H

#include "heddle/Driver/Compile.h"
#include "heddle/Frontend/Frontend.h"

#include "llvm/Support/MemoryBuffer.h"
#include <memory>

namespace heddle {

/// The first header of every source in Clang's own form, for both passes.
struct PrecompiledHeader {
  std::unique_ptr<llvm::MemoryBuffer> host, device;
};

/// The precompiled header for these options. It is made when they are used for
/// the second time: options that are used once, as in a check of a build
/// system, leave nothing behind. Empty if there is none.
PrecompiledHeader findPrecompiledHeader(const CompileOptions &options,
                                        const FrontendOptions &frontend);

} // namespace heddle

#endif // HEDDLE_LIB_DRIVER_HEADERCACHE_H
