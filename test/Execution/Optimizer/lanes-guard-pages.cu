// RUN: %check-execution %s --map=lanes
// RUN: %check-execution %s --map=lanes -march=x86-64-v3
// Arrays that begin and end where memory does: whole vectors must not touch
// what no thread accesses.
#include "../check.h"

#include <sys/mman.h>

/// An array between two pages that nobody may touch.
template <typename T> T *makeArray(size_t count, bool isAtEnd) {
  constexpr size_t page = 4096;
  size_t bytes = count * sizeof(T), size = (bytes + page - 1) / page * page;
  char *memory =
      static_cast<char *>(mmap(nullptr, size + 2 * page, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  mprotect(memory, page, PROT_NONE);
  mprotect(memory + page + size, page, PROT_NONE);
  return reinterpret_cast<T *>(memory + page + (isAtEnd ? size - bytes : 0));
}

enum Pattern {
  Plain,
  Odd,
  Thrice,
  Half,
  Rest,
  Swapped,
  Backwards,
  Groups,
  All
};

__host__ __device__ int indexOf(Pattern pattern, int t, int n) {
  switch (pattern) {
  case Plain:
    return t;
  case Odd:
    return 2 * t + 1;
  case Thrice:
    return 3 * t;
  case Half:
    return t / 2;
  case Rest:
    return t % 8;
  case Swapped:
    return t ^ 1;
  case Backwards:
    return 2 * (n - 1 - t);
  case Groups:
    return t / 4 * 8 + t % 4;
  default:
    return 0;
  }
}

template <typename T, Pattern pattern>
__global__ void guarded(const T *in, T *out, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < n)
    out[t] = in[indexOf(pattern, t, n)] + T(1);
}

template <typename T, Pattern pattern>
__global__ void whole(const T *in, T *out, int n) {
  out[threadIdx.x] = in[indexOf(pattern, threadIdx.x, n)] + T(1);
}

template <typename T, Pattern pattern> void check() {
  for (int n : {1, 3, 8, 15, 16, 17, 37, 63})
    for (int block : {32, 24, 77, 0})
      for (bool isAtEnd : {false, true}) {
        int last = 0;
        for (int t = 0; t < n; ++t)
          last = std::max(last, indexOf(pattern, t, n));
        T *in = makeArray<T>(last + 1, isAtEnd),
          *out = makeArray<T>(n, isAtEnd);
        for (int i = 0; i <= last; ++i)
          in[i] = T(i * 3);
        if (block)
          guarded<T, pattern><<<(n + block - 1) / block, block>>>(in, out, n);
        else
          whole<T, pattern><<<1, n>>>(in, out, n);
        CUDA(cudaDeviceSynchronize());
        for (int t = 0; t < n; ++t)
          CHECK(out[t] == T(in[indexOf(pattern, t, n)] + T(1)));
      }
}

template <typename T> void checkAll() {
  check<T, Plain>();
  check<T, Odd>();
  check<T, Thrice>();
  check<T, Half>();
  check<T, Rest>();
  check<T, Swapped>();
  check<T, Backwards>();
  check<T, Groups>();
  check<T, All>();
}

int main() {
  checkAll<int>();
  checkAll<short>();
  return 0;
}
