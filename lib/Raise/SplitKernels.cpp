//===- SplitKernels.cpp - A module for each kernel ------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Raise/SplitKernels.h"
#include "heddle/Raise/Kernels.h"

#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace heddle;

/// A function without its body, under the same name.
static LLVM::LLVMFuncOp declare(LLVM::LLVMFuncOp function) {
  auto copy = cast<LLVM::LLVMFuncOp>(function->cloneWithoutRegions());
  copy.setLinkage(LLVM::Linkage::External);
  copy->removeAttr(kernelAttr);
  copy->removeAttr(fibersAttr);
  return copy;
}

/// Copies what `root` refers to, directly or through what it refers to.
static void copyReferences(Operation *root, SymbolTable &symbols,
                           KernelModule &kernel, bool copyBodies) {
  StringAttr self = SymbolTable::getSymbolName(root);
  SmallVector<Operation *> worklist = {root};
  while (!worklist.empty()) {
    std::optional<SymbolTable::UseRange> uses =
        SymbolTable::getSymbolUses(worklist.pop_back_val());
    if (!uses)
      continue;
    for (const SymbolTable::SymbolUse &use : *uses) {
      StringAttr name = use.getSymbolRef().getRootReference();
      Operation *original = symbols.lookup(name);
      if (!original || name == self || !kernel.copies.insert(name).second)
        continue;
      auto function = dyn_cast<LLVM::LLVMFuncOp>(original);
      bool isDeclared =
          function && (!copyBodies || function->hasAttr(kernelAttr));
      Operation *copy =
          isDeclared ? declare(function).getOperation() : original->clone();
      kernel.module->push_back(copy);
      worklist.push_back(copy);
    }
  }
}

std::vector<KernelModule> heddle::splitKernels(ModuleOp module,
                                               bool copyBodies) {
  SmallVector<LLVM::LLVMFuncOp> functions;
  forEachRaisedKernel(
      module, [&](LLVM::LLVMFuncOp kernel) { functions.push_back(kernel); });
  SymbolTable symbols(module);
  std::vector<KernelModule> kernels;
  for (LLVM::LLVMFuncOp function : functions) {
    KernelModule &kernel = kernels.emplace_back();
    kernel.name = function.getName().str();
    kernel.imported = function->clone();
    kernel.module = cast<ModuleOp>(module->cloneWithoutRegions());
    kernel.module->getRegion().emplaceBlock();
    copyReferences(function, symbols, kernel, copyBodies);
  }
  for (auto [function, kernel] : llvm::zip(functions, kernels)) {
    OpBuilder(function).insert(declare(function));
    function->remove();
    kernel.module->push_back(function);
  }
  return kernels;
}

void heddle::mergeFiberKernels(ModuleOp module,
                               MutableArrayRef<KernelModule> kernels) {
  SymbolTable symbols(module);
  for (KernelModule &kernel : kernels) {
    if (!kernel.usesFibers)
      continue;
    Operation *position = symbols.lookup(kernel.name);
    Operation *imported = kernel.imported.release();
    imported->setAttr(fibersAttr, UnitAttr::get(module.getContext()));
    symbols.remove(position);
    symbols.insert(imported, position->getIterator());
    position->erase();
    // A failed pass may leave what cannot be destroyed.
    (void)kernel.module.release();
  }
}

static void mergeKernel(SymbolTable &symbols, KernelModule &kernel) {
  Operation *position = symbols.lookup(kernel.name);
  symbols.remove(position);
  for (Operation &op :
       llvm::make_early_inc_range(kernel.module->getBody()->getOperations())) {
    StringAttr name = SymbolTable::getSymbolName(&op);
    // Passes of several kernels declare the same functions of the runtime.
    if (kernel.copies.contains(name) || symbols.lookup(name))
      continue;
    op.remove();
    symbols.insert(&op, position->getIterator());
  }
  position->erase();
  kernel.module = {};
  kernel.imported = {};
}

void heddle::mergeRaisedKernels(ModuleOp module,
                                MutableArrayRef<KernelModule> kernels) {
  SymbolTable symbols(module);
  for (KernelModule &kernel : kernels)
    if (!kernel.usesFibers)
      mergeKernel(symbols, kernel);
}
