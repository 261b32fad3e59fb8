// Edit distances of pairs of words, by dynamic programming: a thread for each
// pair, or a block or a warp that goes along the diagonals of the table.

#include "styles.h"

using Byte = unsigned char;

void host(const Byte *a, const Byte *b, int *out, int pairs);

const int kLength = 96;

__device__ inline int least(int above, int left, int diagonal, bool isSame) {
  return min(min(above, left) + 1, diagonal + (isSame ? 0 : 1));
}

// A row of the table is an array of the thread.
template <typename Number>
__global__ void threadRow(const Byte *a, const Byte *b, int *out, int pairs) {
  int pair = blockIdx.x * blockDim.x + threadIdx.x;
  if (pair >= pairs)
    return;
  Number row[kLength + 1];
  for (int j = 0; j <= kLength; ++j)
    row[j] = j;
  for (int i = 0; i < kLength; ++i) {
    int diagonal = i, left = i + 1;
    row[0] = left;
    for (int j = 0; j < kLength; ++j) {
      int above = row[j + 1];
      left = least(above, left, diagonal,
                   a[pair * kLength + i] == b[pair * kLength + j]);
      row[j + 1] = left;
      diagonal = above;
    }
  }
  out[pair] = row[kLength];
}

__global__ void threadPointers(const Byte *a, const Byte *b, int *out,
                               unsigned pairs, unsigned length) {
  unsigned pair = blockIdx.x * blockDim.x + threadIdx.x;
  if (pair >= pairs)
    return;
  Byte row[kLength];
  for (unsigned j = 0; j < length; ++j)
    row[j] = j + 1;
  const Byte *end = a + (pair + 1) * length;
  int i = 0, left = 0;
  for (const Byte *p = a + pair * length; p < end; ++p, ++i) {
    int diagonal = i;
    left = i + 1;
    Byte *above = row;
    for (const Byte *q = b + pair * length; q < b + (pair + 1) * length;
         ++q, ++above) {
      left = least(*above, left, diagonal, *p == *q);
      diagonal = *above;
      *above = left;
    }
  }
  out[pair] = left;
}

// The rows of a block's threads lie side by side in shared memory.
__global__ void threadShared(const Byte *a, const Byte *b, int *out,
                             int pairs) {
  extern __shared__ unsigned short rows[];
  int pair = blockIdx.x * blockDim.x + threadIdx.x, pitch = blockDim.x;
  if (pair >= pairs)
    return;
  unsigned short *row = rows + threadIdx.x;
  for (int j = 0; j <= kLength; ++j)
    row[j * pitch] = j;
  for (int i = 0; i < kLength; ++i) {
    int diagonal = i, left = i + 1;
    Byte letter = a[pair * kLength + i];
    for (int j = 1; j <= kLength; ++j) {
      int above = row[j * pitch];
      left = least(above, left, diagonal, letter == b[pair * kLength + j - 1]);
      row[j * pitch] = left;
      diagonal = above;
    }
  }
  out[pair] = row[kLength * pitch];
}

// So do the rows of all threads in global memory, and the letters.
__global__ void threadGlobal(const Byte *columnsA, const Byte *columnsB,
                             int *rows, int *out, size_t pairs) {
  size_t pair = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (pair >= pairs)
    return;
  for (size_t j = 0; j <= kLength; ++j)
    rows[j * pairs + pair] = j;
  for (size_t i = 0; i < kLength; ++i) {
    int diagonal = i, left = i + 1;
    for (size_t j = 0; j < kLength; ++j) {
      int above = rows[(j + 1) * pairs + pair];
      left = least(above, left, diagonal,
                   columnsA[i * pairs + pair] == columnsB[j * pairs + pair]);
      rows[(j + 1) * pairs + pair] = left;
      diagonal = above;
    }
  }
  out[pair] = rows[kLength * pairs + pair];
}

// A block for each pair: thread t is at row t + 1, and the last three diagonals
// are in shared memory.
__global__ void diagonals(const Byte *a, const Byte *b, int *out) {
  __shared__ int last[3][kLength + 1];
  __shared__ Byte lettersA[kLength], lettersB[kLength];
  int t = threadIdx.x, row = t + 1;
  lettersA[t] = a[blockIdx.x * kLength + t];
  lettersB[t] = b[blockIdx.x * kLength + t];
  __syncthreads();
  for (int d = 0; d <= 2 * kLength; ++d) {
    int *now = last[d % 3], *before = last[(d + 2) % 3],
        *oldest = last[(d + 1) % 3];
    int column = d - row;
    if (t == 0)
      now[0] = d;
    if (column == 0)
      now[row] = row;
    else if (column > 0 && column <= kLength)
      now[row] = least(before[row - 1], before[row], oldest[row - 1],
                       lettersA[t] == lettersB[column - 1]);
    __syncthreads();
  }
  if (t == kLength - 1)
    out[blockIdx.x] = last[2 * kLength % 3][kLength];
}

// Three pointers change places, and the size is in the launch.
__global__ void diagonalPointers(const Byte *a, const Byte *b, int *out,
                                 int length) {
  extern __shared__ int buffers[];
  int *now = buffers, *before = now + length + 1, *oldest = before + length + 1;
  const Byte *wordA = a + blockIdx.x * length, *wordB = b + blockIdx.x * length;
  for (int d = 0; d <= 2 * length; ++d) {
    for (int row = threadIdx.x; row <= length; row += blockDim.x) {
      int column = d - row;
      if (column >= 0 && column <= length)
        now[row] = row == 0 || column == 0
                       ? d
                       : least(before[row - 1], before[row], oldest[row - 1],
                               wordA[row - 1] == wordB[column - 1]);
    }
    __syncthreads();
    int *old = oldest;
    oldest = before;
    before = now;
    now = old;
  }
  if (threadIdx.x == 0)
    out[blockIdx.x] = before[length];
}

// The thread's own values stay in registers: only the neighbour's is shared.
__global__ void valuesAcross(const Byte *a, const Byte *b, int *out) {
  __shared__ int shared[kLength + 1];
  int t = threadIdx.x, left = t + 1, diagonal = t;
  Byte letter = a[blockIdx.x * kLength + t];
  shared[t + 1] = left;
  for (int step = 0; step < 2 * kLength - 1; ++step) {
    int column = step - t;
    if (t == 0)
      shared[0] = step + 1;
    __syncthreads();
    int above = shared[t];
    __syncthreads();
    if (column >= 0 && column < kLength) {
      left = least(above, left, diagonal,
                   letter == b[blockIdx.x * kLength + column]);
      diagonal = above;
      shared[t + 1] = left;
    }
  }
  if (t == kLength - 1)
    out[blockIdx.x] = left;
}

// A warp for each pair, three rows for each lane. Values go down by shuffles.
template <int kRows>
__global__ void warps(const Byte *a, const Byte *b, int *out, int pairs) {
  int pair = (blockIdx.x * blockDim.x + threadIdx.x) / 32,
      lane = threadIdx.x % 32;
  if (pair >= pairs)
    return;
  int left[kRows], corner = kRows * lane;
  Byte letters[kRows];
  for (int k = 0; k < kRows; ++k) {
    left[k] = kRows * lane + k + 1;
    letters[k] = a[pair * kLength + kRows * lane + k];
  }
  for (int step = 0; step < kLength + 31; ++step) {
    int above = __shfl_up_sync(0xffffffff, left[kRows - 1], 1),
        column = step - lane;
    if (lane == 0)
      above = step + 1;
    if (column >= 0 && column < kLength) {
      int diagonal = corner;
      Byte letter = b[pair * kLength + column];
      corner = above;
#pragma unroll
      for (int k = 0; k < kRows; ++k) {
        int old = left[k];
        left[k] = above = least(above, old, diagonal, letters[k] == letter);
        diagonal = old;
      }
    }
  }
  if (lane == 31)
    out[pair] = left[kRows - 1];
}

// The whole table in shared memory, with a column more than it has.
__global__ void table(const Byte *a, const Byte *b, int *out) {
  __shared__ Byte cells[kLength + 1][kLength + 2];
  int t = threadIdx.x;
  cells[0][t + 1] = cells[t + 1][0] = t + 1;
  if (t == 0)
    cells[0][0] = 0;
  __syncthreads();
  for (int d = 2; d <= 2 * kLength; ++d) {
    int row = t + 1, column = d - row;
    if (column >= 1 && column <= kLength)
      cells[row][column] = least(cells[row - 1][column], cells[row][column - 1],
                                 cells[row - 1][column - 1],
                                 a[blockIdx.x * kLength + t] ==
                                     b[blockIdx.x * kLength + column - 1]);
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = cells[kLength][kLength];
}

int main(int argc, char **argv) {
  styles::Set set(argc, argv);
  int pairs = set.size(2048, 37), n = pairs * kLength;
  // The second word is the first one, with some letters changed or moved.
  std::vector<Byte> first = styles::randomWhole<Byte>(n, 4), second = first;
  suite::Random random;
  for (int i = 0; i < n; ++i)
    if (random.below(3) == 0)
      second[i] = i % 5 ? first[i - 1] : random.below(4);
  std::vector<Byte> turnedA(n), turnedB(n);
  for (int pair = 0; pair < pairs; ++pair)
    for (int i = 0; i < kLength; ++i) {
      turnedA[i * pairs + pair] = first[pair * kLength + i];
      turnedB[i * pairs + pair] = second[pair * kLength + i];
    }
  styles::Array<Byte> a(first), b(second);
  suite::Device<Byte> columnsA(turnedA), columnsB(turnedB);
  suite::Device<int> rows((kLength + 1) * pairs);
  styles::Array<int> out(pairs);
  set.host(out, 0, [&] { host(a.host, b.host, out.host, pairs); });

  int blocks = styles::ceilDiv(pairs, 64);
  set.style("threadInt",
            [&] { threadRow<int><<<blocks, 64>>>(a, b, out, pairs); });
  set.style("threadShort", [&] {
    threadRow<unsigned short><<<blocks, 64>>>(a, b, out, pairs);
  });
  set.style("threadPointers",
            [&] { threadPointers<<<blocks, 64>>>(a, b, out, pairs, kLength); });
  set.style("threadShared", [&] {
    threadShared<<<blocks, 64, 64 * (kLength + 1) * sizeof(unsigned short)>>>(
        a, b, out, pairs);
  });
  set.style("threadGlobal", [&] {
    threadGlobal<<<blocks, 64>>>(columnsA, columnsB, rows, out, pairs);
  });
  set.style("diagonals", [&] { diagonals<<<pairs, kLength>>>(a, b, out); });
  set.style("diagonalPointers", [&] {
    diagonalPointers<<<pairs, 128, 3 * (kLength + 1) * sizeof(int)>>>(a, b, out,
                                                                      kLength);
  });
  set.style("valuesAcross",
            [&] { valuesAcross<<<pairs, kLength>>>(a, b, out); });
  set.style("warps", [&] {
    warps<kLength / 32><<<styles::ceilDiv(pairs, 4), 128>>>(a, b, out, pairs);
  });
  set.style("table", [&] { table<<<pairs, kLength>>>(a, b, out); });
  return set.status();
}
