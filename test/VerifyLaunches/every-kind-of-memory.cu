// RUN: %heddle --verify-launches %s -o %t && %t 2>&1 | FileCheck %s
// RUN: env HEDDLE_VERIFY_MEMORY=20K %t 2>&1 | FileCheck %s --check-prefix=LIMIT
// RUN: not env HEDDLE_VERIFY_MEMORY=much %t 2>&1 | FileCheck %s --check-prefix=WRONG

// A launch finds each kind of memory as it was in all its runs.

#include <cstdio>

__device__ int variable = 1;
__device__ int *pointer;
__managed__ int managedVariable = 2;
__constant__ int amount;

struct Node {
  int value;
  Node *next;
};
struct Pointers {
  int *first, *second;
};

__global__ void changeAll(Pointers p, Node *list, cudaSurfaceObject_t surface) {
  variable += amount;
  managedVariable += amount;
  *pointer += amount;
  *p.first += amount;
  *p.second += amount;
  for (Node *node = list; node; node = node->next)
    node->value += amount;
  int texel;
  surf1Dread(&texel, surface, 4);
  surf1Dwrite(texel + amount, surface, 4);
}

__global__ void large(char *data) { data[threadIdx.x] += 1; }

int main() {
  int *device, *pinned, *other;
  Node *nodes;
  cudaMalloc(&device, sizeof(int));
  cudaMallocHost(&pinned, sizeof(int));
  cudaMallocManaged(&other, sizeof(int));
  cudaMalloc(&nodes, 2 * sizeof(Node));
  cudaMemset(device, 0, sizeof(int));
  *pinned = *other = 0;
  Node host[2] = {{10, nullptr}, {20, nodes}};
  cudaMemcpy(nodes, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpyToSymbol(pointer, &other, sizeof other);
  int three = 3;
  cudaMemcpyToSymbol(amount, &three, sizeof three);

  cudaArray_t array;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<int>();
  cudaMallocArray(&array, &format, 8, 0, cudaArraySurfaceLoadStore);
  int texels[8] = {};
  cudaMemcpy2DToArray(array, 0, 0, texels, 32, 32, 1, cudaMemcpyHostToDevice);
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaSurfaceObject_t surface;
  cudaCreateSurfaceObject(&surface, &resource);

  changeAll<<<1, 1>>>({device, pinned}, nodes + 1, surface);
  int inVariable, inDevice;
  cudaMemcpyFromSymbol(&inVariable, variable, sizeof(int));
  cudaMemcpy(&inDevice, device, sizeof(int), cudaMemcpyDeviceToHost);
  cudaMemcpy(host, nodes, sizeof host, cudaMemcpyDeviceToHost);
  cudaMemcpy2DFromArray(texels, 32, array, 0, 0, 32, 1, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d %d %d %d %d\n", inVariable, managedVariable, *other,
         inDevice, *pinned, host[0].value, host[1].value, texels[1]);

  char *much;
  cudaMalloc(&much, 1 << 20);
  cudaMemset(much, 0, 1 << 20);
  large<<<1, 32>>>(much);
  char byte;
  cudaMemcpy(&byte, much + 31, 1, cudaMemcpyDeviceToHost);
  printf("%d\n", byte);
  return 0;
}

// CHECK: 2 launches: 2 compared, 0 different, 0 with order-dependent results, 0 skipped
// CHECK: 4 5 3 3 3 13 23 3
// CHECK: {{^}}1{{$}}
// LIMIT: 2 launches: 1 compared, 0 different, 0 with order-dependent results, 1 skipped
// LIMIT: 1 skipped: more memory than HEDDLE_VERIFY_MEMORY allows
// LIMIT: (limit 20 KiB)
// LIMIT: {{^}}1{{$}}
// WRONG: heddle: HEDDLE_VERIFY_MEMORY='much' is not a number of bytes (with K, M or G)
