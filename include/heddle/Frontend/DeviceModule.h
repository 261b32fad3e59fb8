//===- DeviceModule.h - Making device IR ready to be raised -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_FRONTEND_DEVICEMODULE_H
#define HEDDLE_FRONTEND_DEVICEMODULE_H

#include "heddle/Frontend/Frontend.h"

namespace heddle {

/// Names the compiler knows in device code, declared by cuda_runtime.h.
inline constexpr llvm::StringLiteral barrierName = "__heddle_barrier";

/// Whether this is one of the runtime's functions by which threads of a warp, a
/// block or a grid work together (heddle/abi.h).
bool isCollective(llvm::StringRef name);

/// Whether this is a call at which at least the lanes of a warp that are there
/// wait for each other.
bool isMeeting(const llvm::Instruction &inst);

/// Whether this is one of those that only fibers can serve.
bool needsFibers(llvm::StringRef name);

/// Gives every device definition a name of its own (`f` becomes `f.device`, as
/// a `__host__ __device__` function exists in both modules) and makes what is
/// private to this file internal. The facts are renamed along.
void isolateDeviceSymbols(llvm::Module &device, SymbolFacts &facts,
                          bool relocatable);

/// Whether a symbol is that of a `static` variable or one in an anonymous
/// namespace, which Clang makes visible for the host's sake.
bool isInternalName(llvm::StringRef name);

/// Inlines what a kernel needs inlined to be raised (device functions that
/// synchronise, or ask for thread indices or shared memory), promotes memory to
/// registers, and brings kernels into the form that Raise expects: one exit, no
/// lifetime markers, arguments passed by value copied per thread. Where threads
/// wait for others, or rely on a warp's lanes to run in step, calls of the
/// runtime say so; `warpLockstep` has all code rely on it. `unroll` is for
/// short loops in which threads meet.
void simplifyDeviceModule(llvm::Module &device, const SymbolFacts &facts,
                          int optLevel, bool warpLockstep, bool unroll = true);

/// What `--disable-pass` calls that.
inline constexpr llvm::StringLiteral unrollMeetingsName = "unroll-meetings";

/// True if the function may, by itself or through what it calls, synchronise
/// or depend on which thread runs it.
bool needsThreadContext(const llvm::Function &function,
                        const SymbolFacts &facts);

} // namespace heddle

#endif // HEDDLE_FRONTEND_DEVICEMODULE_H
