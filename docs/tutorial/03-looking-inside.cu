// RUN: %check-execution %s
//
// 3. Looking inside
//
// Heddle prints the program after each of its stages. This kernel is small
// enough to follow through all of them:
//
//     heddle -emit=llvm      03-looking-inside.cu    as Clang emits it
//     heddle -emit=raised    03-looking-inside.cu    one thread, structured
//     heddle -emit=par       03-looking-inside.cu    parallel loops
//     heddle -emit=optimized 03-looking-inside.cu    after the optimizer
//     heddle -emit=lowered   03-looking-inside.cu    LLVM IR again
//     heddle -S -o -         03-looking-inside.cu    machine code
//
// README.md says what to look for.

#include <cstdio>

__global__ void smooth(const float *in, float *out, int n) {
  __shared__ float tile[128];
  int t = threadIdx.x;
  int i = blockIdx.x * 128 + t;
  tile[t] = i < n ? in[i] : 0.0f;
  __syncthreads();
  float left = t > 0 ? tile[t - 1] : tile[t];
  float right = t < 127 ? tile[t + 1] : tile[t];
  if (i < n)
    out[i] = 0.25f * left + 0.5f * tile[t] + 0.25f * right;
}

int main() {
  const int n = 1000;
  float host[n], *in, *out;
  for (int i = 0; i < n; ++i)
    host[i] = float(i % 2 * 8);
  cudaMalloc(&in, sizeof host);
  cudaMalloc(&out, sizeof host);
  cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
  smooth<<<(n + 127) / 128, 128>>>(in, out, n);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);

  printf("%g %g %g ... %g\n", host[0], host[1], host[2], host[n - 1]);
  for (int i = 0; i < n; ++i) {
    bool first = i % 128 == 0, last = i % 128 == 127;
    float want = first ? 2 : last ? 6 : 4;
    // The last thread with an element has a zero to its right.
    if (i == n - 1)
      want = 4;
    if (host[i] != want)
      return 1;
  }
  return 0;
}
