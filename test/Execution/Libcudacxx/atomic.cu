// RUN: %check-execution %s
// REQUIRES: cccl
// cuda::atomic and atomic_ref: every operation, several types and scopes.
#include "../check.h"
#include <cuda/atomic>
#include <cuda/std/atomic>

template <typename T> struct Cell {
  cuda::atomic<T, cuda::thread_scope_device> sum, difference, least, most;
  cuda::atomic<T, cuda::thread_scope_system> last, cas;
};

template <typename T> __global__ void numbers(Cell<T> *cell) {
  T t = T(threadIdx.x + blockIdx.x * blockDim.x);
  cell->sum.fetch_add(t, cuda::memory_order_relaxed);
  cell->difference -= t;
  cell->least.fetch_min(t - T(50));
  cell->most.fetch_max(t * T(2), cuda::std::memory_order_acq_rel);
  T old = cell->cas.load();
  while (!cell->cas.compare_exchange_weak(old, old + T(2))) {
  }
  if (cell->last.exchange(T(7)) > T(7))
    cell->last.store(T(-1));
}

template <typename T> void check(const char *name) {
  Cell<T> *cell;
  CUDA(cudaMallocManaged(&cell, sizeof(Cell<T>)));
  CUDA(cudaMemset(cell, 0, sizeof(Cell<T>)));
  numbers<<<4, 64>>>(cell);
  CUDA(cudaDeviceSynchronize());
  printf("%s\n", name);
  expectValue(T(cell->sum), T(256 * 255 / 2), "sum");
  expectValue(cell->difference.load(), T(-256 * 255 / 2), "difference");
  expectValue(T(cell->least), T(-50), "least");
  expectValue(T(cell->most), T(510), "most");
  expectValue(T(cell->cas), T(512), "cas");
  expectValue(T(cell->last), T(7), "last");
  CUDA(cudaFree(cell));
}

struct Pair {
  int a, b;
};

__global__ void rest(unsigned *bits, Pair *pair, int *place, int **pointer,
                     cuda::std::atomic<int> *counter) {
  __shared__ cuda::atomic<int, cuda::thread_scope_block> shared;
  int t = threadIdx.x;
  if (t == 0)
    shared = 0;
  __syncthreads();
  shared++;
  ++*counter;
  cuda::atomic_ref<unsigned, cuda::thread_scope_block> word(*bits);
  word |= 1u << t % 30;
  word.fetch_and(~(1u << 5));
  word ^= t == 3 ? 0x80000000u : 0;
  cuda::atomic_ref<Pair> both(*pair);
  Pair old = both.load(), next;
  do {
    next = {old.a + 1, old.b - t};
  } while (!both.compare_exchange_strong(old, next));
  cuda::atomic_ref<int *> moving(*pointer);
  moving.fetch_add(2);
  cuda::atomic_thread_fence(cuda::memory_order_seq_cst,
                            cuda::thread_scope_block);
  __syncthreads();
  if (t == 0)
    *place = shared;
}

int main() {
  check<int>("int");
  check<long long>("long long");
  check<float>("float");
  check<double>("double");

  DeviceArray<unsigned> bits(1);
  DeviceArray<Pair> pair(1);
  DeviceArray<int> place(200);
  DeviceArray<int *> pointer(std::vector<int *>{place.data()});
  int *counter = place + 1;
  rest<<<1, 64>>>(bits, pair, place, pointer,
                  reinterpret_cast<cuda::std::atomic<int> *>(counter));
  CUDA(cudaDeviceSynchronize());
  expectValue(bits.read()[0], 0xbfffffffu & ~(1u << 5), "bits");
  expectValue(pair.read()[0].a, 64, "a");
  expectValue(pair.read()[0].b, -64 * 63 / 2, "b");
  expectValue(place.read()[0], 64, "shared");
  expectValue(place.read()[1], 64, "counter");
  expectValue(int(pointer.read()[0] - place.data()), 128, "pointer");

  // The same on the host.
  cuda::atomic<int> host(5);
  host += 3;
  cuda::std::atomic<int> more{1};
  expectValue(host.fetch_sub(1) + more.load(), 9, "host");
}
