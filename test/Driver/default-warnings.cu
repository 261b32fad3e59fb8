// RUN: %heddle -c %s -o %t.o 2>&1 | count 0
// RUN: %heddle -c %s -o %t.o -std=c++14 2>&1 | count 0
// RUN: %heddle -c %s -o %t.o -Wall 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: %heddle -c %s -o %t.o -Wswitch 2>&1 | FileCheck %s --check-prefix=SWITCH
// RUN: %heddle -c %s -o %t.o -DNARROW 2>&1 | FileCheck %s --check-prefix=NARROW
// RUN: not %heddle -c %s -o %t.o -Werror all-warnings -Xcompiler -Wall 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ERROR
// What nvcc compiles without a word gives no warnings, unless they are asked
// for.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#pragma nv_diag_suppress 177
#pragma diag_suppress 177
#pragma nv_exec_check_disable
#pragma hd_warning_disable

enum Color { red, green, blue };
struct Base {
  virtual void f() {}
  virtual void g() {}
};
struct Derived : Base {
  void f() {}
  void g() override {}
};
struct Reference {
  int &r;
  Reference &operator=(const Reference &) = default;
};
template <typename T> struct Static {
  static T value;
  T get() { return value; }
};

#if __cplusplus >= 201703L
template <typename T> struct Deduced {
  __host__ __device__ Deduced(T value) : value(value) {}
  T value;
};
template <typename T> __host__ __device__ Deduced(T) -> Deduced<T>;
#endif
[[noreturn]] __device__ void stop(int i) {
  printf("no code for %d\n", i);
  __trap();
}

template <int N> __global__ void kernel(float *p, int n, Color c) {
  if (n < 0)
    stop(n);
#pragma unroll
  for (int i = 0; i < n && p[i] < 3; ++i)
    p[i] += N;
#pragma unroll(N)
  for (int i = 0; i < 7; ++i)
    p[i] *= 2;
#pragma nounroll
  for (int i = 0; i < 7; ++i)
    p[i] *= 3;
  // SWITCH: [[@LINE+2]]:{{.*}} warning: enumeration value 'blue' not handled
  // ALL: [[@LINE+1]]:{{.*}} warning: enumeration value 'blue' not handled
  switch (c) {
  case red:
    p[0] = 1;
    break;
  case green:
    p[1] = 0x7fffffff;
  }
  if (n)
    if (n > 3)
      p[2] = n << 2 + 1;
    else
      p[3] = 2;
  int rounded = 3.7;
  printf("%d %ld\n", sizeof(int), n + rounded);
}

int host(int n, Static<int> &s) {
  // The number of iterations is unknown, so this has no effect.
#pragma unroll
  for (volatile int *p = &s.value; *p != 3; ++p)
    *p = 4;
  int array[n];
  array[0] = rand() / (RAND_MAX + 1.f) + s.get();
#ifdef NARROW
  // A warning of nvcc, but an error of Clang.
  // NARROW: [[@LINE+1]]:{{.*}} warning: non-constant-expression cannot be narrowed
  float narrow[] = {n, 2};
  array[0] += narrow[0];
#endif
  Derived d;
  memset(&d, 0, sizeof d);
  // ERROR: error: {{.*}}unused variable 'unused'
  // ALL: [[@LINE+1]]:{{.*}} warning: unused variable 'unused'
  int unused;
  kernel<3><<<1, 1>>>((float *)array, n, red);
  return array[0];
}
