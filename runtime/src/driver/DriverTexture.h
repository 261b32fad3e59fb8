//===- DriverTexture.h - Textures in the runtime's form ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_DRIVER_DRIVERTEXTURE_H
#define HEDDLE_RUNTIME_DRIVER_DRIVERTEXTURE_H

#include "Context.h"

namespace heddle::rt::driver {

/// The runtime's form of a resource, or the error in it.
cudaError_t convert(const CUDA_RESOURCE_DESC &given,
                    cudaResourceDesc &resource);
/// How a texture of that resource is read.
cudaTextureDesc convert(const CUDA_TEXTURE_DESC &given,
                        const cudaResourceDesc &resource);

/// When a variable of a module goes.
void forgetReference(const void *variable);

} // namespace heddle::rt::driver

#endif // HEDDLE_RUNTIME_DRIVER_DRIVERTEXTURE_H
