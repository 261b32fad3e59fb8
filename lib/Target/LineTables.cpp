//===- LineTables.cpp - Source lines of lowered kernels -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM requires every location in a function to be in a scope of that function.
// Lowering moves a kernel's code into new functions without a scope, and an
// operation keeps the location that Clang gave it, whose scope is the kernel's.
// This gives the new functions scopes and moves the locations into them.
//
//===----------------------------------------------------------------------===//

#include "heddle/Target/LineTables.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/BinaryFormat/Dwarf.h"

using namespace mlir;

namespace {

using ScopeLoc = FusedLocWith<LLVM::DILocalScopeAttr>;
using FunctionLoc = FusedLocWith<LLVM::DISubprogramAttr>;

LLVM::DISubprogramAttr subprogramOf(LLVM::DILocalScopeAttr scope) {
  Attribute at = scope;
  while (true) {
    if (auto block = dyn_cast<LLVM::DILexicalBlockAttr>(at))
      at = block.getScope();
    else if (auto block = dyn_cast<LLVM::DILexicalBlockFileAttr>(at))
      at = block.getScope();
    else
      return dyn_cast<LLVM::DISubprogramAttr>(at);
  }
}

LLVM::DIFileAttr fileOf(LLVM::DILocalScopeAttr scope) {
  if (auto subprogram = dyn_cast<LLVM::DISubprogramAttr>(scope))
    return subprogram.getFile();
  if (auto block = dyn_cast<LLVM::DILexicalBlockAttr>(scope))
    return block.getFile();
  return cast<LLVM::DILexicalBlockFileAttr>(scope).getFile();
}

/// The location in the function itself: for inlined code, that of the call; for
/// fused operations, the first that has a location.
ScopeLoc placeOf(Location loc) {
  if (auto scoped = dyn_cast<ScopeLoc>(loc))
    return scoped;
  if (auto site = dyn_cast<CallSiteLoc>(loc))
    return placeOf(site.getCaller());
  if (auto named = dyn_cast<NameLoc>(loc))
    return placeOf(named.getChildLoc());
  if (auto fused = dyn_cast<FusedLoc>(loc))
    for (Location part : fused.getLocations())
      if (ScopeLoc place = placeOf(part))
        return place;
  return {};
}

/// The same location in the scope of `function`.
Location moveInto(LLVM::DISubprogramAttr function, Location loc) {
  MLIRContext *context = loc.getContext();
  if (auto scoped = dyn_cast<ScopeLoc>(loc)) {
    LLVM::DIFileAttr file = fileOf(scoped.getMetadata());
    LLVM::DILocalScopeAttr scope = function;
    if (file != function.getFile())
      scope = LLVM::DILexicalBlockFileAttr::get(context, function, file,
                                                /*discriminator=*/0);
    return FusedLoc::get(context, scoped.getLocations(), scope);
  }
  if (auto site = dyn_cast<CallSiteLoc>(loc)) {
    Location caller = moveInto(function, site.getCaller());
    if (isa<UnknownLoc>(caller))
      return caller;
    return CallSiteLoc::get(site.getCallee(), caller);
  }
  if (auto named = dyn_cast<NameLoc>(loc))
    return moveInto(function, named.getChildLoc());
  if (auto fused = dyn_cast<FusedLoc>(loc))
    for (Location part : fused.getLocations())
      if (placeOf(part))
        return moveInto(function, part);
  return UnknownLoc::get(context);
}

class LineTables {
public:
  explicit LineTables(ModuleOp module)
      : module(module), context(module.getContext()) {}

  void run() {
    for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
      if (function.isExternal())
        continue;
      // A scope belongs to one function. If several functions come from one
      // kernel, the first keeps it.
      auto loc = function.getLoc()->findInstanceOf<FunctionLoc>();
      if (loc && taken.insert(loc.getMetadata()).second)
        continue;
      complete(function);
    }
  }

private:
  void complete(LLVM::LLVMFuncOp function) {
    // Named after the kernel that the function belongs to.
    LLVM::DISubprogramAttr kernel;
    function.walk([&](Operation *op) {
      ScopeLoc place = placeOf(op->getLoc());
      if (op != function && place)
        kernel = subprogramOf(place.getMetadata());
      if (!kernel)
        if (auto call = dyn_cast<LLVM::CallOp>(op))
          kernel = subprogramOfCallee(call);
      return kernel ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (!kernel)
      return;
    auto subprogram = LLVM::DISubprogramAttr::get(
        context, DistinctAttr::create(UnitAttr::get(context)),
        kernel.getCompileUnit(), kernel.getFile(), kernel.getName(),
        function.getSymNameAttr(), kernel.getFile(), kernel.getLine(),
        kernel.getScopeLine(),
        LLVM::DISubprogramFlags::Definition |
            LLVM::DISubprogramFlags::Optimized |
            LLVM::DISubprogramFlags::LocalToUnit,
        LLVM::DISubroutineTypeAttr::get(context, llvm::dwarf::DW_CC_normal, {}),
        /*retainedNodes=*/{}, /*annotations=*/{});
    auto start = FileLineColLoc::get(context, kernel.getFile().getName(),
                                     kernel.getLine(), 0);
    function.walk([&](Operation *op) {
      if (op == function)
        return;
      Location loc = moveInto(subprogram, op->getLoc());
      // LLVM does not inline a call without a line.
      if (isa<UnknownLoc>(loc) && isa<LLVM::CallOp>(op))
        loc = start;
      op->setLoc(loc);
    });
    function.walk([&](Block *block) {
      for (BlockArgument argument : block->getArguments())
        argument.setLoc(moveInto(subprogram, argument.getLoc()));
    });
    function->setLoc(FusedLoc::get(context, {start}, subprogram));
  }

  LLVM::DISubprogramAttr subprogramOfCallee(LLVM::CallOp call) {
    auto callee = call.getCallee()
                      ? module.lookupSymbol<LLVM::LLVMFuncOp>(*call.getCallee())
                      : LLVM::LLVMFuncOp();
    if (!callee || callee.isExternal())
      return {};
    auto loc = callee.getLoc()->findInstanceOf<FunctionLoc>();
    return loc ? loc.getMetadata() : LLVM::DISubprogramAttr();
  }

  ModuleOp module;
  MLIRContext *context;
  llvm::DenseSet<LLVM::DISubprogramAttr> taken;
};

} // namespace

void heddle::completeLineTables(ModuleOp module) { LineTables(module).run(); }
