// RUN: %check-execution %s
// RUN: %check-execution %s --map=lanes --check-shapes-for-test
// Lanes whose addresses are contiguous nearly always: at the edges of an image,
// where unsigned numbers wrap, and where a row ends, they are not.
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <vector>

using Byte = unsigned char;

// The sum of products does not fit in 16 bits with a sign.
__global__ void filter(const Byte *in, Byte *out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x,
      y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  int sum = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      sum += in[min(max(y + dy, 0), height - 1) * width +
                min(max(x + dx, 0), width - 1)] *
             (30 - abs(dx) - 3 * abs(dy));
  out[y * width + x] = sum >> 8;
}

__global__ void wrapped(const int *in, int *out, unsigned first, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    // Unsigned: before the first element is after the last one.
    unsigned before = i + first - 1;
    out[i] = before < n ? in[before] : -1;
    out[i] += in[(i + first) % n] + in[i > 0 ? i - 1 : i];
  }
}

__global__ void rows(const short *in, int *out, int width, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += blockDim.x * gridDim.x) {
    int y = i / width, x = i % width;
    int next = x + 1 < width ? x + 1 : 0;
    out[i] = in[y * width + next] * 3 - in[i] + (x == 0);
  }
}

struct Point {
  int place, speed;
  short flags[2];
};

__global__ void bounce(Point *points, int n, int low, int high) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  Point &p = points[i];
  p.place += p.speed;
  p.flags[0] = 0;
  if (p.place < low) {
    p.place = 2 * low - p.place;
    p.speed = -p.speed;
    p.flags[0] = 1;
  } else if (p.place > high) {
    p.place = 2 * high - p.place;
    p.flags[1] += p.flags[0] + 2;
    p.speed = -p.speed;
  }
}

static unsigned random(unsigned &state) {
  return (state = state * 1664525u + 1013904223u) >> 8;
}

static int failures = 0;

static void expect(long got, long wanted, const char *what, int n, int i) {
  if (got != wanted && ++failures < 10)
    printf("%s %d: [%d] is %ld, not %ld\n", what, n, i, got, wanted);
}

template <typename T> static T *allocate(size_t n) {
  void *p = nullptr;
  cudaMallocManaged(&p, (n + 1) * sizeof(T));
  return static_cast<T *>(p);
}

static void testFilter(int width, int height, unsigned &state) {
  int n = width * height;
  Byte *in = allocate<Byte>(n), *out = allocate<Byte>(n);
  for (int i = 0; i < n; ++i)
    in[i] = random(state) % 4 ? 255 : random(state);
  filter<<<dim3((width + 15) / 16, (height + 3) / 4), dim3(16, 4)>>>(
      in, out, width, height);
  cudaDeviceSynchronize();
  auto clamp = [](int i, int end) {
    return i < 0 ? 0 : i >= end ? end - 1 : i;
  };
  for (int i = 0; i < n; ++i) {
    int sum = 0;
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx)
        sum += in[clamp(i / width + dy, height) * width +
                  clamp(i % width + dx, width)] *
               (30 - abs(dx) - 3 * abs(dy));
    expect(out[i], Byte(sum >> 8), "filter", n, i);
  }
  cudaFree(in);
  cudaFree(out);
}

static void testWrapped(unsigned n, unsigned first, unsigned &state) {
  int *in = allocate<int>(n), *out = allocate<int>(n);
  for (unsigned i = 0; i < n; ++i)
    in[i] = random(state);
  wrapped<<<(n + 63) / 64, 64>>>(in, out, first, n);
  cudaDeviceSynchronize();
  for (unsigned i = 0; i < n; ++i) {
    unsigned before = i + first - 1;
    int wanted = before < n ? in[before] : -1;
    wanted += in[(i + first) % n] + in[i > 0 ? i - 1 : i];
    expect(out[i], wanted, "wrapped", n, i);
  }
  cudaFree(in);
  cudaFree(out);
}

static void testRows(int width, int n, unsigned &state) {
  short *in = allocate<short>(n + width);
  int *out = allocate<int>(n);
  for (int i = 0; i < n + width; ++i)
    in[i] = random(state);
  rows<<<3, 64>>>(in, out, width, n);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) {
    int x = i % width, next = x + 1 < width ? x + 1 : 0;
    expect(out[i], in[i - x + next] * 3 - in[i] + (x == 0), "rows", n, i);
  }
  cudaFree(in);
  cudaFree(out);
}

static void testBounce(int n, unsigned &state) {
  Point *points = allocate<Point>(n);
  std::vector<Point> wanted(n);
  for (int i = 0; i < n; ++i)
    points[i] = wanted[i] = {int(random(state) % 100),
                             int(random(state) % 41) - 20,
                             {short(random(state)), 5}};
  bounce<<<(n + 31) / 32, 32>>>(points, n, 10, 90);
  cudaDeviceSynchronize();
  for (int i = 0; i < n; ++i) {
    Point &p = wanted[i];
    p.place += p.speed;
    p.flags[0] = 0;
    if (p.place < 10) {
      p = {20 - p.place, -p.speed, {1, p.flags[1]}};
    } else if (p.place > 90) {
      p = {180 - p.place, -p.speed, {0, short(p.flags[1] + 2)}};
    }
    expect(points[i].place, p.place, "place", n, i);
    expect(points[i].speed, p.speed, "speed", n, i);
    expect(points[i].flags[0], p.flags[0], "first flag", n, i);
    expect(points[i].flags[1], p.flags[1], "second flag", n, i);
  }
  cudaFree(points);
}

int main() {
  unsigned state = 1;
  for (int n : {1, 2, 15, 16, 17, 31, 33, 64, 100, 257}) {
    testFilter(n, 3, state);
    testFilter(n, 1, state);
    for (unsigned first : {0u, 1u, 7u, 0x7fffffffu, 0xfffffff0u, 0xffffffffu})
      testWrapped(n, first, state);
    for (int width : {1, 5, 16, 48, 100})
      testRows(width, n * 3, state);
    testBounce(n, state);
  }
  if (failures == 0)
    printf("all right\n");
  return failures != 0;
}
