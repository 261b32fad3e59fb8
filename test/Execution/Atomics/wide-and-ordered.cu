// RUN: %check-execution %s
// 16-byte atomicCAS and atomicExch, vector atomicAdd, and the __nv_atomic
// functions, which take orders and scopes.
#include "../check.h"

struct alignas(16) Wide {
  long long a, b;
};

struct Results {
  Wide cas, exchanged;
  float4 four;
  float2 two;
  int added, least, most, orred, anded, xorred, stored, swapped;
  double sum;
};

__global__ void kernel(Results *r, long long *seen) {
  int t = threadIdx.x + blockIdx.x * blockDim.x;
  Wide old = {0, 0}, assumed;
  do {
    assumed = old;
    old = atomicCAS(&r->cas, assumed, Wide{assumed.a + t, assumed.b - 1});
  } while (old.a != assumed.a || old.b != assumed.b);
  // Everybody takes what another one left: in the end all were taken but one.
  Wide taken = atomicExch_block(&r->exchanged, Wide{t + 1, -(t + 1)});
  atomicAdd((unsigned long long *)seen, (unsigned long long)taken.a);
  atomicAdd(&r->four, make_float4(1, 2, 3, t));
  atomicAdd_system(&r->two, make_float2(t, 0.5f));

  __nv_atomic_fetch_add(&r->added, t, __NV_ATOMIC_RELAXED,
                        __NV_THREAD_SCOPE_DEVICE);
  __nv_atomic_add(&r->sum, 0.5, __NV_ATOMIC_RELAXED);
  __nv_atomic_sub(&r->added, 1, __NV_ATOMIC_ACQ_REL);
  __nv_atomic_fetch_min(&r->least, -t, __NV_ATOMIC_SEQ_CST);
  __nv_atomic_max(&r->most, t, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_SYSTEM);
  __nv_atomic_or(&r->orred, 1 << t % 20, __NV_ATOMIC_RELAXED);
  __nv_atomic_fetch_and(&r->anded, ~(1 << t % 20), __NV_ATOMIC_RELAXED);
  __nv_atomic_xor(&r->xorred, t, __NV_ATOMIC_RELAXED);
  __nv_atomic_store_n(&r->stored, 9, __NV_ATOMIC_RELEASE,
                      __NV_THREAD_SCOPE_BLOCK);
  int now = __nv_atomic_load_n(&r->swapped, __NV_ATOMIC_ACQUIRE);
  while (!__nv_atomic_compare_exchange_n(&r->swapped, &now, now + 2, true,
                                         __NV_ATOMIC_ACQ_REL,
                                         __NV_ATOMIC_ACQUIRE)) {
  }
}

int main() {
  const int n = 256;
  Results start = {};
  start.anded = -1;
  DeviceArray<Results> results(std::vector<Results>{start});
  DeviceArray<long long> seen(1);
  kernel<<<4, 64>>>(results, seen);
  Results r = results.read()[0];
  expectValue(r.cas.a, (long long)n * (n - 1) / 2, "cas a");
  expectValue(r.cas.b, -(long long)n, "cas b");
  expectValue(seen.read()[0] + r.exchanged.a, (long long)n * (n + 1) / 2,
              "exchanged");
  expectValue(r.exchanged.a + r.exchanged.b, 0ll, "halves");
  expectValue(r.four.x + 10 * r.four.y + 100 * r.four.z, n * 321.f, "four");
  expectValue(r.four.w, r.two.x, "w");
  expectValue(r.two.y, n * 0.5f, "two");
  expectValue(r.added, n * (n - 1) / 2 - n, "added");
  expectValue(r.sum, n * 0.5, "sum");
  expectValue(r.least, 1 - n, "least");
  expectValue(r.most, n - 1, "most");
  expectValue(r.orred, (1 << 20) - 1, "or");
  expectValue(r.anded, ~((1 << 20) - 1), "and");
  expectValue(r.xorred, 0, "xor");
  expectValue(r.stored, 9, "stored");
  expectValue(r.swapped, 2 * n, "swapped");
}
