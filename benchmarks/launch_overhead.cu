// What a launch costs when the kernel does nothing, or next to nothing.

#include <benchmark/benchmark.h>

__global__ void nothing() {}

struct Pair {
  double first;
  int second[4];
};

__global__ void arguments(const float *, float *, int, float, Pair) {}

__global__ void store(int *out) {
  if (threadIdx.x == 0)
    out[blockIdx.x] = blockIdx.x;
}

__global__ void barrier(int *out) {
  __shared__ int first;
  if (threadIdx.x == 0)
    first = blockIdx.x;
  __syncthreads();
  if (threadIdx.x == blockDim.x - 1)
    out[blockIdx.x] = first;
}

static void sizes(benchmark::internal::Benchmark *benchmark) {
  benchmark->ArgNames({"blocks", "threads"});
  for (int blocks : {1, 1000})
    for (int threads : {32, 256})
      benchmark->Args({blocks, threads});
  benchmark->UseRealTime()->Unit(benchmark::kMicrosecond);
}

static void launchNothing(benchmark::State &state) {
  const int blocks = state.range(0), threads = state.range(1);
  for (auto _ : state)
    nothing<<<blocks, threads>>>();
  cudaDeviceSynchronize();
}
BENCHMARK(launchNothing)->Apply(sizes);

static void launchArguments(benchmark::State &state) {
  const int blocks = state.range(0), threads = state.range(1);
  for (auto _ : state)
    arguments<<<blocks, threads>>>(nullptr, nullptr, 1, 2.0f, Pair());
  cudaDeviceSynchronize();
}
BENCHMARK(launchArguments)->Apply(sizes);

template <void (*kernel)(int *)> static void launch(benchmark::State &state) {
  const int blocks = state.range(0), threads = state.range(1);
  int *out;
  cudaMalloc(&out, blocks * sizeof(int));
  for (auto _ : state)
    kernel<<<blocks, threads>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
BENCHMARK_TEMPLATE(launch, store)->Name("launchStore")->Apply(sizes);
BENCHMARK_TEMPLATE(launch, barrier)->Name("launchBarrier")->Apply(sizes);

BENCHMARK_MAIN();
