//===- VectorizeReport.h - What became of the loops over threads -*- C++
//-*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `--report=vectorize`: for each kernel the loops over threads that LLVM's
// vectoriser found, and what it did with them or why it did not. LLVM says so
// by remarks; a remark has the source location of its loop and nothing else to
// know the loop by. So the loops get locations of their own before.
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
  /// A kernel that there is to be reported of.
  struct Kernel {
    std::string symbol;
    std::string name; ///< As a user writes it.
    bool usesFibers = false;
  };

  explicit VectorizeReport(std::vector<Kernel> kernels)
      : kernels(std::move(kernels)) {}

  /// Notes the loops of a function, and makes each known by its location.
  llvm::PreservedAnalyses run(llvm::Function &function,
                              llvm::FunctionAnalysisManager &analyses);

  /// Notes what LLVM says about a loop.
  void note(const llvm::DiagnosticInfoOptimizationBase &remark);

  void print(llvm::raw_ostream &os, llvm::StringRef source, int optLevel) const;

private:
  struct Loop {
    unsigned firstLine = 0, lastLine = 0;
    bool inThreads = false; ///< A loop of each thread.
    bool innermost = false;
    std::string result; ///< Empty as long as nothing is known.
  };
  /// The loops of one function, in order.
  struct Nest {
    std::string file;
    unsigned line = 0;
    bool forSize = false; ///< No launch with its block size is to be seen.
    std::vector<Loop> loops;
  };

  static void addLine(const llvm::Instruction &inst, unsigned head, Loop &loop);
  Loop *find(const llvm::DiagnosticInfoOptimizationBase &remark);
  void printNest(llvm::raw_ostream &os, llvm::StringRef variant,
                 const Nest &nest, int optLevel) const;

  std::vector<Kernel> kernels;
  std::map<std::string, Nest> nests; ///< By the function's name.
  /// The innermost loops of the function that is being optimized, by block.
  llvm::DenseMap<const llvm::Value *, size_t> innermost;
};

/// Runs a function while LLVM's remarks on vectorisation go to the report.
void withRemarks(llvm::LLVMContext &context, VectorizeReport &report,
                 llvm::function_ref<void()> function);

} // namespace heddle

#endif // HEDDLE_TARGET_VECTORIZEREPORT_H
