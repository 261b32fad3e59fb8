// RUN: %check-execution %s

// Loads and stores of all widths, vectors, orderings and spaces; atomics;
// asynchronous copies; shared addresses of 32 bits.

#include "../check.h"

__device__ unsigned sharedAddress(const void *pointer) {
  return (unsigned)__cvta_generic_to_shared(pointer);
}
__device__ unsigned sharedAddressByPTX(const void *pointer) {
  unsigned address;
  asm("{ .reg .u64 a; cvta.to.shared.u64 a, %1; cvt.u32.u64 %0, a; }"
      : "=r"(address)
      : "l"(pointer));
  return address;
}

__device__ __align__(128) char line[128];

__global__ void widths(const unsigned char *in, unsigned *out) {
  unsigned v[8];
  unsigned short h;
  unsigned long long l;
  float f;
  double d;
  asm volatile("ld.global.u8 %0, [%1];" : "=r"(v[0]) : "l"(in + 1));
  asm volatile("ld.global.s8 %0, [%1+7];" : "=r"(v[1]) : "l"(in));
  asm volatile("ld.u16 %0, [%1];" : "=h"(h) : "l"(in + 2));
  asm volatile("ld.global.nc.u32 %0, [%1 + 4];" : "=r"(v[2]) : "l"(in));
  asm volatile("ld.volatile.global.u64 %0, [%1+%2];"
               : "=l"(l)
               : "l"(in), "n"(8));
  asm volatile("ld.acquire.sys.global.u8 %0, [%1];" : "=r"(v[3]) : "l"(in + 9));
  asm volatile("ld.relaxed.gpu.global.s32 %0, [%1];"
               : "=r"(v[4])
               : "l"(in + 4));
  asm volatile("ld.global.f32 %0, [%1];" : "=f"(f) : "l"(in + 16));
  asm volatile("ld.global.cg.f64 %0, [%1];" : "=d"(d) : "l"(in + 24));
  asm volatile("ldu.global.u32 %0, [%1];" : "=r"(v[5]) : "l"(in));
  uint4 four;
  uint2 two;
  asm volatile("ld.global.L1::no_allocate.v4.u32 {%0, %1, %2, %3}, [%4];"
               : "=r"(four.x), "=r"(four.y), "=r"(four.z), "=r"(four.w)
               : "l"(in));
  asm volatile("ld.cg.global.v2.u32 {%0, %1}, [%2];"
               : "=r"(two.x), "=r"(two.y)
               : "l"(in + 8));
  for (int i = 0; i < 6; ++i)
    out[i] = v[i];
  out[6] = h;
  out[7] = l >> 32;
  out[8] = (unsigned)f;
  out[9] = (unsigned)d;
  out[10] = four.w;
  out[11] = two.y;
  asm volatile("st.global.u32 [%0+48], %1;" ::"l"(out), "r"(1200) : "memory");
  asm volatile("st.global.v2.u32 [%0+56], {%1, %2};" ::"l"(out), "r"(1300),
               "r"(1400)
               : "memory");
  asm volatile("st.release.sys.global.u8 [%0], %1;" ::"l"(out + 13), "r"(0x155)
               : "memory");
  asm volatile("st.volatile.u16 [%0], %1;" ::"l"(out + 16), "h"((short)0x1234)
               : "memory");
  asm volatile("st.global.f32 [%0], %1;" ::"l"(out + 17), "f"(1.0f) : "memory");
  asm volatile("prefetch.global.L2 [%0];" ::"l"(in));
  asm volatile("discard.global.L2 [%0], 128;" ::"l"(line));
}

__global__ void atomics(unsigned *a, unsigned *old) {
  asm volatile("atom.global.add.u32 %0, [%1], 5;"
               : "=r"(old[0])
               : "l"(a)
               : "memory");
  asm volatile("red.global.add.u32 [%0], %1;" ::"l"(a + 1), "r"(3) : "memory");
  asm volatile("atom.exch.b32 %0, [%1+8], %2;"
               : "=r"(old[1])
               : "l"(a), "r"(77)
               : "memory");
  asm volatile("atom.acq_rel.gpu.global.cas.b32 %0, [%1], %2, %3;"
               : "=r"(old[2])
               : "l"(a + 3), "r"(3), "r"(99)
               : "memory");
  asm volatile("red.global.min.s32 [%0], %1;" ::"l"(a + 4), "r"(-1) : "memory");
  asm volatile("red.global.max.u32 [%0], %1;" ::"l"(a + 5), "r"(-1) : "memory");
  asm volatile("atom.inc.u32 %0, [%1], 6;" : "=r"(old[3]) : "l"(a + 6));
  asm volatile("red.and.b32 [%0], 5;" ::"l"(a + 7) : "memory");
  asm volatile("red.or.b32 [%0], 5;" ::"l"(a + 8) : "memory");
  asm volatile("red.relaxed.gpu.global.add.f32 [%0], %1;" ::"l"(a + 9),
               "f"(1.5f)
               : "memory");
  asm volatile("red.global.add.noftz.f16x2 [%0], %1;" ::"l"(a + 10),
               "r"(0x3c004000)
               : "memory");
  asm volatile("membar.gl;" ::: "memory");
  asm volatile("fence.acq_rel.gpu;" ::: "memory");
}

// Each thread copies into shared memory by cp.async and reads its neighbour's.
__global__ void copies(const int4 *in, int *out, int n) {
  __shared__ int4 staging[64];
  extern __shared__ int4 dynamic[];
  int t = threadIdx.x;
  unsigned to = sharedAddress(&staging[t]);
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to),
               "l"(in + t));
  asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], %2, %3;" ::"r"(
                   sharedAddressByPTX(dynamic) + t * 16),
               "l"(in + t), "n"(16), "r"(t < n ? 16 : 0));
  asm volatile("cp.async.commit_group;");
  asm volatile("cp.async.wait_group %0;" ::"n"(0));
  __syncthreads();
  int a, b;
  unsigned other = (t + 1) % 64;
  asm volatile("ld.shared.u32 %0, [%1+4];"
               : "=r"(a)
               : "r"(sharedAddress(staging) + other * 16));
  asm volatile("ld.shared.u32 %0, [%1];"
               : "=r"(b)
               : "r"(sharedAddress(&dynamic[other])));
  out[t] = a + b;
}

// An address that comes out of memory cannot be followed to its variable.
__global__ void addresses(int *out, unsigned *table) {
  __shared__ int values[32];
  extern __shared__ int4 dynamic[];
  int t = threadIdx.x;
  table[t] = sharedAddress(&values[t]);
  table[32 + t] = sharedAddress((int *)dynamic + t);
  asm volatile("st.shared.u32 [%0], %1;" ::"r"(table[t]), "r"(t * 10)
               : "memory");
  asm volatile("st.shared.u32 [%0], %1;" ::"r"(table[32 + t]), "r"(t * 1000)
               : "memory");
  __syncthreads();
  int *generic = (int *)__cvta_shared_to_generic(table[(t + 1) % 32]);
  int value;
  asm volatile("ld.shared.u32 %0, [%1];" : "=r"(value) : "r"(table[32 + t]));
  out[t] = *generic + value + values[t];
}

int main() {
  std::vector<unsigned char> bytes(32);
  for (int i = 0; i < 16; ++i)
    bytes[i] = i * 33;
  *(float *)&bytes[16] = 41;
  *(double *)&bytes[24] = 42;
  DeviceArray<unsigned char> in(bytes);
  DeviceArray<unsigned> out(18);
  widths<<<1, 1>>>(in, out);
  const unsigned *words = (const unsigned *)bytes.data();
  unsigned want[18] = {33,
                       (unsigned)(signed char)(7 * 33),
                       words[1],
                       (9 * 33) & 255,
                       words[1],
                       words[0],
                       words[0] >> 16,
                       words[3],
                       41,
                       42,
                       words[3],
                       words[3],
                       1200,
                       0x55,
                       1300,
                       1400,
                       0x1234,
                       0x3f800000};
  expect(out, [&](int i) { return want[i]; });

  std::vector<unsigned> numbers = {0, 1, 2, 3, 4, 5, 6, 7, 8, 0, 0x3c003c00};
  DeviceArray<unsigned> a(numbers), old(4);
  atomics<<<1, 1>>>(a, old);
  unsigned after[11] = {5, 4, 77, 99,         ~0u,       ~0u,
                        0, 5, 13, 0x3fc00000, 0x40004200};
  expect(a, [&](int i) { return after[i]; });
  unsigned before[4] = {0, 2, 3, 6};
  expect(old, [&](int i) { return before[i]; });

  DeviceArray<int> source(iota<int>(256)), result(64);
  copies<<<1, 64, 1024>>>((const int4 *)source.data(), result, 40);
  expect(result, [](int i) {
    int other = (i + 1) % 64;
    return other * 4 + 1 + (other < 40 ? other * 4 : 0);
  });

  DeviceArray<int> sums(32);
  DeviceArray<unsigned> table(64);
  addresses<<<1, 32, 512>>>(sums, table);
  expect(sums, [](int i) { return (i + 1) % 32 * 10 + i * 1000 + i * 10; });
}
