// RUN: %check-execution %s
// Ballot, any, all and uni, of whole warps, of parts, and where some threads
// have returned or never were.
#include "../check.h"

struct Votes {
  unsigned ballot;
  int any, all, uni;
};

__device__ Votes vote(unsigned mask, int predicate) {
  return {__ballot_sync(mask, predicate), __any_sync(mask, predicate),
          __all_sync(mask, predicate), __uni_sync(mask, predicate)};
}

__global__ void whole(const int *in, Votes *out) {
  int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  out[t] = vote(0xffffffff, in[t]);
}

__global__ void parts(const int *in, Votes *out) {
  int t = threadIdx.x;
  // Both sides vote, each with its own mask, a different number of times.
  if (t % 32 < 10) {
    out[t] = vote(0x3ff, in[t]);
  } else {
    for (int i = 0; i < 3; ++i)
      out[t] = vote(0xfffffc00, in[t] > i);
  }
}

__global__ void early(const int *in, Votes *out) {
  int t = threadIdx.x;
  if (t % 5 == 2)
    return;
  out[t] = vote(0xffffffff, in[t]);
  if (t % 2)
    return;
  Votes again = vote(0xffffffff, !in[t]);
  out[t].ballot += again.ballot;
}

std::vector<int> input(int n) {
  std::vector<int> in(n);
  for (int i = 0; i < n; ++i)
    in[i] = i < 32 ? 4 : i < 64 ? 0 : (i * 7 % 5) * (i % 3);
  return in;
}

bool there(int n, int t) { return t < n; }

template <typename Takes>
Votes expected(int n, int t, Takes takes, int (*predicate)(int)) {
  Votes v = {0, 0, 1, 0};
  for (int lane = 0; lane < 32; ++lane) {
    int other = t / 32 * 32 + lane;
    if (other >= n || !takes(other))
      continue;
    int p = predicate(input(200)[other]) != 0;
    v.ballot |= unsigned(p) << lane;
    v.any |= p;
    v.all &= p;
  }
  v.uni = v.all || !v.any;
  return v;
}

void compare(const DeviceArray<Votes> &out, int t, Votes want) {
  Votes got = out.read()[t];
  if (got.ballot != want.ballot || !got.any != !want.any ||
      !got.all != !want.all || !got.uni != !want.uni) {
    printf("thread %d: %x %d %d %d instead of %x %d %d %d\n", t, got.ballot,
           got.any, got.all, got.uni, want.ballot, want.any, want.all,
           want.uni);
    exit(1);
  }
}

int main() {
  DeviceArray<int> in(input(200));
  auto same = [](int v) { return v; };
  auto everyone = [](int) { return true; };

  // 140 threads: the last warp has 12.
  DeviceArray<Votes> out(140);
  whole<<<1, dim3(7, 5, 4)>>>(in, out);
  for (int t = 0; t < 140; ++t)
    compare(out, t, expected(140, t, everyone, same));

  parts<<<1, 128>>>(in, out);
  for (int t = 0; t < 128; ++t)
    compare(out, t,
            t % 32 < 10 ? expected(
                              128, t, [](int i) { return i % 32 < 10; }, same)
                        : expected(
                              128, t, [](int i) { return i % 32 >= 10; },
                              [](int v) { return int(v > 2); }));

  early<<<1, 110>>>(in, out);
  for (int t = 0; t < 110; ++t) {
    if (t % 5 == 2)
      continue;
    Votes want = expected(110, t, [](int i) { return i % 5 != 2; }, same);
    if (t % 2 == 0)
      want.ballot += expected(
                         110, t, [](int i) { return i % 5 != 2 && i % 2 == 0; },
                         [](int v) { return int(!v); })
                         .ballot;
    compare(out, t, want);
  }
  printf("all as expected\n");
}
