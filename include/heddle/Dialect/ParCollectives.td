//===- ParCollectives.td - Collective operations -----------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DIALECT_PARCOLLECTIVES
#define HEDDLE_DIALECT_PARCOLLECTIVES

include "heddle/Dialect/ParBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Par_WarpKind : I32EnumAttr<"WarpKind", "a collective operation of a warp", [
    I32EnumAttrCase<"Sync", 0, "sync">,
    I32EnumAttrCase<"Active", 1, "active">,
    I32EnumAttrCase<"Ballot", 2, "ballot">,
    I32EnumAttrCase<"Shuffle", 3, "shuffle">,
    I32EnumAttrCase<"Match", 4, "match">,
    I32EnumAttrCase<"Add", 5, "add">,
    I32EnumAttrCase<"UMin", 6, "umin">,
    I32EnumAttrCase<"UMax", 7, "umax">,
    I32EnumAttrCase<"SMin", 8, "smin">,
    I32EnumAttrCase<"SMax", 9, "smax">,
    I32EnumAttrCase<"And", 10, "and">,
    I32EnumAttrCase<"Or", 11, "or">,
    I32EnumAttrCase<"Xor", 12, "xor">]> {
  let cppNamespace = "::heddle::par";
  let genSpecializedAttr = 0;
}

def Par_WarpKindAttr : EnumAttr<ParDialect, Par_WarpKind, "warp_kind">;

def Par_ReduceKind : I32EnumAttr<"ReduceKind", "how values are combined", [
    I32EnumAttrCase<"Add", 0, "add">,
    I32EnumAttrCase<"UMin", 1, "umin">,
    I32EnumAttrCase<"UMax", 2, "umax">,
    I32EnumAttrCase<"SMin", 3, "smin">,
    I32EnumAttrCase<"SMax", 4, "smax">,
    I32EnumAttrCase<"And", 5, "and">,
    I32EnumAttrCase<"Or", 6, "or">,
    I32EnumAttrCase<"Xor", 7, "xor">]> {
  let cppNamespace = "::heddle::par";
  let genSpecializedAttr = 0;
}

def Par_ReduceKindAttr : EnumAttr<ParDialect, Par_ReduceKind, "reduce_kind"> {
  let assemblyFormat = "$value";
}

def Par_AnyOp : Par_Op<"any",
    [AttrSizedOperandSegments,
     DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "a barrier that returns whether the condition of any iteration holds";
  let description = [{
    Waits like `par.barrier` and gives every iteration the same result: whether
    the condition is true in at least one. Masking uses it to run a loop as long
    as any thread is active.

    ```mlir
    %more = par.any %active in %s
    ```
  }];
  let arguments = (ins I1:$condition, Variadic<Index>:$ivs,
                       Optional<Par_ScopeValue>:$scope);
  let results = (outs I1:$result);
  let builders = [
    OpBuilder<(ins "::mlir::Type":$result, "::mlir::Value":$condition,
                   "::mlir::ValueRange":$ivs), [{
      build($_builder, $_state, result, condition, ivs, ::mlir::Value());
    }]>];
  let assemblyFormat = [{
    $condition (`over` `(` $ivs^ `)`)? (`in` $scope^)? attr-dict
  }];
  let hasVerifier = 1;
}

def Par_CountOp : Par_Op<"count",
    [AttrSizedOperandSegments,
     DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "a barrier that counts the iterations whose condition holds";
  let description = [{
    `__syncthreads_count()`, `_and()` and `_or()`. Iterations that have exited do
    not count.

    ```mlir
    %n = par.count %condition in %s
    ```
  }];
  let arguments = (ins I1:$condition, Variadic<Index>:$ivs,
                       Optional<Par_ScopeValue>:$scope);
  let results = (outs I32:$result);
  let builders = [
    OpBuilder<(ins "::mlir::Type":$result, "::mlir::Value":$condition,
                   "::mlir::ValueRange":$ivs), [{
      build($_builder, $_state, result, condition, ivs, ::mlir::Value());
    }]>];
  let assemblyFormat = [{
    $condition (`over` `(` $ivs^ `)`)? (`in` $scope^)? attr-dict
  }];
  let hasVerifier = 1;
}

def Par_LaneOp : Par_Op<"lane", [AttrSizedOperandSegments, Pure]> {
  let summary = "the index of the thread in its warp";
  let description = [{
    Threads of a block are numbered x fastest, then y, then z; 32 consecutive ones
    form a warp. The operand is the scope of the loop over the block's threads; for
    an `scf.parallel`, the operands are its induction variables.
  }];
  let arguments = (ins Variadic<Index>:$ivs, Optional<Par_ScopeValue>:$scope);
  let results = (outs I32:$result);
  let builders = [
    OpBuilder<(ins "::mlir::Type":$result, "::mlir::ValueRange":$ivs), [{
      build($_builder, $_state, result, ivs, ::mlir::Value());
    }]>];
  let assemblyFormat = "(`in` $scope^) : (`(` $ivs `)`)? attr-dict";
  let hasVerifier = 1;
}

/// A collective operation of the warps of a block. The lanes in `mask` that
/// execute it take part; others get no result.
class Par_CollectiveOp<string mnemonic, dag more, dag outputs, string format>
    : Par_Op<mnemonic, [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let arguments = !con((ins I32:$mask), more, (ins Par_ScopeValue:$scope));
  let results = outputs;
  let assemblyFormat = format # " `mask` $mask `in` $scope attr-dict";
  let hasVerifier = 1;
}

def Par_ActiveOp : Par_CollectiveOp<"active", (ins), (outs I32:$result), ""> {
  let summary = "the lanes of the warp that take part";
  let description = [{
    Lane i of the warp is bit i.

    ```mlir
    %lanes = par.active mask %all in %s
    ```
  }];
}

def Par_BallotOp : Par_CollectiveOp<"ballot", (ins AnyInteger:$value),
    (outs I32:$result), "$value `:` type($value)"> {
  let summary = "the lanes of the warp whose value is not 0";
  let description = [{
    ```mlir
    %lanes = par.ballot %x : i32 mask %all in %s
    ```
  }];
}

def Par_ShuffleOp : Par_CollectiveOp<"shuffle",
    (ins AnyInteger:$value, I32:$lane), (outs AnyInteger:$result),
    "$value `from` $lane `:` type($value) `->` type($result)"> {
  let summary = "the value of another lane of the warp";
  let description = [{
    The result is the value of the lane that this lane names, or its own value if
    that lane does not take part.

    ```mlir
    %y = par.shuffle %x from %lane : i32 -> i32 mask %all in %s
    ```
  }];
}

def Par_MatchOp : Par_CollectiveOp<"match", (ins AnyInteger:$value),
    (outs I32:$result), "$value `:` type($value)"> {
  let summary = "the lanes of the warp with the same value";
  let description = [{
    ```mlir
    %lanes = par.match %x : i64 mask %all in %s
    ```
  }];
}

def Par_ReduceOp : Par_CollectiveOp<"reduce",
    (ins Par_ReduceKindAttr:$kind, I32:$value), (outs I32:$result),
    "`` $kind $value"> {
  let summary = "the values of the lanes of the warp, combined";
  let description = [{
    ```mlir
    %sum = par.reduce add %x mask %all in %s
    ```
  }];
}

def Par_WarpOp : Par_Op<"warp",
    [AttrSizedOperandSegments,
     DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "a collective operation of a warp";
  let description = [{
    The active lanes of a warp synchronise and exchange values. The kind gives
    the result of each lane:

    - `sync`: none;
    - `active`: the set of lanes that take part;
    - `ballot`: the set of lanes whose value is not 0;
    - `shuffle`: the value of the lane that it names, or its own if that lane
      does not take part;
    - `match`: the set of lanes with the same value;
    - `add`, `umin`, `umax`, `smin`, `smax`, `and`, `or`, `xor`: the values of
      all lanes in the mask, combined.

    Sets contain only lanes of the mask. `active` says whether this thread takes
    part; `mask-barriers` sets it.

    Without induction variables, the operation is in a loop over all threads of a
    block. `form-warps` creates a loop over the lanes of a warp and names it.

    ```mlir
    %r = par.warp shuffle %true, %mask, %value from %lane over () : i32 -> i32
    ```
  }];
  let arguments = (ins Par_WarpKindAttr:$kind, I1:$active, I32:$mask,
                       Optional<AnyInteger>:$value, Optional<I32>:$lane,
                       Variadic<Index>:$ivs);
  let results = (outs Optional<AnyInteger>:$result);
  let assemblyFormat = [{
    $kind $active `,` $mask (`,` $value^)? (`from` $lane^)? `over` `(` $ivs `)`
    attr-dict (`:` type($value)^)? (`->` type($result)^)?
  }];
  let hasVerifier = 1;
}

#endif // HEDDLE_DIALECT_PARCOLLECTIVES
