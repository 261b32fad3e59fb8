// RUN: %heddle -O3 -march=x86-64-v4 -S %s -o - | FileCheck %s
// RUN: %heddle -O3 -march=x86-64-v4 -S --disable-pass=skip-quiet-strips %s -o - | FileCheck %s --check-prefix=WITHOUT
// A search is tested with vectors, also where what it finds may end the program
// or change what it looks for. Ways that depend on other loads are not: a
// vector would have to gather.
#include <cstdio>

// CHECK-LABEL: _Z6verifyPKfS0_i:
// CHECK: vcmp{{.*}}ps {{.*}}, %ymm
// CHECK: kortest
// CHECK: callq printf
// WITHOUT-LABEL: _Z6verifyPKfS0_i:
// WITHOUT-NOT: kortest
// WITHOUT: callq printf
int verify(const float *a, const float *b, int n) {
  int wrong = 0;
  for (int i = 0; i < n; ++i)
    if (a[i] != b[i]) {
      printf("%d: %f, expected %f\n", i, a[i], b[i]);
      ++wrong;
    }
  return wrong;
}

// CHECK-LABEL: _Z8indirectPKfPKiif:
// CHECK-NOT: kortest
// CHECK: retq
int indirect(const float *a, const int *order, int n, float x) {
  for (int i = 0; i < n; ++i)
    if (a[order[i]] == x)
      return i;
  return -1;
}
