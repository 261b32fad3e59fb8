"""A whole program: random kernels, and a main() that launches each and prints a hash of all it wrote."""
import random

from . import features, launches, tiles, warps
from .kernel import Kernel

HEADER = r'''#include <cuda_runtime.h>
#include <cstdio>
#include <cstring>
#include <vector>
typedef unsigned long long u64;
typedef unsigned short __attribute__((may_alias)) u16v;
typedef unsigned __attribute__((may_alias)) u32v;
typedef unsigned long long __attribute__((may_alias)) u64v;
typedef float __attribute__((may_alias)) f32v;
struct Rec { int a; unsigned b; float c; };
struct Ctx { unsigned *buf; unsigned tid, nt; };
#define CHECK_CUDA(e) do { cudaError_t r_ = (e); if (r_ != cudaSuccess) { printf("error %d line %d\n", (int)r_, __LINE__); return 1; } } while (0)
__device__ inline unsigned mix(unsigned a, unsigned b) { return (a ^ b) * 2654435761u + (a >> 7); }
__device__ unsigned bits(float f) { return __float_as_uint(f); }
__device__ void bump(unsigned &x, int &y, unsigned by) { x += by; y = (int)((unsigned)(y + 3) % 500u); }
__device__ unsigned digits(unsigned x) { unsigned s = 0; while (x) { if (x % 10u == 7u) return s + 100u; s += x % 10u; x /= 10u; } return s; }
__device__ __noinline__ unsigned churn(unsigned *p, unsigned x) { for (unsigned k = 0; k < 8u; ++k) { p[(x + k) & 7u] ^= x * k; x += p[k]; } return x; }
__device__ __noinline__ unsigned gcd(unsigned a, unsigned b) { return b ? gcd(b, a % b) : a; }
template <typename T> __device__ T exchange(T *buf, T v, unsigned from, unsigned tid, unsigned nt) {
  __syncthreads(); buf[tid] = v; __syncthreads(); T r = buf[from % nt]; __syncthreads(); return r;
}
template <int N, typename T> __device__ T rotate(T *buf, T v, unsigned tid, unsigned nt) {
  for (int k = 0; k < N; ++k) { __syncthreads(); buf[tid] = v; __syncthreads(); v = buf[(tid + k + 1u) % nt]; }
  return v;
}
__device__ void reduceTree(unsigned *buf, unsigned tid, unsigned nt) {
  __syncthreads();
  for (unsigned s = nt / 2u; s > 0; s >>= 1) { if (tid < s) buf[tid] += buf[tid + s]; __syncthreads(); }
}
__device__ unsigned scan(unsigned *buf, unsigned v, Ctx c) {
  __syncthreads(); c.buf[c.tid] = v; __syncthreads();
  for (unsigned d = 1; d < c.nt; d *= 2u) {
    unsigned x = c.tid >= d ? buf[c.tid - d] : 0u;
    __syncthreads();
    if (c.tid >= d) buf[c.tid] += x;
    __syncthreads();
  }
  return buf[c.tid];
}
'''

HOST = r'''
static unsigned *in, *out, *acc, *scr, *big, *sig; static int *ctl;
static std::vector<unsigned> hIn(2048), hOut(3072 * 4), hAcc(16), hScr(3072), hBig(2048); static std::vector<int> hCtl(64);
static void reset() {
  cudaMemset(out, 0, hOut.size() * 4); cudaMemset(acc, 0, 64); cudaMemset(scr, 0, hScr.size() * 4); cudaMemset(big, 0, 8192); cudaMemset(sig, 0, hScr.size() * 4);
}
static u64 hash(const std::vector<unsigned> &v) { u64 h = 1469598103934665603ull; for (unsigned x : v) h = (h ^ x) * 1099511628211ull; return h; }
static int report(const char *name) {
  CHECK_CUDA(cudaGetLastError()); CHECK_CUDA(cudaDeviceSynchronize());
  cudaMemcpy(hOut.data(), out, hOut.size() * 4, cudaMemcpyDeviceToHost); cudaMemcpy(hAcc.data(), acc, 64, cudaMemcpyDeviceToHost);
  cudaMemcpy(hScr.data(), scr, hScr.size() * 4, cudaMemcpyDeviceToHost); cudaMemcpy(hBig.data(), big, 8192, cudaMemcpyDeviceToHost);
  printf("%s out %016llx acc %016llx scr %016llx big %016llx\n", name, hash(hOut), hash(hAcc), hash(hScr), hash(hBig));
  fflush(stdout);
  return 0;
}
static void refused(const char *name) {
  cudaError_t e = cudaGetLastError();
  printf("%s out %s\n", name, e == cudaErrorInvalidConfiguration ? "refused" : cudaGetErrorName(e));
}
static volatile int hidden;
static int v(int x) { hidden = x; return hidden; }
int main() {
  for (int i = 0; i < 2048; ++i) hIn[i] = (unsigned)i * 2246822519u ^ ((unsigned)i << 13) ^ 0x9e3779b9u;
  for (int i = 0; i < 64; ++i) hCtl[i] = (i / 8 * 5 + 3) % 7;
  cudaMalloc(&in, 8192); cudaMalloc(&out, hOut.size() * 4); cudaMalloc(&acc, 64); cudaMalloc(&scr, hScr.size() * 4); cudaMalloc(&big, 8192); cudaMalloc(&sig, hScr.size() * 4); cudaMalloc(&ctl, 256);
  cudaMemcpy(in, hIn.data(), 8192, cudaMemcpyHostToDevice); cudaMemcpy(ctl, hCtl.data(), 256, cudaMemcpyHostToDevice);
'''


class Part:
    """One kernel with its device functions, and its launches."""

    def __init__(self, name, text, host, groups):
        self.name, self.text, self.host, self.groups = name, text, host, groups


def part(seed, k, big=False, chosen=None):
    """Kernel k of a seed. It is the same whatever else the program contains."""
    r = random.Random(seed * 1000 + k)
    choice = features.Choice(r, chosen, independent=not chosen and not big and k % 5 == 4)
    big = big or 'independent' in choice and k % 4 == 0
    kernel = Kernel(r, f'k{k}', choice, big, launches.shapes(r, choice, 3 if big else r.choice([1, 1, 2])))
    if 'device-functions' in choice:
        for d in range(r.choice([0, 0, 1] if not big else [0, 1, 2])): kernel.device(f'd{k}_{d}')
    kernel.kernel()
    return Part(kernel.name, kernel.lines, launches.launches(r, kernel), kernel.groups)


def text(parts):
    head = [HEADER, warps.HEADER] + [tiles.HEADER] * any(p.groups for p in parts)
    return '\n'.join(head + ['\n'.join(p.text) for p in parts] + [HOST] + ['\n'.join(p.host) for p in parts] + ['  return 0;', '}', ''])
