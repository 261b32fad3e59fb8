// RUN: %check-execution %s

// Predicates, scopes, branches, carries and special registers.

#include "../check.h"

// The flag goes from one statement to the next, and through functions.
__device__ unsigned addCC(unsigned a, unsigned b) {
  unsigned r;
  asm volatile("add.cc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}
__device__ unsigned addC(unsigned a, unsigned b) {
  unsigned r;
  asm volatile("addc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}
__device__ unsigned addCCC(unsigned a, unsigned b) {
  unsigned r;
  asm volatile("addc.cc.u32 %0, %1, %2;" : "=r"(r) : "r"(a), "r"(b));
  return r;
}

__global__ void carries(const unsigned *a, const unsigned *b, unsigned *out) {
  int t = threadIdx.x;
  a += t * 3;
  b += t * 3;
  out += t * 10;
  out[0] = addCC(a[0], b[0]);
  out[1] = addCCC(a[1], b[1]);
  out[2] = addC(a[2], b[2]);
  asm("sub.cc.u32 %0, %3, %6;\n\t"
      "subc.cc.u32 %1, %4, %7;\n\t"
      "subc.u32 %2, %5, %8;\n\t"
      : "=r"(out[3]), "=r"(out[4]), "=r"(out[5])
      : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(b[0]), "r"(b[1]), "r"(b[2]));
  // a[1]:a[0] times b[0], in 96 bits.
  unsigned x, y, z;
  asm("mul.lo.u32     %0, %3, %5;\n\t"
      "mul.hi.u32     %1, %3, %5;\n\t"
      "mad.lo.cc.u32  %1, %4, %5, %1;\n\t"
      "madc.hi.u32    %2, %4, %5, 0;\n\t"
      : "=&r"(x), "=&r"(y), "=&r"(z)
      : "r"(a[0]), "r"(a[1]), "r"(b[0]));
  out[6] = x;
  out[7] = y;
  out[8] = z;
  unsigned long long wide = a[0], carry;
  asm("add.cc.u64 %0, %0, %2; addc.u64 %1, 0, 0;"
      : "+l"(wide), "=l"(carry)
      : "l"(~0ull));
  out[9] = (unsigned)wide + 100 * (unsigned)carry;
}

__global__ void branches(int *out) {
  int n = threadIdx.x, steps;
  asm("{\n\t"
      "  .reg .u32 x, rest;  // counts the steps of Collatz\n\t"
      "  .reg .pred done, odd;\n\t"
      "  mov.u32 x, %1; mov.u32 %0, 0;\n\t"
      "again:\n\t"
      "  setp.le.u32 done, x, 1;\n\t"
      "  @done bra.uni over;\n\t"
      "  and.b32 rest, x, 1;\n\t"
      "  setp.ne.u32 odd, rest, 0;\n\t"
      "  /* 3x + 1 or x / 2 */\n\t"
      "  @odd mad.lo.u32 x, x, 3, 1;\n\t"
      "  @!odd shr.u32 x, x, 1;\n\t"
      "  add.u32 %0, %0, 1;\n\t"
      "  bra again;\n\t"
      "over:\n\t"
      "}"
      : "=r"(steps)
      : "r"(n));
  out[n] = steps;
}

__global__ void guards(int *out, int *side) {
  int t = threadIdx.x, value = 1;
  asm volatile("{ .reg .pred %%p<3>; .reg .b32 %%t;\n"
               "setp.gt.s32 %%p1, %1, 10;\n"
               "setp.gt.or.s32 %%p2, 3, %1, %%p1;\n"
               "mov.b32 %%t, 0x64;\n"
               "@%%p1 add.s32 %0, %0, %%t;\n"
               "@!%%p1 st.global.u32 [%2], %1;\n"
               "@%%p2 div.s32 %0, %0, 1;\n"
               "@%%p2 add.s32 %0, %0, -1000;\n"
               "}"
               : "+r"(value)
               : "r"(t), "l"(side + t)
               : "memory");
  out[t] = value;
  if (t == 20)
    asm volatile("exit;");
  asm volatile("{.reg .pred p; setp.ge.s32 p, %0, 24; @p exit; }" ::"r"(t));
  out[t] += 5;
}

__global__ void registers(unsigned *out) {
  unsigned tx, ty, nx, bx, gx, warp, warps, lane, lanes;
  unsigned long long time, clock;
  asm("mov.u32 %0, %%tid.x;" : "=r"(tx));
  asm("mov.u32 %0, %%tid.y;" : "=r"(ty));
  asm("mov.u32 %0, %%ntid.x;" : "=r"(nx));
  asm("mov.u32 %0, %%ctaid.x;" : "=r"(bx));
  asm("mov.u32 %0, %%nctaid.x;" : "=r"(gx));
  asm("mov.u32 %0, %%warpid;" : "=r"(warp));
  asm("mov.u32 %0, %%nwarpid;" : "=r"(warps));
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(lanes));
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
  asm volatile("mov.u64 %0, %%clock64;" : "=l"(clock));
  unsigned sm, count;
  asm("mov.u32 %0, %%smid;" : "=r"(sm));
  asm("mov.u32 %0, %%nsmid;" : "=r"(count));
  out[(bx * gridDim.y * blockDim.y + ty) * nx + tx] =
      (threadIdx.x == tx) + ((warp < warps) << 4) + (lane << 8) +
      ((lanes == (1u << lane) - 1) << 16) + ((gx == 2) << 20) +
      ((time > 1000000000000000000ull && clock > 0 && sm < count) << 24);
}

int main() {
  std::vector<unsigned> a = {~0u, ~0u, 1, 5, 6, 7}, b = {1, 0, 2, ~0u, ~0u, 3};
  DeviceArray<unsigned> da(a), db(b), sums(20);
  carries<<<1, 2>>>(da, db, sums);
  typedef unsigned __int128 Big;
  expect(sums, [&](int i) {
    int t = i / 10;
    auto big = [&](const std::vector<unsigned> &v) {
      return (Big)v[t * 3] | (Big)v[t * 3 + 1] << 32 | (Big)v[t * 3 + 2] << 64;
    };
    Big sum = big(a) + big(b), difference = big(a) - big(b);
    Big product = ((Big)a[t * 3] | (Big)a[t * 3 + 1] << 32) * b[t * 3];
    unsigned first = a[t * 3];
    switch (i % 10) {
    case 0:
    case 1:
    case 2:
      return (unsigned)(sum >> i % 10 * 32);
    case 3:
    case 4:
    case 5:
      return (unsigned)(difference >> (i % 10 - 3) * 32);
    case 9:
      return first - 1 + 100;
    default:
      return (unsigned)(product >> (i % 10 - 6) * 32);
    }
  });

  DeviceArray<int> steps(30);
  branches<<<1, 30>>>(steps);
  expect(steps, [](int n) {
    int count = 0;
    for (; n > 1; ++count)
      n = n & 1 ? 3 * n + 1 : n / 2;
    return count;
  });

  DeviceArray<int> values(32), side(32);
  guards<<<1, 32>>>(values, side);
  expect(values, [](int t) {
    int value = 1 + (t > 10 ? 100 : 0) - (t > 10 || t < 3 ? 1000 : 0);
    return t >= 24 || t == 20 ? value : value + 5;
  });
  expect(side, [](int t) { return t > 10 ? 0 : t; });

  DeviceArray<unsigned> special(2 * 2 * 40);
  registers<<<2, dim3(40, 2)>>>(special);
  expect(special, [](int i) {
    int t = i % 80;
    return 1 + (1 << 4) + (t % 32 << 8) + (1 << 16) + (1 << 20) + (1 << 24);
  });
}
