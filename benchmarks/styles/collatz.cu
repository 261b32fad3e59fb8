// Steps of the Collatz sequence from each number down to 1: a loop with a
// branch inside, and as many steps as it takes.

#include "styles.h"

void host(int *out, int n);

__global__ void branch(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    unsigned value = i + 1;
    int steps = 0;
    while (value != 1) {
      if (value % 2 == 0)
        value = value / 2;
      else
        value = 3 * value + 1;
      ++steps;
    }
    out[i] = steps;
  }
}

__global__ void choice(int *out, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int steps = 0;
  for (unsigned value = i + 1; value > 1; ++steps)
    value = value & 1 ? 3 * value + 1 : value >> 1;
  out[i] = steps;
}

__global__ void longValues(int *out, size_t n) {
  size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned long long value = i + 1;
  int steps = 0;
  while (value != 1) {
    value = value % 2 ? 3 * value + 1 : value / 2;
    steps++;
  }
  out[i] = steps;
}

__global__ void doWhile(int *out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += blockDim.x * gridDim.x) {
    unsigned value = i + 1;
    int steps = -1;
    do {
      ++steps;
      if (value == 1)
        break;
      value = value & 1 ? 3 * value + 1 : value / 2;
    } while (true);
    out[i] = steps;
  }
}

// An odd number is followed by an even one: both steps at once.
__global__ void shortcut(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned value = i + 1;
  int steps = 0;
  while (value > 1)
    if (value & 1) {
      value += (value >> 1) + 1;
      steps += 2;
    } else {
      value >>= 1;
      steps += 1;
    }
  out[i] = steps;
}

// All zeros at the end go at once.
__global__ void trailingZeros(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned value = i + 1;
  int zeros = __ffs(value) - 1, steps = zeros;
  value >>= zeros;
  while (value != 1) {
    value = 3 * value + 1;
    zeros = __ffs(value) - 1;
    value >>= zeros;
    steps += zeros + 1;
  }
  out[i] = steps;
}

__global__ void limited(int *out, int n, int limit) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned value = i + 1;
  int steps = 0;
  for (int k = 0; k < limit; ++k) {
    if (value == 1)
      break;
    steps = k + 1;
    value = value % 2 ? value * 3 + 1 : value / 2;
  }
  out[i] = steps;
}

__global__ void twoGuards(int *out, int n) {
  int i = blockIdx.x * (2 * blockDim.x) + threadIdx.x;
  for (int k = 0; k < 2; ++k, i += blockDim.x)
    if (i < n) {
      unsigned value = i + 1;
      int steps = 0;
      for (; value != 1; ++steps)
        value = value & 1 ? 3 * value + 1 : value / 2;
      out[i] = steps;
    }
}

__global__ void chunks(int *out, int n, int each) {
  int first = (blockIdx.x * blockDim.x + threadIdx.x) * each;
  for (int i = first; i < min(first + each, n); ++i) {
    unsigned value = i + 1;
    int steps = 0;
    while (value != 1) {
      value = value & 1 ? 3 * value + 1 : value / 2;
      ++steps;
    }
    out[i] = steps;
  }
}

struct Step {
  __device__ unsigned operator()(unsigned value) const {
    return value & 1 ? 3 * value + 1 : value / 2;
  }
};

template <typename Function>
__device__ int stepsUntilOne(unsigned value, Function step) {
  int steps = 0;
  while (value != 1) {
    value = step(value);
    ++steps;
  }
  return steps;
}

__global__ void functor(int *out, int n) {
  int i = (blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = stepsUntilOne(i + 1, Step());
}

__global__ void lambda(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, steps = 0;
  if (i >= n)
    return;
  stepsUntilOne(i + 1, [&steps](unsigned value) {
    ++steps;
    return value & 1 ? 3 * value + 1 : value / 2;
  });
  out[i] = steps;
}

// Stops where the sequence comes below the first number: the block has looked
// up the rest.
__global__ void lookUp(int *out, int n) {
  __shared__ unsigned char known[256];
  for (int k = threadIdx.x; k < 256; k += blockDim.x)
    known[k] = k ? stepsUntilOne(k, Step()) : 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned value = i + 1;
  int steps = 0;
  while (value >= 256) {
    value = value & 1 ? 3 * value + 1 : value / 2;
    ++steps;
  }
  out[i] = steps + known[value];
}

int main(int argc, char **argv) {
  styles::Set set(argc, argv);
  // Beyond 159486 values no longer fit 32 bits.
  int n = set.size(1 << 16, 1003), blocks = styles::ceilDiv(n, 256);
  styles::Array<int> out(n);
  set.host(out, 0, [&] { host(out.host, n); });

  set.style("branch", [&] { branch<<<blocks, 256>>>(out, n); });
  set.style("choice", [&] { choice<<<blocks, 256>>>(out, n); });
  set.style("longValues", [&] { longValues<<<blocks, 256>>>(out, n); });
  set.style("doWhile", [&] { doWhile<<<8, 256>>>(out, n); });
  set.style("shortcut", [&] { shortcut<<<blocks, 256>>>(out, n); });
  set.style("trailingZeros", [&] { trailingZeros<<<blocks, 256>>>(out, n); });
  set.style("limited", [&] { limited<<<blocks, 256>>>(out, n, 1000); });
  set.style("twoGuards",
            [&] { twoGuards<<<styles::ceilDiv(n, 256), 128>>>(out, n); });
  set.style("chunks",
            [&] { chunks<<<4, 64>>>(out, n, styles::ceilDiv(n, 4 * 64)); });
  set.style("functor", [&] {
    functor<<<dim3(4, styles::ceilDiv(n, 4 * 128)), 128>>>(out, n);
  });
  set.style("lambda", [&] { lambda<<<blocks, 256>>>(out, n); });
  set.style("lookUp", [&] { lookUp<<<blocks, 256>>>(out, n); });
  return set.status();
}
