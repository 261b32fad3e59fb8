// RUN: %check-execution %s -lcurand
// Sobol' sequences, by the host API and in kernels.
#include "../check.h"
#include <curand.h>
#include <curand_kernel.h>

#define RAND(call) STATUS(CURAND_STATUS_SUCCESS, call)
#define STATUS(expected, call) CHECK((call) == (expected))

template <typename State, typename Vectors>
__global__ void points(Vectors *vectors, unsigned offset, double *out) {
  State state;
  curand_init(vectors[blockIdx.x], offset + threadIdx.x, &state);
  out[blockIdx.x * blockDim.x + threadIdx.x] = curand_uniform_double(&state);
}

int main() {
  // Joe and Kuo's example: the first points in three dimensions.
  constexpr int n = 8, dimensions = 3;
  const float published[dimensions][n] = {
      {0, 0.5f, 0.75f, 0.25f, 0.375f, 0.875f, 0.625f, 0.125f},
      {0, 0.5f, 0.25f, 0.75f, 0.375f, 0.875f, 0.125f, 0.625f},
      {0, 0.5f, 0.25f, 0.75f, 0.625f, 0.125f, 0.875f, 0.375f}};
  curandGenerator_t generator;
  RAND(curandCreateGenerator(&generator, CURAND_RNG_QUASI_SOBOL32));
  RAND(curandSetQuasiRandomGeneratorDimensions(generator, dimensions));
  DeviceArray<unsigned> bits(dimensions * n);
  RAND(curandGenerate(generator, bits, dimensions * n));
  for (int d = 0; d < dimensions; ++d)
    for (int i = 0; i < n; ++i)
      CHECK(bits.read()[d * n + i] / 4294967296.0 == published[d][i]);
  STATUS(CURAND_STATUS_LENGTH_NOT_MULTIPLE,
         curandGenerate(generator, bits, dimensions * n - 1));
  STATUS(CURAND_STATUS_TYPE_ERROR,
         curandGenerateLongLong(generator, nullptr, 0));
  STATUS(CURAND_STATUS_TYPE_ERROR,
         curandSetPseudoRandomGeneratorSeed(generator, 1));
  STATUS(CURAND_STATUS_OUT_OF_RANGE,
         curandSetQuasiRandomGeneratorDimensions(generator, 20001));

  // The next points follow, and an offset skips.
  DeviceArray<unsigned> later(dimensions), skipped(dimensions);
  RAND(curandGenerate(generator, later, dimensions));
  RAND(curandSetGeneratorOffset(generator, n));
  RAND(curandGenerate(generator, skipped, dimensions));
  CHECK(later.read() == skipped.read());
  RAND(curandDestroyGenerator(generator));

  // Kernels compute the same points from the vectors.
  curandDirectionVectors32_t *vectors32;
  curandDirectionVectors64_t *vectors64;
  RAND(curandGetDirectionVectors32(&vectors32,
                                   CURAND_DIRECTION_VECTORS_32_JOEKUO6));
  RAND(curandGetDirectionVectors64(&vectors64,
                                   CURAND_DIRECTION_VECTORS_64_JOEKUO6));
  curandDirectionVectors32_t *device32;
  curandDirectionVectors64_t *device64;
  CUDA(cudaMalloc(&device32, dimensions * sizeof *device32));
  CUDA(cudaMalloc(&device64, dimensions * sizeof *device64));
  CUDA(cudaMemcpy(device32, vectors32, dimensions * sizeof *device32,
                  cudaMemcpyHostToDevice));
  CUDA(cudaMemcpy(device64, vectors64, dimensions * sizeof *device64,
                  cudaMemcpyHostToDevice));
  DeviceArray<double> in32(dimensions * n), in64(dimensions * n);
  points<curandStateSobol32_t><<<dimensions, n>>>(device32, 0, in32.data());
  points<curandStateSobol64_t><<<dimensions, n>>>(device64, 0, in64.data());
  for (int i = 0; i < dimensions * n; ++i) {
    CHECK(std::fabs(in32.read()[i] - published[i / n][i % n]) < 1e-9);
    CHECK(std::fabs(in64.read()[i] - published[i / n][i % n]) < 1e-15);
  }
  CUDA(cudaFree(device32));
  CUDA(cudaFree(device64));

  // Each kind, in every dimension: of the first 1024 numbers one is in each of
  // 1024 intervals.
  constexpr unsigned many = 1000, count = 1024;
  for (curandRngType_t type :
       {CURAND_RNG_QUASI_SOBOL32, CURAND_RNG_QUASI_SCRAMBLED_SOBOL32,
        CURAND_RNG_QUASI_SOBOL64, CURAND_RNG_QUASI_SCRAMBLED_SOBOL64}) {
    RAND(curandCreateGenerator(&generator, type));
    RAND(curandSetQuasiRandomGeneratorDimensions(generator, many));
    DeviceArray<double> array(many * count);
    RAND(curandGenerateUniformDouble(generator, array, many * count));
    auto values = array.read();
    for (unsigned d = 0; d < many; ++d) {
      std::vector<bool> seen(count);
      for (unsigned i = 0; i < count; ++i)
        seen[unsigned(values[d * count + i] * count)] = true;
      for (unsigned i = 0; i < count; ++i)
        CHECK(seen[i]);
    }
    // The sum of an evenly distributed normal sample is close to nothing.
    DeviceArray<float> normal(count);
    RAND(curandSetQuasiRandomGeneratorDimensions(generator, 1));
    RAND(curandGenerateNormal(generator, normal, count, 0, 1));
    double sum = 0, squares = 0;
    for (float z : normal.read()) {
      sum += z;
      squares += z * z;
    }
    // The first number of the plain sequences is 0, and its quantile far out.
    CHECK(std::fabs(sum) < 10 && std::fabs(squares / count - 1) < 0.1);
    RAND(curandDestroyGenerator(generator));
  }

  // A scrambled sequence starts at its constant.
  unsigned *constants32, first32 = 0;
  unsigned long long *constants64, first64 = 0;
  curandGenerator_t scrambled;
  RAND(curandGetScrambleConstants32(&constants32));
  RAND(curandCreateGeneratorHost(&scrambled,
                                 CURAND_RNG_QUASI_SCRAMBLED_SOBOL32));
  RAND(curandGenerate(scrambled, &first32, 1));
  CHECK(first32 == constants32[0] && constants32[0] != constants32[1]);
  RAND(curandDestroyGenerator(scrambled));
  RAND(curandGetScrambleConstants64(&constants64));
  RAND(curandCreateGeneratorHost(&scrambled,
                                 CURAND_RNG_QUASI_SCRAMBLED_SOBOL64));
  RAND(curandGenerateLongLong(scrambled, &first64, 1));
  CHECK(first64 == constants64[0] && constants64[0] != constants64[1]);
  RAND(curandDestroyGenerator(scrambled));
  STATUS(CURAND_STATUS_OUT_OF_RANGE, curandGetScrambleConstants32(nullptr));
  STATUS(CURAND_STATUS_OUT_OF_RANGE, curandGetScrambleConstants64(nullptr));
  printf("right\n");
}
