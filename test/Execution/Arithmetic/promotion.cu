// RUN: %check-execution %s
// Small types are promoted to int; bool arithmetic; comma and compound
// assignment.
#include "../check.h"

__host__ __device__ int work(int t) {
  unsigned char a = (unsigned char)(t * 5), b = 200;
  signed char c = (signed char)(t * 5);
  short s = short(t * 1000);
  bool flag = t & 1;
  int sum = a + b;    // no wrap at 256
  sum += (a - b) / 3; // negative
  sum += (unsigned char)(a + b);
  sum += c >> 1;
  s += 5000;
  sum += s;
  sum += flag + flag + !flag;
  a <<= 1;
  b = b * 2 + flag;
  sum = (sum += a, sum * 2 + b);
  sum -= c < a ? -1 : 'x' - 'a';
  return sum ^ (~t & 0xff00);
}

__global__ void kernel(int *out) { out[threadIdx.x] = work(threadIdx.x); }

int main() {
  DeviceArray<int> out(100);
  kernel<<<1, 100>>>(out);
  expect(out, work);
}
