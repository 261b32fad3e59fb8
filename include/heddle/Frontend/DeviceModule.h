//===- DeviceModule.h - Prepares device IR for raising ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_FRONTEND_DEVICEMODULE_H
#define HEDDLE_FRONTEND_DEVICEMODULE_H

#include "heddle/Frontend/Frontend.h"

namespace heddle {

/// The function that cuda_runtime.h calls for `__syncthreads()`.
inline constexpr llvm::StringLiteral barrierName = "__heddle_barrier";

/// Whether this is a collective operation of the runtime (heddle/abi.h): of a
/// warp, a block or a grid.
bool isCollective(llvm::StringRef name);

/// Whether this is a call at which at least the active lanes of a warp
/// synchronise.
bool isSynchronisation(const llvm::Instruction &inst);

/// Whether this is a call at which threads of several warps synchronise.
bool isBlockSynchronisation(const llvm::Instruction &inst);

/// Whether this is a collective operation that only fibers support.
bool needsFibers(llvm::StringRef name);

/// Renames every device definition (`f` becomes `f.device`, since a `__host__
/// __device__` function exists in both modules) and makes symbols that are
/// private to this file internal. Renames them in `facts` too.
void isolateDeviceSymbols(llvm::Module &device, SymbolFacts &facts,
                          bool relocatable);

/// Whether a symbol is that of a `static` variable or one in an anonymous
/// namespace, which Clang makes visible to the host.
bool isInternalName(llvm::StringRef name);

/// Inlines device functions that synchronise or use thread indices or shared
/// memory, promotes memory to registers, and brings kernels into the form that
/// Raise expects: one exit, no lifetime markers, by-value arguments copied per
/// thread. Inserts calls to the runtime where threads wait for others or rely
/// on warp lockstep; with `warpLockstep`, all code does. `unroll`: unroll short
/// loops with barriers.
void simplifyDeviceModule(llvm::Module &device, const SymbolFacts &facts,
                          int optLevel, bool warpLockstep, bool unroll = true);

/// The name of this unrolling for `--disable-pass`.
inline constexpr llvm::StringLiteral unrollShortLoopsName =
    "unroll-short-loops";

/// Whether the function, or a function that it calls, may synchronise or depend
/// on the thread that runs it.
bool needsThreadContext(const llvm::Function &function,
                        const SymbolFacts &facts);

} // namespace heddle

#endif // HEDDLE_FRONTEND_DEVICEMODULE_H
