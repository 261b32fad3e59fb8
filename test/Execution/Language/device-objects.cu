// RUN: %check-execution %s

// Objects made in device code: new and delete with constructors, arrays,
// placement new, malloc, virtual functions, tables of function pointers,
// unions, bit-fields, constants that are structs.

#include "../check.h"
#include <new>

struct Shape {
  __device__ virtual ~Shape() {}
  __device__ virtual int area() const = 0;
};
struct Square : Shape {
  int side;
  __device__ explicit Square(int side) : side(side) {}
  __device__ int area() const override { return side * side; }
};
struct Box : Shape {
  int w, h;
  __device__ Box(int w, int h) : w(w), h(h) {}
  __device__ ~Box() override { w = h = 0; }
  __device__ int area() const override { return w * h; }
};

__device__ Shape *shapes[32];

__global__ void make() {
  int t = threadIdx.x;
  if (t % 2)
    shapes[t] = new Square(t);
  else
    shapes[t] = new Box(t, 3);
}
__global__ void use(int *out) {
  int t = threadIdx.x;
  out[t] = shapes[t]->area();
  delete shapes[t];
}

__device__ int made = 100;
struct Counter {
  int value;
  __device__ Counter() : value(7) { atomicAdd(&made, 1); }
  __device__ ~Counter() { atomicSub(&made, 2); }
};

__device__ int twice(int x) { return 2 * x; }
__device__ int negate(int x) { return -x; }
typedef int (*Function)(int);
__device__ Function table[2] = {twice, negate};
__device__ Function chosen = negate;

union Word {
  float f;
  unsigned u;
  struct {
    unsigned fraction : 23, exponent : 8, sign : 1;
  };
};

struct Config {
  int base;
  float weights[3];
  struct {
    short x, y;
  } point;
};
__constant__ Config configs[2] = {{1, {1, 2, 3}, {4, 5}},
                                  {2, {4, 5, 6}, {7, 8}}};
__device__ const int primes[] = {2, 3, 5, 7};

__global__ void objects(int *out, Function passed) {
  Counter *many = new Counter[5];
  int sum = 0;
  for (int i = 0; i < 5; ++i)
    sum += many[i].value;
  out[0] = sum;
  out[1] = made;
  delete[] many;
  out[2] = made;

  alignas(Counter) char storage[sizeof(Counter)];
  Counter *placed = new (storage) Counter;
  out[3] = placed->value;
  placed->~Counter();

  int *memory = (int *)malloc(10 * sizeof(int));
  for (int i = 0; i < 10; ++i)
    memory[i] = i;
  out[4] = memory[9];
  free(memory);

  out[5] = table[out[4] & 1](21) + table[0](4) + passed(1000);
  Word word;
  word.f = -1.5f;
  out[6] = word.exponent + word.sign * 1000;
  out[7] = word.u >> 22 & 3;
  const Config &config = configs[out[4] & 1];
  out[8] = config.base + (int)config.weights[2] + config.point.y;
  out[9] = primes[out[4] & 3];

  // A private array that is indexed at run time, and a jump out of a loop.
  int local[16];
  for (int i = 0; i < 16; ++i)
    local[i] = i * i;
  int i = 0;
again:
  if (local[(i * 5) & 15] != 81) {
    ++i;
    goto again;
  }
  out[10] = i;
}

int main() {
  DeviceArray<int> areas(32);
  make<<<1, 32>>>();
  use<<<1, 32>>>(areas);
  expect(areas, [](int t) { return t % 2 ? t * t : t * 3; });

  Function function;
  CUDA(cudaMemcpyFromSymbol(&function, chosen, sizeof(function)));
  DeviceArray<int> out(11);
  objects<<<1, 1>>>(out, function);
  int want[11] = {35, 105, 95, 7, 9, -21 + 8 - 1000, 1127, 3, 16, 3, 5};
  expect(out, [&](int i) { return want[i]; });
}
