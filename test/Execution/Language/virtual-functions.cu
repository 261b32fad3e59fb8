// RUN: %check-execution %s
// Virtual calls on objects that the kernel makes itself.
#include "../check.h"

struct Shape {
  __device__ virtual int area() const = 0;
  __device__ virtual int sides() const { return 0; }
};

struct Square : Shape {
  int side;
  __device__ explicit Square(int side) : side(side) {}
  __device__ int area() const override { return side * side; }
  __device__ int sides() const override { return 4; }
};

struct Strip : Square {
  __device__ explicit Strip(int length) : Square(length) {}
  __device__ int area() const override { return side * 2; }
};

struct Blob : Shape {
  __device__ int area() const override { return 7; }
};

__global__ void kernel(int *out) {
  int t = threadIdx.x;
  Square square(t);
  Strip strip(t);
  Blob blob;
  const Shape *shape = t % 3 == 0   ? static_cast<const Shape *>(&square)
                       : t % 3 == 1 ? static_cast<const Shape *>(&strip)
                                    : &blob;
  out[t] = shape->area() * 10 + shape->sides();
}

int main() {
  DeviceArray<int> out(32);
  kernel<<<1, 32>>>(out);
  expect(out, [](int t) {
    return t % 3 == 0 ? t * t * 10 + 4 : t % 3 == 1 ? t * 20 + 4 : 70;
  });
}
