// RUN: %check-execution %s

// The number of threads that counted is part of induction variables of later
// loops. LLVM's loop strength reduction took minutes over the sum of 96 addends.

#include "../check.h"

__global__ void k(unsigned *out, const unsigned *in, unsigned *h, int n) {
  __shared__ unsigned s[96];
  unsigned t = threadIdx.y * blockDim.x + threadIdx.x;
  unsigned i = blockIdx.x * 96 + t;
  unsigned a = in[i & 1023], b = i * 2654435761u, c = 3, x[8];
  for (int j = 0; j < 8; ++j)
    x[j] = in[(t + j) & 1023];
  s[t] = a;
  b += __syncthreads_count((int)t - 27 < n);
  b += __syncthreads_count((a & 1) == 0);
  for (int j = 0; j < (int)(c & 15); ++j) {
    b += j * ((c ^ a) & (a - b));
    s[t] = t + t;
    atomicAdd(&h[(a * c) & 63], 1);
  }
  a += ((t + b) << (b & 31)) ^ ((b * b) / (((a * b) & 0xffff) | 1));
  x[in[in[t & 1023] & 1023] & 7] ^= (b * t) + (t + a);
  c += __syncthreads_count((((unsigned char)t * (a >> (t & 31))) & 1) == 0);
  for (long long j = (long long)n - t; j <= n; j += (in[t & 1023] & 3) + 1) {
    a += (unsigned)j * (b < c ? b / ((c & 255) + 1) : a / ((c & 255) + 1));
    for (int l = n - 3; l <= (int)(threadIdx.x & 15); ++l) {
      a += l * ((a | b) - (b << (c & 31)));
      c ^= (c - a) * min(c, b) * a;
      if ((c & 7) == 1)
        break;
    }
    x[(a & 1 ? a - b : a / ((c & 255) + 1)) & 7] = c % ((b & 0xffff) | 1);
  }
  __syncthreads();
  out[i] = a * 3 + b * 5 + c * 7 + s[t];
  for (int j = 0; j < 8; ++j)
    out[i] = out[i] * 31 + x[j];
}

int main() {
  const int count = 288;
  unsigned *out, *in, *h;
  CUDA(cudaMallocManaged(&out, count * sizeof *out));
  CUDA(cudaMallocManaged(&in, 1024 * sizeof *in));
  CUDA(cudaMallocManaged(&h, 64 * sizeof *h));
  for (int i = 0; i < 1024; ++i)
    in[i] = i * 77 % 1000;
  for (int n = 0; n < 14; n += 6) {
    k<<<3, dim3(48, 2)>>>(out, in, h, n);
    CUDA(cudaDeviceSynchronize());
    // All lowerings have to print the same.
    unsigned sum = 0;
    for (int i = 0; i < count; ++i)
      sum = sum * 31 + out[i];
    printf("%u\n", sum);
  }
  return 0;
}
