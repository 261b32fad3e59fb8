// RUN: %heddle -c -O3 -march=x86-64-v4 --report=vectorize %s -o %t.o 2> %t.4
// RUN: FileCheck --check-prefixes=ALL,WIDE %s < %t.4
// RUN: %heddle -c -O3 -march=x86-64-v3 --report=vectorize %s -o %t.o 2> %t.3
// RUN: FileCheck --check-prefixes=ALL,NARROW %s < %t.3
// Bytes have twice as many lanes as a native vector has numbers of 32 bits.
// ALL: numbers
// WIDE: lanes of vectors, 16 at a time
// NARROW: lanes of vectors, 8 at a time
__global__ void numbers(const int *in, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = (in[i] + in[i + 1] + 1) / 2;
}

// ALL: bytes
// WIDE: lanes of vectors, 32 at a time
// NARROW: lanes of vectors, 16 at a time
__global__ void bytes(const unsigned char *in, unsigned char *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = (in[i] + in[i + 1] + 1) / 2;
}
