//===- cublas_tables.h - All tables of functions ---------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Included with HEDDLE_INT, HEDDLE_NAME, HEDDLE_V2 and HEDDLE_EX defined; not
// guarded.
//
//===----------------------------------------------------------------------===//

#include "cublas_copies.h"
#include "cublas_gemm.h"
#include "cublas_gemm_ex.h"
#include "cublas_level1.h"
#include "cublas_level2.h"
#include "cublas_level3.h"
#include "cublas_vector_ex.h"
