// RUN: %check-execution %s
// More live values than registers.
#include "../check.h"

__global__ void kernel(const int *in, int *out) {
  __shared__ int tile[32];
  int t = threadIdx.x;
  int a = in[t], b = in[t + 1], c = in[t + 2], d = in[t + 3], e = a * b,
      f = b * c, g = c * d, h = d * a, i = a + b, j = b + c, k = c + d,
      l = d + a, m = a - c, n = b - d, o = a * 3, p = b * 5, q = c * 7,
      r = d * 11;
  tile[t] = e;
  __syncthreads();
  int x = tile[31 - t];
  __syncthreads();
  tile[t] = f + x;
  __syncthreads();
  int y = tile[(t + 5) % 32];
  out[t] = a + 2 * b - c + d * e + f - g + h * i + j - k + l * m + n + o * p -
           q + r + x * y;
}

int main() {
  std::vector<int> values(35);
  for (int i = 0; i < 35; ++i)
    values[i] = i * 17 % 23 - 11;
  DeviceArray<int> in(values), out(32);
  kernel<<<1, 32>>>(in, out);
  expect(out, [&](int t) {
    const int *v = &values[t];
    int a = v[0], b = v[1], c = v[2], d = v[3];
    int x = values[31 - t] * values[32 - t], u = (t + 5) % 32;
    int y = values[u + 1] * values[u + 2] + values[31 - u] * values[32 - u];
    return a + 2 * b - c + d * a * b + b * c - c * d + d * a * (a + b) +
           (b + c) - (c + d) + (d + a) * (a - c) + (b - d) + a * 3 * b * 5 -
           c * 7 + d * 11 + x * y;
  });
}
