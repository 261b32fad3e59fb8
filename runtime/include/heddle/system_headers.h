//===- system_headers.h - The C and C++ library, callable from device code ===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Device code is compiled for the host, so it may call the host's library, if
// Clang treats a function as a device function. There are two ways, because a
// libc header that declares a function again (malloc.h and unistd.h do)
// conflicts with one that was made __host__ __device__:
//
//  - functions of <stdio.h>, <stdlib.h> and <string.h> that CUDA provides are
//    declared again here as overloads for device code, with the C library's
//    symbols;
//  - the pragma makes all of <math.h> __host__ __device__.
//
// Every program parses these headers twice: keep the list short. A source of
// NVRTC parses none of them: rtc_functions.h stands for them.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SYSTEM_HEADERS_H
#define HEDDLE_SYSTEM_HEADERS_H

// Before any header, because <cstdlib> and similar headers import into
// namespace std only the overloads that are already declared.
extern "C" {
__device__ int printf(const char *format, ...)
    __attribute__((format(printf, 1, 2)));
__device__ int vprintf(const char *format, __builtin_va_list arguments)
    __attribute__((format(printf, 1, 0)));
__device__ int puts(const char *text);
__device__ int putchar(int character);
__device__ int snprintf(char *buffer, __SIZE_TYPE__ size, const char *format,
                        ...) noexcept __attribute__((format(printf, 3, 4)));

__device__ void *malloc(__SIZE_TYPE__ size) noexcept;
__device__ void *calloc(__SIZE_TYPE__ count, __SIZE_TYPE__ size) noexcept;
__device__ void *realloc(void *pointer, __SIZE_TYPE__ size) noexcept;
__device__ void free(void *pointer) noexcept;
__device__ int abs(int) noexcept;
__device__ long labs(long) noexcept;
__device__ long long llabs(long long) noexcept;

__device__ void *memcpy(void *dst, const void *src, __SIZE_TYPE__) noexcept;
__device__ void *memmove(void *dst, const void *src, __SIZE_TYPE__) noexcept;
__device__ void *memset(void *dst, int value, __SIZE_TYPE__) noexcept;
__device__ int memcmp(const void *, const void *, __SIZE_TYPE__) noexcept;
__device__ __SIZE_TYPE__ strlen(const char *) noexcept;
__device__ int strcmp(const char *, const char *) noexcept;
__device__ int strncmp(const char *, const char *, __SIZE_TYPE__) noexcept;
__device__ char *strcpy(char *, const char *) noexcept;
__device__ char *strncpy(char *, const char *, __SIZE_TYPE__) noexcept;
}

#if defined(__CUDACC_RTC__) && !defined(__HEDDLE_RTC_LIBRARY__)
#include "rtc_functions.h"
#else

#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// <cmath> needs these. Algorithms and pairs are declared again in other headers
// without the pragma, so they must not be declared first with it.
#if __has_include(<bits/stl_algobase.h>)
#include <bits/stl_algobase.h>
#include <ext/type_traits.h>
#include <limits>
#endif

// The special functions of C++17 take as long to parse as all the rest. Our
// <cmath> includes them when the program itself includes it.
#pragma push_macro("_GLIBCXX_USE_STD_SPEC_FUNCS")
#undef _GLIBCXX_USE_STD_SPEC_FUNCS
#pragma clang force_cuda_host_device begin
#include <math.h>
#pragma clang force_cuda_host_device end
#pragma pop_macro("_GLIBCXX_USE_STD_SPEC_FUNCS")

// The C++ library's abs for the wider integers is a host function; device code
// would use that of int.
namespace std {
__device__ __forceinline__ long abs(long x) { return x < 0 ? -x : x; }
__device__ __forceinline__ long long abs(long long x) { return x < 0 ? -x : x; }
} // namespace std
using std::abs;

// Clang's wrapper gives device code its own operators new and delete.
#include <new>

// Programs use what these declare without including them, as with nvcc.
#if __cplusplus >= 201103L
#include <utility>
#ifdef __CUDACC_EXTENDED_LAMBDA__
#include <functional>
#endif
#endif

// Host functions: the device's clock() and assert() are different functions.
#include <assert.h>
#include <time.h>

#endif // Not NVRTC

#endif // HEDDLE_SYSTEM_HEADERS_H
