//===- cudaTypedefs.h - Types of pointers to driver functions ---*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For functions that cuGetProcAddress finds: PFN_cuMemAlloc_v3020 is the type
// of that version of cuMemAlloc, PFN_cuMemAlloc the one that cuda.h declares.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_CUDATYPEDEFS_H
#define HEDDLE_CUDATYPEDEFS_H

#include "cuda.h"

#define HEDDLE_ENTRY(name, version, symbol)                                    \
  typedef __typeof__(&symbol) PFN_##name##_v##version;                         \
  typedef __typeof__(&name) PFN_##name;
#include "heddle/driver/entry_points.inc"
#undef HEDDLE_ENTRY

#endif // HEDDLE_CUDATYPEDEFS_H
