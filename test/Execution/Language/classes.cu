// RUN: %check-execution %s
// Classes with constructors, methods, private members, static members and
// inheritance in device code.
#include "../check.h"

class Random {
public:
  __host__ __device__ explicit Random(unsigned seed) : state(seed) {}
  __host__ __device__ unsigned next() {
    state = state * 1664525u + 1013904223u;
    return state >> 16;
  }

protected:
  unsigned state;
};

class Dice : public Random {
public:
  __host__ __device__ Dice(unsigned seed, int sides)
      : Random(seed), sides(sides) {}
  __host__ __device__ int roll() { return int(next() % sides) + 1; }
  __host__ __device__ static int count(Dice &dice, int wanted, int rolls) {
    int hits = 0;
    while (rolls-- > 0)
      hits += dice.roll() == wanted;
    return hits;
  }

private:
  int sides;
};

__global__ void kernel(int *out) {
  Dice dice(threadIdx.x, 6);
  out[threadIdx.x] = Dice::count(dice, 3, 50) * 100 + dice.roll();
}

int main() {
  DeviceArray<int> out(64);
  kernel<<<1, 64>>>(out);
  expect(out, [](int t) {
    Dice dice(t, 6);
    int hits = Dice::count(dice, 3, 50);
    return hits * 100 + dice.roll();
  });
}
