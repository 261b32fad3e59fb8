//===- Numbers.h - Arithmetic on real and complex numbers -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For the operations that OpenBLAS does not have. CUDA's complex types have no
// operators, so these loops compute with std::complex, which has their layout.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIBRARIES_CUBLAS_NUMBERS_H
#define HEDDLE_LIBRARIES_CUBLAS_NUMBERS_H

#include "vector_types.h"
#include <cmath>
#include <complex>

namespace heddle::cublas {

/// The type to compute with, and the type of absolute values.
template <typename T> struct Number {
  using Type = T;
  using Real = T;
  static constexpr bool isComplex = false;
};
template <> struct Number<float2> {
  using Type = std::complex<float>;
  using Real = float;
  static constexpr bool isComplex = true;
};
template <> struct Number<double2> {
  using Type = std::complex<double>;
  using Real = double;
  static constexpr bool isComplex = true;
};
template <typename T> using NumberOf = typename Number<T>::Type;
template <typename T> using RealOf = typename Number<T>::Real;

template <typename T> NumberOf<T> *numbers(T *pointer) {
  return reinterpret_cast<NumberOf<T> *>(pointer);
}
template <typename T> const NumberOf<T> *numbers(const T *pointer) {
  return reinterpret_cast<const NumberOf<T> *>(pointer);
}
template <typename T> NumberOf<T> number(const T &value) {
  return *numbers(&value);
}

inline float conjugate(float value) { return value; }
inline double conjugate(double value) { return value; }
template <typename T> std::complex<T> conjugate(std::complex<T> value) {
  return std::conj(value);
}

inline float realPart(float value) { return value; }
inline double realPart(double value) { return value; }
template <typename T> T realPart(std::complex<T> value) { return value.real(); }

/// C++'s multiplication of complex numbers checks for infinities, which keeps
/// loops from being vectorised.
inline float times(float a, float b) { return a * b; }
inline double times(double a, double b) { return a * b; }
template <typename T>
std::complex<T> times(std::complex<T> a, std::complex<T> b) {
  return {a.real() * b.real() - a.imag() * b.imag(),
          a.real() * b.imag() + a.imag() * b.real()};
}

/// A constant of the type.
template <typename T> T constant(double value) {
  NumberOf<T> result(static_cast<RealOf<T>>(value));
  return *reinterpret_cast<T *>(&result);
}
template <typename T> bool isZero(const T &value) {
  return number(value) == NumberOf<T>(0);
}

} // namespace heddle::cublas

#endif // HEDDLE_LIBRARIES_CUBLAS_NUMBERS_H
