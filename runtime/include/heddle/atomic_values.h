//===- atomic_values.h - Atomic reads and writes of any type ----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values are accessed as integers of their size, so that any type takes one
// instruction. 16 bytes take a call to the runtime.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ATOMIC_VALUES_H
#define HEDDLE_ATOMIC_VALUES_H

#include "../host_defines.h"

#define HEDDLE_ATOMIC_VALUE __host__ __device__ __forceinline__

// For both sides: the runtime is linked to the whole program.
extern "C" __host__ __device__ int
__heddle_cas128(void *address, void *expected, const void *desired);

template <int Size> struct HeddleAtomicWord {
  static_assert(Size == 16, "an atomic value has 1, 2, 4, 8 or 16 bytes");
  typedef unsigned long type;
};
template <> struct HeddleAtomicWord<1> {
  typedef unsigned char type;
};
template <> struct HeddleAtomicWord<2> {
  typedef unsigned short type;
};
template <> struct HeddleAtomicWord<4> {
  typedef unsigned int type;
};
template <> struct HeddleAtomicWord<8> {
  typedef unsigned long type;
};

template <class T> struct HeddleAtomicValue {
  static_assert(__is_trivially_copyable(T),
                "an atomic value has to be trivially copyable");
  static constexpr bool wide = sizeof(T) == 16;
  typedef typename HeddleAtomicWord<sizeof(T)>::type Word;
  typedef Word __attribute__((may_alias)) Aliasing;

  HEDDLE_ATOMIC_VALUE static T load(const T *place, int order) {
    if constexpr (wide) {
      T value = {};
      __heddle_cas128((void *)place, &value, &value);
      return value;
    } else {
      return fromWord(__atomic_load_n((const Aliasing *)place, order));
    }
  }
  HEDDLE_ATOMIC_VALUE static void store(T *place, const T &value, int order) {
    if constexpr (wide)
      exchange(place, value, order);
    else
      __atomic_store_n((Aliasing *)place, toWord(value), order);
  }
  HEDDLE_ATOMIC_VALUE static T exchange(T *place, const T &value, int order) {
    if constexpr (wide) {
      T old = load(place, order);
      while (!__heddle_cas128(place, &old, &value)) {
      }
      return old;
    } else {
      return fromWord(
          __atomic_exchange_n((Aliasing *)place, toWord(value), order));
    }
  }
  HEDDLE_ATOMIC_VALUE static bool compareExchange(T *place, T &expected,
                                                  const T &desired, int success,
                                                  int failure) {
    if constexpr (wide) {
      return __heddle_cas128(place, &expected, &desired) != 0;
    } else {
      Word old = toWord(expected);
      bool done = __atomic_compare_exchange_n(
          (Aliasing *)place, &old, toWord(desired), false, success, failure);
      expected = fromWord(old);
      return done;
    }
  }

private:
  HEDDLE_ATOMIC_VALUE static Word toWord(const T &value) {
    return __builtin_bit_cast(Word, value);
  }
  HEDDLE_ATOMIC_VALUE static T fromWord(Word word) {
    return __builtin_bit_cast(T, word);
  }
};

#undef HEDDLE_ATOMIC_VALUE

#endif // HEDDLE_ATOMIC_VALUES_H
