// RUN: %check-execution %s
// Loops in which mostly nothing happens: a strip is tested before it runs, and
// that shows nowhere, wherever in a strip something happens, however often, and
// whatever it does to the loop.
#include "../check.h"

#include <algorithm>
#include <climits>
#include <sys/mman.h>
#include <unistd.h>

struct Pair {
  int key, value;
};

/// A call, and a number that counts the others.
__attribute__((noinline)) static long collect(const int *a, int n, int least,
                                              std::vector<int> &hits) {
  long others = 0;
  for (int i = 0; i < n; ++i)
    if (a[i] >= least)
      hits.push_back(i);
    else
      ++others;
  return others;
}

/// A way out.
__attribute__((noinline)) static int find(const int *a, int n, int x) {
  for (int i = 0; i < n; ++i)
    if (a[i] == x)
      return i;
  return -1;
}

/// Pointers, two conditions, members of structures.
__attribute__((noinline)) static const Pair *
find(const Pair *p, const Pair *end, int key, int value) {
  for (; p != end; ++p)
    if (p->key == key || p->value == value)
      return p;
  return nullptr;
}

/// What happens changes what is tested, and when the loop ends.
struct Least {
  float list[4] = {1e9f, 1e9f, 1e9f, 1e9f};
  int limit;
  void show(float x, const float *a, int i) {
    if (!(x < list[3]))
      return;
    int k = 3;
    for (; k > 0 && x < list[k - 1]; --k)
      list[k] = list[k - 1];
    list[k] = x;
    if (x < 0)
      limit = i + 70;
  }
};

__attribute__((noinline)) static void search(Least &least,
                                             std::vector<float> &a) {
  for (int i = 0; i < least.limit; ++i)
    least.show(a[i], a.data(), i);
}

/// What happens changes the array ahead.
__attribute__((noinline)) static int chain(int *a, int n, int &steps) {
  int at = -1;
  for (int i = 0; i < n; ++i)
    if (a[i] != 0) {
      at = i;
      ++steps;
      if (i + a[i] < n)
        a[i + a[i]] = a[i] + 1;
    }
  return at;
}

__global__ void searches(const int *a, int n, int *first, int *count) {
  int t = threadIdx.x;
  int x = t * 37 % n, found = -1;
  for (int i = 0; i < n; ++i)
    if (a[i] == x) {
      found = i;
      break;
    }
  first[t] = found;
  for (int i = t; i < n; ++i)
    if (a[i] > n - 8)
      atomicAdd(&count[a[i] - (n - 7)], 1);
}

template <typename Plain, typename Fast>
static void same(Plain plain, Fast fast) {
  if (plain != fast) {
    printf("differs\n");
    exit(1);
  }
}

static void host() {
  for (int n : {1, 63, 64, 65, 66, 127, 128, 129, 200, 1000, 5003}) {
    std::vector<int> a(n);
    for (int every : {1, 2, 63, 64, 65, 500, 7000}) {
      for (int i = 0; i < n; ++i)
        a[i] = i % every == every - 1 ? i : -1;
      std::vector<int> hits, expected;
      long others = collect(a.data(), n, 0, hits), rest = 0;
      for (int i = 0; i < n; ++i) {
        if (i % every == every - 1)
          expected.push_back(i);
        else
          ++rest;
      }
      same(hits, expected);
      same(others, rest);
    }
    for (int i = 0; i < n; ++i)
      a[i] = i;
    std::vector<Pair> pairs(n);
    for (int i = 0; i < n; ++i)
      pairs[i] = {i, -i};
    for (int i = 0; i < n; i += n > 200 ? 61 : 1) {
      same(find(a.data(), n, i), i);
      same(find(pairs.data(), pairs.data() + n, i, 1), &pairs[i]);
      same(find(pairs.data(), pairs.data() + n, -5, -i), &pairs[i]);
    }
    same(find(a.data(), n, n), -1);
    same(find(a.data(), -n, 0), -1);
    same(find(pairs.data(), pairs.data() + n, n, 1), (const Pair *)nullptr);

    std::vector<float> numbers(n + 200);
    for (int i = 0; i < n + 200; ++i)
      numbers[i] = float((i * 7919) % 10007 + (i > 3000 ? -4000 : 0));
    Least least;
    least.limit = n;
    search(least, numbers);
    // The same, with what the loop would do in each iteration.
    Least plain;
    plain.limit = n;
    for (volatile int i = 0; i < plain.limit; i = i + 1)
      plain.show(numbers[i], numbers.data(), i);
    same(std::vector<float>(least.list, least.list + 4),
         std::vector<float>(plain.list, plain.list + 4));
    same(least.limit, plain.limit);

    std::vector<int> jumps(n), copy;
    jumps[n / 3] = 1;
    copy = jumps;
    int steps = 0, plainSteps = 0, last = -1;
    int at = chain(jumps.data(), n, steps);
    for (volatile int i = 0; i < n; i = i + 1)
      if (copy[i] != 0) {
        last = i;
        ++plainSteps;
        if (i + copy[i] < n)
          copy[i + copy[i]] = copy[i] + 1;
      }
    same(at, last);
    same(steps, plainSteps);
    same(jumps, copy);
  }
}

/// The array ends where the search does, and nothing can be read after it.
static void atTheEnd() {
  long page = sysconf(_SC_PAGESIZE);
  char *pages = (char *)mmap(nullptr, 3 * page, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(pages + 2 * page, page, PROT_NONE);
  for (int count : {1, 5, 64, 65, 100, 1500}) {
    int *a = (int *)(pages + 2 * page) - count;
    std::fill(a, a + count, 0);
    a[count - 1] = 7;
    same(find(a, INT_MAX, 7), count - 1);
    Pair *pairs = (Pair *)(pages + 2 * page) - count / 2;
    if (count / 2 > 0)
      same(find(pairs, pairs + 100000, -1, a[count - 1]),
           (const Pair *)&pairs[count / 2 - 1]);
  }
  munmap(pages, 3 * page);
}

int main() {
  host();
  atTheEnd();
  const int n = 1000, threads = 96;
  std::vector<int> values(n);
  for (int i = 0; i < n; ++i)
    values[i] = i * 3 % n;
  DeviceArray<int> a(values), first(threads), count(8);
  searches<<<1, threads>>>(a, n, first, count);
  expect(first, [&](int t) {
    return int(std::find(values.begin(), values.end(), t * 37 % n) -
               values.begin());
  });
  expect(count, [&](int k) {
    int at = int(std::find(values.begin(), values.end(), n - 7 + k) -
                 values.begin());
    return k == 7 ? 0 : std::min(at + 1, threads);
  });
}
