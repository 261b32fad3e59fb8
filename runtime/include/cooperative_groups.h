//===- cooperative_groups.h - Groups of threads -----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Blocks, grids, tiles and coalesced groups, in terms of the warp operations
// and barriers that the compiler knows.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_COOPERATIVE_GROUPS_H
#define HEDDLE_COOPERATIVE_GROUPS_H

#include "cuda_runtime.h"

#ifdef __CUDA__
#include "cooperative_groups/details/lanes.h"
// After the lanes.
#include "cooperative_groups/details/block_and_grid.h"
#include "cooperative_groups/details/coalesced.h"
#include "cooperative_groups/details/tiles.h"
// After the groups.
#include "cooperative_groups/details/functors.h"
#include "cooperative_groups/details/partition.h"
#endif

#endif // HEDDLE_COOPERATIVE_GROUPS_H
