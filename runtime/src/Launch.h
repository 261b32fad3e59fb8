//===- Launch.h - Running the blocks of a launch ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_LAUNCH_H
#define HEDDLE_RUNTIME_LAUNCH_H

#include "cuda_runtime_api.h"
#include "heddle/abi.h"

namespace heddle::rt {

/// Like __heddle_launch_blocks, but every thread of the team gets one part of
/// the blocks, at once: for blocks that wait for each other.
void launchTogether(HeddleBlocksFn body, void *context, uint64_t blocks,
                    uint64_t dynamicSharedBytes);

/// Whether a launch of that shape may go ahead. Says nothing of its stream.
cudaError_t checkLaunch(const HeddleKernelInfo *info,
                        const HeddleLaunchConfig &config);

/// Leaves the kernel that this thread runs, with an error that sticks.
[[noreturn]] void abandonLaunch(cudaError_t error);

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_LAUNCH_H
