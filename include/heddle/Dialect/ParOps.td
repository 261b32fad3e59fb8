//===- ParOps.td - The operations of the par dialect -------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_DIALECT_PAROPS
#define HEDDLE_DIALECT_PAROPS

include "heddle/Dialect/ParAtomics.td"
include "heddle/Dialect/ParCollectives.td"
include "heddle/Dialect/ParLoops.td"
include "heddle/Dialect/ParMemory.td"
include "heddle/Dialect/ParSync.td"

#endif // HEDDLE_DIALECT_PAROPS
