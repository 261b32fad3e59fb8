//===- AnalysisPasses.td - What analyses find --------------*- tablegen -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TRANSFORMS_ANALYSISPASSES
#define HEDDLE_TRANSFORMS_ANALYSISPASSES

include "mlir/Pass/PassBase.td"

def PrintShapes : Pass<"print-shapes"> {
  let summary = "print how values differ between the lanes of a vector";
  let description = [{
    Prints, as remarks, the shape of the address of each memory access in a
    `par.for` over threads or without a level, in bytes, and whether branches and
    loops in it are divergent (`lib/Analysis/Shapes.cpp`). For tests.

    ```mlir
    par.for block %s (%t) in (%n) {
      %x = memref.load %a[%t] : memref<?xf32>    // remark: load: linear 4
    }
    ```
  }];
  let options = [
    Option<"lanes", "lanes", "int64_t", /*default=*/"16",
           "the number of iterations that run together">,
    Option<"dimension", "dimension", "int64_t", /*default=*/"-1",
           "the dimension in which they follow each other; -1 for the last">,
    Option<"multiple", "multiple", "bool", /*default=*/"false",
           "its size is a multiple of the lanes">,
    Option<"assume", "assume", "bool", /*default=*/"false",
           "narrow integers do not wrap; print where that is not proved">,
    Option<"guesses", "guesses", "bool", /*default=*/"false",
           "of choices between values, print what is likely">,
    Option<"values", "values", "bool", /*default=*/"false",
           "also print the shapes of the results of all operations">];
}

#endif // HEDDLE_TRANSFORMS_ANALYSISPASSES
