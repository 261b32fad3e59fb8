// RUN: %heddle -O1 %s -o %t -lcurand && %t
// REQUIRES: mtgp32
// MTGP32 in kernels: a block's threads share a generator. Block i gives what
// the i-th generator of the host API gives.
#include "../check.h"
#include <curand.h>
#include <curand_kernel.h>
#include <curand_mtgp32_host.h>
#include <curand_mtgp32dc_p_11213.h>

constexpr int blocks = 3, turn = 256, rounds = 3;

__global__ void numbers(curandStateMtgp32 *states, unsigned *out) {
  for (int round = 0; round < rounds; ++round)
    out[(round * blocks + blockIdx.x) * turn + threadIdx.x] =
        curand(&states[blockIdx.x]);
}

/// A block of 64 threads takes four steps for what one of 256 gives at once.
__global__ void few(curandStateMtgp32 *states, unsigned *out) {
  int thread = threadIdx.x + blockDim.x * threadIdx.y;
  for (int i = 0; i < turn; i += 64)
    out[blockIdx.x * turn + i + thread] = curand(&states[blockIdx.x]);
}

__global__ void distributions(curandStateMtgp32 *states, double *out) {
  curandStateMtgp32 *state = &states[blockIdx.x];
  double *mine = out + 6 * threadIdx.x;
  mine[0] = curand_uniform(state);
  mine[1] = curand_uniform_double(state);
  mine[2] = curand_normal(state);
  mine[3] = curand_normal_double(state);
  mine[4] = curand_poisson(state, 20);
  mine[5] = curand_mtgp32_single(state);
}

__global__ void part(curandStateMtgp32 *states, unsigned *out) {
  out[threadIdx.x] = curand_mtgp32_specific(&states[0], threadIdx.x, 32);
}

int main() {
  DeviceArray<curandStateMtgp32> states(blocks);
  DeviceArray<mtgp32_kernel_params> params(1);
  auto start = [&] {
    CHECK(curandMakeMTGP32Constants(mtgp32dc_params_fast_11213, params) ==
          CURAND_STATUS_SUCCESS);
    CHECK(curandMakeMTGP32KernelState(states, mtgp32dc_params_fast_11213,
                                      params, blocks,
                                      1234) == CURAND_STATUS_SUCCESS);
  };
  constexpr int all = 192 * turn * rounds;
  curandGenerator_t generator;
  CHECK(curandCreateGeneratorHost(&generator, CURAND_RNG_PSEUDO_MTGP32) == 0);
  CHECK(curandSetPseudoRandomGeneratorSeed(generator, 1234) == 0);
  std::vector<unsigned> host(all);
  CHECK(curandGenerate(generator, host.data(), all) == 0);

  start();
  DeviceArray<unsigned> out(blocks * turn * rounds);
  numbers<<<blocks, turn>>>(states, out);
  auto got = out.read();
  for (int round = 0; round < rounds; ++round)
    for (int i = 0; i < blocks * turn; ++i)
      CHECK(got[round * blocks * turn + i] == host[round * 192 * turn + i]);
  start();
  few<<<blocks, dim3(16, 4)>>>(states, out);
  got = out.read();
  for (int i = 0; i < blocks * turn; ++i)
    CHECK(got[i] == host[i]);
  start();
  part<<<1, 32>>>(states, out);
  got = out.read();
  for (int i = 0; i < 32; ++i)
    CHECK(got[i] == host[i]);

  start();
  DeviceArray<double> values(6 * turn);
  distributions<<<1, turn>>>(states, values);
  auto drawn = values.read();
  double sums[6] = {}, squares[6] = {};
  for (int i = 0; i < 6 * turn; ++i) {
    sums[i % 6] += drawn[i] / turn;
    squares[i % 6] += drawn[i] * drawn[i] / turn;
  }
  CHECK(std::fabs(drawn[0] - host[0] * 0x1p-32) < 1e-7);
  CHECK(drawn[7] == (host[192 * turn + 1] + 1.0) * 0x1p-32);
  const double means[] = {0.5, 0.5, 0, 0, 20, 1.5};
  const double variances[] = {1 / 12., 1 / 12., 1, 1, 20, 1 / 12.};
  for (int i = 0; i < 6; ++i) {
    CHECK(std::fabs(sums[i] - means[i]) < 5 * std::sqrt(variances[i] / turn));
    CHECK(std::fabs((squares[i] - sums[i] * sums[i]) / variances[i] - 1) < 0.5);
  }

  // More generators than there are parameters.
  CHECK(curandMakeMTGP32KernelState(states, mtgp32dc_params_fast_11213, params,
                                    201, 1) == CURAND_STATUS_OUT_OF_RANGE);
  // Parameters that are not of MTGP32 for 2^11213 - 1.
  static mtgp32_params_fast_t other[CURAND_NUM_MTGP32_PARAMS];
  CHECK(curandMakeMTGP32Constants(other, params) ==
        CURAND_STATUS_INITIALIZATION_FAILED);
  CHECK(curandMakeMTGP32KernelState(states, other, params, 1, 1) ==
        CURAND_STATUS_INITIALIZATION_FAILED);
  CHECK(curandSetGeneratorOffset(generator, 1) == CURAND_STATUS_TYPE_ERROR);
  CHECK(curandSetGeneratorOrdering(generator, CURAND_ORDERING_PSEUDO_SEEDED) ==
        CURAND_STATUS_OUT_OF_RANGE);
  CHECK(curandDestroyGenerator(generator) == 0);
  printf("right\n");
}
