//===- CompareResults.cpp - Where two runs of a kernel differ -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Integers are compared exactly. A value may be off by the tolerance only where
// the kernel stores floating-point values of that width. If it stores integers
// to the same region too, then nobody knows which of the two an element is: it
// counts as a float only if it looks like a normal one, which integers below
// 2^23 do not.
//
//===----------------------------------------------------------------------===//

#include "CompareResults.h"
#include "heddle/abi.h"
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <optional>

namespace heddle::rt {
namespace {

constexpr uint32_t integers =
    HeddleInt8 | HeddleInt16 | HeddleInt32 | HeddleInt64;

uint64_t load(const char *bytes, unsigned size) {
  uint64_t value = 0;
  std::memcpy(&value, bytes, size);
  return value;
}

double halfToDouble(uint16_t bits) {
  unsigned exponent = bits >> 10 & 31, fraction = bits & 1023;
  double value = exponent == 31
                     ? (fraction ? std::numeric_limits<double>::quiet_NaN()
                                 : std::numeric_limits<double>::infinity())
                 : exponent ? std::ldexp(1024 + fraction, int(exponent) - 25)
                            : std::ldexp(fraction, -24);
  return bits >> 15 ? -value : value;
}

double toDouble(uint32_t type, uint64_t bits) {
  switch (type) {
  case HeddleHalf:
    return halfToDouble(uint16_t(bits));
  case HeddleBFloat16:
    return std::bit_cast<float>(uint32_t(bits) << 16);
  case HeddleFloat:
    return std::bit_cast<float>(uint32_t(bits));
  default:
    return std::bit_cast<double>(bits);
  }
}

double relative(const Tolerance &tolerance, uint32_t type) {
  switch (type) {
  case HeddleHalf:
    return tolerance.half;
  case HeddleBFloat16:
    return tolerance.bfloat16;
  case HeddleFloat:
    return tolerance.single;
  default:
    return tolerance.twice;
  }
}

/// The smallest normal value of a type.
double smallest(uint32_t type) {
  return type == HeddleHalf     ? std::ldexp(1, -14)
         : type == HeddleDouble ? std::numeric_limits<double>::min()
                                : std::numeric_limits<float>::min();
}

/// How elements of one region are compared.
class RegionRules {
public:
  RegionRules(const Snapshot &snapshot, size_t region, const Changes &reference,
              const Tolerance &tolerance)
      : snapshot(snapshot), reference(reference), tolerance(tolerance),
        region(region), stored(snapshot.regions()[region].stored),
        mixed((stored & integers) || std::popcount(stored & ~integers) > 1) {}

  /// The type of the region's elements; where it has several, the one by which
  /// they are counted.
  uint32_t elementType() const {
    for (uint32_t type : {HeddleFloat, HeddleInt32, HeddleDouble, HeddleHalf,
                          HeddleBFloat16, HeddleInt64, HeddleInt16, HeddleInt8})
      if (stored & type)
        return type;
    return HeddleInt32;
  }

  /// Whether the values are the same by all that is known of their type.
  bool same(uint64_t a, uint64_t b, unsigned bytes) {
    if (a == b)
      return true;
    switch (bytes) {
    case 8:
      return isClose(HeddleDouble, a, b) ||
             (same(a & 0xffffffff, b & 0xffffffff, 4) &&
              same(a >> 32, b >> 32, 4));
    case 4:
      return isClose(HeddleFloat, a, b) ||
             (same(a & 0xffff, b & 0xffff, 2) && same(a >> 16, b >> 16, 2));
    case 2:
      return isClose(HeddleHalf, a, b) || isClose(HeddleBFloat16, a, b);
    default:
      return false;
    }
  }

  /// Doubles among elements that are smaller are only seen as a whole.
  bool sameAsDouble(uint64_t a, uint64_t b) {
    return a == b || isClose(HeddleDouble, a, b);
  }

private:
  bool isClose(uint32_t type, uint64_t a, uint64_t b) {
    if (!(stored & type))
      return false;
    double x = toDouble(type, a), y = toDouble(type, b);
    if (std::isnan(x) || std::isnan(y))
      return std::isnan(x) && std::isnan(y) &&
             (!mixed || isQuietNaN(type, a, b));
    if (std::isinf(x) || std::isinf(y))
      return x == y;
    double distance = std::fabs(x - y);
    double size = std::max(std::fabs(x), std::fabs(y));
    if (mixed) {
      // 0 may be a float; denormals are integers.
      bool normal = (x == 0 || std::fabs(x) >= smallest(type)) &&
                    (y == 0 || std::fabs(y) >= smallest(type));
      return normal && distance <= relative(tolerance, type) * size;
    }
    if (distance <= relative(tolerance, type) * size)
      return true;
    // Where terms cancel each other, what is left has the error of the terms.
    return distance <= 0.01 * relative(tolerance, type) * usualSize(type);
  }

  /// The NaN that arithmetic makes, of either sign, or that of a GPU.
  static bool isQuietNaN(uint32_t type, uint64_t a, uint64_t b) {
    auto plain = [&](uint64_t bits) {
      switch (type) {
      case HeddleDouble:
        return bits << 1 == 0xfff0ull << 48;
      case HeddleFloat:
        return uint32_t(bits << 1) == 0xff800000u || bits == 0x7fffffff;
      case HeddleHalf:
        return uint16_t(bits << 1) == 0xfc00u || bits == 0x7fff;
      default:
        return uint16_t(bits << 1) == 0xff80u || bits == 0x7fff;
      }
    };
    return plain(a) && plain(b);
  }

  /// The median of what the reference wrote here, without zeros: a few huge
  /// values that stand for infinity do not count.
  double usualSize(uint32_t type) {
    if (usual)
      return *usual;
    std::vector<double> sizes;
    unsigned bytes = bytesOfType(type);
    for (auto [block, data] : reference.blocks()) {
      if (snapshot.locate(block).first != region)
        continue;
      size_t end = snapshot.blockBytes(block);
      for (size_t at = 0; at + bytes <= end && sizes.size() < 65536;
           at += bytes)
        if (double value = toDouble(type, load(data + at, bytes));
            std::isfinite(value) && value != 0)
          sizes.push_back(std::fabs(value));
    }
    usual = 0;
    if (!sizes.empty()) {
      auto middle = sizes.begin() + sizes.size() / 2;
      std::nth_element(sizes.begin(), middle, sizes.end());
      usual = *middle;
    }
    return *usual;
  }

  const Snapshot &snapshot;
  const Changes &reference;
  const Tolerance &tolerance;
  const size_t region;
  const uint32_t stored;
  const bool mixed;
  std::optional<double> usual;
};

/// One block in three runs.
class BlockComparison {
public:
  BlockComparison(Comparison &result, RegionRules &rules, size_t region,
                  size_t offset)
      : result(result), rules(rules), region(region), offset(offset),
        type(rules.elementType()), size(bytesOfType(type)) {}

  void run(const char *a, const char *r, const char *s, size_t bytes) {
    for (size_t at = 0; at < bytes; at += 8) {
      size_t width = std::min<size_t>(8, bytes - at);
      uint64_t x = load(a + at, width), y = load(r + at, width),
               z = load(s + at, width);
      if (x == y && y == z)
        continue;
      if (width == 8 && rules.sameAsDouble(x, y) && rules.sameAsDouble(y, z)) {
        if (y != z) {
          ++result.numOrderDependent;
          result.orderDependentRegions.insert(region);
        }
        continue;
      }
      for (size_t part = 0; part < width; part += size) {
        unsigned here = std::min<size_t>(size, width - part);
        compare(load(a + at + part, here), load(r + at + part, here),
                load(s + at + part, here), here, at + part);
      }
    }
  }

private:
  void compare(uint64_t x, uint64_t y, uint64_t z, unsigned bytes, size_t at) {
    if (x == y && y == z)
      return;
    if (y != z) {
      ++result.numOrderDependent;
      result.orderDependentRegions.insert(region);
    }
    // Runs of the reference that are not even close say nothing; if they are,
    // the optimized kernel has to be close as well.
    if (rules.same(x, y, bytes) || !rules.same(y, z, bytes) ||
        rules.same(x, z, bytes))
      return;
    if (y != z)
      --result.numOrderDependent;
    ++result.numDifferent;
    if (result.different.size() < maxElements)
      result.different.push_back({region, offset + at, type, x, y});
  }

  Comparison &result;
  RegionRules &rules;
  const size_t region, offset;
  const uint32_t type;
  const unsigned size;
};

} // namespace

void Tolerance::scale(double factor) {
  half *= factor;
  bfloat16 *= factor;
  single *= factor;
  twice *= factor;
}

Comparison compareResults(const Snapshot &snapshot, const Changes &optimized,
                          const Changes &first, const Changes &second,
                          const Tolerance &tolerance) {
  std::vector<size_t> blocks;
  for (const Changes *changes : {&optimized, &first, &second})
    for (auto [block, bytes] : changes->blocks())
      blocks.push_back(block);
  std::sort(blocks.begin(), blocks.end());
  blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());

  Comparison result;
  std::optional<RegionRules> rules;
  size_t present = SIZE_MAX;
  for (size_t block : blocks) {
    auto view = [&](const Changes &changes) {
      const char *bytes = changes.find(block);
      return bytes ? bytes : snapshot.original(block);
    };
    const char *a = view(optimized), *r = view(first), *s = view(second);
    size_t bytes = snapshot.blockBytes(block);
    if (std::memcmp(a, r, bytes) == 0 && std::memcmp(r, s, bytes) == 0)
      continue;
    auto [region, offset] = snapshot.locate(block);
    if (region != present)
      rules.emplace(snapshot, present = region, first, tolerance);
    BlockComparison(result, *rules, region, offset).run(a, r, s, bytes);
  }
  return result;
}

/// Takes the different elements for order-dependent that `isVarying` holds for,
/// which is given the rules of their region and their value after another run.
template <typename IsVarying>
static void dropDifferent(Comparison &comparison, const Snapshot &snapshot,
                          const Changes &another, const Tolerance &tolerance,
                          IsVarying isVarying) {
  size_t before = comparison.different.size();
  std::optional<RegionRules> rules;
  size_t present = SIZE_MAX;
  std::erase_if(comparison.different, [&](const Element &element) {
    if (element.region != present)
      rules.emplace(snapshot, present = element.region, another, tolerance);
    size_t block = snapshot.blockOf(element.region, element.offset);
    const char *bytes = another.find(block);
    if (!bytes)
      bytes = snapshot.original(block);
    size_t left = snapshot.regions()[element.region].bytes - element.offset;
    unsigned size = std::min<size_t>(bytesOfType(element.type), left);
    uint64_t value = load(bytes + element.offset % snapshotBlockBytes, size);
    if (!isVarying(*rules, element, value, size))
      return false;
    comparison.orderDependentRegions.insert(element.region);
    return true;
  });
  size_t dropped = before - comparison.different.size();
  comparison.numDifferent -= dropped;
  comparison.numOrderDependent += dropped;
}

void dropOrderDependent(Comparison &comparison, const Snapshot &snapshot,
                        const Changes &another, const Tolerance &tolerance) {
  dropDifferent(comparison, snapshot, another, tolerance,
                [](RegionRules &rules, const Element &element, uint64_t value,
                   unsigned bytes) {
                  return !rules.same(value, element.reference, bytes) ||
                         rules.same(value, element.optimized, bytes);
                });
}

void dropVarying(Comparison &comparison, const Snapshot &snapshot,
                 const Changes &optimized, const Tolerance &tolerance) {
  const std::set<size_t> regions = comparison.orderDependentRegions;
  dropDifferent(comparison, snapshot, optimized, tolerance,
                [&](RegionRules &rules, const Element &element, uint64_t value,
                    unsigned bytes) {
                  return regions.contains(element.region) &&
                         rules.same(value, element.reference, bytes);
                });
}

unsigned bytesOfType(uint32_t type) {
  switch (type) {
  case HeddleInt8:
    return 1;
  case HeddleInt16:
  case HeddleHalf:
  case HeddleBFloat16:
    return 2;
  case HeddleInt64:
  case HeddleDouble:
    return 8;
  default:
    return 4;
  }
}

const char *describeType(uint32_t type) {
  switch (type) {
  case HeddleInt8:
    return "8-bit";
  case HeddleInt16:
    return "16-bit";
  case HeddleInt64:
    return "64-bit";
  case HeddleHalf:
    return "half";
  case HeddleBFloat16:
    return "bfloat16";
  case HeddleFloat:
    return "float";
  case HeddleDouble:
    return "double";
  default:
    return "32-bit";
  }
}

std::string describeValue(uint32_t type, uint64_t bits) {
  char text[64];
  switch (type) {
  case HeddleInt8:
    std::snprintf(text, sizeof text, "%d", int(int8_t(bits)));
    break;
  case HeddleInt16:
    std::snprintf(text, sizeof text, "%d", int(int16_t(bits)));
    break;
  case HeddleInt32:
    std::snprintf(text, sizeof text, "%d (0x%08x)", int(bits), unsigned(bits));
    break;
  case HeddleInt64:
    std::snprintf(text, sizeof text, "%lld (0x%016llx)",
                  static_cast<long long>(bits),
                  static_cast<unsigned long long>(bits));
    break;
  default:
    std::snprintf(text, sizeof text, "%.*g", type == HeddleDouble ? 17 : 9,
                  toDouble(type, bits));
  }
  return text;
}

} // namespace heddle::rt
