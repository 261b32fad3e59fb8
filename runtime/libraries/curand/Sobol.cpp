//===- Sobol.cpp - Direction vectors of Sobol' sequences ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The primitive polynomials and the first direction numbers are Joe and Kuo's
// (new-joe-kuo-6), which Boost has for 3667 dimensions. The rest follows from
// Bratley and Fox's recurrence. Both widths have the same leading bits.
//
// The scrambling is Matousek's: a random lower triangular matrix and a shift
// for each dimension, from a fixed hash. cuRAND's own matrices are not
// published.
//
//===----------------------------------------------------------------------===//

#include "Sobol.h"
#include <boost/random/detail/sobol_table.hpp>
#include <cstdint>
#include <vector>

namespace heddle::curand {
namespace {

using Table = boost::random::detail::qrng_tables::sobol;
constexpr unsigned dimensions = Table::max_dimension;

/// 64 well mixed bits of a number (SplitMix64).
uint64_t mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

/// The vectors of one dimension, with `bits` bits each.
template <typename Word, int bits>
void makeVectors(unsigned dimension, Word *v) {
  if (dimension == 0) {
    for (int i = 0; i < bits; ++i)
      v[i] = Word(1) << (bits - 1 - i);
    return;
  }
  unsigned polynomial = Table::polynomial(dimension - 1);
  int degree = 31 - __builtin_clz(polynomial);
  for (int i = 0; i < bits; ++i) {
    if (i < degree) {
      v[i] = Word(Table::minit(dimension - 1, i)) << (bits - 1 - i);
      continue;
    }
    v[i] = v[i - degree] ^ (v[i - degree] >> degree);
    for (int k = 1; k < degree; ++k)
      if ((polynomial >> (degree - k)) & 1)
        v[i] ^= v[i - k];
  }
}

/// Multiplies vectors by the dimension's lower triangular matrix. Row r is for
/// the r-th bit from the top.
template <typename Word, int bits> void scramble(unsigned dimension, Word *v) {
  Word rows[bits];
  for (int r = 0; r < bits; ++r) {
    Word below = r == 0 ? 0 : Word(~Word(0)) << (bits - r);
    auto random = static_cast<Word>(mix(uint64_t(dimension) * 128 + r));
    rows[r] = (random & below) | (Word(1) << (bits - 1 - r));
  }
  for (int i = 0; i < bits; ++i) {
    Word product = 0;
    for (int r = 0; r < bits; ++r)
      product |= Word(__builtin_parityll(rows[r] & v[i])) << (bits - 1 - r);
    v[i] = product;
  }
}

template <typename Word, int bits>
const Word (*allVectors(bool scrambled)) [bits] {
  static const auto make = [](bool scrambles) {
    std::vector<Word> all(size_t(dimensions) * bits);
    for (unsigned d = 0; d < dimensions; ++d) {
      makeVectors<Word, bits>(d, &all[size_t(d) * bits]);
      if (scrambles)
        scramble<Word, bits>(d, &all[size_t(d) * bits]);
    }
    return all;
  };
  if (scrambled) {
    static const std::vector<Word> all = make(true);
    return reinterpret_cast<const Word(*)[bits]>(all.data());
  }
  static const std::vector<Word> all = make(false);
  return reinterpret_cast<const Word(*)[bits]>(all.data());
}

template <typename Word>
const Word *allConstants() {
  static const std::vector<Word> all = [] {
    std::vector<Word> result;
    for (unsigned d = 0; d < dimensions; ++d)
      result.push_back(
          static_cast<Word>(mix(~uint64_t(d)) >> (64 - 8 * sizeof(Word))));
    return result;
  }();
  return all.data();
}

} // namespace

unsigned sobolDimensions() { return dimensions; }

const curandDirectionVectors32_t *vectors32(bool scrambled) {
  return allVectors<unsigned int, 32>(scrambled);
}
const curandDirectionVectors64_t *vectors64(bool scrambled) {
  return allVectors<unsigned long long, 64>(scrambled);
}
const unsigned int *constants32() { return allConstants<unsigned int>(); }
const unsigned long long *constants64() {
  return allConstants<unsigned long long>();
}

} // namespace heddle::curand
