//===- functors.h - Operations for reduce and scan --------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_COOPERATIVE_GROUPS_FUNCTORS_H
#define HEDDLE_COOPERATIVE_GROUPS_FUNCTORS_H

#include "lanes.h"

namespace cooperative_groups {

#define HEDDLE_FUNCTOR(name, expression)                                       \
  template <class T> struct name {                                             \
    __host__ __device__ __forceinline__ T operator()(const T &a,               \
                                                     const T &b) const {       \
      return expression;                                                       \
    }                                                                          \
  };
HEDDLE_FUNCTOR(plus, a + b)
HEDDLE_FUNCTOR(less, b < a ? b : a)
HEDDLE_FUNCTOR(greater, a < b ? b : a)
HEDDLE_FUNCTOR(bit_and, a &b)
HEDDLE_FUNCTOR(bit_or, a | b)
HEDDLE_FUNCTOR(bit_xor, a ^ b)
#undef HEDDLE_FUNCTOR

namespace details {

/// The number that an operation on 32-bit integers has among the reductions of
/// a warp (HeddleWarpReduction), or -1.
template <class T, class Operation> struct ReductionKind {
  static constexpr int value = -1;
};
#define HEDDLE_KIND(type, name, number)                                        \
  template <> struct ReductionKind<type, name<type>> {                         \
    static constexpr int value = number;                                       \
  };
HEDDLE_KIND(int, plus, 0)
HEDDLE_KIND(unsigned int, plus, 0)
HEDDLE_KIND(unsigned int, less, 1)
HEDDLE_KIND(unsigned int, greater, 2)
HEDDLE_KIND(int, less, 3)
HEDDLE_KIND(int, greater, 4)
HEDDLE_KIND(int, bit_and, 5)
HEDDLE_KIND(unsigned int, bit_and, 5)
HEDDLE_KIND(int, bit_or, 6)
HEDDLE_KIND(unsigned int, bit_or, 6)
HEDDLE_KIND(int, bit_xor, 7)
HEDDLE_KIND(unsigned int, bit_xor, 7)
#undef HEDDLE_KIND

template <class T> struct Plain {
  using type = T;
};
template <class T> struct Plain<T &> : Plain<T> {};
template <class T> struct Plain<T &&> : Plain<T> {};
template <class T> struct Plain<const T> : Plain<T> {};
// An operator may be a plain function.
template <class Result, class... Arguments> struct Plain<Result(Arguments...)> {
  using type = Result (*)(Arguments...);
};
#if __cplusplus >= 201703L
template <class Result, class... Arguments>
struct Plain<Result(Arguments...) noexcept> {
  using type = Result (*)(Arguments...);
};
#endif
template <class T> using PlainType = typename Plain<T>::type;

} // namespace details
} // namespace cooperative_groups

#endif // HEDDLE_COOPERATIVE_GROUPS_FUNCTORS_H
