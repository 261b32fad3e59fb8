// RUN: %check-execution %s

// Launches of one kernel with different integer arguments, for some of which the
// compiler makes copies: constants of several widths and signs, numbers that callers
// hand down, numbers known only at run time, launches through the runtime, and
// two block sizes.

#include "../check.h"
#include <vector>

static const int n = 1024;

// How far apart, and in which direction.
__global__ void strided(int *out, const int *in, int stride, int add) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i * stride] + add;
}

static void checkStrided(int *out, const int *in, int stride, int add,
                         int line) {
  CUDA(cudaDeviceSynchronize());
  for (int i = 0; i < n; ++i)
    checkHolds(out[i] == in[i * stride] + add, line);
  CUDA(cudaMemset(out, 0, n * sizeof *out));
}

// A caller's numbers.
static void hand(int *out, const int *in, int stride, dim3 block) {
  strided<<<n / block.x, block>>>(out, in, stride, 7);
}

// Divisors of all widths; a divisor of 0 is never used.
__global__ void divided(long long *out, signed char c, unsigned char u, short s,
                        unsigned short w, long long l, unsigned long long v,
                        bool divides) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  long long x = 7777ll * i - 1000000;
  long long sum = x;
  if (divides)
    sum = x / c + x % s + x / u + x % w + x / l + (long long)(x % (long long)v);
  out[i] = sum;
}

static long long divide(int i, signed char c, unsigned char u, short s,
                        unsigned short w, long long l, unsigned long long v,
                        bool divides) {
  long long x = 7777ll * i - 1000000;
  return divides ? x / c + x % s + x / u + x % w + x / l +
                       (long long)(x % (long long)v)
                 : x;
}

#define DIVIDE(blocks, ...)                                                    \
  do {                                                                         \
    divided<<<n / blocks, blocks>>>(wide, __VA_ARGS__);                        \
    CUDA(cudaDeviceSynchronize());                                             \
    for (int i = 0; i < n; ++i)                                                \
      CHECK(wide[i] == divide(i, __VA_ARGS__));                                \
  } while (false)

// A step, a flag in a loop, and levels with barriers.
__global__ void looped(int *out, int step, bool doubles, int levels) {
  __shared__ int s[128];
  int t = threadIdx.x, sum = 0;
  for (int k = 0; k < 100; k += step) {
    if (doubles)
      sum += 2 * k + t;
    else
      sum ^= k * t;
  }
  s[t] = sum;
  __syncthreads();
  for (int k = levels; k > 0; k >>= 1) {
    if (t < k)
      s[t] += s[t + k];
    __syncthreads();
  }
  out[blockIdx.x * blockDim.x + t] = s[t];
}

static void checkLooped(const int *out, int threads, int step, bool doubles,
                        int levels, int line) {
  CUDA(cudaDeviceSynchronize());
  std::vector<int> s(threads);
  for (int t = 0; t < threads; ++t)
    for (int k = 0; k < 100; k += step)
      s[t] = doubles ? s[t] + 2 * k + t : s[t] ^ k * t;
  for (int k = levels; k > 0; k >>= 1)
    for (int t = 0; t < k; ++t)
      s[t] += s[t + k];
  for (int i = 0; i < 2 * threads; ++i)
    checkHolds(out[i] == s[i % threads], line);
}

// Few turns, in loops around each other, over what lies side by side; and none.
__global__ void rows(int *out, const int *in, int from, int to, int columns) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned sum = 0;
  for (int k = from; k < to; ++k)
    for (int j = 0; j < columns; ++j)
      sum = sum * 3 + unsigned(in[i * columns + j]) * k;
  out[i] = sum;
}

static void checkRows(const int *out, const int *in, int from, int to,
                      int columns, int line) {
  CUDA(cudaDeviceSynchronize());
  for (int i = 0; i < n; ++i) {
    unsigned sum = 0;
    for (int k = from; k < to; ++k)
      for (int j = 0; j < columns; ++j)
        sum = sum * 3 + unsigned(in[i * columns + j]) * k;
    checkHolds(out[i] == int(sum), line);
  }
}

// An instance that other files could launch, too.
template <typename T> __global__ void shared(T *out, T divisor) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = (i - 500) / divisor;
}

int main(int argc, char **argv) {
  int *in, *out;
  long long *wide;
  CUDA(cudaMallocManaged(&in, 16 * n * sizeof *in));
  CUDA(cudaMallocManaged(&out, n * sizeof *out));
  CUDA(cudaMallocManaged(&wide, n * sizeof *wide));
  for (int i = 0; i < 16 * n; ++i)
    in[i] = i * 3 + 1;
  int *middle = in + 8 * n;

  strided<<<n / 64, 64>>>(out, middle, 1, 5);
  checkStrided(out, middle, 1, 5, __LINE__);
  strided<<<n / 64, 64>>>(out, middle, 4, 5);
  checkStrided(out, middle, 4, 5, __LINE__);
  strided<<<n / 64, 64>>>(out, middle, -1, 6);
  checkStrided(out, middle, -1, 6, __LINE__);
  strided<<<n / 32, 32>>>(out, middle, 4, 6);
  checkStrided(out, middle, 4, 6, __LINE__);
  strided<<<n / 32, 32>>>(out, middle, -3, 1);
  checkStrided(out, middle, -3, 1, __LINE__);
  hand(out, middle, 2, 64);
  checkStrided(out, middle, 2, 7, __LINE__);
  hand(out, middle, 3, 32);
  checkStrided(out, middle, 3, 7, __LINE__);
  // None of these is a constant.
  for (int stride = -7; stride < 8; ++stride) {
    strided<<<n / 64, 64>>>(out, middle, stride, stride);
    checkStrided(out, middle, stride, stride, __LINE__);
    hand(out, middle, stride, 64);
    checkStrided(out, middle, stride, 7, __LINE__);
  }
  // Through the runtime, with numbers that have a copy, and that have none.
  for (int stride : {4, 1, 5, 0})
    for (unsigned threads : {64, 32, 128}) {
      int add = 9;
      const int *from = middle;
      void *arguments[] = {&out, &from, &stride, &add};
      CUDA(cudaLaunchKernel((const void *)strided, n / threads, threads,
                            arguments, 0, nullptr));
      checkStrided(out, middle, stride, 9, __LINE__);
    }

  DIVIDE(64, -128, 255, -32768, 65535, -1, 1, true);
  DIVIDE(64, 3, 128, 7, 40000, 1ll << 40, 1ull << 62, true);
  DIVIDE(64, 0, 0, 0, 0, 0, 0, false);
  DIVIDE(128, -1, 1, -1, 1, -(1ll << 40), 10, true);
  DIVIDE(128, 5, 200, -300, 50000, 12345678901ll, 3, true);
  int some = 3 + argc;
  DIVIDE(64, -128, some, -32768, 65535, -1, some, true);
  DIVIDE(128, some, some, some, some, some, some, some > 0);

  looped<<<2, 128>>>(out, 1, true, 64);
  checkLooped(out, 128, 1, true, 64, __LINE__);
  looped<<<2, 128>>>(out, 7, false, 64);
  checkLooped(out, 128, 7, false, 64, __LINE__);
  looped<<<2, 128>>>(out, 1, false, 32);
  checkLooped(out, 128, 1, false, 32, __LINE__);
  looped<<<2, 64>>>(out, 3, true, 32);
  checkLooped(out, 64, 3, true, 32, __LINE__);
  looped<<<2, 64>>>(out, 3, true, 0);
  checkLooped(out, 64, 3, true, 0, __LINE__);
  auto *pointer = looped;
  for (int step = 1; step < 4; ++step)
    for (int levels : {64, 32, 8, -4}) {
      pointer<<<2, 128>>>(out, step, step % 2, levels);
      checkLooped(out, 128, step, step % 2, levels, __LINE__);
    }

  rows<<<n / 64, 64>>>(out, in, -1, 2, 3);
  checkRows(out, in, -1, 2, 3, __LINE__);
  rows<<<n / 64, 64>>>(out, in, 2, 2, 3);
  checkRows(out, in, 2, 2, 3, __LINE__);
  rows<<<n / 64, 64>>>(out, in, 1, 3, 1);
  checkRows(out, in, 1, 3, 1, __LINE__);
  rows<<<n / 32, 32>>>(out, in, 0, 1, 16);
  checkRows(out, in, 0, 1, 16, __LINE__);
  rows<<<n / 32, 32>>>(out, in, 1, 0, -2);
  checkRows(out, in, 1, 0, -2, __LINE__);
  for (int columns = 0; columns < 5; ++columns) {
    rows<<<n / 64, 64>>>(out, in, -1, columns, columns);
    checkRows(out, in, -1, columns, columns, __LINE__);
  }

  shared<<<n / 64, 64>>>(wide, -3ll);
  CUDA(cudaDeviceSynchronize());
  for (int i = 0; i < n; ++i)
    CHECK(wide[i] == (i - 500) / -3);
  shared<<<n / 64, 64>>>(wide, 1ll << 32);
  CUDA(cudaDeviceSynchronize());
  for (int i = 0; i < n; ++i)
    CHECK(wide[i] == 0);
  shared<<<n / 64, 64>>>(wide, (long long)argc);
  CUDA(cudaDeviceSynchronize());
  for (int i = 0; i < n; ++i)
    CHECK(wide[i] == i - 500);
}
