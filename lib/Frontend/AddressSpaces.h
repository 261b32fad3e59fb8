//===- AddressSpaces.h - Which memory a pointer points to -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_FRONTEND_ADDRESSSPACES_H
#define HEDDLE_LIB_FRONTEND_ADDRESSSPACES_H

#include "heddle/Frontend/Frontend.h"
#include "llvm/IR/PassManager.h"

namespace heddle {

/// Whether this function of the runtime is `__isGlobal` or one of its kind.
bool isAddressSpaceQuery(llvm::StringRef name);

/// Folds queries such as `__isShared(p)` where the memory that `p` points to is
/// visible. Queries that remain are answered at run time.
class FoldAddressSpaces : public llvm::PassInfoMixin<FoldAddressSpaces> {
public:
  explicit FoldAddressSpaces(const SymbolFacts &facts) : facts(facts) {}
  llvm::PreservedAnalyses run(llvm::Module &device,
                              llvm::ModuleAnalysisManager &);

private:
  const SymbolFacts &facts;
};

} // namespace heddle

#endif // HEDDLE_LIB_FRONTEND_ADDRESSSPACES_H
