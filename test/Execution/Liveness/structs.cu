// RUN: %check-execution %s
// A struct by value across barriers, changed member by member.
#include "../check.h"

struct Particle {
  float x, y;
  int charge;
  short tag[3];
};

__global__ void kernel(int *out) {
  __shared__ Particle tile[32];
  int t = threadIdx.x;
  Particle mine = {1.0f * t, 2.0f * t, t % 3, {short(t), short(-t), 7}};
  tile[t] = mine;
  __syncthreads();
  Particle other = tile[31 - t];
  mine.x += other.y;
  mine.tag[1] += other.tag[0];
  __syncthreads();
  tile[t] = mine;
  __syncthreads();
  other = tile[(t + 1) % 32];
  out[t] = int(other.x) + other.charge + other.tag[1] + other.tag[2];
}

int main() {
  DeviceArray<int> out(32);
  kernel<<<1, 32>>>(out);
  expect(out, [](int i) {
    int t = (i + 1) % 32;
    return t + 2 * (31 - t) + t % 3 + (-t + 31 - t) + 7;
  });
}
