// RUN: %heddle %s -o %t
// RUN: %t 1
// RUN: env HEDDLE_NUM_DEVICES=3 %t 3
// RUN: env HEDDLE_NUM_DEVICES=3 CUDA_VISIBLE_DEVICES=2,0 %t 2
// RUN: env CUDA_VISIBLE_DEVICES=0 %t 1
// RUN: env CUDA_VISIBLE_DEVICES= %t 0
// RUN: env CUDA_VISIBLE_DEVICES=-1 %t 0
// As many devices as the environment says, each of which runs kernels.
#include "../check.h"

__global__ void fill(int *data, int value) { data[threadIdx.x] = value; }

int main(int, char **argv) {
  int want = atoi(argv[1]), count = -1;
  cudaError_t error = cudaGetDeviceCount(&count);
  expectValue(count, want, "devices");
  if (want == 0) {
    expectValue(int(error), int(cudaErrorNoDevice), "the error");
    int *p;
    expectValue(int(cudaMalloc(&p, 4)), int(cudaErrorNoDevice), "cudaMalloc");
    fill<<<1, 32>>>(nullptr, 1);
    expectValue(int(cudaGetLastError()), int(cudaErrorNoDevice), "a launch");
    return 0;
  }
  CUDA(error);
  std::vector<int *> memory(count);
  for (int device = 0; device < count; ++device) {
    CUDA(cudaSetDevice(device));
    CUDA(cudaMalloc(&memory[device], 32 * sizeof(int)));
    fill<<<1, 32>>>(memory[device], device + 1);
    CUDA(cudaDeviceSynchronize());
    int now;
    CUDA(cudaGetDevice(&now));
    expectValue(now, device, "device");
    cudaPointerAttributes attributes;
    CUDA(cudaPointerGetAttributes(&attributes, memory[device]));
    expectValue(attributes.device, device, "the memory's device");
    for (int peer = 0; peer < count; ++peer) {
      int can = -1;
      CUDA(cudaDeviceCanAccessPeer(&can, device, peer));
      expectValue(can, int(peer != device), "access");
      cudaError_t first = cudaDeviceEnablePeerAccess(peer, 0);
      expectValue(int(first),
                  int(peer == device ? cudaErrorInvalidDevice : cudaSuccess),
                  "enabling it");
      if (peer != device)
        expectValue(int(cudaDeviceEnablePeerAccess(peer, 0)),
                    int(cudaErrorPeerAccessAlreadyEnabled), "again");
    }
    cudaGetLastError();
  }
  expectValue(int(cudaSetDevice(count)), int(cudaErrorInvalidDevice),
              "one too many");
  int last;
  CUDA(cudaMemcpyPeer(memory[0], 0, memory[count - 1], count - 1,
                      32 * sizeof(int)));
  CUDA(cudaMemcpy(&last, memory[0] + 31, sizeof(int), cudaMemcpyDeviceToHost));
  expectValue(last, count, "copied from the last");
}
