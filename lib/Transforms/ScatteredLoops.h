//===- ScatteredLoops.h - Threads that touch places far apart ---*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_SCATTEREDLOOPS_H
#define HEDDLE_LIB_TRANSFORMS_SCATTEREDLOOPS_H

#include "heddle/Analysis/Strides.h"

namespace heddle {

/// Whether vectors cost a loop over threads more than they bring: all accesses
/// have constant strides, most of them long ones, and little else is done.
bool isScattered(mlir::scf::ParallelOp threads, Strides &strides);

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_SCATTEREDLOOPS_H
