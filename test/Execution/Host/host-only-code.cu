// RUN: %check-execution %s
// What device code may not do, host code may: recursion through
// std::function, varargs, dynamic_cast, static locals, thread_local.
#include "../check.h"
#include <cstdarg>
#include <functional>

__global__ void one(int *out) { *out = 1; }

struct Base {
  virtual ~Base() {}
};
struct Derived : Base {
  int value = 5;
};

static int sum(int count, ...) {
  va_list list;
  va_start(list, count);
  int total = 0;
  while (count--)
    total += va_arg(list, int);
  va_end(list);
  return total;
}

thread_local int perThread = 3;

int main() {
  std::function<int(int)> factorial = [&](int n) {
    return n < 2 ? 1 : n * factorial(n - 1);
  };
  expectValue(factorial(6), 720, "factorial");
  expectValue(sum(3, 4, 5, 6), 15, "sum");
  Derived derived;
  Base *base = &derived;
  expectValue(dynamic_cast<Derived *>(base)->value, 5, "dynamic_cast");
  expectValue(++perThread, 4, "thread_local");
  DeviceArray<int> out(1);
  one<<<1, 1>>>(out);
  expect(out, [](int) { return 1; });
}
