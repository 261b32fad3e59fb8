//===- cuda_runtime.h - The CUDA runtime API and the CUDA language --------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Included before the first line of every .cu file. A .cpp file that another
// compiler compiles may include it too: it then gets the API without the
// device side.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_CUDA_RUNTIME_H
#define HEDDLE_CUDA_RUNTIME_H

// Programs ask whether this header came first by the name of its guard in CUDA.
#define __CUDA_RUNTIME_H__

#include "host_defines.h"

#ifdef __CUDA__
// First of all: it declares functions that must be there before <stdlib.h>.
#include "heddle/system_headers.h"
#else
#include <math.h>
#include <stdlib.h>
#include <string.h>
#endif

#include "channel_descriptor.h"
#include "cuda_runtime_api.h"
#include "device_types.h"
#include "driver_functions.h"
#include "vector_functions.h"

#if defined(__cplusplus) && !defined(__CUDACC_RTC__)
#include "heddle/runtime_templates.h"
#endif

#ifdef __CUDA__
#include "heddle/address_spaces.h"
#include "heddle/atomics.h"
#include "heddle/builtin_variables.h"
#include "heddle/casts.h"
#include "heddle/device_math.h"
#include "heddle/device_runtime.h"
#include "heddle/dpx.h"
#include "heddle/integer_intrinsics.h"
#include "heddle/load_store.h"
#include "heddle/nv_atomics.h"
#include "heddle/rounding.h"
#include "heddle/simd_intrinsics.h"
#include "heddle/surfaces.h"
#include "heddle/synchronization.h"
#include "heddle/textures.h"
#include "heddle/warp.h"
#endif

#endif // HEDDLE_CUDA_RUNTIME_H
