// RUN: %heddle %s -o %t
// RUN: not --crash %t host 2>&1 | FileCheck %s --check-prefix=SILENT --allow-empty
// RUN: not --crash %t sent 2>&1 | FileCheck %s --check-prefix=SILENT --allow-empty
// RUN: env HEDDLE_CATCH_FAULTS=0 not --crash %t kernel 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SILENT --allow-empty
// RUN: not --crash %t library 2>&1 | FileCheck %s --check-prefix=LIBRARY
// RUN: %t handler 2>&1 | FileCheck %s --check-prefix=HANDLER
// Where a fault ends the program as it does without Heddle: in host code, sent
// by a process, if the user says so, and in a library that a kernel calls, which
// may hold a lock. A program's own handler is called.
#include <csignal>
#include <cstdio>
#include <cstring>
#include <unistd.h>

__global__ void write(int *p) { p[threadIdx.x] = 1; }
__global__ void print(const char *text) { printf("%s%d\n", text, 1); }

int main(int, char **args) {
  const char *what = args[1];
  if (!strcmp(what, "handler"))
    signal(SIGSEGV, [](int) {
      (void)!::write(1, "my handler\n", 11);
      _exit(0);
    });
  int *p;
  cudaMalloc(&p, 128);
  write<<<1, 32>>>(p);
  if (!strcmp(what, "host"))
    *(volatile int *)nullptr = 1;
  else if (!strcmp(what, "sent"))
    raise(SIGSEGV);
  else if (!strcmp(what, "library"))
    print<<<1, 1>>>((const char *)8);
  else
    write<<<1, 32>>>(nullptr);
}

// SILENT-NOT: heddle:
// LIBRARY: heddle: kernel 'print' <<<(1,1,1), (1,1,1)>>>: illegal read from 0x8: a null pointer
// LIBRARY: heddle: the program ends, because the fault may be in a library that the kernel called
// HANDLER-NOT: heddle
// HANDLER: my handler
