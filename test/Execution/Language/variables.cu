// RUN: %check-execution %s

// Variables of all kinds: managed ones, constants of the grid, extern shared
// memory seen as several types, launch bounds, shared objects, clocks.

#include "../check.h"

__managed__ int managed = 3;
__managed__ struct {
  int a[4];
  double b;
} managedStruct;

struct Parameters {
  int a[6];
  float scale;
};

__global__ void __launch_bounds__(128, 2)
    constants(const __grid_constant__ Parameters p, int *__restrict__ out) {
  const int *inside = p.a;
  out[threadIdx.x] = inside[threadIdx.x % 6] * (int)p.scale;
  if (threadIdx.x == 0) {
    managed += 4;
    managedStruct.a[2] = 9;
    managedStruct.b = 2.5;
  }
}

template <class T> __device__ T *sharedAs() {
  extern __shared__ __align__(16) unsigned char bytes[];
  return reinterpret_cast<T *>(bytes);
}
template <class T> __global__ void reverse(const T *in, T *out) {
  T *tile = sharedAs<T>();
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

struct Accumulator {
  int total;
  int parts[32];
  __device__ void clear() { total = 0; }
  __device__ void add(int value) { atomicAdd(&total, value); }
};
__global__ void sharedObject(int *out) {
  __shared__ Accumulator accumulator;
  if (threadIdx.x == 0)
    accumulator.clear();
  __syncthreads();
  accumulator.parts[threadIdx.x] = threadIdx.x;
  accumulator.add(accumulator.parts[threadIdx.x]);
  __syncthreads();
  out[threadIdx.x] = accumulator.total;
}

__device__ int counter;
__device__ __noinline__ int next(int step) {
  counter += step;
  return counter;
}

namespace outer {
namespace {
__device__ int hidden = 20;
}
template <class U> __global__ void kernel(U *out);
template <class T> class Owner {
public:
  static void run(T *out) { kernel<<<1, 1>>>(out); }

private:
  template <class U> friend __global__ void kernel(U *out);
  static __device__ T secret() { return T(hidden) + 1; }
};
template <class U> __global__ void kernel(U *out) {
  *out = Owner<U>::secret();
  long long before = clock64();
  clock_t now = clock();
  (void)now;
  if (clock64() < before)
    *out = 0;
  out[1] = next(5) + next(6);
}
} // namespace outer

__host__ __device__ int where() {
#ifdef __CUDA_ARCH__
  return __CUDA_ARCH__ >= 800 ? 1 : 0;
#else
  return 2;
#endif
}
__global__ void side(int *out) { *out = where(); }

int main() {
  Parameters p = {{1, 2, 3, 4, 5, 6}, 10};
  DeviceArray<int> out(100);
  constants<<<1, 100>>>(p, out);
  expect(out, [&](int i) { return p.a[i % 6] * 10; });
  expectValue(managed, 7, "managed");
  expectValue(managedStruct.a[2] + managedStruct.b, 11.5, "struct");

  DeviceArray<int> ints(iota<int>(64)), intsBack(64);
  reverse<<<1, 64, 64 * sizeof(int)>>>(ints.data(), intsBack.data());
  expect(intsBack, [](int i) { return 63 - i; });
  DeviceArray<double> doubles(iota<double>(64)), doublesBack(64);
  reverse<<<1, 64, 64 * sizeof(double)>>>(doubles.data(), doublesBack.data());
  expect(doublesBack, [](int i) { return 63 - i; });

  DeviceArray<int> sums(32);
  sharedObject<<<1, 32>>>(sums);
  expect(sums, [](int) { return 31 * 16; });

  DeviceArray<int> secret(2);
  outer::Owner<int>::run(secret);
  int want[2] = {21, 16};
  expect(secret, [&](int i) { return want[i]; });

  DeviceArray<int> arch(1);
  side<<<1, 1>>>(arch);
  expect(arch, [](int) { return 1; });
  expectValue(where(), 2, "host");
}
