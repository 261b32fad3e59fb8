// RUN: rm -rf %t.cache %t.d && mkdir %t.d && echo '#define VALUE 1' > %t.d/value.h
// RUN: %heddle -O1 %s -lcuda -lnvrtc -o %t
// RUN: cd %t.d && env HEDDLE_CACHE_DIR=%t.cache %t | FileCheck %s --check-prefix=FIRST
// FIRST: warning: from the compiler
// FIRST: result 1
// A program that was compiled before is not compiled again. Its entry says so
// after a change:
// RUN: sed -i 's/from the compiler/from the entries./' %t.cache/*/program-*
// RUN: cd %t.d && env HEDDLE_CACHE_DIR=%t.cache %t | FileCheck %s --check-prefix=SECOND
// SECOND: warning: from the entries.
// SECOND: result 1
// Without the cache, and with other options:
// RUN: cd %t.d && env HEDDLE_CACHE_DIR=%t.cache HEDDLE_NVRTC_CACHE=0 %t | FileCheck %s --check-prefix=FIRST
// RUN: cd %t.d && env HEDDLE_CACHE_DIR=%t.cache %t --no-cache | FileCheck %s --check-prefix=FIRST
// RUN: cd %t.d && env HEDDLE_CACHE_DIR=%t.cache %t -DOTHER | FileCheck %s --check-prefix=FIRST
// A changed header on disk:
// RUN: echo '#define VALUE 2' > %t.d/value.h
// RUN: cd %t.d && env HEDDLE_CACHE_DIR=%t.cache %t | FileCheck %s --check-prefix=THIRD
// THIRD: warning: from the compiler
// THIRD: result 2
#include "program.h"

int main(int argc, char **argv) {
  Program program("#include \"value.h\"\n#warning from the compiler\n"
                  "template <int N> __global__ void k(int *x) { *x = N; }\n");
  NVRTC(nvrtcAddNameExpression(program.program, "k<VALUE>"));
  program.build(Strings(argv + 1, argv + argc));
  printf("%s\nresult %d\n", program.log().c_str(),
         resultOf(program.kernel(program.lowered("k<VALUE>"))));
}
