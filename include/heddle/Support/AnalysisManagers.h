//===- AnalysisManagers.h - LLVM's analysis managers ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SUPPORT_ANALYSISMANAGERS_H
#define HEDDLE_SUPPORT_ANALYSISMANAGERS_H

#include "llvm/Passes/PassBuilder.h"

namespace heddle {

/// LLVM's four analysis managers, registered with each other. Register an
/// analysis that replaces LLVM's own before `registerAll`.
struct AnalysisManagers {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;

  void registerAll(llvm::PassBuilder &builder) {
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(components);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, components, modules);
  }
};

} // namespace heddle

#endif // HEDDLE_SUPPORT_ANALYSISMANAGERS_H
