// RUN: %check-execution %s
// A kernel's argument is an object whose methods read and write memory.
#include "../check.h"

template <typename T> class Matrix {
public:
  Matrix(T *data, int rows, int columns)
      : data(data), rows(rows), columns(columns) {}
  __host__ __device__ T &at(int r, int c) const {
    return data[r * columns + c];
  }
  __device__ bool contains(int r, int c) const {
    return r >= 0 && r < rows && c >= 0 && c < columns;
  }
  __device__ T sumAround(int r, int c) const {
    T sum = 0;
    for (int dr = -1; dr <= 1; ++dr)
      for (int dc = -1; dc <= 1; ++dc)
        if (contains(r + dr, c + dc))
          sum += at(r + dr, c + dc);
    return sum;
  }

private:
  T *data;
  int rows, columns;
};

__global__ void blur(Matrix<int> in, Matrix<int> out) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y;
  if (in.contains(r, c))
    out.at(r, c) = in.sumAround(r, c);
}

int main() {
  const int rows = 9, columns = 20;
  DeviceArray<int> in(std::vector<int>(rows * columns, 1)), out(rows * columns);
  blur<<<dim3(2, rows), 16>>>({in, rows, columns}, {out, rows, columns});
  expect(out, [](int i) {
    int r = i / columns, c = i % columns;
    return (3 - (r == 0) - (r == rows - 1)) *
           (3 - (c == 0) - (c == columns - 1));
  });
}
