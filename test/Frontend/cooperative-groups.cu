// RUN: not %heddle -c %s -o %t.o 2>&1 | FileCheck %s
#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void kernel() {
  // CHECK: cooperative-groups.cu:[[#@LINE+1]]:{{[0-9]+}}: error: 'this_multi_grid' is unavailable: heddle: groups of several devices (multi_grid_group) are not supported
  cg::this_multi_grid();
  // CHECK: cooperative-groups.cu:[[#@LINE+1]]:{{[0-9]+}}: error: 'this_cluster' is unavailable: heddle: clusters of blocks are not supported
  cg::this_cluster();
}
