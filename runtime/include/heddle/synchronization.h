//===- synchronization.h - Barriers, fences, clocks, traps and assertions -===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SYNCHRONIZATION_H
#define HEDDLE_SYNCHRONIZATION_H

#include "builtin_variables.h"
#include "system_headers.h"

extern "C" {
// Clang emits LLVM's barrier intrinsic for this one, which the compiler raises.
__device__ void __syncthreads(void);

// In the runtime. They leave the kernel and end the launch, but are not
// declared noreturn: control flow without dead ends raises to plain ifs.
__device__ __attribute__((cold)) void
__heddle_assert_fail(const char *expression, const char *file,
                     unsigned int line, const char *function,
                     unsigned int blockX, unsigned int blockY,
                     unsigned int blockZ, unsigned int threadX,
                     unsigned int threadY, unsigned int threadZ);
__device__ __attribute__((cold)) void __heddle_trap(void);
__device__ __attribute__((cold)) void __heddle_illegal_address(void);
__device__ void __heddle_yield(void);
}

// Overloads the C library's function, which assert() in <assert.h> calls.
extern "C" __device__ __forceinline__ void
__assert_fail(const char *expression, const char *file, unsigned int line,
              const char *function) noexcept {
  __heddle_assert_fail(expression, file, line, function, blockIdx.x, blockIdx.y,
                       blockIdx.z, threadIdx.x, threadIdx.y, threadIdx.z);
}

__device__ __forceinline__ void __trap(void) { __heddle_trap(); }
__device__ __forceinline__ void __brkpt(void) { __builtin_debugtrap(); }

// Blocks run on the cores of one machine: device and system scope are the same.
__device__ __forceinline__ void __threadfence_block(void) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
__device__ __forceinline__ void __threadfence(void) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
__device__ __forceinline__ void __threadfence_system(void) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

// The time stamp counter: cycles, like CUDA's clock, at a rate close to
// cudaDeviceProp::clockRate.
__device__ __forceinline__ long long clock64(void) {
  return (long long)__builtin_readcyclecounter();
}
extern "C" __device__ __forceinline__ clock_t clock(void) noexcept {
  return (clock_t)__builtin_readcyclecounter();
}

// A thread that sleeps waits for another one. CUDA gives only a bound for the
// duration.
__device__ __forceinline__ void __nanosleep(unsigned int) { __heddle_yield(); }

__host__ __device__ __forceinline__ void __assume(bool condition) {
  __builtin_assume(condition);
}

#endif // HEDDLE_SYNCHRONIZATION_H
