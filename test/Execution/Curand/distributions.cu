// RUN: %check-execution %s
// Moments of the distributions, from many subsequences of each generator, and
// functions of several numbers against the ones of one number.
#include "../check.h"
#include <curand_kernel.h>

constexpr int threads = 256, each = 200;

struct Moments {
  double sum, squares;
};

template <typename State, typename Draw>
__global__ void sample(Moments *out, Draw draw) {
  State state;
  int thread = blockIdx.x * blockDim.x + threadIdx.x;
  curand_init(2024, thread, 0, &state);
  Moments m = {0, 0};
  for (int i = 0; i < each; ++i) {
    double x = draw(&state);
    m.sum += x;
    m.squares += x * x;
  }
  out[thread] = m;
}

template <typename State, typename Draw>
void expectMoments(double mean, double variance, Draw draw, int line) {
  DeviceArray<Moments> moments(threads);
  sample<State><<<threads / 64, 64>>>(moments.data(), draw);
  double sum = 0, squares = 0, count = threads * each;
  for (Moments m : moments.read()) {
    sum += m.sum;
    squares += m.squares;
  }
  double gotMean = sum / count;
  double gotVariance = squares / count - gotMean * gotMean;
  double error = 5 * std::sqrt(variance / count);
  if (!(std::fabs(gotMean - mean) < error) ||
      !(std::fabs(gotVariance / variance - 1) < 0.05)) {
    printf("line %d: mean %g, not %g; variance %g, not %g\n", line, gotMean,
           mean, gotVariance, variance);
    exit(1);
  }
}

struct Uniform {
  template <typename State> __device__ double operator()(State *state) const {
    return curand_uniform(state);
  }
};
struct UniformDouble {
  template <typename State> __device__ double operator()(State *state) const {
    return curand_uniform_double(state);
  }
};
struct Normal {
  template <typename State> __device__ double operator()(State *state) const {
    return curand_normal(state);
  }
};
struct NormalDouble {
  template <typename State> __device__ double operator()(State *state) const {
    return curand_normal_double(state);
  }
};
struct LogNormal {
  template <typename State> __device__ double operator()(State *state) const {
    return curand_log_normal(state, 0.5f, 0.25f);
  }
};
struct Poisson {
  double lambda;
  template <typename State> __device__ double operator()(State *state) const {
    return curand_poisson(state, lambda);
  }
};

template <typename State> void all() {
  expectMoments<State>(0.5, 1 / 12.0, Uniform(), __LINE__);
  expectMoments<State>(0.5, 1 / 12.0, UniformDouble(), __LINE__);
  expectMoments<State>(0, 1, Normal(), __LINE__);
  expectMoments<State>(0, 1, NormalDouble(), __LINE__);
  double s2 = 0.25 * 0.25, mean = std::exp(0.5 + s2 / 2);
  expectMoments<State>(mean, (std::exp(s2) - 1) * mean * mean, LogNormal(),
                       __LINE__);
  for (double lambda : {0.5, 20.0, 100.0, 3000.0, 10000.0})
    expectMoments<State>(lambda, lambda, Poisson{lambda}, __LINE__);
}

/// Four numbers at once are the next four, from every position.
__global__ void fours(int *wrong) {
  curandStatePhilox4_32_10_t one, four;
  curand_init(5, 6, threadIdx.x, &one);
  curand_init(5, 6, threadIdx.x, &four);
  float4 u = curand_uniform4(&four);
  bool same = u.x == curand_uniform(&one) && u.y == curand_uniform(&one) &&
              u.z == curand_uniform(&one) && u.w == curand_uniform(&one);
  float4 z = curand_normal4(&four);
  float2 a = curand_normal2(&one), b = curand_normal2(&one);
  same = same && z.x == a.x && z.y == a.y && z.z == b.x && z.w == b.y;
  double2 d = curand_uniform2_double(&four);
  for (double wanted : {d.x, d.y}) {
    unsigned low = curand(&one);
    unsigned long long bits = low ^ (unsigned long long)curand(&one) << 21;
    same = same && wanted == bits * 0x1p-53 + 0x1p-54;
  }
  if (!same)
    atomicAdd(wrong, 1);
}

/// Uniform numbers are never 0, so logarithms are finite.
__global__ void ends(float *out) {
  out[0] = __heddle_uniform(0u);
  out[1] = __heddle_uniform(~0u);
}

int main() {
  all<curandStateXORWOW>();
  all<curandStatePhilox4_32_10_t>();
  all<curandStateMRG32k3a>();
  DeviceArray<int> wrong(1);
  fours<<<1, 8>>>(wrong);
  CHECK(wrong.read()[0] == 0);
  DeviceArray<float> limits(2);
  ends<<<1, 1>>>(limits);
  CHECK(limits.read()[0] > 0 && limits.read()[1] == 1);
  printf("right\n");
}
