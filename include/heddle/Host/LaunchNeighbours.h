//===- LaunchNeighbours.h - Launches with nothing between them --*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch may wait for the next one, so that they run together, where host
// code does nothing between them that could tell: it computes, branches, loads
// and stores its own memory, asks for the last error. What kernels touch it may
// not look at before it has waited for them, by a call.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_HOST_LAUNCHNEIGHBOURS_H
#define HEDDLE_HOST_LAUNCHNEIGHBOURS_H

#include "heddle/Host/HostModule.h"
#include "llvm/ADT/StringSet.h"

namespace heddle {

/// The kernels (by their device symbols) of launches that are followed by
/// another one in this way, and of those that follow. Small functions between
/// launches, or with a launch in them, are inlined on the way.
llvm::StringSet<> findNeighbours(llvm::Module &host, const HostFacts &facts);

/// Has launches wait (`__heddle_launch_may_wait`) whose kernel may and that are
/// followed by one that may join them. Whatever else the host does then, it
/// settles first (`__heddle_launch_settle`).
void letLaunchesWait(llvm::Module &host, const HostFacts &facts,
                     const llvm::StringMap<KernelResources> &resources);

} // namespace heddle

#endif // HEDDLE_HOST_LAUNCHNEIGHBOURS_H
