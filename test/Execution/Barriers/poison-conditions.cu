// RUN: %check-execution %s
// Threads leave a loop with barriers, or the kernel, at different times, by
// conditions that only the remaining threads have computed.
#include "../check.h"

__global__ void leave(const unsigned *in, unsigned *out, unsigned *sum) {
  unsigned x = threadIdx.x, y = threadIdx.y, t = x + blockDim.x * y;
  unsigned value = in[t], threads = blockDim.x * blockDim.y;
  unsigned mask = threads - t / 32 * 32 >= 32 ? ~0u : (1u << threads % 32) - 1;
  // Lanes leave one after the other.
  for (unsigned i = 0;; ++i) {
    bool goesOn = i < value % 10 % 4;
    mask = __ballot_sync(mask, goesOn);
    if (!goesOn)
      break;
    unsigned j = 0;
    do {
      mask = __ballot_sync(mask, 1);
      bool ends = value == 77;
      unsigned ending = __ballot_sync(mask, ends);
      mask &= ~ending;
      if (ends)
        return;
      __ballot_sync(mask, i != 31);
    } while (++j < 3 && __any_sync(mask, true));
  }
  for (unsigned i = value % 4; i-- > 0;) {
    if (y == 0 && (in[t + 1] >> (value & 31)) > 1)
      return;
    atomicAdd(&sum[y % 16], t);
    __syncthreads();
  }
  out[t] += 1;
}

int main() {
  std::vector<unsigned> values(256);
  for (int i = 0; i < 256; ++i)
    values[i] = i % 50 == 3 ? 77 : i * 2246822519u ^ i << 13;
  DeviceArray<unsigned> in(values);
  for (dim3 block : {dim3(1, 13), dim3(17, 5), dim3(32, 4)}) {
    int threads = block.x * block.y;
    DeviceArray<unsigned> out(threads), sum(16);
    leave<<<1, block>>>(in, out, sum);
    auto isEnded = [&](int t) {
      return values[t] == 77 && values[t] % 10 % 4 > 0;
    };
    auto isGone = [&](int t) {
      return t < int(block.x) && values[t] % 4 > 0 &&
             (values[t + 1] >> (values[t] & 31)) > 1;
    };
    expect(out, [&](int t) { return unsigned(!isEnded(t) && !isGone(t)); });
    expect(sum, [&](int y) {
      unsigned wanted = 0;
      for (int t = 0; t < threads; ++t)
        if (t / int(block.x) % 16 == y && !isEnded(t) && !isGone(t))
          wanted += values[t] % 4 * t;
      return wanted;
    });
  }
}
