//===- curand_poisson.h - Poisson and discrete distributions ----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_CURAND_POISSON_H
#define HEDDLE_CURAND_POISSON_H

#include "curand_normal.h"

/// The probabilities of `shift`, `shift` + 1, …, as sums from the first.
struct curandDiscreteDistribution_st {
  unsigned int shift, length;
  double *cumulative;
};

/// The first value whose cumulative probability reaches u.
HEDDLE_RANDOM unsigned int
__heddle_discrete(double u, curandDiscreteDistribution_t distribution) {
  unsigned int low = 0, high = distribution->length - 1;
  while (low < high) {
    unsigned int middle = (low + high) / 2;
    if (distribution->cumulative[middle] < u)
      low = middle + 1;
    else
      high = middle;
  }
  return distribution->shift + low;
}

/// The probability of k.
HEDDLE_RANDOM double __heddle_poisson_density(double k, double lambda) {
  return exp(k * log(lambda) - lambda - lgamma(k + 1));
}

/// A value from one uniform number, for quasirandom numbers: probabilities are
/// added up to it. Above 4000 the normal distribution is used.
HEDDLE_RANDOM unsigned int __heddle_poisson_inverse(double u, double lambda) {
  if (lambda > 4000) {
    double x = lambda + sqrt(lambda) * __heddle_inverse_normal(u) + 0.5;
    return x < 0 ? 0u : (unsigned int)x;
  }
  double spread = sqrt(lambda), last = lambda + 20 * spread + 40;
  unsigned int k = (unsigned int)fmax(0.0, lambda - 12 * spread);
  double probability = __heddle_poisson_density(k, lambda), sum = probability;
  while (sum < u && k < last) {
    ++k;
    probability *= lambda / k;
    sum += probability;
  }
  return k;
}

/// Knuth's method for small means, Hormann's transformed rejection (PTRS) up to
/// 4000, the normal distribution above.
template <typename State>
HEDDLE_RANDOM unsigned int __heddle_poisson(State *state, double lambda) {
  if (lambda < 64) {
    unsigned int k = 0;
    float p = expf((float)lambda);
    do {
      ++k;
      p *= curand_uniform(state);
    } while (p > 1.0f);
    return k - 1;
  }
  if (lambda > 4000) {
    double x = lambda + sqrt(lambda) * curand_normal_double(state) + 0.5;
    return x < 0 ? 0u : (unsigned int)x;
  }
  double b = 0.931 + 2.53 * sqrt(lambda), a = -0.059 + 0.02483 * b;
  double inverse = 1.1239 + 1.1328 / (b - 3.4);
  double most = 0.9277 - 3.6224 / (b - 2);
  for (;;) {
    double u = curand_uniform_double(state) - 0.5;
    double v = curand_uniform_double(state);
    double side = 0.5 - fabs(u);
    double k = floor((2 * a / side + b) * u + lambda + 0.43);
    if (side >= 0.07 && v <= most)
      return (unsigned int)k;
    if (k < 0 || (side < 0.013 && v > side))
      continue;
    if (log(v * inverse / (a / (side * side) + b)) <=
        k * log(lambda) - lambda - lgamma(k + 1))
      return (unsigned int)k;
  }
}

#define HEDDLE_POISSON(type)                                                   \
  HEDDLE_RANDOM unsigned int curand_poisson(type *state, double lambda) {      \
    return __heddle_poisson(state, lambda);                                    \
  }
HEDDLE_POISSON(curandStateXORWOW_t)
HEDDLE_POISSON(curandStatePhilox4_32_10_t)
HEDDLE_POISSON(curandStateMRG32k3a_t)
#undef HEDDLE_POISSON

#define HEDDLE_POISSON(type)                                                   \
  HEDDLE_RANDOM unsigned int curand_poisson(type *state, double lambda) {      \
    return __heddle_poisson_inverse(__heddle_middle(curand(state)), lambda);   \
  }
HEDDLE_POISSON(curandStateSobol32_t)
HEDDLE_POISSON(curandStateSobol64_t)
HEDDLE_POISSON(curandStateScrambledSobol32_t)
HEDDLE_POISSON(curandStateScrambledSobol64_t)
#undef HEDDLE_POISSON

#if defined(__CUDACC__)
static __inline__ __device__ unsigned int
curand_poisson(curandStateMtgp32_t *state, double lambda) {
  return __heddle_poisson_inverse(__heddle_middle(curand(state)), lambda);
}
#endif

template <typename State>
HEDDLE_RANDOM unsigned int
curand_discrete(State *state, curandDiscreteDistribution_t distribution) {
  return __heddle_discrete(curand_uniform_double(state), distribution);
}

// Four at a time.
HEDDLE_RANDOM uint4 curand_poisson4(curandStatePhilox4_32_10_t *state,
                                    double lambda) {
  uint4 result;
  result.x = curand_poisson(state, lambda);
  result.y = curand_poisson(state, lambda);
  result.z = curand_poisson(state, lambda);
  result.w = curand_poisson(state, lambda);
  return result;
}
HEDDLE_RANDOM uint4
curand_discrete4(curandStatePhilox4_32_10_t *state,
                 curandDiscreteDistribution_t distribution) {
  uint4 result;
  result.x = curand_discrete(state, distribution);
  result.y = curand_discrete(state, distribution);
  result.z = curand_discrete(state, distribution);
  result.w = curand_discrete(state, distribution);
  return result;
}

#endif // HEDDLE_CURAND_POISSON_H
