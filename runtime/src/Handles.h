//===- Handles.h - Live objects by their handles ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_HANDLES_H
#define HEDDLE_RUNTIME_HANDLES_H

#include <memory>
#include <mutex>
#include <unordered_map>

namespace heddle::rt {

/// Streams or events by their handles, to distinguish live ones from handles
/// that were destroyed or never created.
template <class Object> class Handles {
public:
  Object *add(std::unique_ptr<Object> object) {
    std::lock_guard lock(mutex);
    Object *handle = object.get();
    objects[handle] = std::move(object);
    return handle;
  }

  /// Calls `use` on the object while it cannot be destroyed. False if there is
  /// no such handle.
  template <class Use> bool with(const void *handle, Use use) {
    std::lock_guard lock(mutex);
    auto found = objects.find(handle);
    if (found == objects.end())
      return false;
    use(*found->second);
    return true;
  }

  bool contains(const void *handle) {
    return with(handle, [](Object &) {});
  }

  /// Calls `use` on each object.
  template <class Use> void forEach(Use use) {
    std::lock_guard lock(mutex);
    for (auto &[handle, object] : objects)
      use(*object);
  }

  bool remove(const void *handle) {
    std::lock_guard lock(mutex);
    return objects.erase(handle) != 0;
  }

  void clear() {
    std::lock_guard lock(mutex);
    objects.clear();
  }

private:
  std::mutex mutex;
  std::unordered_map<const void *, std::unique_ptr<Object>> objects;
};

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_HANDLES_H
