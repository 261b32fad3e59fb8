//===- ParAtomics.td - Atomic accesses ---------------------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DIALECT_PARATOMICS
#define HEDDLE_DIALECT_PARATOMICS

include "heddle/Dialect/ParBase.td"
include "mlir/Dialect/LLVMIR/LLVMOpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Par_AtomicKind : I32EnumAttr<"AtomicKind", "how a value changes memory", [
    I32EnumAttrCase<"Exchange", 0, "exchange">,
    I32EnumAttrCase<"Add", 1, "add">,
    I32EnumAttrCase<"Sub", 2, "sub">,
    I32EnumAttrCase<"And", 3, "and">,
    I32EnumAttrCase<"Nand", 4, "nand">,
    I32EnumAttrCase<"Or", 5, "or">,
    I32EnumAttrCase<"Xor", 6, "xor">,
    I32EnumAttrCase<"SMax", 7, "smax">,
    I32EnumAttrCase<"SMin", 8, "smin">,
    I32EnumAttrCase<"UMax", 9, "umax">,
    I32EnumAttrCase<"UMin", 10, "umin">,
    I32EnumAttrCase<"FAdd", 11, "fadd">,
    I32EnumAttrCase<"FSub", 12, "fsub">,
    I32EnumAttrCase<"FMax", 13, "fmax">,
    I32EnumAttrCase<"FMin", 14, "fmin">,
    I32EnumAttrCase<"UIncWrap", 15, "uinc_wrap">,
    I32EnumAttrCase<"UDecWrap", 16, "udec_wrap">]> {
  let cppNamespace = "::heddle::par";
  let genSpecializedAttr = 0;
}

def Par_AtomicKindAttr : EnumAttr<ParDialect, Par_AtomicKind, "atomic_kind"> {
  let assemblyFormat = "$value";
}

def Par_Ordering : I32EnumAttr<"Ordering",
    "which other accesses an atomic access orders", [
    I32EnumAttrCase<"Relaxed", 0, "relaxed">,
    I32EnumAttrCase<"Acquire", 1, "acquire">,
    I32EnumAttrCase<"Release", 2, "release">,
    I32EnumAttrCase<"AcquireRelease", 3, "acquire_release">,
    I32EnumAttrCase<"SequentiallyConsistent", 4, "sequentially_consistent">]> {
  let cppNamespace = "::heddle::par";
  let genSpecializedAttr = 0;
}

def Par_OrderingAttr : EnumAttr<ParDialect, Par_Ordering, "ordering"> {
  let assemblyFormat = "$value";
}

def Par_Observer : I32EnumAttr<"Observer", "who may observe an atomic access", [
    I32EnumAttrCase<"Thread", 0, "thread">,
    I32EnumAttrCase<"Block", 1, "block">,
    I32EnumAttrCase<"Device", 2, "device">,
    I32EnumAttrCase<"System", 3, "system">]> {
  let cppNamespace = "::heddle::par";
  let genSpecializedAttr = 0;
}

def Par_ObserverAttr : EnumAttr<ParDialect, Par_Observer, "observer"> {
  let assemblyFormat = "$value";
}

/// An atomic access. `observer` names the threads that may access the address
/// meanwhile. Those of a block run on one core: they need no locked instruction.
class Par_AtomicOp<string mnemonic, list<Trait> traits> : Par_Op<mnemonic,
    traits # [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let hasVerifier = 1;
}

def Par_AtomicRMWOp
    : Par_AtomicOp<"atomic_rmw", [AllTypesMatch<["value", "result"]>]> {
  let summary = "combine a value with memory, and return the old value";
  let description = [{
    ```mlir
    %old = par.atomic_rmw add relaxed device %p, %x : !llvm.ptr, i32
    ```
  }];
  let arguments = (ins Par_AtomicKindAttr:$kind, Par_OrderingAttr:$ordering,
                       Par_ObserverAttr:$observer, LLVM_AnyPointer:$address,
                       AnyType:$value, OptionalAttr<I64Attr>:$alignment);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    `` $kind `` $ordering `` $observer $address `,` $value attr-dict
    `:` type($address) `,` type($value)
  }];
}

def Par_AtomicCompareExchangeOp
    : Par_AtomicOp<"atomic_compare_exchange",
          [AllTypesMatch<["expected", "value", "old"]>]> {
  let summary = "replace a value in memory if it is as expected";
  let description = [{
    Returns the old value, and whether it was replaced.

    ```mlir
    %old, %done = par.atomic_compare_exchange relaxed relaxed device
        %p, %expected, %new : !llvm.ptr, i32
    ```
  }];
  let arguments = (ins Par_OrderingAttr:$ordering,
                       Par_OrderingAttr:$failure_ordering,
                       Par_ObserverAttr:$observer, LLVM_AnyPointer:$address,
                       AnyType:$expected, AnyType:$value, UnitAttr:$weak,
                       OptionalAttr<I64Attr>:$alignment);
  let results = (outs AnyType:$old, I1:$replaced);
  let assemblyFormat = [{
    (`weak` $weak^)? `` $ordering `` $failure_ordering `` $observer
    $address `,` $expected `,` $value attr-dict
    `:` type($address) `,` type($value)
  }];
}

#endif // HEDDLE_DIALECT_PARATOMICS
