//===- InlinePTX.h - Translates inline PTX to LLVM IR -----------*- C++ -*-===//
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

/// Replaces every asm statement of a device module by its translation. A
/// statement without a translation is an error at its source line.
void translateInlinePTX(llvm::Module &device, clang::DiagnosticsEngine &diags);

/// Before inlining: whether this function uses thread state that asm statements
/// share, so that it must be inlined.
bool needsPTXContext(const llvm::Function &callee);

/// After inlining: gives each function its own carry flag.
void localizePTXState(llvm::Module &device);

/// After simplification: a 32-bit shared address whose variable is known
/// becomes a pointer into that variable. For other addresses the runtime finds
/// the block's memory that contains them.
void resolveSharedAddresses(llvm::Module &device);

/// After simplification: an `exit` ends its kernel.
void lowerPTXExits(llvm::Module &device);

} // namespace heddle

#endif // HEDDLE_FRONTEND_INLINEPTX_H
