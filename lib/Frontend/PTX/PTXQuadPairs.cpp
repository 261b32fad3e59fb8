//===- PTXQuadPairs.cpp - PTX mma.m8n8k4 of half precision ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The warp multiplies four pairs of matrices, 8 x 4 and 4 x 8. Lanes 4q … 4q+3
// and 4q+16 … 4q+19, a quad pair, hold those of number q. Lane i of the first
// four has "line" i, lane i of the others line i + 4: a row of A if A is by
// rows, a column of B if B is by columns, in both cases with its four elements.
// If A is by columns, the lane i of both has column i: the first rows 0 to 3 of
// it, the other rows 4 to 7; likewise a B by rows. C and D lie by rows if they
// are half precision. In single precision, a lane has two rows of four columns:
// element i is in row (lane & 1) + (i & 2), of the second quad's 4 more, and
// column (i & 4) + (lane & 2) + (i & 1).
//
//===----------------------------------------------------------------------===//

#include "PTXEmitter.h"

#include <array>

using namespace heddle::ptx;
using llvm::Value;

namespace {

class QuadPairs {
public:
  explicit QuadPairs(Emitter &e)
      : e(e), lane(e.laneId()), first(e.b.CreateAnd(lane, 12)) {}

  using Line = std::array<Value *, 4>;

  /// Row `index` of A or column `index` of B. `whole`: one lane has it.
  Line line(const std::vector<Operand> &words, Value *index, bool whole) {
    Value *quad = e.b.CreateOr(first, e.b.CreateShl(bit(index, 4), 2));
    Value *within = e.b.CreateAnd(index, 3);
    Line result;
    if (whole) {
      Value *from = e.b.CreateOr(quad, within);
      for (unsigned word = 0; word < 2; ++word) {
        Value *both = shuffleFrom(e, e.readBits(words[word], 32), from);
        result[2 * word] = half(both);
        result[2 * word + 1] = half(e.b.CreateLShr(both, 16));
      }
      return result;
    }
    for (unsigned k = 0; k < 4; ++k) {
      Value *from = e.b.CreateOr(quad, e.i32(k));
      Value *low = shuffleFrom(e, e.readBits(words[0], 32), from);
      Value *high = shuffleFrom(e, e.readBits(words[1], 32), from);
      Value *both = e.b.CreateSelect(e.b.CreateICmpNE(bit(index, 2), e.i32(0)),
                                     high, low);
      result[k] = half(e.b.CreateLShr(both, e.b.CreateShl(bit(index, 1), 4)));
    }
    return result;
  }

  /// Where element `i` of D is.
  Value *row(unsigned i, bool single) {
    Value *within = single ? e.b.CreateOr(bit(lane, 1), e.i32(i & 2))
                           : e.b.CreateAnd(lane, 3);
    return e.b.CreateOr(within, e.b.CreateLShr(bit(lane, 16), 2));
  }
  Value *column(unsigned i, bool single) {
    return single ? e.b.CreateOr(bit(lane, 2), e.i32(i & 5)) : e.i32(i);
  }

  /// The lower 16 bits of a word, as a float.
  Value *half(Value *word) {
    Value *bits = e.b.CreateTrunc(word, e.b.getInt16Ty());
    return e.b.CreateFPExt(e.bitcast(bits, e.b.getHalfTy()), e.b.getFloatTy());
  }

private:
  Value *bit(Value *value, unsigned mask) { return e.b.CreateAnd(value, mask); }

  Emitter &e;
  Value *lane;
  Value *first; ///< Of the quad pair.
};

bool isHalf(Type type) { return type.kind == 'f' && type.bits == 16; }
bool isSingle(Type type) { return type.kind == 'f' && type.bits == 32; }

} // namespace

bool heddle::ptx::multiplyInQuadPairs(Emitter &e, const Instruction &in) {
  // D, A, B and C, in this order.
  llvm::SmallVector<Type, 4> types = in.types();
  if (types.size() != 4 || in.operands.size() != 4 || in.modifiers.size() < 5 ||
      !isHalf(types[1]) || !isHalf(types[2]) ||
      !(isHalf(types[0]) || isSingle(types[0])) ||
      !(types[3].kind == types[0].kind && types[3].bits == types[0].bits))
    return false;
  std::vector<Operand> d = registersOf(in.operands[0]);
  std::vector<Operand> a = registersOf(in.operands[1]);
  std::vector<Operand> b = registersOf(in.operands[2]);
  std::vector<Operand> c = registersOf(in.operands[3]);
  bool single = isSingle(types[0]);
  if (a.size() != 2 || b.size() != 2 || c.size() != (single ? 8 : 4) ||
      d.size() != c.size())
    return false;

  QuadPairs lanes(e);
  bool byRows = in.modifiers[3] == "row", byColumns = in.modifiers[4] == "col";
  // Elements of the same row or column share it.
  std::array<QuadPairs::Line, 2> rows;
  std::array<QuadPairs::Line, 8> columns;
  for (unsigned i = 0; i < (single ? 2 : 1); ++i)
    rows[i] = lanes.line(a, lanes.row(2 * i, single), byRows);
  for (unsigned i = 0; i < 8; ++i)
    if (!single || !(i & 2))
      columns[i] = lanes.line(b, lanes.column(i, single), byColumns);

  std::array<Value *, 8> sums;
  for (unsigned i = 0; i < 8; ++i) {
    sums[i] = single ? e.read(c[i], types[3])
                     : lanes.half(e.b.CreateLShr(e.readBits(c[i / 2], 32),
                                                 16 * (i % 2)));
    const QuadPairs::Line &row = rows[single ? i / 2 % 2 : 0];
    const QuadPairs::Line &column = columns[single ? i & 5 : i];
    for (unsigned k = 0; k < 4; ++k)
      sums[i] = e.intrinsic(llvm::Intrinsic::fma, e.b.getFloatTy(),
                            {row[k], column[k], sums[i]});
  }
  if (single) {
    for (unsigned i = 0; i < 8; ++i)
      e.write(d[i], sums[i], types[0]);
    return true;
  }
  auto bits = [&](Value *sum) {
    return e.b.CreateZExt(
        e.bitcast(e.b.CreateFPTrunc(sum, e.b.getHalfTy()), e.b.getInt16Ty()),
        e.b.getInt32Ty());
  };
  for (unsigned i = 0; i < 4; ++i)
    e.write(d[i],
            e.b.CreateOr(bits(sums[2 * i]),
                         e.b.CreateShl(bits(sums[2 * i + 1]), 16)),
            Type{'b', 32});
  return true;
}
