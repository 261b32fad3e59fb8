// RUN: %check-execution %s
// Every shuffle with every width, in every type that it takes.
#include "../check.h"

enum { Index, Up, Down, Xor, Kinds };
constexpr int threads = 96, widths = 6, deltas = 36;

template <typename T> __device__ T value(int thread) {
  return T(thread * 3 - 40) * T(sizeof(T) == 8 ? 10000000019ll : 1);
}
template <typename T> T hostValue(int thread) {
  return T(thread * 3 - 40) * T(sizeof(T) == 8 ? 10000000019ll : 1);
}

template <typename T> __global__ void kernel(T *out) {
  int t = threadIdx.x;
  T own = value<T>(t);
  for (int w = 0; w < widths; ++w)
    for (int d = 0; d < deltas; ++d) {
      T *row = out + (w * deltas + d) * Kinds * threads;
      int width = 1 << w;
      row[Index * threads + t] = __shfl_sync(~0u, own, d + t % 3, width);
      row[Up * threads + t] = __shfl_up_sync(~0u, own, d, width);
      row[Down * threads + t] = __shfl_down_sync(~0u, own, d, width);
      row[Xor * threads + t] = __shfl_xor_sync(~0u, own, d, width);
    }
}

// As the PTX manual has it.
int source(int kind, int lane, int operand, int width) {
  int segment = lane / width * width, last = segment + width - 1;
  int b = operand & 31, from;
  switch (kind) {
  case Index:
    return segment + b % width;
  case Up:
    from = lane - b;
    return from >= segment ? from : lane;
  case Down:
    from = lane + b;
    return from <= last ? from : lane;
  default:
    from = lane ^ b;
    return from <= last ? from : lane;
  }
}

template <typename T> void check() {
  DeviceArray<T> out(widths * deltas * Kinds * threads);
  kernel<T><<<1, threads>>>(out);
  expect(out, [](int i) {
    int t = i % threads, kind = i / threads % Kinds;
    int d = i / threads / Kinds % deltas, w = i / threads / Kinds / deltas;
    int lane = source(kind, t % 32, kind == Index ? d + t % 3 : d, 1 << w);
    return hostValue<T>(t / 32 * 32 + lane);
  });
}

int main() {
  check<int>();
  check<unsigned>();
  check<long>();
  check<unsigned long>();
  check<long long>();
  check<unsigned long long>();
  check<float>();
  check<double>();
}
