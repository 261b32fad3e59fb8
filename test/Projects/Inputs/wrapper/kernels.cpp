#include <vector>

template <class F> __global__ void forEach(int count, F body) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    body(i);
}

/// The sum of the squares below `count`, squared by a kernel.
extern "C" int sumOfSquares(int count) {
  int *squares;
  cudaMallocManaged(&squares, count * sizeof(int));
  forEach<<<(count + 63) / 64, 64>>>(
      count, [=] __device__(int i) { squares[i] = i * i; });
  cudaDeviceSynchronize();
  std::vector<int> copy(squares, squares + count);
  int sum = 0;
  for (int square : copy)
    sum += square;
  cudaFree(squares);
  return sum;
}
