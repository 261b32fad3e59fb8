//===- warp.h - Warp operations, which are not there yet --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declared so that using one is an error at the line that does, and not a link
// error or a wrong result.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_WARP_H
#define HEDDLE_WARP_H

#include "../host_defines.h"

#define HEDDLE_UNAVAILABLE(name, what)                                         \
  template <class... Arguments>                                                \
  __device__ int name(Arguments...)                                            \
      __attribute__((unavailable("heddle: " what " are not supported yet")));
#define HEDDLE_WARP(name) HEDDLE_UNAVAILABLE(name, "warp operations")
#define HEDDLE_VOTE(name)                                                      \
  HEDDLE_UNAVAILABLE(name, "barriers that reduce a predicate")

HEDDLE_WARP(__shfl_sync)
HEDDLE_WARP(__shfl_up_sync)
HEDDLE_WARP(__shfl_down_sync)
HEDDLE_WARP(__shfl_xor_sync)
HEDDLE_WARP(__shfl)
HEDDLE_WARP(__shfl_up)
HEDDLE_WARP(__shfl_down)
HEDDLE_WARP(__shfl_xor)
HEDDLE_WARP(__ballot_sync)
HEDDLE_WARP(__any_sync)
HEDDLE_WARP(__all_sync)
HEDDLE_WARP(__uni_sync)
HEDDLE_WARP(__ballot)
HEDDLE_WARP(__any)
HEDDLE_WARP(__all)
HEDDLE_WARP(__activemask)
HEDDLE_WARP(__syncwarp)
HEDDLE_WARP(__match_any_sync)
HEDDLE_WARP(__match_all_sync)
HEDDLE_WARP(__reduce_add_sync)
HEDDLE_WARP(__reduce_min_sync)
HEDDLE_WARP(__reduce_max_sync)
HEDDLE_WARP(__reduce_and_sync)
HEDDLE_WARP(__reduce_or_sync)
HEDDLE_WARP(__reduce_xor_sync)
HEDDLE_VOTE(__syncthreads_count)
HEDDLE_VOTE(__syncthreads_and)
HEDDLE_VOTE(__syncthreads_or)

#undef HEDDLE_VOTE
#undef HEDDLE_WARP
#undef HEDDLE_UNAVAILABLE

#endif // HEDDLE_WARP_H
