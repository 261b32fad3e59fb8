// RUN: %check-execution %s
// __constant__ arrays and structs, filled and changed from the host.
#include "../check.h"

struct Settings {
  int offset;
  float scale;
  int table[4];
};

__constant__ int weights[16];
__constant__ Settings settings;
__constant__ int preset = 5;

__global__ void kernel(float *out) {
  int t = threadIdx.x;
  out[t] = weights[t % 16] * settings.scale + settings.offset +
           settings.table[t % 4] + preset;
}

int main() {
  DeviceArray<float> out(64);
  for (int change = 0; change < 2; ++change) {
    int values[16];
    for (int i = 0; i < 16; ++i)
      values[i] = i * i + change;
    Settings chosen = {100 * change, 0.5f, {1, 2, 3, 4}};
    CUDA(cudaMemcpyToSymbol(weights, values, sizeof values));
    CUDA(cudaMemcpyToSymbol(settings, &chosen, sizeof chosen));
    kernel<<<1, 64>>>(out);
    expect(out, [=](int t) {
      return (t % 16 * (t % 16) + change) * 0.5f + 100 * change + t % 4 + 1 + 5;
    });
  }
}
