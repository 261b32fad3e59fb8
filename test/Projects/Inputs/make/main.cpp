#include <cstdio>
#include <cuda_runtime.h>
int last(int count);
int main() {
  std::printf("last %d, %s\n", last(11),
              cudaGetErrorString(cudaGetLastError()));
}
