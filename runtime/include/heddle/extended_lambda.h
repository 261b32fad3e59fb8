//===- extended_lambda.h - What nvcc says of extended lambdas ---*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcc replaces an extended lambda by a class of its own, whose return type host
// code cannot ask for. Libraries test for it. Here a `__device__` lambda is an
// ordinary closure, so the answer is no.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_EXTENDED_LAMBDA_H
#define HEDDLE_EXTENDED_LAMBDA_H

#ifdef __CUDACC_EXTENDED_LAMBDA__
#define __nv_is_extended_device_lambda_closure_type(...) false
#define __nv_is_extended_host_device_lambda_closure_type(...) false
#define __nv_is_extended_device_lambda_with_preserved_return_type(...) false
#endif

#endif // HEDDLE_EXTENDED_LAMBDA_H
