//===- Surface.cpp - Creates surface objects ------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Array.h"
#include "Error.h"
#include "Handles.h"
#include "Texture.h"
#include "heddle/texture_object.h"

namespace heddle::rt {
namespace {

struct Surface {
  HeddleSurface object;
  cudaResourceDesc resource;
};

Handles<Surface> &surfaces() {
  static auto &instance = *new Handles<Surface>;
  return instance;
}

const void *addressOf(cudaSurfaceObject_t handle) {
  return reinterpret_cast<const void *>(handle);
}

} // namespace

bool isSurface(const void *handle) { return surfaces().contains(handle); }

void destroyAllSurfaces() { surfaces().clear(); }

} // namespace heddle::rt

using namespace heddle::rt;

extern "C" {

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *surface,
                                    const cudaResourceDesc *resource) {
  if (cudaError_t error = pending())
    return error;
  if (!surface || !resource)
    return fail(cudaErrorInvalidValue);
  if (resource->resType != cudaResourceTypeArray)
    return fail(cudaErrorInvalidChannelDescriptor);
  cudaArray_t array = resource->res.array.array;
  if (!isArray(array))
    return fail(cudaErrorInvalidResourceHandle);
  if (!(array->flags & cudaArraySurfaceLoadStore))
    return fail(cudaErrorInvalidValue);
  auto made = std::make_unique<Surface>();
  made->resource = *resource;
  made->object = {array->memory.get(),
                  array->rowPitch,
                  array->slicePitch,
                  static_cast<int>(array->rowBytes()),
                  static_cast<int>(array->height()),
                  static_cast<int>(array->depth())};
  *surface = reinterpret_cast<cudaSurfaceObject_t>(
      &surfaces().add(std::move(made))->object);
  return cudaSuccess;
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface) {
  if (cudaError_t error = pending())
    return error;
  if (surface && !surfaces().remove(addressOf(surface)))
    return fail(cudaErrorInvalidValue);
  return cudaSuccess;
}

cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc *resource,
                                             cudaSurfaceObject_t surface) {
  if (cudaError_t error = pending())
    return error;
  if (!resource || !surfaces().with(addressOf(surface), [&](Surface &s) {
        *resource = s.resource;
      }))
    return fail(cudaErrorInvalidValue);
  return cudaSuccess;
}

} // extern "C"
