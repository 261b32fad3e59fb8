__device__ int counter = 3;
__constant__ float factor = 1.0f;

extern "C" __global__ void scale(float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    x[i] *= factor;
}

namespace inner {
__global__ void count(int by) { atomicAdd(&counter, by); }
} // namespace inner
