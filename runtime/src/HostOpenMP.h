//===- HostOpenMP.h - Detects OpenMP in the program -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_HOSTOPENMP_H
#define HEDDLE_RUNTIME_HOSTOPENMP_H

#include <optional>
#include <sched.h>

namespace heddle::rt {

/// Whether the program, or a library that it is linked with, has OpenMP
/// parallel regions. HEDDLE_TEAM=openmp and HEDDLE_TEAM=own override it.
bool hostUsesOpenMP();

/// The cores that OMP_PROC_BIND and OMP_PLACES assign to the thread with that
/// number; nothing if they leave it to the system. `first` is the place of
/// thread 0.
std::optional<cpu_set_t> findPlace(unsigned number, int first);

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_HOSTOPENMP_H
