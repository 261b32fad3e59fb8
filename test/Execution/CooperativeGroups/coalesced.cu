// RUN: %check-execution %s
// Groups of the threads that are there, and of those that agree.
#include "../check.h"
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

constexpr int results = 16;

// The last warp is not full where the group is of the threads that are there.
// A tile of 32 has to be.
int threads(int how) { return how == 0 || how == 3 ? 70 : 64; }

__host__ __device__ bool takesPart(int t) { return t % 3 != 1; }

__device__ void use(cg::coalesced_group group, int t, int *mine) {
  mine[0] = group.thread_rank();
  mine[1] = group.size();
  mine[2] = group.shfl(t, min(2, (int)group.size() - 1));
  mine[3] = group.shfl_up(t, 2);
  mine[4] = group.shfl_down(0.5 * t, 1) * 2;
  mine[5] = group.ballot(t % 2);
  mine[6] = group.match_any(t % 4);
  mine[7] = group.any(t == 6) * 10 + group.all(t < 60);
  int same = 5;
  mine[8] = group.match_all(t / 64, same) + same;
  mine[9] = cg::reduce(group, t, cg::plus<int>());
  mine[10] = int(cg::reduce(group, float(t), cg::greater<float>()));
  mine[11] = cg::inclusive_scan(group, t);
  mine[12] = group.meta_group_rank();
  mine[13] = group.meta_group_size();
  group.sync();
}

// The group is made by a branch, by a predicate, by a label, by size.
__global__ void kernel(int *out, int how) {
  int t = threadIdx.x;
  int *mine = out + t * results;
  if (how == 0) {
    if (takesPart(t))
      use(cg::coalesced_threads(), t, mine);
    return;
  }
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  if (how == 1)
    use(cg::binary_partition(tile, takesPart(t)), t, mine);
  else if (how == 2)
    use(cg::labeled_partition(tile, t % 5), t, mine);
  else if (takesPart(t))
    use(cg::tiled_partition(cg::coalesced_threads(), 4), t, mine);
}

bool together(int how, int a, int b) {
  if (a / 32 != b / 32 || b >= threads(how))
    return false;
  switch (how) {
  case 0:
    return takesPart(a) && takesPart(b);
  case 1:
    return takesPart(a) == takesPart(b);
  case 2:
    return a % 5 == b % 5;
  default: {
    if (!takesPart(a) || !takesPart(b))
      return false;
    int rankA = 0, rankB = 0;
    for (int i = a / 32 * 32; i < a; ++i)
      rankA += takesPart(i);
    for (int i = b / 32 * 32; i < b; ++i)
      rankB += takesPart(i);
    return rankA / 4 == rankB / 4;
  }
  }
}

int wanted(int how, int t, int which) {
  std::vector<int> group;
  int rank = -1;
  for (int i = t / 32 * 32; i < t / 32 * 32 + 32; ++i)
    if (together(how, t, i)) {
      if (i == t)
        rank = group.size();
      group.push_back(i);
    }
  if (rank < 0)
    return 0;
  int size = group.size(), r = 0;
  auto bits = [&](auto holds) {
    for (int i = 0; i < size; ++i)
      r |= int(holds(group[i])) << i;
    return r;
  };
  switch (which) {
  case 0:
    return rank;
  case 1:
    return size;
  case 2:
    return group[std::min(2, size - 1)];
  case 3:
    return rank >= 2 ? group[rank - 2] : t;
  case 4:
    return rank + 1 < size ? group[rank + 1] : t;
  case 5:
    return bits([](int i) { return i % 2; });
  case 6:
    return bits([t](int i) { return i % 4 == t % 4; });
  case 7:
    return bits([](int i) { return i == 6; }) != 0 ? 11
                                                   : 1 & (group.back() < 60);
  case 8:
    return (size == 32 ? -1 : (1 << size) - 1) + 1;
  case 9:
    for (int i : group)
      r += i;
    return r;
  case 10:
    return group.back();
  case 11:
    for (int i = 0; i <= rank; ++i)
      r += group[i];
    return r;
  case 12:
  case 13:
    if (how == 0)
      return which == 13;
    if (how == 1)
      return which == 13 ? 2 : takesPart(t);
    if (how == 3) {
      int all = 0, before = 0;
      for (int i = t / 32 * 32; i < t / 32 * 32 + 32 && i < threads(how); ++i) {
        all += takesPart(i);
        before += i < t && takesPart(i);
      }
      return which == 13 ? (all + 3) / 4 : before / 4;
    }
    return which == 13 ? 5 : (group[0] - t / 32 * 32) % 5;
  default:
    return 0;
  }
}

int main() {
  for (int how = 0; how < 4; ++how) {
    DeviceArray<int> out(threads(how) * results);
    kernel<<<1, threads(how)>>>(out, how);
    expect(out, [how](int i) { return wanted(how, i / results, i % results); });
  }
}
