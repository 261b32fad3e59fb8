// RUN: %check-execution %s
// Loads and stores of vector types, and arrays reinterpreted as vectors.
#include "../check.h"

__global__ void kernel(const int *in, int *out, uchar4 *pixels, double2 *wide) {
  int t = threadIdx.x;
  int4 four = reinterpret_cast<const int4 *>(in)[t];
  reinterpret_cast<int4 *>(out)[t] =
      make_int4(four.w, four.z, four.y + 100, four.x - 100);
  uchar4 pixel = pixels[t];
  pixels[t] = make_uchar4(pixel.w, pixel.x, pixel.y, pixel.z + 250);
  wide[t] = make_double2(pixel.x * 0.5, t);
}

int main() {
  std::vector<uchar4> colours(16);
  for (int i = 0; i < 16; ++i)
    colours[i] = make_uchar4(i, 2 * i, 3 * i, 4 * i);
  DeviceArray<int> in(iota<int>(64)), out(64);
  DeviceArray<uchar4> pixels(colours);
  DeviceArray<double2> wide(16);
  kernel<<<1, 16>>>(in, out, pixels, wide);
  expect(out, [](int i) {
    const int add[] = {0, 0, 100, -100};
    return i / 4 * 4 + 3 - i % 4 + add[i % 4];
  });
  std::vector<double> flat;
  for (uchar4 p : pixels.read())
    flat.insert(flat.end(), {1. * p.x, 1. * p.y, 1. * p.z, 1. * p.w});
  for (double2 w : wide.read())
    flat.insert(flat.end(), {w.x, w.y});
  expect(flat, [](int k) {
    int i = k < 64 ? k / 4 : (k - 64) / 2;
    const double pixel[] = {4. * i, 1. * i, 2. * i, (3 * i + 250) % 256 * 1.};
    const double pair[] = {i * 0.5, 1. * i};
    return k < 64 ? pixel[k % 4] : pair[k % 2];
  });
}
