// nvcc finds its headers for plain C++ sources too.
#include <cuda_runtime.h>

int partInCxx() { return sizeof(cudaStream_t) == sizeof(void *) ? 2 : 0; }
