//===- UserObject.cpp - User objects that graphs keep alive ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Error.h"
#include "Graph.h"
#include <algorithm>
#include <mutex>
#include <unordered_set>

struct CUuserObject_st {
  void *pointer;
  cudaHostFn_t destroy;
  unsigned references;
};

namespace heddle::rt {
namespace {
struct Objects {
  std::mutex mutex;
  std::unordered_set<CUuserObject_st *> alive;
};

Objects &objects() {
  static auto &instance = *new Objects;
  return instance;
}
} // namespace

cudaError_t retainUserObject(CUuserObject_st *object, unsigned count) {
  Objects &o = objects();
  std::lock_guard lock(o.mutex);
  if (!o.alive.contains(object) || count == 0)
    return cudaErrorInvalidValue;
  object->references += count;
  return cudaSuccess;
}

cudaError_t releaseUserObject(CUuserObject_st *object, unsigned count) {
  {
    Objects &o = objects();
    std::lock_guard lock(o.mutex);
    if (!o.alive.contains(object) || count == 0 || count > object->references)
      return cudaErrorInvalidValue;
    object->references -= count;
    if (object->references)
      return cudaSuccess;
    o.alive.erase(object);
  }
  object->destroy(object->pointer);
  delete object;
  return cudaSuccess;
}

} // namespace heddle::rt

using namespace heddle::rt;

extern "C" {

cudaError_t cudaUserObjectCreate(cudaUserObject_t *object, void *pointer,
                                 cudaHostFn_t destroy, unsigned references,
                                 unsigned flags) {
  if (cudaError_t error = pending())
    return error;
  if (!object || !destroy || references == 0 ||
      flags != cudaUserObjectNoDestructorSync)
    return fail(cudaErrorInvalidValue);
  *object = new CUuserObject_st{pointer, destroy, references};
  Objects &o = objects();
  std::lock_guard lock(o.mutex);
  o.alive.insert(*object);
  return cudaSuccess;
}

cudaError_t cudaUserObjectRetain(cudaUserObject_t object, unsigned count) {
  if (cudaError_t error = retainUserObject(object, count))
    return fail(error);
  return succeed();
}

cudaError_t cudaUserObjectRelease(cudaUserObject_t object, unsigned count) {
  if (cudaError_t error = releaseUserObject(object, count))
    return fail(error);
  return succeed();
}

cudaError_t cudaGraphRetainUserObject(cudaGraph_t graph,
                                      cudaUserObject_t object, unsigned count,
                                      unsigned flags) {
  if (cudaError_t error = pending())
    return error;
  if (!isGraph(graph) || count == 0 ||
      (flags & ~unsigned(cudaGraphUserObjectMove)))
    return fail(cudaErrorInvalidValue);
  // With the flag, the caller's references become the graph's.
  if (!(flags & cudaGraphUserObjectMove))
    if (cudaError_t error = retainUserObject(object, count))
      return fail(error);
  graph->userObjects.push_back({object, count});
  return cudaSuccess;
}

cudaError_t cudaGraphReleaseUserObject(cudaGraph_t graph,
                                       cudaUserObject_t object,
                                       unsigned count) {
  if (cudaError_t error = pending())
    return error;
  if (!isGraph(graph))
    return fail(cudaErrorInvalidValue);
  unsigned held = 0;
  for (const UserReference &reference : graph->userObjects)
    held += reference.object == object ? reference.count : 0;
  if (count == 0 || count > held)
    return fail(cudaErrorInvalidValue);
  std::erase_if(graph->userObjects, [=](const UserReference &reference) {
    return reference.object == object;
  });
  if (held > count)
    graph->userObjects.push_back({object, held - count});
  return cudaUserObjectRelease(object, count);
}

} // extern "C"
