//===- curand_lognormal.h - Log-normal random numbers -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_CURAND_LOGNORMAL_H
#define HEDDLE_CURAND_LOGNORMAL_H

#include "curand_normal.h"

template <typename State>
HEDDLE_RANDOM float curand_log_normal(State *state, float mean, float stddev) {
  return expf(mean + stddev * curand_normal(state));
}
template <typename State>
HEDDLE_RANDOM double curand_log_normal_double(State *state, double mean,
                                              double stddev) {
  return exp(mean + stddev * curand_normal_double(state));
}

// Of generators that make pairs, the kept number is log-normal already.
#define HEDDLE_LOG_NORMAL(type)                                                \
  HEDDLE_RANDOM float curand_log_normal(type *state, float mean,               \
                                        float stddev) {                        \
    if (state->boxmuller_flag == 2) {                                          \
      state->boxmuller_flag = 0;                                               \
      return state->boxmuller_extra;                                           \
    }                                                                          \
    float2 pair = curand_normal2(state);                                       \
    state->boxmuller_flag = 2;                                                 \
    state->boxmuller_extra = expf(mean + stddev * pair.y);                     \
    return expf(mean + stddev * pair.x);                                       \
  }                                                                            \
  HEDDLE_RANDOM double curand_log_normal_double(type *state, double mean,      \
                                                double stddev) {               \
    if (state->boxmuller_flag_double == 2) {                                   \
      state->boxmuller_flag_double = 0;                                        \
      return state->boxmuller_extra_double;                                    \
    }                                                                          \
    double2 pair = curand_normal2_double(state);                               \
    state->boxmuller_flag_double = 2;                                          \
    state->boxmuller_extra_double = exp(mean + stddev * pair.y);               \
    return exp(mean + stddev * pair.x);                                        \
  }
HEDDLE_LOG_NORMAL(curandStateXORWOW_t)
HEDDLE_LOG_NORMAL(curandStatePhilox4_32_10_t)
HEDDLE_LOG_NORMAL(curandStateMRG32k3a_t)
#undef HEDDLE_LOG_NORMAL

template <typename State>
HEDDLE_RANDOM float2 curand_log_normal2(State *state, float mean,
                                        float stddev) {
  float2 z = curand_normal2(state);
  return make_float2(expf(mean + stddev * z.x), expf(mean + stddev * z.y));
}
template <typename State>
HEDDLE_RANDOM double2 curand_log_normal2_double(State *state, double mean,
                                                double stddev) {
  double2 z = curand_normal2_double(state);
  return make_double2(exp(mean + stddev * z.x), exp(mean + stddev * z.y));
}
HEDDLE_RANDOM float4 curand_log_normal4(curandStatePhilox4_32_10_t *state,
                                        float mean, float stddev) {
  float4 z = curand_normal4(state);
  return make_float4(expf(mean + stddev * z.x), expf(mean + stddev * z.y),
                     expf(mean + stddev * z.z), expf(mean + stddev * z.w));
}
HEDDLE_RANDOM double4 curand_log_normal4_double(
    curandStatePhilox4_32_10_t *state, double mean, double stddev) {
  double4 z = curand_normal4_double(state);
  return make_double4(exp(mean + stddev * z.x), exp(mean + stddev * z.y),
                      exp(mean + stddev * z.z), exp(mean + stddev * z.w));
}

#endif // HEDDLE_CURAND_LOGNORMAL_H
