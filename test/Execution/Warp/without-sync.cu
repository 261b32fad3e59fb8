// RUN: %check-execution %s
// The forms without a mask that CUDA 8 had: the lanes that are there.
#include "../check.h"

__global__ void kernel(int *out) {
  int t = threadIdx.x;
  int v = t * t;
  int *mine = out + t * 9;
  mine[0] = __shfl(v, 3);
  mine[1] = __shfl_up(v, 1);
  mine[2] = __shfl_down(v, 2, 16);
  mine[3] = __shfl_xor(v, 4);
  mine[4] = __ballot(t % 3 == 0);
  mine[5] = __any(t == 40) != 0;
  mine[6] = __all(t < 50) != 0;
  mine[7] = __uni(t < 32) != 0;
  if (t % 2) {
    double d = __shfl_down(0.5 * v, 2);
    mine[8] = int(__ballot(t % 3 == 1)) ^ int(2 * d);
  }
}

int main() {
  DeviceArray<int> out(64 * 9);
  kernel<<<1, 64>>>(out);
  expect(out, [](int i) {
    int t = i / 9, lane = t % 32, warp = t - lane;
    auto square = [](int x) { return x * x; };
    auto ballot = [&](int step, int rest) {
      unsigned votes = 0;
      for (int l = 0; l < 32; ++l)
        if (l % 2 >= step)
          votes |= unsigned((warp + l) % 3 == rest) << l;
      return int(votes);
    };
    switch (i % 9) {
    case 0:
      return square(warp + 3);
    case 1:
      return square(lane >= 1 ? t - 1 : t);
    case 2:
      return square(lane % 16 < 14 ? t + 2 : t);
    case 3:
      return square(t ^ 4);
    case 4:
      return ballot(0, 0);
    case 5:
      return int(warp == 32);
    case 6:
      return int(warp == 0);
    case 7:
      return 1;
    default:
      if (t % 2 == 0)
        return 0;
      return ballot(1, 1) ^ square(lane < 30 ? t + 2 : t);
    }
  });
}
