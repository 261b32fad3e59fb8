// RUN: %check-execution %s
// float4 and int2 across a barrier.
#include "../check.h"

__global__ void kernel(const float4 *in, float4 *out) {
  __shared__ float4 tile[32];
  int t = threadIdx.x;
  float4 mine = in[t];
  int2 pair = make_int2(t, 2 * t);
  tile[t] = mine;
  __syncthreads();
  float4 other = tile[31 - t];
  mine.x += other.w;
  mine.y *= other.z;
  mine.z = float(pair.x);
  mine.w = float(pair.y);
  out[t] = mine;
}

int main() {
  std::vector<float4> values(32);
  for (int t = 0; t < 32; ++t)
    values[t] = make_float4(t, t + 1, t + 2, t + 3);
  DeviceArray<float4> in(values), out(32);
  kernel<<<1, 32>>>(in, out);
  std::vector<float> flat;
  for (float4 v : out.read())
    flat.insert(flat.end(), {v.x, v.y, v.z, v.w});
  expect(flat, [](int i) {
    int t = i / 4, other = 31 - t;
    const int want[] = {t + other + 3, (t + 1) * (other + 2), t, 2 * t};
    return want[i % 4];
  });
}
