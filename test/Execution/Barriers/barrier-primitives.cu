// RUN: %check-execution --auto %s
// The C functions for barriers in shared memory: each way to wait for a phase.
#include "../check.h"
#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline_primitives.h>

const int threads = 64, phases = 6;

__global__ void rotate(int *out) {
  __shared__ __mbarrier_t barrier;
  __shared__ int values[threads];
  int t = threadIdx.x, mine = t;
  if (t == 0)
    __mbarrier_init(&barrier, threads);
  __syncthreads();
  bool parity = false;
  for (int phase = 0; phase < phases; ++phase) {
    // Written, then read by the neighbour: two phases of the barrier.
    for (int half = 0; half < 2; ++half) {
      if (half == 0) {
        __pipeline_memcpy_async(&values[t], &mine, sizeof mine);
        __pipeline_commit();
        __pipeline_wait_prior(0);
      }
      __mbarrier_token_t token = __mbarrier_arrive(&barrier);
      if (phase % 4 == 0)
        while (!__mbarrier_test_wait(&barrier, token)) {
        }
      else if (phase % 4 == 1)
        while (!__mbarrier_try_wait(&barrier, token, 1000)) {
        }
      else if (phase % 4 == 2)
        while (!__mbarrier_test_wait_parity(&barrier, parity)) {
        }
      else
        while (!__mbarrier_try_wait_parity(&barrier, parity, 1000)) {
        }
      parity = !parity;
      if (half == 0)
        mine = values[(t + 1) % threads];
    }
  }
  out[t] = mine;
}

__global__ void counts(unsigned *out) {
  __shared__ __mbarrier_t barrier;
  __mbarrier_init(&barrier, 3);
  out[0] = __mbarrier_token_pending_count(__mbarrier_arrive(&barrier));
  out[1] = __mbarrier_token_pending_count(__mbarrier_arrive_and_drop(&barrier));
  __mbarrier_token_t last = __mbarrier_arrive(&barrier);
  out[2] = __mbarrier_test_wait(&barrier, last);
  out[3] = __mbarrier_token_pending_count(__mbarrier_arrive(&barrier));
  out[4] = __mbarrier_maximum_count() >= 1024;
  __mbarrier_inval(&barrier);
}

int main() {
  DeviceArray<int> out(threads);
  rotate<<<1, threads>>>(out);
  auto got = out.read();
  for (int t = 0; t < threads; ++t)
    CHECK(got[t] == (t + phases) % threads);
  DeviceArray<unsigned> numbers(5);
  counts<<<1, 1>>>(numbers);
  auto count = numbers.read();
  CHECK(count[0] == 3 && count[1] == 2 && count[2] == 1);
  CHECK(count[3] == 2 && count[4] == 1);
}
