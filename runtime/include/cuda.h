//===- cuda.h - The driver API ----------------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions of CUDA 3.2 and later have 64-bit pointers; their symbols end in
// _v2, as in CUDA, so that a program which looks them up finds them.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_CUDA_H
#define HEDDLE_CUDA_H

// Programs ask whether this header came first by the name of its guard in CUDA.
#define __cuda_cuda_h__

#ifndef CUDA_VERSION
#define CUDA_VERSION 12080
#endif

#include "heddle/driver/context_api.h"
#include "heddle/driver/copy_api.h"
#include "heddle/driver/external_api.h"
#include "heddle/driver/graph_api.h"
#include "heddle/driver/launch_api.h"
#include "heddle/driver/library_api.h"
#include "heddle/driver/memory_api.h"
#include "heddle/driver/memory_pool_api.h"
#include "heddle/driver/stream_api.h"
#include "heddle/driver/tensor_map.h"
#include "heddle/driver/texture_api.h"

#endif // HEDDLE_CUDA_H
