//===- InlinePTX.h - Inline PTX of device code, as LLVM IR ----*- C++ -*- ===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_FRONTEND_INLINEPTX_H
#define HEDDLE_FRONTEND_INLINEPTX_H

#include "clang/Basic/Diagnostic.h"
#include "llvm/IR/Module.h"

namespace heddle {

/// Puts the meaning of every asm statement of a device module in its place.
/// What has none on a CPU is an error at the statement's line.
void translateInlinePTX(llvm::Module &device, clang::DiagnosticsEngine &diags);

/// Before functions are inlined: whether this one belongs to a thread's state
/// that asm statements share, so that it must be.
bool needsPTXContext(const llvm::Function &callee);

/// After functions are inlined: gives each function its own carry flag.
void localizePTXState(llvm::Module &device);

/// After everything is simplified: shared addresses of 32 bits that can be
/// followed to the variable they come from become pointers into it; for the
/// others the runtime looks which block's memory they are in.
void resolveSharedAddresses(llvm::Module &device);

/// After everything is simplified: an `exit` ends its kernel.
void lowerPTXExits(llvm::Module &device);

} // namespace heddle

#endif // HEDDLE_FRONTEND_INLINEPTX_H
