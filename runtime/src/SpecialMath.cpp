//===- SpecialMath.cpp - Math functions that the C library lacks ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In double precision; the float versions round the result. Each function
// explains its accuracy.
//
//===----------------------------------------------------------------------===//

#include <cmath>
#include <limits>

namespace {

constexpr double pi = 3.14159265358979323846;
constexpr double sqrtPi = 1.77245385090551602730;
constexpr double sqrtHalf = 0.70710678118654752440;
constexpr double sqrtTwo = 1.41421356237309504880;
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// exp(x * x) without the error of the rounded square, which exp would amplify:
/// the square is an exact sum of two doubles.
double expOfSquare(double x, double sign) {
  double square = x * x;
  double rest = std::fma(x, x, -square);
  double result = std::exp(sign * square);
  return std::isinf(result) || result == 0 ? result
                                           : result + result * (sign * rest);
}

double erfcx(double x) {
  if (x < 9)
    return x < -27 ? infinity : expOfSquare(x, 1) * std::erfc(x);
  // The asymptotic series. Above x = 9 its terms fall below an ulp before they
  // grow.
  double term = 1, sum = 1, step = 1 / (2 * x * x);
  for (int k = 1; k <= 20 && std::fabs(term) > 1e-18; ++k) {
    term *= -(2 * k - 1) * step;
    sum += term;
  }
  return sum / (x * sqrtPi);
}

/// Solves erfc(y) = z for y >= 0 by Newton's method on the logarithm, which is
/// nearly a parabola: the derivative of log erfc(y) is -2 / (sqrt(pi)
/// erfcx(y)).
double inverseTail(double z) {
  double logarithm = std::log(z);
  // An approximate inverse of erf (Winitzki), accurate to a few thousandths.
  double half = 2 / (pi * 0.147) + 0.5 * (logarithm + std::log(2 - z));
  double inner = half * half - (logarithm + std::log(2 - z)) / 0.147;
  double y = std::sqrt(std::fmax(0, std::sqrt(inner) - half));
  for (int i = 0; i < 4; ++i) {
    double scaled = erfcx(y);
    double difference = std::log(scaled) - y * y - logarithm;
    y += difference * scaled * sqrtPi / 2;
  }
  return y;
}

/// erf near zero, where 1 - x would cancel: Newton's method on erf itself.
double inverseCentre(double x) {
  double y = x * sqrtPi / 2;
  y += y * y * y / 3;
  for (int i = 0; i < 5; ++i)
    y -= (std::erf(y) - x) * sqrtPi / 2 * expOfSquare(y, 1);
  return y;
}

double erfinv(double x) {
  double size = std::fabs(x);
  if (!(size <= 1))
    return nan;
  if (size == 1)
    return std::copysign(infinity, x);
  if (size < 0.5)
    return inverseCentre(x);
  return std::copysign(inverseTail(1 - size), x);
}

double erfcinv(double z) {
  if (!(z >= 0 && z <= 2))
    return nan;
  if (z == 0 || z == 2)
    return z == 0 ? infinity : -infinity;
  if (z > 0.5 && z < 1.5)
    return inverseCentre(1 - z);
  return z < 1 ? inverseTail(z) : -inverseTail(2 - z);
}

/// I0 or I1. All terms of the power series are positive, so there is no
/// cancellation. From 30 on, the asymptotic series is accurate enough.
double besselI(int order, double x) {
  double size = std::fabs(x);
  double result;
  if (size < 30) {
    double quarter = size * size / 4;
    double term = order == 0 ? 1 : size / 2, sum = term;
    for (int k = 1; term > sum * 1e-18; ++k) {
      term *= quarter / (double(k) * (k + order));
      sum += term;
    }
    result = sum;
  } else if (std::isinf(x)) {
    result = size;
  } else {
    double mu = 4.0 * order * order, term = 1, sum = 1;
    for (int k = 1; k <= 40 && std::fabs(term) > 1e-18; ++k) {
      term *= -(mu - double(2 * k - 1) * (2 * k - 1)) / (k * 8 * size);
      sum += term;
    }
    // In two steps, because exp overflows before the quotient does.
    double root = std::exp(size / 2);
    result = root * (sum / std::sqrt(2 * pi * size)) * root;
  }
  return order == 1 ? std::copysign(result, x) : result;
}

/// sin(pi x) or cos(pi x). x is reduced exactly, so that integers and
/// half-integers give exact results and large arguments are accurate.
double sinpi(double x) {
  if (std::isinf(x) || std::isnan(x))
    return nan;
  double r = std::fmod(std::fabs(x), 2);
  double sign = std::signbit(x) ? -1 : 1;
  if (r >= 1) {
    r -= 1;
    sign = -sign;
  }
  if (r == 0)
    return std::copysign(0.0, x);
  double value = r <= 0.25   ? std::sin(pi * r)
                 : r <= 0.75 ? std::cos(pi * (0.5 - r))
                             : std::sin(pi * (1 - r));
  return sign * value;
}

double cospi(double x) {
  if (std::isinf(x) || std::isnan(x))
    return nan;
  double r = std::fmod(std::fabs(x), 2);
  if (r > 1)
    r = 2 - r;
  if (r == 0.5)
    return 0;
  return r <= 0.25   ? std::cos(pi * r)
         : r <= 0.75 ? std::sin(pi * (0.5 - r))
                     : -std::cos(pi * (1 - r));
}

/// The length of a vector, scaled so that no square overflows or underflows.
template <class T> double norm(int dimension, const T *p) {
  double largest = 0;
  bool isNan = false;
  for (int i = 0; i < dimension; ++i) {
    if (std::isinf(p[i]))
      return infinity;
    isNan |= std::isnan(p[i]);
    largest = std::fmax(largest, std::fabs(double(p[i])));
  }
  if (isNan || largest == 0)
    return isNan ? nan : 0;
  int exponent = std::ilogb(largest);
  double sum = 0;
  for (int i = 0; i < dimension; ++i) {
    double scaled = std::scalbn(double(p[i]), -exponent);
    sum = std::fma(scaled, scaled, sum);
  }
  return std::scalbn(std::sqrt(sum), exponent);
}

} // namespace

extern "C" {

double __heddle_sinpi(double x) { return sinpi(x); }
double __heddle_cospi(double x) { return cospi(x); }
double __heddle_erfcx(double x) { return erfcx(x); }
double __heddle_erfinv(double x) { return erfinv(x); }
double __heddle_erfcinv(double x) { return erfcinv(x); }
double __heddle_normcdf(double x) { return 0.5 * std::erfc(-x * sqrtHalf); }
double __heddle_normcdfinv(double x) { return -sqrtTwo * erfcinv(2 * x); }
double __heddle_cyl_bessel_i0(double x) { return besselI(0, x); }
double __heddle_cyl_bessel_i1(double x) { return besselI(1, x); }
double __heddle_norm(int dimension, const double *p) {
  return norm(dimension, p);
}
double __heddle_normf(int dimension, const float *p) {
  return norm(dimension, p);
}

} // extern "C"
