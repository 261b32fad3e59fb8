//===- LoopAnnotations.h - Loop metadata for LLVM ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SUPPORT_LOOPANNOTATIONS_H
#define HEDDLE_SUPPORT_LOOPANNOTATIONS_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace heddle {

/// The attribute by which `scf` loops carry metadata to LLVM.
inline constexpr llvm::StringLiteral loopAnnotationAttr =
    "llvm.loop_annotation";

/// Do not unroll. LLVM would fully unroll a loop of known trip count before it
/// could be vectorised.
inline mlir::LLVM::LoopUnrollAttr noUnroll(mlir::MLIRContext *context) {
  return mlir::LLVM::LoopUnrollAttr::get(
      context, /*disable=*/mlir::BoolAttr::get(context, true), /*count=*/{},
      /*runtimeDisable=*/{}, /*full=*/{}, /*followupUnrolled=*/{},
      /*followupRemainder=*/{}, /*followupAll=*/{});
}

/// Do not partially unroll a loop of unknown trip count.
inline mlir::LLVM::LoopUnrollAttr noRuntimeUnroll(mlir::MLIRContext *context) {
  return mlir::LLVM::LoopUnrollAttr::get(
      context, /*disable=*/{}, /*count=*/{},
      /*runtimeDisable=*/mlir::BoolAttr::get(context, true), /*full=*/{},
      /*followupUnrolled=*/{}, /*followupRemainder=*/{}, /*followupAll=*/{});
}

/// Fully unroll a loop of known trip count.
inline mlir::LLVM::LoopUnrollAttr fullUnroll(mlir::MLIRContext *context) {
  return mlir::LLVM::LoopUnrollAttr::get(
      context, /*disable=*/{}, /*count=*/{}, /*runtimeDisable=*/{},
      /*full=*/mlir::BoolAttr::get(context, true), /*followupUnrolled=*/{},
      /*followupRemainder=*/{}, /*followupAll=*/{});
}

/// The metadata of a loop; all of it is optional.
struct LoopAnnotation {
  mlir::LLVM::LoopVectorizeAttr vectorize = {};
  mlir::LLVM::LoopInterleaveAttr interleave = {};
  mlir::LLVM::LoopUnrollAttr unroll = {};
  mlir::BoolAttr isVectorized = {};
  /// The access groups that are parallel in this loop.
  mlir::LLVM::AccessGroupAttr parallel = {};

  mlir::LLVM::LoopAnnotationAttr get(mlir::MLIRContext *context) const {
    llvm::SmallVector<mlir::LLVM::AccessGroupAttr> groups;
    if (parallel)
      groups.push_back(parallel);
    return mlir::LLVM::LoopAnnotationAttr::get(
        context, /*disableNonforced=*/{}, vectorize, interleave, unroll,
        /*unrollAndJam=*/{}, /*licm=*/{}, /*distribute=*/{}, /*pipeline=*/{},
        /*peeled=*/{}, /*unswitch=*/{}, /*mustProgress=*/{}, isVectorized,
        /*startLoc=*/{}, /*endLoc=*/{}, groups);
  }
};

} // namespace heddle

#endif // HEDDLE_SUPPORT_LOOPANNOTATIONS_H
