// RUN: not %heddle -c %s -o %t.o 2>&1 | FileCheck %s
// CHECK: heddle: cooperative groups (<cooperative_groups.h>) are not supported yet
#include <cooperative_groups.h>
