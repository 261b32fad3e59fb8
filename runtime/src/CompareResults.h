//===- CompareResults.h - Where two runs of a kernel differ -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_COMPARERESULTS_H
#define HEDDLE_RUNTIME_COMPARERESULTS_H

#include "Snapshot.h"
#include <set>
#include <string>

namespace heddle::rt {

/// How far floating-point results may be apart, as a fraction of the larger
/// one.
struct Tolerance {
  double half = 4e-3, bfloat16 = 3e-2, single = 1e-4, twice = 1e-9;
  void scale(double factor);
};

/// An element of a region.
struct Element {
  size_t region = 0, offset = 0;
  uint32_t type = 0; ///< Of HeddleValueTypes.
  uint64_t optimized = 0, reference = 0;
};

struct Comparison {
  /// Elements that are the same in both runs of the reference, and not in the
  /// optimized one. At most `maxElements` of them are listed.
  std::vector<Element> different;
  uint64_t numDifferent = 0;
  /// Elements in which the reference differs from itself.
  uint64_t numOrderDependent = 0;
  /// The regions that have such elements.
  std::set<size_t> orderDependentRegions;
};
inline constexpr size_t maxElements = 1 << 20;

/// Compares what the optimized kernel left with what two runs of the reference
/// left, all from the same snapshot.
Comparison compareResults(const Snapshot &snapshot, const Changes &optimized,
                          const Changes &first, const Changes &second,
                          const Tolerance &tolerance);

/// Drops the different elements that another run of the reference shows to
/// depend on the order of threads.
void dropOrderDependent(Comparison &comparison, const Snapshot &snapshot,
                        const Changes &another, const Tolerance &tolerance);

/// Drops the different elements in which another run of the optimized kernel
/// agrees with the reference, if the reference differs from itself elsewhere in
/// their region: which elements the kernel stores to depends on the order, and
/// the optimized kernel had one that the reference was not run in.
void dropVarying(Comparison &comparison, const Snapshot &snapshot,
                 const Changes &optimized, const Tolerance &tolerance);

/// The element's value and type in words.
std::string describeValue(uint32_t type, uint64_t bits);
const char *describeType(uint32_t type);
unsigned bytesOfType(uint32_t type);

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_COMPARERESULTS_H
