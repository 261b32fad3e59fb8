// RUN: not %heddle -c %s -o %t.o 2>&1 | FileCheck %s
// Clusters need compute capability 9.0: nvcc refuses them for 8.0 as well.
#include <cooperative_groups.h>

// CHECK: clusters.cu:[[# @LINE + 1]]:{{.*}}error: '__cluster_dims__' needs compute capability 9.0
__global__ void __cluster_dims__(2, 1, 1) dims(int *p) { *p = 1; }

__global__ void group(int *p) {
  // CHECK: clusters.cu:[[# @LINE + 1]]:{{.*}}error: 'this_cluster' is unavailable: heddle: clusters of blocks are not supported
  cooperative_groups::this_cluster();
}
