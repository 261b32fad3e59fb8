//===- ParallelCodegen.h - Optimizes a module on several threads *- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TARGET_PARALLELCODEGEN_H
#define HEDDLE_TARGET_PARALLELCODEGEN_H

#include "heddle/Target/Codegen.h"

namespace heddle {

struct ParallelCodegen {
  int optLevel = 3;
  bool skipStrips = true;
  /// 0: as many as there are cores.
  unsigned threads = 0;
  /// If there is one, the parts are optimized one by one.
  VectorizeReport *report = nullptr;
  bool dropLines = false; ///< Only the report needs lines.
};

enum class ParallelResult {
  Done,
  Failed,     ///< It printed an error.
  NotDivided, ///< The module is as it was, and small.
};

/// Optimizes a module and writes its object file, in parts that run in
/// parallel. The file does not depend on the number of threads.
ParallelResult generateInParallel(llvm::Module &module,
                                  const ParallelCodegen &options,
                                  llvm::raw_ostream &out);

} // namespace heddle

#endif // HEDDLE_TARGET_PARALLELCODEGEN_H
