// RUN: %check-execution %s
// Specialised class templates and overloads chosen in device code.
#include "../check.h"

template <typename T> struct Traits {
  static const int kCode = 1;
  __device__ static T identity() { return T(0); }
};
template <> struct Traits<float> {
  static const int kCode = 2;
  __device__ static float identity() { return 1.5f; }
};
template <typename T> struct Traits<T *> {
  static const int kCode = 3 + 10 * Traits<T>::kCode;
  __device__ static T identity() { return Traits<T>::identity(); }
};

__device__ int kind(int) { return 100; }
__device__ int kind(double) { return 200; }
template <typename T> __device__ int kind(T *) { return 300; }

template <typename T> __device__ double code(T value) {
  return Traits<T>::kCode + kind(value) + Traits<T>::identity();
}

__global__ void kernel(double *out) {
  int local = 0;
  float single = 0;
  out[0] = code(local);
  out[1] = code(single);
  out[2] = code(&local);
  out[3] = code(&single);
}

int main() {
  DeviceArray<double> out(4);
  kernel<<<1, 1>>>(out);
  const double want[] = {101, 203.5, 313, 324.5};
  expect(out, [&](int i) { return want[i]; });
}
