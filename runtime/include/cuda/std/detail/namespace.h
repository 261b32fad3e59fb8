//===- namespace.h - The standard library as cuda::std ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_CUDA_STD_DETAIL_NAMESPACE_H
#define HEDDLE_CUDA_STD_DETAIL_NAMESPACE_H

// The host's: what is constexpr in it is device code as well.
#include "../../../cuda_runtime.h"

namespace std {}
namespace cuda {
namespace std {
using namespace ::std;
} // namespace std
} // namespace cuda

#endif // HEDDLE_CUDA_STD_DETAIL_NAMESPACE_H
