// RUN: %check-execution %s -lcurand
// The host API gives the sequences that its documentation describes: which
// subsequence each result comes from. Wrong arguments give their statuses.
#include "../check.h"
#include <curand.h>
#include <curand_kernel.h>

#define RAND(call) STATUS(CURAND_STATUS_SUCCESS, call)
#define STATUS(expected, call) CHECK((call) == (expected))

static curandGenerator_t make(curandRngType_t type, unsigned long long seed,
                              unsigned long long offset = 0) {
  curandGenerator_t generator;
  RAND(curandCreateGenerator(&generator, type));
  RAND(curandSetPseudoRandomGeneratorSeed(generator, seed));
  RAND(curandSetGeneratorOffset(generator, offset));
  return generator;
}

/// Result n is from subsequence (n / turn) mod streams.
template <typename State>
void expectOrder(curandRngType_t type, curandOrdering_t order, size_t streams,
                 size_t turn) {
  size_t count = 2 * streams * turn + 100;
  curandGenerator_t generator = make(type, 77);
  RAND(curandSetGeneratorOrdering(generator, order));
  DeviceArray<unsigned> array(count);
  RAND(curandGenerate(generator, array, count));
  auto got = array.read();
  for (size_t i = 0; i < count; i += 997) {
    size_t stream = i / turn % streams;
    State state;
    curand_init(77, stream, i / (streams * turn) * turn + i % turn, &state);
    CHECK(got[i] == curand(&state));
  }
  // The same in three calls, and from the middle on.
  DeviceArray<unsigned> parts(count);
  RAND(curandSetPseudoRandomGeneratorSeed(generator, 77));
  RAND(curandGenerate(generator, parts, 5));
  RAND(curandGenerate(generator, parts + 5, streams));
  RAND(curandGenerate(generator, parts + 5 + streams, count - 5 - streams));
  CHECK(parts.read() == got);
  RAND(curandDestroyGenerator(generator));
  for (size_t offset : {size_t(3), streams * turn + 6}) {
    generator = make(type, 77, offset);
    RAND(curandSetGeneratorOrdering(generator, order));
    RAND(curandGenerate(generator, parts, 50));
    auto tail = parts.read();
    for (int i = 0; i < 50; ++i)
      CHECK(tail[i] == got[offset + i]);
    RAND(curandDestroyGenerator(generator));
  }
}

template <typename T>
void expectMoments(const std::vector<T> &values, double mean, double variance) {
  double sum = 0, squares = 0;
  for (T value : values) {
    sum += value;
    squares += double(value) * value;
  }
  double got = sum / values.size();
  CHECK(std::fabs(got - mean) < 5 * std::sqrt(variance / values.size()));
  CHECK(std::fabs((squares / values.size() - got * got) / variance - 1) < 0.05);
}

static void distributions(curandRngType_t type) {
  constexpr size_t n = 40000;
  curandGenerator_t generator = make(type, 5);
  DeviceArray<float> f(n);
  DeviceArray<double> d(n);
  DeviceArray<unsigned> u(n);
  RAND(curandGenerateUniform(generator, f, n));
  expectMoments(f.read(), 0.5, 1 / 12.0);
  RAND(curandGenerateUniformDouble(generator, d, n));
  expectMoments(d.read(), 0.5, 1 / 12.0);
  RAND(curandGenerateNormal(generator, f, n, 3, 2));
  expectMoments(f.read(), 3, 4);
  RAND(curandGenerateNormalDouble(generator, d, n, -1, 0.5));
  expectMoments(d.read(), -1, 0.25);
  double mean = std::exp(0.02);
  RAND(curandGenerateLogNormal(generator, f, n, 0, 0.2f));
  expectMoments(f.read(), mean, (std::exp(0.04) - 1) * mean * mean);
  RAND(curandGenerateLogNormalDouble(generator, d, n, 0, 0.2));
  expectMoments(d.read(), mean, (std::exp(0.04) - 1) * mean * mean);
  RAND(curandGeneratePoisson(generator, u, n, 12));
  expectMoments(u.read(), 12, 12);
  // Philox's results have positions of their own, the others' are pairs.
  STATUS(type == CURAND_RNG_PSEUDO_PHILOX4_32_10
             ? CURAND_STATUS_SUCCESS
             : CURAND_STATUS_LENGTH_NOT_MULTIPLE,
         curandGenerateNormal(generator, f, 7, 0, 1));
  RAND(curandDestroyGenerator(generator));
}

__global__ void throwDice(curandDiscreteDistribution_t distribution,
                          unsigned *out) {
  curandState state;
  curand_init(3, threadIdx.x, 0, &state);
  for (int i = 0; i < 100; ++i)
    out[threadIdx.x * 100 + i] = curand_discrete(&state, distribution);
}

int main() {
  // What the example of the documentation prints on a GPU.
  const float documented[] = {0.1455f, 0.8202f, 0.5504f, 0.2948f, 0.9147f,
                              0.8690f, 0.3219f, 0.7829f, 0.0113f, 0.2855f};
  curandGenerator_t generator = make(CURAND_RNG_PSEUDO_DEFAULT, 1234);
  DeviceArray<float> example(100);
  RAND(curandGenerateUniform(generator, example, 100));
  for (int i = 0; i < 10; ++i)
    CHECK(std::fabs(example.read()[i] - documented[i]) < 5.1e-5f);
  RAND(curandDestroyGenerator(generator));

  // Host generators give the same, in host memory.
  std::vector<float> onHost(100);
  RAND(curandCreateGeneratorHost(&generator, CURAND_RNG_PSEUDO_XORWOW));
  RAND(curandSetPseudoRandomGeneratorSeed(generator, 1234));
  RAND(curandGenerateUniform(generator, onHost.data(), 100));
  CHECK(onHost == example.read());

  expectOrder<curandStateXORWOW>(CURAND_RNG_PSEUDO_XORWOW,
                                 CURAND_ORDERING_PSEUDO_DEFAULT, 4096, 1);
  expectOrder<curandStateMRG32k3a>(CURAND_RNG_PSEUDO_MRG32K3A,
                                   CURAND_ORDERING_PSEUDO_BEST, 81920, 1);
  expectOrder<curandStateMRG32k3a>(CURAND_RNG_PSEUDO_MRG32K3A,
                                   CURAND_ORDERING_PSEUDO_LEGACY, 4096, 1);
  expectOrder<curandStatePhilox4_32_10_t>(CURAND_RNG_PSEUDO_PHILOX4_32_10,
                                          CURAND_ORDERING_PSEUDO_DEFAULT, 65536,
                                          4);
  distributions(CURAND_RNG_PSEUDO_XORWOW);
  distributions(CURAND_RNG_PSEUDO_PHILOX4_32_10);
  distributions(CURAND_RNG_PSEUDO_MRG32K3A);

  curandDiscreteDistribution_t poisson;
  RAND(curandCreatePoissonDistribution(30, &poisson));
  DeviceArray<unsigned> dice(25600);
  throwDice<<<1, 256>>>(poisson, dice);
  expectMoments(dice.read(), 30, 30);
  RAND(curandDestroyDistribution(poisson));

  // In a stream, and seeds that are made before they are needed.
  cudaStream_t stream;
  CUDA(cudaStreamCreate(&stream));
  RAND(curandSetPseudoRandomGeneratorSeed(generator, 1234));
  RAND(curandSetStream(generator, stream));
  RAND(curandGenerateSeeds(generator));
  std::vector<float> inStream(100);
  RAND(curandGenerateUniform(generator, inStream.data(), 100));
  CUDA(cudaStreamSynchronize(stream));
  CHECK(inStream == onHost);
  RAND(curandSetStream(generator, nullptr));
  CUDA(cudaStreamDestroy(stream));
  STATUS(CURAND_STATUS_NOT_INITIALIZED, curandSetStream(nullptr, nullptr));
  STATUS(CURAND_STATUS_NOT_INITIALIZED, curandGenerateSeeds(nullptr));

  int version = 0, major = 0;
  RAND(curandGetVersion(&version));
  RAND(curandGetProperty(MAJOR_VERSION, &major));
  CHECK(version == CURAND_VERSION && major == CURAND_VER_MAJOR);
  STATUS(CURAND_STATUS_OUT_OF_RANGE, curandGetVersion(nullptr));
  STATUS(CURAND_STATUS_OUT_OF_RANGE, curandGetProperty(MAJOR_VERSION, nullptr));

  STATUS(CURAND_STATUS_NOT_INITIALIZED,
         curandGenerateUniform(nullptr, example, 1));
  STATUS(CURAND_STATUS_TYPE_ERROR,
         curandGenerateLongLong(generator, nullptr, 0));
  STATUS(CURAND_STATUS_TYPE_ERROR,
         curandSetQuasiRandomGeneratorDimensions(generator, 2));
  STATUS(CURAND_STATUS_OUT_OF_RANGE,
         curandGeneratePoisson(generator, dice, 1, 0));
  STATUS(CURAND_STATUS_OUT_OF_RANGE,
         curandSetGeneratorOrdering(generator, curandOrdering_t(7)));
  curandGenerator_t none;
  STATUS(CURAND_STATUS_TYPE_ERROR,
         curandCreateGenerator(&none, curandRngType_t(7)));
  STATUS(CURAND_STATUS_TYPE_ERROR,
         curandCreateGenerator(&none, CURAND_RNG_TEST));
  STATUS(CURAND_STATUS_OUT_OF_RANGE,
         curandGeneratePoisson(generator, dice, 1, 400001));
  STATUS(CURAND_STATUS_OUT_OF_RANGE,
         curandSetGeneratorOrdering(generator, CURAND_ORDERING_PSEUDO_DYNAMIC));
  RAND(curandCreateGenerator(&none, CURAND_RNG_PSEUDO_MT19937));
  STATUS(CURAND_STATUS_TYPE_ERROR, curandSetGeneratorOffset(none, 1));
  STATUS(CURAND_STATUS_OUT_OF_RANGE,
         curandSetGeneratorOrdering(none, CURAND_ORDERING_PSEUDO_BEST));
  RAND(curandDestroyGenerator(none));
  RAND(curandDestroyGenerator(generator));
  printf("right\n");
}
