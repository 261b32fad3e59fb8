//===- address_spaces.h - Generic and specific addresses --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All address spaces are one: an address in a space is the pointer itself.
// Programs truncate shared addresses to 32 bits, which is their size on a GPU.
// The lower half of a pointer is enough to restore it, since the block's shared
// memory is known.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ADDRESS_SPACES_H
#define HEDDLE_ADDRESS_SPACES_H

#include "../host_defines.h"
#include <stddef.h>

extern "C" __device__ __attribute__((const, nothrow)) void *
__heddle_shared_pointer(unsigned int address);

#define HEDDLE_SPACE(space)                                                    \
  __device__ __forceinline__ size_t __cvta_generic_to_##space(                 \
      const void *pointer) {                                                   \
    return (size_t)pointer;                                                    \
  }
HEDDLE_SPACE(shared)
HEDDLE_SPACE(global)
HEDDLE_SPACE(local)
HEDDLE_SPACE(constant)
HEDDLE_SPACE(grid_constant)
#undef HEDDLE_SPACE

#define HEDDLE_SPACE(space)                                                    \
  __device__ __forceinline__ void *__cvta_##space##_to_generic(                \
      size_t address) {                                                        \
    return (void *)address;                                                    \
  }
HEDDLE_SPACE(global)
HEDDLE_SPACE(local)
HEDDLE_SPACE(constant)
HEDDLE_SPACE(grid_constant)
#undef HEDDLE_SPACE

// Which memory a generic address is in.
#define HEDDLE_SPACE(Space, space)                                             \
  extern "C" __device__ __attribute__((const, nothrow)) unsigned int           \
  __heddle_is_##space(const void *pointer);                                    \
  __device__ __forceinline__ unsigned int __is##Space(const void *pointer) {   \
    return __heddle_is_##space(pointer);                                       \
  }
HEDDLE_SPACE(Global, global)
HEDDLE_SPACE(Shared, shared)
HEDDLE_SPACE(Constant, constant)
HEDDLE_SPACE(Local, local)
#undef HEDDLE_SPACE

// A kernel's parameters are in local memory, also those that it cannot change.
__device__ __forceinline__ unsigned int __isGridConstant(const void *) {
  return 0;
}

// A cluster is one block.
__device__ __forceinline__ unsigned int __isClusterShared(const void *pointer) {
  return __heddle_is_shared(pointer);
}

__device__ __forceinline__ void *__cvta_shared_to_generic(size_t address) {
  return address >> 32 ? (void *)address
                       : __heddle_shared_pointer((unsigned int)address);
}

#endif // HEDDLE_ADDRESS_SPACES_H
