//===- mma.h - Matrix products of a warp (nvcuda::wmma) ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The threads of a warp hold a matrix together; CUDA leaves open which of them
// holds what. Here a lane has a whole row of A and a whole column of B (several
// lanes may have the same), and of the accumulators those of one column, or of
// one row if there are more rows than columns. So of the operands of a product
// a lane has one itself. The other goes through a buffer of the warp: one
// barrier before it is read, one after.
//
//===----------------------------------------------------------------------===//

#ifndef __CUDA_MMA_H__
#define __CUDA_MMA_H__

#if defined(__cplusplus) && defined(__CUDA__)

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_runtime.h"

namespace nvcuda {
namespace wmma {

/// The float with its fraction rounded to 10 bits, ties away from zero.
__device__ __forceinline__ float __float_to_tf32(float x) {
  unsigned int bits = __builtin_bit_cast(unsigned int, x);
  bool finite = (bits & 0x7f800000) != 0x7f800000;
  bits = finite ? (bits + 0x1000) & ~0x1fffu : bits;
  return __builtin_bit_cast(float, bits);
}

struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
enum layout_t { mem_row_major, mem_col_major };

namespace precision {
struct tf32;
}
namespace experimental {
namespace precision {
using wmma::precision::tf32;
struct u4;
struct s4;
struct b1;
} // namespace precision
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
} // namespace experimental

namespace heddle {

/// Of an element type: what a fragment holds, what products are computed in,
/// and how many elements one of the former stands for.
template <class T> struct Element {
  typedef T Storage;
  typedef T Compute;
  enum { perStorage = 1 };
};
template <> struct Element<__half> {
  typedef __half Storage;
  typedef float Compute;
  enum { perStorage = 1 };
};
template <> struct Element<__nv_bfloat16> {
  typedef __nv_bfloat16 Storage;
  typedef float Compute;
  enum { perStorage = 1 };
};
template <> struct Element<precision::tf32> {
  typedef float Storage;
  typedef float Compute;
  enum { perStorage = 1 };
};
template <> struct Element<signed char> {
  typedef signed char Storage;
  typedef int Compute;
  enum { perStorage = 1 };
};
template <> struct Element<unsigned char> {
  typedef unsigned char Storage;
  typedef int Compute;
  enum { perStorage = 1 };
};
template <> struct Element<experimental::precision::s4> {
  typedef int Storage;
  typedef int Compute;
  enum { perStorage = 1 };
};
template <> struct Element<experimental::precision::u4> {
  typedef int Storage;
  typedef int Compute;
  enum { perStorage = 1 };
};
template <> struct Element<experimental::precision::b1> {
  typedef unsigned int Storage;
  typedef unsigned int Compute;
  enum { perStorage = 32 };
};

/// The shapes that CUDA has for a type of A and B.
template <class T, int M, int N, int K> struct Shape {
  enum {
    valid = K == 16 &&
            ((M == 16 && N == 16) || (M == 32 && N == 8) || (M == 8 && N == 32))
  };
};
template <int M, int N, int K> struct Shape<precision::tf32, M, N, K> {
  enum { valid = M == 16 && N == 16 && K == 8 };
};
template <int M, int N, int K> struct Shape<double, M, N, K> {
  enum { valid = M == 8 && N == 8 && K == 4 };
};
template <int M, int N, int K>
struct Shape<experimental::precision::s4, M, N, K> {
  enum { valid = M == 8 && N == 8 && K == 32 };
};
template <int M, int N, int K>
struct Shape<experimental::precision::u4, M, N, K> {
  enum { valid = M == 8 && N == 8 && K == 32 };
};
template <int M, int N, int K>
struct Shape<experimental::precision::b1, M, N, K> {
  enum { valid = M == 8 && N == 8 && K == 128 };
};

template <class T, int Count> struct Elements {
  typedef typename Element<T>::Storage element_type;
  typedef typename Element<T>::Storage storage_element_type;
  enum { num_elements = Count, num_storage_elements = Count };
  element_type x[Count];
};

template <class Layout> struct IsRowMajor;
template <> struct IsRowMajor<row_major> {
  enum { value = 1 };
};
template <> struct IsRowMajor<col_major> {
  enum { value = 0 };
};

// Which row and column the element `e` of a lane's accumulators is.
template <int M, int N> __device__ __forceinline__ int rowOf(int lane, int e) {
  return M > N ? lane : lane / N * (M * N / 32) + e;
}
template <int M, int N>
__device__ __forceinline__ int columnOf(int lane, int e) {
  return M > N ? e : lane % N;
}

__device__ __forceinline__ int laneId() { return (int)__heddle_lane_id(); }
__device__ __forceinline__ void sync() { __heddle_warp_sync(0xffffffff); }

/// A buffer for the smaller of the two operands, the largest being 16x16 words.
template <class T> __device__ __forceinline__ T *buffer() {
  __shared__ __align__(64) unsigned int __heddle_scratch[32][256];
  unsigned int thread =
      threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  return (T *)__heddle_scratch[thread / 32];
}

// Element `index` of memory that holds elements of a type.
template <class T> struct Memory {
  typedef typename Element<T>::Storage Value;
  __device__ __forceinline__ static Value get(const void *p, int index) {
    return ((const Value *)p)[index];
  }
};
template <> struct Memory<experimental::precision::u4> {
  __device__ __forceinline__ static int get(const void *p, int index) {
    return ((const unsigned char *)p)[index / 2] >> index % 2 * 4 & 15;
  }
};
template <> struct Memory<experimental::precision::s4> {
  __device__ __forceinline__ static int get(const void *p, int index) {
    int value = Memory<experimental::precision::u4>::get(p, index);
    return value > 7 ? value - 16 : value;
  }
};
template <> struct Memory<experimental::precision::b1> {
  __device__ __forceinline__ static unsigned int get(const void *p, int index) {
    return ((const unsigned int *)p)[index / 32];
  }
};

/// What one lane has of A or B: row or column `line` of it.
template <class T, class Fragment>
__device__ __forceinline__ void loadLine(Fragment &f, const void *p, int line,
                                         unsigned int ldm, bool contiguous) {
  sync();
  const int step = Element<T>::perStorage;
  for (int k = 0; k < Fragment::num_elements; ++k) {
    int index =
        contiguous ? line * (int)ldm + k * step : line + k * step * (int)ldm;
    f.x[k] = Memory<T>::get(p, index);
  }
}

} // namespace heddle

template <class Use, int M, int N, int K, class T, class Layout = void>
class fragment;

template <int M, int N, int K, class T, class Layout>
class fragment<matrix_a, M, N, K, T, Layout>
    : public heddle::Elements<T, K / heddle::Element<T>::perStorage> {
  static_assert(heddle::Shape<T, M, N, K>::valid,
                "heddle: wmma has no fragment of this shape and type");
};
template <int M, int N, int K, class T, class Layout>
class fragment<matrix_b, M, N, K, T, Layout>
    : public heddle::Elements<T, K / heddle::Element<T>::perStorage> {
  static_assert(heddle::Shape<T, M, N, K>::valid,
                "heddle: wmma has no fragment of this shape and type");
};
template <int M, int N, int K, class T>
class fragment<accumulator, M, N, K, T, void>
    : public heddle::Elements<T, M * N / 32> {};

template <class Use, int M, int N, int K, class T, class Layout, class Value>
__device__ __forceinline__ void
fill_fragment(fragment<Use, M, N, K, T, Layout> &f, const Value &value) {
  for (int i = 0; i < f.num_elements; ++i)
    f.x[i] = (typename heddle::Element<T>::Storage)value;
}

// What a pointer of a load points to: for types of less than a byte, anything.
namespace heddle {
template <class T> struct Pointee {
  typedef typename Element<T>::Storage type;
};
template <> struct Pointee<experimental::precision::s4> {
  typedef void type;
};
template <> struct Pointee<experimental::precision::u4> {
  typedef void type;
};
template <> struct Pointee<experimental::precision::b1> {
  typedef void type;
};
} // namespace heddle

template <int M, int N, int K, class T, class Layout>
__device__ __forceinline__ void
load_matrix_sync(fragment<matrix_a, M, N, K, T, Layout> &f,
                 const typename heddle::Pointee<T>::type *p, unsigned int ldm) {
  heddle::loadLine<T>(f, p, heddle::laneId() % M, ldm,
                      heddle::IsRowMajor<Layout>::value);
}
template <int M, int N, int K, class T, class Layout>
__device__ __forceinline__ void
load_matrix_sync(fragment<matrix_b, M, N, K, T, Layout> &f,
                 const typename heddle::Pointee<T>::type *p, unsigned int ldm) {
  heddle::loadLine<T>(f, p, heddle::laneId() % N, ldm,
                      !heddle::IsRowMajor<Layout>::value);
}
template <int M, int N, int K, class T>
__device__ __forceinline__ void
load_matrix_sync(fragment<accumulator, M, N, K, T> &f, const T *p,
                 unsigned int ldm, layout_t layout) {
  heddle::sync();
  for (int e = 0; e < f.num_elements; ++e) {
    unsigned int row = heddle::rowOf<M, N>(heddle::laneId(), e);
    unsigned int column = heddle::columnOf<M, N>(heddle::laneId(), e);
    f.x[e] =
        p[layout == mem_row_major ? row * ldm + column : column * ldm + row];
  }
}
/// The warp's other threads may read the memory next, without a barrier of
/// their own, as they may on a GPU.
template <int M, int N, int K, class T>
__device__ __forceinline__ void
store_matrix_sync(T *p, const fragment<accumulator, M, N, K, T> &f,
                  unsigned int ldm, layout_t layout) {
  heddle::sync();
  for (int e = 0; e < f.num_elements; ++e) {
    unsigned int row = heddle::rowOf<M, N>(heddle::laneId(), e);
    unsigned int column = heddle::columnOf<M, N>(heddle::laneId(), e);
    p[layout == mem_row_major ? row * ldm + column : column * ldm + row] =
        f.x[e];
  }
  heddle::sync();
}

namespace heddle {

// How products are summed up: floats and doubles as they are, integers around
// their range's end or, with `saturate`, up to it.
template <class Compute> struct Sum {
  Compute value;
  __device__ __forceinline__ Sum(Compute start, bool) : value(start) {}
  __device__ __forceinline__ void add(Compute a, Compute b) { value += a * b; }
  __device__ __forceinline__ Compute get() const { return value; }
};
template <> struct Sum<int> {
  long long value;
  bool saturate;
  __device__ __forceinline__ Sum(int start, bool saturate)
      : value(start), saturate(saturate) {}
  __device__ __forceinline__ void add(int a, int b) { value += a * b; }
  __device__ __forceinline__ int get() const {
    return !saturate              ? (int)value
           : value > __INT_MAX__  ? __INT_MAX__
           : value < -__INT_MAX__ ? -__INT_MAX__ - 1
                                  : (int)value;
  }
};
/// Words of single bits: the bits that both have, or only one.
struct BitSum {
  int value;
  bool exclusive;
  __device__ __forceinline__ BitSum(int start, bool exclusive)
      : value(start), exclusive(exclusive) {}
  __device__ __forceinline__ void add(unsigned int a, unsigned int b) {
    value += __builtin_popcount(exclusive ? a ^ b : a & b);
  }
  __device__ __forceinline__ int get() const { return value; }
};

template <class Compute, class Total, int M, int N, class Out, class A, class B,
          class In>
__device__ __forceinline__ void multiply(Out &d, const A &a, const B &b,
                                         const In &c, bool how) {
  enum { K = A::num_elements, Lines = M > N ? N : M };
  Compute *other = buffer<Compute>();
  Compute own[K];
  int line = laneId() % Lines;
  for (int k = 0; k < K; ++k) {
    own[k] = (Compute)(M > N ? a.x[k] : b.x[k]);
    other[line * K + k] = (Compute)(M > N ? b.x[k] : a.x[k]);
  }
  sync();
  for (int e = 0; e < Out::num_elements; ++e) {
    Total total((decltype(Total::value))c.x[e], how);
    int from = M > N ? e : rowOf<M, N>(laneId(), e);
    for (int k = 0; k < K; ++k)
      total.add(other[from * K + k], own[k]);
    d.x[e] = (typename Out::element_type)total.get();
  }
  sync();
}

} // namespace heddle

template <int M, int N, int K, class T, class LayoutA, class LayoutB, class D,
          class C>
__device__ __forceinline__ void
mma_sync(fragment<accumulator, M, N, K, D> &d,
         const fragment<matrix_a, M, N, K, T, LayoutA> &a,
         const fragment<matrix_b, M, N, K, T, LayoutB> &b,
         const fragment<accumulator, M, N, K, C> &c, bool saturate = false) {
  typedef typename heddle::Element<T>::Compute Compute;
  heddle::multiply<Compute, heddle::Sum<Compute>, M, N>(d, a, b, c, saturate);
}

template <class LayoutA, class LayoutB>
__device__ __forceinline__ void bmma_sync(
    fragment<accumulator, 8, 8, 128, int> &d,
    const fragment<matrix_a, 8, 8, 128, experimental::precision::b1, LayoutA>
        &a,
    const fragment<matrix_b, 8, 8, 128, experimental::precision::b1, LayoutB>
        &b,
    const fragment<accumulator, 8, 8, 128, int> &c,
    experimental::bmmaBitOp op = experimental::bmmaBitOpXOR,
    experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC) {
  heddle::multiply<unsigned int, heddle::BitSum, 8, 8>(
      d, a, b, c, op == experimental::bmmaBitOpXOR);
}

namespace experimental {
using wmma::bmma_sync;
}

} // namespace wmma
} // namespace nvcuda

#endif // __cplusplus && __CUDA__

#endif // __CUDA_MMA_H__
