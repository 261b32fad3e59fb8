//===- Registry.cpp - Kernels and variables by their handles --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Registry.h"
#include "Memory.h"
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <unordered_map>

namespace heddle::rt {
namespace {
struct Registry {
  std::shared_mutex mutex;
  std::unordered_map<const void *, std::unique_ptr<Kernel>> byHandle;
  std::unordered_map<const HeddleKernelInfo *, Kernel *> byInfo;
};

/// Never destroyed: destructors of the program may still launch kernels.
Registry &registry() {
  static Registry &instance = *new Registry;
  return instance;
}
} // namespace

thread_local Registered *registering = nullptr;

void unregister(const Registered &library) {
  Registry &r = registry();
  {
    std::unique_lock lock(r.mutex);
    for (const void *handle : library.kernels) {
      auto found = r.byHandle.find(handle);
      if (found == r.byHandle.end())
        continue;
      r.byInfo.erase(found->second->info);
      r.byHandle.erase(found);
    }
  }
  for (const Registered::Variable &variable : library.variables)
    forgetVariable(variable.address);
}

Kernel *findKernel(const void *handle) {
  Registry &r = registry();
  std::shared_lock lock(r.mutex);
  auto found = r.byHandle.find(handle);
  return found == r.byHandle.end() ? nullptr : found->second.get();
}

Kernel *findKernel(const HeddleKernelInfo *info) {
  Registry &r = registry();
  std::shared_lock lock(r.mutex);
  auto found = r.byInfo.find(info);
  return found == r.byInfo.end() ? nullptr : found->second;
}

void resetKernelAttributes() {
  Registry &r = registry();
  std::shared_lock lock(r.mutex);
  for (auto &[handle, kernel] : r.byHandle) {
    kernel->maxDynamicShared = -1;
    kernel->preferredCarveout = -1;
  }
}

} // namespace heddle::rt

using namespace heddle::rt;

extern "C" {

void __heddle_register_kernel(const void *handle, const HeddleKernelInfo *info,
                              HeddleKernelEntry entry) {
  Registry &r = registry();
  std::unique_lock lock(r.mutex);
  std::unique_ptr<Kernel> &slot = r.byHandle[handle];
  // Each file that contains an instance of a template registers it, and a
  // handle may reappear when a library is unloaded and loaded again.
  if (!slot)
    slot = std::make_unique<Kernel>();
  if (registering)
    registering->kernels.push_back(handle);
  slot->handle = handle;
  slot->info = info;
  slot->entry = entry;
  r.byInfo[info] = slot.get();
}

void __heddle_register_variable(const void *address, const char *name,
                                uint64_t bytes, uint32_t kind) {
  if (registering)
    registering->variables.push_back({address, name, bytes});
  trackVariable(address, name, bytes, kind);
}

} // extern "C"
