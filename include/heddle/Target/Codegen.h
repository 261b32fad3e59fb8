//===- Codegen.h - LLVM's optimizer and code generation ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TARGET_CODEGEN_H
#define HEDDLE_TARGET_CODEGEN_H

#include "llvm/IR/Module.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

namespace heddle {

/// The machine that the module's functions were compiled for.
std::unique_ptr<llvm::TargetMachine>
createTargetMachine(const llvm::Module &module, int optLevel);

class VectorizeReport;

/// If the module contains a large function, makes LLVM give up earlier in
/// searches that are quadratic in the size of a function. To be called before
/// the other functions here, as long as there is one thread: LLVM's options are
/// global.
void limitSearches(const llvm::Module &module);

/// LLVM's own pipeline for -O0 to -O3, with vector math from libmvec.
/// `skipStrips` enables speculative strip-mining of search loops.
void optimizeModule(llvm::Module &module, llvm::TargetMachine &machine,
                    int optLevel, bool skipStrips = true,
                    VectorizeReport *report = nullptr);

/// The name of this pass for `--disable-pass`.
inline constexpr llvm::StringLiteral skipQuietStripsName = "skip-quiet-strips";

/// Defines the functions of libmvec that an optimized module calls: each calls
/// the scalar function for every lane, so that vectorized code has the same
/// results as scalar code.
void expandVectorMath(llvm::Module &module);

/// Writes an object file, or assembly.
bool emitModule(llvm::Module &module, llvm::TargetMachine &machine,
                bool assembly, llvm::raw_pwrite_stream &out);

} // namespace heddle

#endif // HEDDLE_TARGET_CODEGEN_H
