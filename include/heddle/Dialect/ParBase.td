//===- ParBase.td - The par dialect ------------------------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DIALECT_PARBASE
#define HEDDLE_DIALECT_PARBASE

include "mlir/Dialect/LLVMIR/LLVMOpBase.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpBase.td"

def ParDialect : Dialect {
  let name = "par";
  let cppNamespace = "::heddle::par";
  let summary = "parallel programs on shared memory";
  let description = [{
    A kernel launch is a nest of two `par.for` loops: the outer one over the
    blocks of the grid, the inner one over the threads of a block. The block's
    shared memory is allocated between them. The operations that synchronise the
    iterations of a loop name its scope. Others convert between LLVM's pointers
    and `memref`. Control flow, arithmetic and accesses are those of MLIR.

    docs/rationale-par.md explains the design.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
  let hasCanonicalizer = 1;
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let hasOperationAttrVerify = 1;
}

def Par_Level : I32EnumAttr<"Level", "what an iteration of a parallel loop is", [
    I32EnumAttrCase<"Grid", 0, "grid">,
    I32EnumAttrCase<"Block", 1, "block">,
    I32EnumAttrCase<"Warp", 2, "warp">,
    I32EnumAttrCase<"Lane", 3, "lane">]> {
  let cppNamespace = "::heddle::par";
  let genSpecializedAttr = 0;
}

def Par_LevelAttr : EnumAttr<ParDialect, Par_Level, "level"> {
  let assemblyFormat = "$value";
}

def Par_Scope : TypeDef<ParDialect, "Scope"> {
  let mnemonic = "scope";
  let summary = "the iterations of a parallel loop that run together";
  let description = [{
    The first argument of a `par.for`'s body. Operations that synchronise its
    iterations name it. There is no other way to get a value of this type, so
    such an operation cannot leave the loop.
  }];
}

// Built without parameters, so that its type is not printed.
def Par_ScopeValue
    : Type<CPred<"::llvm::isa<::heddle::par::ScopeType>($_self)">, "scope",
           "::heddle::par::ScopeType">,
      BuildableType<"$_builder.getType<::heddle::par::ScopeType>()">;

class Par_Op<string mnemonic, list<Trait> traits = []>
    : Op<ParDialect, mnemonic, traits>;

#endif // HEDDLE_DIALECT_PARBASE
