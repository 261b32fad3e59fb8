// RUN: %check-execution %s
// Overloaded operators on a small complex type, and a subscript.
#include "../check.h"

struct Complex {
  float re, im;
  __host__ __device__ Complex operator+(Complex o) const {
    return {re + o.re, im + o.im};
  }
  __host__ __device__ Complex operator*(Complex o) const {
    return {re * o.re - im * o.im, re * o.im + im * o.re};
  }
  __host__ __device__ Complex &operator+=(Complex o) {
    return *this = *this + o;
  }
  __host__ __device__ bool operator<(Complex o) const { return re < o.re; }
  __host__ __device__ explicit operator bool() const { return re || im; }
};

__host__ __device__ Complex operator-(Complex c) { return {-c.re, -c.im}; }

struct Row {
  Complex *data;
  __host__ __device__ Complex &operator[](int i) const { return data[i]; }
};

__host__ __device__ Complex work(Row row, int t) {
  Complex z = {float(t), 1};
  for (int i = 0; i < 4; ++i)
    z += row[i] * Complex{float(i), float(t % 3)};
  if (z < row[0] || !z)
    z = -z;
  return z;
}

__global__ void kernel(Row row, Complex *out) {
  out[threadIdx.x] = work(row, threadIdx.x);
}

int main() {
  std::vector<Complex> values = {{-1, 2}, {3, 0}, {-5, 1}, {0, 2}};
  DeviceArray<Complex> in(values), out(32);
  kernel<<<1, 32>>>(Row{in}, out);
  std::vector<float> flat;
  for (Complex z : out.read())
    flat.insert(flat.end(), {z.re, z.im});
  expect(flat, [&](int k) {
    Complex z = work(Row{values.data()}, k / 2);
    return k % 2 ? z.im : z.re;
  });
}
