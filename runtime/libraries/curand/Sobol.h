//===- Sobol.h - Direction vectors of Sobol' sequences ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIBRARIES_CURAND_SOBOL_H
#define HEDDLE_LIBRARIES_CURAND_SOBOL_H

#include "curand.h"

namespace heddle::curand {

/// The number of dimensions that there are direction vectors for.
unsigned sobolDimensions();

/// The vectors of all dimensions, for both widths. `Scrambled` ones are
/// multiplied by a random lower triangular matrix.
const curandDirectionVectors32_t *vectors32(bool scrambled);
const curandDirectionVectors64_t *vectors64(bool scrambled);

/// What the points of a scrambled dimension are XORed with.
const unsigned int *constants32();
const unsigned long long *constants64();

} // namespace heddle::curand

#endif // HEDDLE_LIBRARIES_CURAND_SOBOL_H
