//===- cuda.h - The driver API's version, and the runtime's types ---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The driver API itself (cuMemAlloc and so on) is not there. Programs include
// this header for CUDA_VERSION and for types, which the runtime shares.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_CUDA_H
#define HEDDLE_CUDA_H

#include "cuda_runtime_api.h"

#ifndef CUDA_VERSION
#define CUDA_VERSION 12080
#endif

typedef struct CUstream_st *CUstream;
typedef struct CUevent_st *CUevent;
typedef struct CUfunc_st *CUfunction;
typedef int CUdevice;
typedef unsigned long long CUdeviceptr;

#endif // HEDDLE_CUDA_H
