// RUN: %check-execution %s
// Threads and blocks go through a grid-stride loop together. A thread's own
// iterations keep their order, and each is done once, whatever the grid is.
#include <cstdio>
#include <vector>

// Reads what the same thread wrote in the iteration before.
__global__ void running(unsigned *a, int n) {
  int stride = blockDim.x * gridDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
    a[i] = a[i] * 3 + (i >= stride ? a[i - stride] : 7);
}

__global__ void runningSize(unsigned *a, size_t n) {
  size_t stride = size_t(blockDim.x) * gridDim.x;
  for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < n;
       i += stride)
    a[i] = a[i] * 3 + (i >= stride ? a[i - stride] : 7);
}

// Rows of blocks: y is a row of the array.
__global__ void rows(unsigned *a, int n) {
  unsigned *row = a + blockIdx.y * n;
  int stride = blockDim.x * gridDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
    row[i] = row[i] * 3 + (i >= stride ? row[i - stride] : 7) + blockIdx.z;
}

// The end is near the largest number: start and distance must not be added up
// beyond it.
__global__ void nearTheEnd(unsigned *a, int first, int end) {
  int stride = blockDim.x * gridDim.x, t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= end - first)
    return;
  for (int i = first + t; i < end; i += stride) {
    a[i - first] += i;
    if (i >= end - stride) // the next one may overflow
      break;
  }
}

static int check(const char *name, const std::vector<unsigned> &got,
                 const std::vector<unsigned> &want) {
  for (size_t i = 0; i < got.size(); ++i)
    if (got[i] != want[i]) {
      printf("%s: %u at %zu, not %u\n", name, got[i], i, want[i]);
      return 1;
    }
  return 0;
}

int main() {
  int failed = 0;
  for (int n : {1, 100, 1000, 5003})
    for (int blocks : {1, 3, 8})
      for (int threads : {32, 50, 128}) {
        std::vector<unsigned> values(3 * n), want, got(3 * n);
        for (int i = 0; i < 3 * n; ++i)
          values[i] = i * 2654435761u;
        unsigned *a;
        cudaMalloc(&a, 12 * n);
        int stride = blocks * threads;
        auto reference = [&](int count, unsigned add) {
          want = values;
          for (int r = 0; r < count; ++r)
            for (int i = 0; i < n; ++i) {
              unsigned *row = &want[r * n];
              row[i] = row[i] * 3 + (i >= stride ? row[i - stride] : 7) + add;
            }
        };
        auto reset = [&] {
          cudaMemcpy(a, values.data(), 12 * n, cudaMemcpyHostToDevice);
        };
        auto read = [&] {
          cudaMemcpy(got.data(), a, 12 * n, cudaMemcpyDeviceToHost);
        };
        reset();
        running<<<blocks, threads>>>(a, n);
        read();
        reference(1, 0);
        failed |= check("running", got, want);
        reset();
        runningSize<<<blocks, threads>>>(a, n);
        read();
        failed |= check("runningSize", got, want);
        reset();
        rows<<<dim3(blocks, 3), threads>>>(a, n);
        read();
        reference(3, 0);
        failed |= check("rows", got, want);
        int first = 2147483647 - n;
        reset();
        nearTheEnd<<<blocks, threads>>>(a, first, 2147483647);
        read();
        want = values;
        for (int i = 0; i < n; ++i)
          want[i] += first + i;
        failed |= check("nearTheEnd", got, want);
        cudaFree(a);
      }
  puts(failed ? "FAILED" : "PASSED");
  return failed;
}
