//===- GraphExec.h - Graphs that can be launched ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_GRAPHEXEC_H
#define HEDDLE_RUNTIME_GRAPHEXEC_H

#include "cuda_runtime_api.h"

namespace heddle::rt {

/// The copy of a graph's node in the executable graph, or null.
cudaGraphNode_t findInExec(cudaGraphExec_t exec, cudaGraphNode_t node);

void destroyAllExecs();

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_GRAPHEXEC_H
