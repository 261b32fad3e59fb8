// Checks and times one kernel in many shared objects, which take turns.
//   driver KERNEL ROUNDS COUNT OBJECT...
// Prints for each object: nanoseconds of each round, and (COUNT = 1) the
// instructions of a call.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <functional>
#include <string>
#include <sys/mman.h>
#include <vector>

namespace {

using Index = long;

// Memory whose end is followed by a page that must not be touched, so that a
// read past the end of an array is found. For timing it begins at a multiple of
// 64 instead.
template <typename T> T *allocate(size_t count, bool flush) {
  size_t size = count * sizeof(T), room = (size + 2 * 4096) & ~size_t(4095);
  char *base =
      static_cast<char *>(mmap(nullptr, room + 2 * 4096, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  mprotect(base, 4096, PROT_NONE);
  mprotect(base + 4096 + room, 4096, PROT_NONE);
  return reinterpret_cast<T *>(flush ? base + 4096 + room - size : base + 4096);
}

unsigned state = 1;
unsigned draw() { return state = state * 1664525u + 1013904223u, state >> 8; }
float drawFloat() { return draw() / float(1 << 24); }

struct Case {
  std::function<void(void *)> call; // runs the kernel of an object
  std::function<double()> error;    // largest relative error of its results
};

float *floats(size_t n, bool flush) {
  float *p = allocate<float>(n, flush);
  std::generate(p, p + n, drawFloat);
  return p;
}

double difference(const float *got, const std::vector<double> &want) {
  double worst = 0;
  for (size_t i = 0; i < want.size(); ++i) {
    double e = std::fabs(got[i] - want[i]) / (std::fabs(want[i]) + 1e-3);
    worst = e <= worst ? worst : e; // a NaN is the worst
    if (std::isnan(e))
      return e;
  }
  return worst;
}

Case makeCase(const std::string &kernel, bool flush) {
  state = 1;
  if (kernel == "stencil") {
    Index w = 509, h = 120;
    float *in = floats(w * h, flush), *out = floats(w * h, flush);
    std::vector<double> want(out, out + w * h);
    for (Index y = 1; y < h - 1; ++y)
      for (Index x = 1; x < w - 1; ++x) {
        float *c = in + y * w + x;
        want[y * w + x] = 0.5 * c[0] + 0.125 * (c[-w] + c[w] + c[-1] + c[1]);
      }
    return {[=](void *f) {
              using F = void(float *, float *, Index, Index, float, float);
              reinterpret_cast<F *>(f)(in, out, w, h, 0.5f, 0.125f);
            },
            [=] { return difference(out, want); }};
  }
  if (kernel == "nbody") {
    Index n = 1003;
    float *p[7];
    for (float *&q : p)
      q = floats(n, flush);
    std::vector<double> want(n);
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < n; ++j) {
        double dx = p[0][j] - p[0][i], dy = p[1][j] - p[1][i],
               dz = p[2][j] - p[2][i];
        double r2 = dx * dx + dy * dy + dz * dz + 0.01;
        want[i] += p[3][j] * dx / (r2 * std::sqrt(r2));
      }
    float *ax = p[4], *x = p[0], *y = p[1], *z = p[2], *m = p[3], *ay = p[5],
          *az = p[6];
    return {[=](void *f) {
              using F = void(float *, float *, float *, float *, float *,
                             float *, float *, Index);
              reinterpret_cast<F *>(f)(x, y, z, m, ax, ay, az, n);
            },
            [=] { // forces cancel near the middle: an absolute error there is
                  // enough
              double worst = 0;
              for (Index i = 0; i < n; ++i) {
                double e =
                    std::fabs(ax[i] - want[i]) / (std::fabs(want[i]) + 10);
                if (!(e <= worst))
                  worst = e;
              }
              return worst;
            }};
  }
  if (kernel == "spmv" || kernel == "spmv-long") {
    Index n = kernel == "spmv" ? 1500 : 200, columns = 4096,
          most = kernel == "spmv" ? 80 : 800;
    std::vector<int> starts(n + 1);
    for (Index r = 0; r < n; ++r)
      starts[r + 1] = starts[r] + draw() % most;
    int *start = allocate<int>(n + 1, flush),
        *column = allocate<int>(starts[n], flush);
    std::copy(starts.begin(), starts.end(), start);
    std::generate(column, column + starts[n], [=] { return draw() % columns; });
    float *value = floats(starts[n], flush), *x = floats(columns, flush),
          *y = floats(n, flush);
    std::vector<double> want(n);
    for (Index r = 0; r < n; ++r)
      for (int k = start[r]; k < start[r + 1]; ++k)
        want[r] += double(value[k]) * x[column[k]];
    return {[=](void *f) {
              using F = void(int *, int *, float *, float *, float *, Index);
              reinterpret_cast<F *>(f)(start, column, value, x, y, n);
            },
            [=] { return difference(y, want); }};
  }
  if (kernel == "reduction") {
    Index blocks = 48;
    float *in = floats(blocks * 2048, flush), *out = floats(blocks, flush);
    std::vector<double> want(blocks);
    for (Index i = 0; i < blocks * 2048; ++i)
      want[i / 2048] += in[i];
    return {[=](void *f) {
              reinterpret_cast<void (*)(float *, float *, Index)>(f)(in, out,
                                                                     blocks);
            },
            [=] { return difference(out, want); }};
  }
  if (kernel == "bytes") {
    Index w = 1021, h = 160;
    auto *in = allocate<uint8_t>(w * h, flush),
         *out = allocate<uint8_t>(w * h, flush);
    std::generate(in, in + w * h, draw);
    std::vector<uint8_t> want(out, out + w * h);
    for (Index y = 1; y < h - 1; ++y)
      for (Index x = 1; x < w - 1; ++x) {
        int sum = 8;
        for (int dy = -1; dy < 2; ++dy)
          for (int dx = -1; dx < 2; ++dx)
            sum += (2 - std::abs(dx)) * (2 - std::abs(dy)) *
                   in[(y + dy) * w + x + dx];
        want[y * w + x] = sum >> 4;
      }
    return {
        [=](void *f) {
          reinterpret_cast<void (*)(uint8_t *, uint8_t *, Index, Index)>(f)(
              in, out, w, h);
        },
        [=] { return std::equal(want.begin(), want.end(), out) ? 0.0 : 1.0; }};
  }
  // matvec: the matrix lies in L2, in memory, or has rows of 4 KiB (one set of
  // the cache).
  Index rows = 261, n = 707;
  if (kernel == "matvec-memory")
    rows = 4101, n = 4003;
  if (kernel == "matvec-4096")
    rows = 256, n = 1024;
  if (kernel == "matvec-small")
    rows = 69, n = 91;
  float *a = floats(rows * n, flush), *x = floats(n, flush),
        *y = floats(rows, flush);
  std::vector<double> want(rows);
  for (Index r = 0; r < rows; ++r)
    for (Index k = 0; k < n; ++k)
      want[r] += double(a[r * n + k]) * x[k];
  return {[=](void *f) {
            reinterpret_cast<void (*)(float *, float *, float *, Index, Index)>(
                f)(a, x, y, rows, n);
          },
          [=] { return difference(y, want); }};
}

volatile long steps;
void step(int) { steps = steps + 1; }

// Counts instructions with the trap flag: works for AVX-512 too, which valgrind
// does not know.
long count(const std::function<void()> &call) {
  std::signal(SIGTRAP, step);
  steps = 0;
  asm volatile("pushfq; orq $0x100, (%%rsp); popfq" ::: "memory", "cc");
  call();
  asm volatile("pushfq; andq $~0x100, (%%rsp); popfq" ::: "memory", "cc");
  return steps;
}

double seconds() {
  using namespace std::chrono;
  return duration<double>(steady_clock::now().time_since_epoch()).count();
}

} // namespace

int main(int argc, char **argv) {
  std::string kernel = argv[1], symbol = kernel.substr(0, kernel.find('-'));
  int rounds = std::atoi(argv[2]);
  bool counted = std::atoi(argv[3]);
  Case checked = makeCase(kernel, true), timed = makeCase(kernel, false);
  struct Object {
    const char *path;
    void *function;
    std::vector<double> times;
    long repeats;
  };
  std::vector<Object> objects;
  for (int i = 4; i < argc; ++i) {
    void *library = dlopen(argv[i], RTLD_NOW | RTLD_LOCAL);
    void *function = library ? dlsym(library, symbol.c_str()) : nullptr;
    if (!function)
      return std::fprintf(stderr, "%s: %s\n", argv[i], dlerror()), 1;
    checked.call(function);
    double error = checked.error();
    if (!(error < 2e-4))
      return std::fprintf(stderr, "%s: %s is wrong by %g\n", argv[i],
                          symbol.c_str(), error),
             1;
    objects.push_back({argv[i], function, {}, 1});
  }
  for (Object &o : objects) {
    timed.call(o.function);
    double begin = seconds();
    timed.call(o.function);
    o.repeats = std::max(1L, long(1e-3 / (seconds() - begin)));
  }
  for (int round = 0; round < rounds; ++round)
    for (Object &o : objects) {
      timed.call(o.function); // warms caches and the vector units
      double begin = seconds();
      for (long r = 0; r < o.repeats; ++r)
        timed.call(o.function);
      o.times.push_back((seconds() - begin) / o.repeats * 1e9);
    }
  for (Object &o : objects) {
    std::printf("%s %ld", o.path,
                counted ? count([&] { timed.call(o.function); }) : 0L);
    for (double t : o.times)
      std::printf(" %.1f", t);
    std::printf("\n");
  }
}
