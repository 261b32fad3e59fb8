// RUN: %check-execution --auto %s

// An mbarrier object in shared memory: phases, parities, counts, and threads
// that leave.

#include "../check.h"

typedef unsigned long long State;

__device__ unsigned addressOf(State *barrier) {
  return (unsigned)__cvta_generic_to_shared(barrier);
}
__device__ void init(State *barrier, unsigned count) {
  asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(addressOf(barrier)),
               "r"(count)
               : "memory");
}
__device__ State arrive(State *barrier) {
  State state;
  asm volatile("mbarrier.arrive.shared.b64 %0, [%1];"
               : "=l"(state)
               : "r"(addressOf(barrier))
               : "memory");
  return state;
}
__device__ State arriveEarly(State *barrier, unsigned count) {
  State state;
  asm volatile("mbarrier.arrive.noComplete.shared.b64 %0, [%1], %2;"
               : "=l"(state)
               : "r"(addressOf(barrier)), "r"(count)
               : "memory");
  return state;
}
__device__ void leave(State *barrier) {
  asm volatile(
      "mbarrier.arrive_drop.shared.b64 _, [%0];" ::"r"(addressOf(barrier))
      : "memory");
}
__device__ bool isOver(State *barrier, State state) {
  int over;
  asm volatile("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; "
               "selp.b32 %0, 1, 0, p; }"
               : "=r"(over)
               : "r"(addressOf(barrier)), "l"(state)
               : "memory");
  return over;
}
__device__ bool isOverParity(State *barrier, unsigned parity) {
  int over;
  asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], "
               "%2; selp.b32 %0, 1, 0, p; }"
               : "=r"(over)
               : "r"(addressOf(barrier)), "r"(parity)
               : "memory");
  return over;
}
__device__ unsigned pendingOf(State state) {
  unsigned count;
  asm("mbarrier.pending_count.b64 %0, %1;" : "=r"(count) : "l"(state));
  return count;
}

// One thread does all arrivals, so that every step has one result.
__global__ void steps(unsigned *out) {
  __shared__ State barrier;
  if (threadIdx.x)
    return;
  init(&barrier, 5);
  State first = arrive(&barrier);
  out[0] = pendingOf(first);
  out[1] = isOver(&barrier, first);
  out[2] = pendingOf(arriveEarly(&barrier, 3));
  out[3] = isOverParity(&barrier, 0);
  leave(&barrier);
  out[4] = isOver(&barrier, first);
  out[5] = isOverParity(&barrier, 0);
  out[6] = isOverParity(&barrier, 1);
  out[7] = pendingOf(arrive(&barrier)); // one has left
  asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(addressOf(&barrier)));
}

// All threads wait for each other, eight times.
__global__ void phases(int *out) {
  __shared__ State barrier;
  __shared__ int values[64];
  if (threadIdx.x == 0)
    init(&barrier, blockDim.x);
  values[threadIdx.x] = threadIdx.x;
  __syncthreads();
  for (int step = 0; step < 8; ++step) {
    int next = values[(threadIdx.x + 1) % 64];
    State state = arrive(&barrier);
    while (!isOver(&barrier, state))
      ;
    values[threadIdx.x] = next;
    arrive(&barrier);
    while (!isOverParity(&barrier, 1))
      ;
  }
  out[threadIdx.x] = values[threadIdx.x];
}

int main() {
  DeviceArray<unsigned> results(8);
  steps<<<1, 32>>>(results);
  const unsigned want[] = {5, 0, 4, 0, 1, 1, 0, 4};
  expect(results, [&](int i) { return want[i]; });
  DeviceArray<int> values(64);
  phases<<<1, 64>>>(values);
  expect(values, [](int i) { return (i + 8) % 64; });
}
