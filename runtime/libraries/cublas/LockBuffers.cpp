//===- LockBuffers.cpp - OpenBLAS's buffers, one thread at a time ---------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Works around a fault of distributions' OpenBLAS: the library without threads
// is built without USE_LOCKING, so that two threads that call it at once may
// get the same buffer to pack their matrices into. The linker's --wrap leads
// OpenBLAS's calls of its allocator here (see CMakeLists.txt).
//
//===----------------------------------------------------------------------===//

#include <mutex>

extern "C" {

void *__real_blas_memory_alloc(int position);
void __real_blas_memory_free(void *buffer);

// The lock is held for a search in a short table, not while a buffer is used.
static std::mutex mutex;

void *__wrap_blas_memory_alloc(int position) {
  std::lock_guard lock(mutex);
  return __real_blas_memory_alloc(position);
}

void __wrap_blas_memory_free(void *buffer) {
  std::lock_guard lock(mutex);
  __real_blas_memory_free(buffer);
}

} // extern "C"
