__device__ int twice(int x);
__global__ void fill(int *out) { out[threadIdx.x] = twice(threadIdx.x); }
void launch(int *out) { fill<<<1, 32>>>(out); }
