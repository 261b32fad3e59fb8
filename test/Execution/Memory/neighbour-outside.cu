// RUN: %check-execution %s
// Kernels that load a neighbour before they ask whether there is one: the loads
// before and behind a large array must not fault. Their values are not used.
#include "../check.h"

__global__ void kernel(const float *in, float *out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  int i = y * width + x;
  volatile const float *all = in;
  float above = all[i - width], below = all[i + width], left = all[i - 1],
        right = all[i + 1], own = all[i];
  if (y == 0)
    above = own;
  if (y == height - 1)
    below = own;
  if (x == 0)
    left = own;
  if (x == width - 1)
    right = own;
  out[i] = above + below + left + right - 4 * own;
}

int main() {
  // A whole number of huge pages, so that nothing of the last one is over.
  const int width = 8192, height = 128;
  std::vector<float> values(width * height);
  for (int i = 0; i < width * height; ++i)
    values[i] = i * 7 % 13;
  DeviceArray<float> in(values), out(values.size());
  kernel<<<dim3(width / 256, height), 256>>>(in, out, width, height);
  expect(out, [&](int i) {
    int x = i % width, y = i / width;
    return values[y ? i - width : i] + values[y < height - 1 ? i + width : i] +
           values[x ? i - 1 : i] + values[x < width - 1 ? i + 1 : i] -
           4 * values[i];
  });
}
