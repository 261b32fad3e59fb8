__device__ int doubled(int value) {
  __shared__ int scratch[2];
  scratch[0] = value;
  return 2 * scratch[0]; // BREAK in function
}

__device__ __forceinline__ int negated(int value) {
  int result = 0;
  result -= value; // BREAK in inlined
  return result;
}

__global__ void reverse(int *data, int count) {
  __shared__ int tile[64];
  int t = threadIdx.x + threadIdx.y * blockDim.x;
  tile[t] = doubled(data[t]) + negated(data[t]);
  __syncthreads();
  data[t] = tile[count - 1 - t]; // BREAK in kernel
}

int main() {
  int *data;
  cudaMallocManaged(&data, 64 * sizeof(int));
  for (int i = 0; i < 64; ++i)
    data[i] = i;
  reverse<<<dim3(2, 1), dim3(32, 2)>>>(data, 64);
  cudaDeviceSynchronize();
}
