//===- VectorizeReport.h - Reports vectorised thread loops ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `--report=vectorize`: for each kernel, what runs its threads and, if these
// are loops, those over threads that LLVM's vectoriser found, and whether it
// vectorised them or why not. LLVM reports
// this by remarks, which identify a loop only by its source location. So each
// loop first gets a unique location.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TARGET_VECTORIZEREPORT_H
#define HEDDLE_TARGET_VECTORIZEREPORT_H

#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/PassManager.h"
#include <map>
#include <string>
#include <vector>

namespace heddle {

class VectorizeReport {
public:
  /// A kernel to report on.
  struct Kernel {
    std::string symbol;
    std::string name; ///< Demangled.
    bool usesFibers = false;
    bool asLanes = false; ///< Its threads are lanes: no loops are of interest.
    std::string mapping;  ///< What was decided before, in lines of text.
  };

  explicit VectorizeReport(std::vector<Kernel> kernels)
      : kernels(std::move(kernels)) {}

  /// Records the loops of a function and gives each a unique location.
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);

  /// Records LLVM's remark about a loop.
  void note(const llvm::DiagnosticInfoOptimizationBase &remark);

  void print(llvm::raw_ostream &os, llvm::StringRef source, int optLevel) const;

private:
  struct Loop {
    unsigned firstLine = 0, lastLine = 0;
    bool inThreads = false; ///< A serial loop of each thread.
    bool innermost = false;
    std::string result; ///< Empty until known.
  };
  /// The loops of one function, in order.
  struct Nest {
    std::string file;
    unsigned line = 0;
    bool forSize = false; ///< No launch uses its block size.
    std::vector<Loop> loops;
  };

  static void addLine(const llvm::Instruction &inst, unsigned head, Loop &loop);
  Loop *find(const llvm::DiagnosticInfoOptimizationBase &remark);
  void printNest(llvm::raw_ostream &os, llvm::StringRef variant,
                 const Nest &nest, int optLevel) const;

  std::vector<Kernel> kernels;
  std::map<std::string, Nest> nests; ///< By the function's name.
  /// The innermost loops of the function being optimized, by block.
  llvm::DenseMap<const llvm::Value *, size_t> innermost;
};

/// Runs a function while LLVM's vectorisation remarks go to the report.
void withRemarks(llvm::LLVMContext &context, VectorizeReport &report,
                 llvm::function_ref<void()> function);

} // namespace heddle

#endif // HEDDLE_TARGET_VECTORIZEREPORT_H
