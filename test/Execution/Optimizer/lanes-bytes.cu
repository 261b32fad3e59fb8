// RUN: %check-execution %s --map=lanes
// Arithmetic with bytes: lanes have 16 bits only where these are enough.
#include <cstdio>
#define K(name, expr)                                                          \
  __global__ void name(const unsigned char *a, const unsigned char *b,         \
                       unsigned char *o, int n, int s) {                       \
    int i = threadIdx.x + blockIdx.x * blockDim.x;                             \
    if (i < n) {                                                               \
      int x = a[i], y = b[i];                                                  \
      o[i] = (expr);                                                           \
    }                                                                          \
  }
K(k0, ((x - y) >> 31) & y)
K(k1, (x * y) >> 20 | x)
K(k2, (unsigned)(x - y) % 7u)
K(k3, x >> (y & 31))
K(k4, (x << (y & 7)) >> (x & 31))
K(k5, ((x - y) ^ ((x - y) >> 31)) - ((x - y) >> 31))
K(k6, (unsigned)(x - y) >> 24)
K(k7, (unsigned)(x - y) >> 31)
K(k8, (x - y) / (y - 300))
K(k9, (x - y) % (y | 1))
K(k10, (unsigned)(x * y) / (unsigned)(y | 1))
K(k11, ((unsigned)(x - y) > (unsigned)x) ? x *y >> 8 : y)
K(k12, (x * 257 + y) >> 8)
K(k13, min(max(x * 2 - y * 3 + 1000, 0), 255))
K(k14, (x * y * 2) >> 9)
K(k15, (x - 128) * (y - 128) >> 16)
K(k16, (~x) >> 17)
K(k17, (x - y) >> (y & 31))
K(k18, (unsigned)(x - 300) / (unsigned)(y - 300))
K(k19, min((unsigned)(x - y), (unsigned)y))
__global__ void k20(const unsigned char *a, const unsigned char *b,
                    unsigned char *o, int n, int s) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= n)
    return;
  int acc = 0;
  for (int k = 0; k < s; k++)
    acc = (acc + a[i] * b[i]) & 0xffff;
  o[i] = acc >> 8;
}
__global__ void k21(const unsigned char *a, const unsigned char *b,
                    unsigned char *o, int n, int s) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= n)
    return;
  int acc = 0;
  for (int k = 0; k < 200; k++)
    acc += a[i] - b[i];
  o[i] = acc >> 8;
}
__global__ void k22(const unsigned char *a, const unsigned char *b,
                    unsigned char *o, int n, int s) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= n)
    return;
  float f = (float)(a[i] * b[i]) + (float)(a[i] - b[i]);
  o[i] = (unsigned char)(int)(f / 300.f + 1);
}
int main() {
  unsigned char *a, *b, *o;
  cudaMallocManaged(&a, 65536);
  cudaMallocManaged(&b, 65536);
  cudaMallocManaged(&o, 65536);
  for (int i = 0; i < 65536; i++)
    a[i] = i & 255, b[i] = i >> 8;
  int sizes[] = {1, 17, 1000, 65536};
#define R(k)                                                                   \
  for (int n : sizes) {                                                        \
    for (int i = 0; i < 65536; i++)                                            \
      o[i] = 9;                                                                \
    k<<<256, 256>>>(a, b, o, n, 300);                                          \
    cudaDeviceSynchronize();                                                   \
    unsigned h = 0;                                                            \
    for (int i = 0; i < 65536; i++)                                            \
      h = h * 31 + o[i];                                                       \
    printf(#k " %d %08x\n", n, h);                                             \
  }
  R(k0)
  R(k1) R(k2) R(k3) R(k4) R(k5) R(k6) R(k7) R(k8) R(k9) R(k10) R(k11) R(k12)
      R(k13) R(k14) R(k15) R(k16) R(k17) R(k18) R(k19) R(k20) R(k21) R(k22)
}
