//===- library.h - What CUDA's libraries use of the runtime -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Heddle's cuBLAS and cuRAND are libraries of their own. They run on the
// threads that launches use, so that a program has one thread for each core.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIBRARY_H
#define HEDDLE_LIBRARY_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The number of threads that a call may use now: 1 inside a kernel or a
/// parallel region of the program, whose threads keep the cores busy.
unsigned __heddle_library_threads(void);

/// Calls `task` once with every number below `tasks`, on several threads.
/// `nanoseconds` is the approximate time for one thread alone.
void __heddle_library_run(uint64_t tasks, uint64_t nanoseconds,
                          void (*task)(void *context, uint64_t number),
                          void *context);

#ifdef __cplusplus
}
#endif

#endif // HEDDLE_LIBRARY_H
