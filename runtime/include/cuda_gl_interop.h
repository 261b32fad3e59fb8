//===- cuda_gl_interop.h - OpenGL interoperability --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs include this header and share nothing with OpenGL in the end. For
// them it is here; calling one of its functions is an error. OpenGL's own types
// are spelt out, so that its headers need not be there.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_CUDA_GL_INTEROP_H
#define HEDDLE_CUDA_GL_INTEROP_H

#if __has_include(<GL/gl.h>)
#include <GL/gl.h>
#endif

#include "cuda_runtime_api.h"

struct cudaGraphicsResource;

enum cudaGLDeviceList {
  cudaGLDeviceListAll = 1,
  cudaGLDeviceListCurrentFrame = 2,
  cudaGLDeviceListNextFrame = 3
};

enum cudaGLMapFlags {
  cudaGLMapFlagsNone = 0,
  cudaGLMapFlagsReadOnly = 1,
  cudaGLMapFlagsWriteDiscard = 2
};

#ifdef __cplusplus
extern "C" {
#endif

#define HEDDLE_NO_OPENGL                                                       \
  __attribute__((unavailable("heddle: OpenGL interoperability is not "         \
                             "supported")))

HEDDLE_NO_OPENGL
cudaError_t cudaGLGetDevices(unsigned *count, int *devices, unsigned room,
                             enum cudaGLDeviceList list);
HEDDLE_NO_OPENGL
cudaError_t cudaGraphicsGLRegisterBuffer(struct cudaGraphicsResource **resource,
                                         unsigned buffer, unsigned flags);
HEDDLE_NO_OPENGL
cudaError_t cudaGraphicsGLRegisterImage(struct cudaGraphicsResource **resource,
                                        unsigned image, unsigned target,
                                        unsigned flags);

// The names before CUDA 3.
HEDDLE_NO_OPENGL cudaError_t cudaGLSetGLDevice(int device);
HEDDLE_NO_OPENGL cudaError_t cudaGLRegisterBufferObject(unsigned buffer);
HEDDLE_NO_OPENGL cudaError_t cudaGLUnregisterBufferObject(unsigned buffer);
HEDDLE_NO_OPENGL
cudaError_t cudaGLMapBufferObject(void **pointer, unsigned buffer);
HEDDLE_NO_OPENGL cudaError_t cudaGLUnmapBufferObject(unsigned buffer);
HEDDLE_NO_OPENGL
cudaError_t cudaGLMapBufferObjectAsync(void **pointer, unsigned buffer,
                                       cudaStream_t stream);
HEDDLE_NO_OPENGL
cudaError_t cudaGLUnmapBufferObjectAsync(unsigned buffer, cudaStream_t stream);
HEDDLE_NO_OPENGL
cudaError_t cudaGLSetBufferObjectMapFlags(unsigned buffer, unsigned flags);

#undef HEDDLE_NO_OPENGL

#ifdef __cplusplus
} // extern "C"
#endif

#endif // HEDDLE_CUDA_GL_INTEROP_H
