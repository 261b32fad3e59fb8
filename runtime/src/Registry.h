//===- Registry.h - Kernels and variables by their handles ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_REGISTRY_H
#define HEDDLE_RUNTIME_REGISTRY_H

#include "heddle/abi.h"
#include <atomic>
#include <vector>

namespace heddle::rt {

/// A kernel of the program, and its attributes from cudaFuncSetAttribute.
struct Kernel {
  const void *handle;
  const HeddleKernelInfo *info;
  HeddleKernelEntry entry;
  /// The maximum dynamic shared memory of a launch, if set; more than 48 KiB
  /// needs this opt-in. -1 if never set.
  std::atomic<int64_t> maxDynamicShared{-1};
  std::atomic<int> preferredCarveout{-1};
};

/// What a library registers while it is loaded.
struct Registered {
  struct Variable {
    const void *address;
    const char *name;
    uint64_t bytes;
  };
  std::vector<const void *> kernels; ///< Handles.
  std::vector<Variable> variables;
};

/// If not null, gets what this thread registers.
extern thread_local Registered *registering;

/// Forgets what a library registered, before it is unloaded.
void unregister(const Registered &library);

/// Null if the handle is not a kernel's.
Kernel *findKernel(const void *handle);
Kernel *findKernel(const HeddleKernelInfo *info);

/// The name of a kernel in CUDA's API, which is mangled. The runtime's own
/// messages have `info.name`.
inline const char *symbolOf(const HeddleKernelInfo &info) {
  return info.symbol ? info.symbol : info.name;
}

/// Resets the attributes from cudaFuncSetAttribute.
void resetKernelAttributes();

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_REGISTRY_H
