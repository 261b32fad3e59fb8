//===- host_defines.h - Function and variable attributes --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `__global__` and its kin mean. Clang compiles CUDA with the attributes;
// any other compiler (a .cpp of the same program, compiled by gcc) sees
// nothing.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_HOST_DEFINES_H
#define HEDDLE_HOST_DEFINES_H

#ifdef __CUDA__

#ifndef __CUDACC__
#define __CUDACC__ 1
#endif
#ifndef __NVCC__
#define __NVCC__ 1
#endif

#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
// A device variable and its host shadow are one global, so host code may use
// any device variable: a managed one needs nothing more.
#define __managed__ __attribute__((device))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))

#else

#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#define __launch_bounds__(...)

#endif

// Clang predefines 1 when it compiles device code for a target that is no GPU.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 100
#undef __CUDA_ARCH__
#define __CUDA_ARCH__ 800
#endif
#ifdef __CUDA__
#undef __CUDA_ARCH_LIST__ // Clang's is that of its default GPU.
#define __CUDA_ARCH_LIST__ 800
#endif

#ifndef __CUDACC_VER_MAJOR__
#define __CUDACC_VER_MAJOR__ 12
#endif
#ifndef __CUDACC_VER_MINOR__
#define __CUDACC_VER_MINOR__ 8
#endif
#ifndef __CUDACC_VER_BUILD__
#define __CUDACC_VER_BUILD__ 0
#endif

#define __grid_constant__
// nvcc wraps the lambdas that these find, so their types say little of them.
// Clang's closure types are ordinary ones.
#define __nv_is_extended_device_lambda_closure_type(...) false
#define __nv_is_extended_host_device_lambda_closure_type(...) false
#define __nv_is_extended_device_lambda_with_preserved_return_type(...) false
// An error, as from nvcc for compute capability 8.0.
#define __cluster_dims__(...)                                                  \
  _Pragma("GCC error \"'__cluster_dims__' needs compute capability 9.0\"")
#define __maxnreg__(...)

#define __no_return__ __attribute__((noreturn))
// No macro for __noinline__: Clang knows the word in CUDA code, and the C++
// library writes __attribute__((__noinline__)), which a macro would break.
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __inline_hint__ __inline__
#define __align__(n) __attribute__((aligned(n)))
#define __thread__ __thread
#define __annotate__(a) __attribute__((a))
#define __location__(a) __annotate__(a)
#define __builtin_align__(n) __align__(n)
#define __device_builtin__
#define __cudart_builtin__
#ifdef __CUDA__
#define __device_builtin_texture_type__                                        \
  __attribute__((device_builtin_texture_type))
#define __device_builtin_surface_type__                                        \
  __attribute__((device_builtin_surface_type))
#else
#define __device_builtin_texture_type__
#define __device_builtin_surface_type__
#endif
#define __import__
#define __export__
#define CUDARTAPI
#define CUDAAPI
#define CUDART_CB
#define CUDARTAPI_CDECL

#endif // HEDDLE_HOST_DEFINES_H
