//===- LaunchNeighbours.h - Launches that follow each other -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch may be deferred, to run together with the next one, if host code
// between them cannot observe it: it computes, branches, accesses its own
// memory, and asks for the last error. Before it reads memory that kernels
// access, it must synchronise with them by a call.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_HOST_LAUNCHNEIGHBOURS_H
#define HEDDLE_HOST_LAUNCHNEIGHBOURS_H

#include "heddle/Host/HostModule.h"
#include "llvm/ADT/StringSet.h"

namespace heddle {

/// The kernels (by their device symbols) of launches that another launch
/// follows in this way, and of those that follow. Inlines small functions
/// between launches, or with a launch in them.
llvm::StringSet<> findNeighbours(llvm::Module &host, const HostFacts &facts);

/// Defers launches (`__heddle_launch_may_wait`) whose kernel allows it and that
/// are followed by one that may join them. Before any other work of the host,
/// calls `__heddle_launch_settle`.
void letLaunchesWait(llvm::Module &host, const HostFacts &facts,
                     const llvm::StringMap<KernelResources> &resources);

} // namespace heddle

#endif // HEDDLE_HOST_LAUNCHNEIGHBOURS_H
