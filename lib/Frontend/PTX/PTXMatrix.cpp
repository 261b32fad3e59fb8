//===- PTXMatrix.cpp - PTX matrix instructions ----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lanes of a warp hold a matrix together. With g = lane / 4 and t = lane %
// 4, a lane holds rows g and g + 8 of A (16 rows), column g of B (8 columns),
// and of both the elements k = t·E … t·E + E - 1, where E elements fit in a
// register, and a second such group if k is long. Of C and D it holds rows g
// and g + 8 and columns 2t and 2t + 1. Where A has 8 rows, it has no row g + 8.
// Elements of other lanes that it needs for its part of the product come from
// shuffles. The matrices of m8n8k4 lie otherwise (PTXQuadPairs.cpp).
//
//===----------------------------------------------------------------------===//

#include "PTXEmitter.h"

#include "llvm/ADT/StringSwitch.h"

using namespace heddle::ptx;
using llvm::StringRef;
using llvm::Value;

Value *heddle::ptx::shuffleFrom(Emitter &e, Value *value, Value *lane) {
  bool wide = value->getType()->isIntegerTy(64);
  llvm::SmallVector<Value *, 3> args = {e.i32(~0u), value, lane};
  return wide ? e.call(HEDDLE_ABI(__heddle_warp_shuffle64), args)
              : e.call(HEDDLE_ABI(__heddle_warp_shuffle32), args);
}

std::vector<Operand> heddle::ptx::registersOf(const Operand &operand) {
  return operand.kind == Operand::Vector ? operand.elements
                                         : std::vector<Operand>{operand};
}

namespace {

/// Element `index` of a register, as a value for computations.
Value *element(Emitter &e, Value *word, Type type, unsigned index) {
  if (type.kind == 'T')
    return e.bitcast(word, e.b.getFloatTy());
  Value *bits = e.b.CreateTrunc(e.b.CreateLShr(word, index * type.bits),
                                e.intType(type.bits));
  if (type.kind == 'B')
    return e.fromBfloat(bits);
  if (type.kind == 'f')
    return e.b.CreateFPExt(e.bitcast(bits, e.b.getHalfTy()), e.b.getFloatTy());
  return type.isSigned() ? e.b.CreateSExt(bits, e.b.getInt32Ty())
                         : e.b.CreateZExt(bits, e.b.getInt32Ty());
}

/// The integer of 32 bits next to one of 64.
Value *clampToInt(Emitter &e, Value *value) {
  llvm::Type *i64 = e.b.getInt64Ty();
  value =
      e.intrinsic(llvm::Intrinsic::smin, i64, {value, e.b.getInt64(INT32_MAX)});
  value =
      e.intrinsic(llvm::Intrinsic::smax, i64, {value, e.b.getInt64(INT32_MIN)});
  return e.b.CreateTrunc(value, e.b.getInt32Ty());
}

bool multiply(Emitter &e, const Instruction &in) {
  // D, A, B and C, in this order.
  llvm::SmallVector<Type, 4> types = in.types();
  if (types.size() != 4 || in.operands.size() != 4 || in.has("sp") ||
      !in.has("row") || !in.has("col"))
    return false;
  unsigned depth = llvm::StringSwitch<unsigned>(in.modifiers[2])
                       .Case("m16n8k4", 4)
                       .Case("m16n8k8", 8)
                       .Cases({"m8n8k16", "m16n8k16"}, 16)
                       .Case("m16n8k32", 32)
                       .Default(0);
  unsigned height = in.has("m8n8k16") ? 1 : 2; // Rows of each lane.
  Type type = types[1];
  bool saturates = in.has("satfinite");
  if (type.isFloat() && (saturates || height == 1))
    return false;
  if (!depth || type.packed || type.bits > 32 ||
      (type.kind == 'f' && type.bits != 16) ||
      (!type.isFloat() && type.bits != 8) || types[2].bits != type.bits ||
      type.isFloat() != types[0].isFloat())
    return false;
  unsigned each = 32 / type.bits;
  unsigned groups = depth / (4 * each);
  std::vector<Operand> d = registersOf(in.operands[0]);
  std::vector<Operand> a = registersOf(in.operands[1]);
  std::vector<Operand> b = registersOf(in.operands[2]);
  std::vector<Operand> c = registersOf(in.operands[3]);
  bool half = types[0].bits == 16;
  unsigned count = 2 * height; // Elements of C and D that each lane has.
  if (groups == 0 || a.size() != height * groups || b.size() != groups ||
      c.size() != (half ? height : count) || d.size() != c.size() ||
      types[3].bits != types[0].bits)
    return false;

  Value *lane = e.laneId();
  Value *first = e.b.CreateAnd(lane, ~3u);
  Value *column = e.b.CreateShl(e.b.CreateAnd(lane, 3), 3);
  Value *sums[4];
  for (unsigned i = 0; i < count; ++i) {
    sums[i] = half ? element(e, e.readBits(c[i / 2], 32), Type{'f', 16}, i % 2)
                   : e.read(c[i], types[3]);
    // The products of a row and a column add at most 20 bits.
    if (saturates)
      sums[i] = e.b.CreateSExt(sums[i], e.b.getInt64Ty());
  }
  for (unsigned group = 0; group < groups; ++group)
    for (unsigned quarter = 0; quarter < 4; ++quarter) {
      Value *aLane = e.b.CreateOr(first, e.i32(quarter));
      Value *rows[2], *columns[2];
      for (unsigned i = 0; i < height; ++i)
        rows[i] = shuffleFrom(e, e.readBits(a[height * group + i], 32), aLane);
      for (unsigned i = 0; i < 2; ++i)
        columns[i] = shuffleFrom(e, e.readBits(b[group], 32),
                                 e.b.CreateOr(column, e.i32(4 * i + quarter)));
      for (unsigned k = 0; k < each; ++k)
        for (unsigned i = 0; i < count; ++i) {
          Value *x = element(e, rows[i / 2], types[1], k);
          Value *y = element(e, columns[i % 2], types[2], k);
          if (type.isFloat())
            sums[i] = e.intrinsic(llvm::Intrinsic::fma, e.b.getFloatTy(),
                                  {x, y, sums[i]});
          else
            sums[i] =
                e.b.CreateAdd(sums[i], e.b.CreateSExt(e.b.CreateMul(x, y),
                                                      sums[i]->getType()));
        }
    }
  if (!half) {
    for (unsigned i = 0; i < count; ++i)
      e.write(d[i], saturates ? clampToInt(e, sums[i]) : sums[i], types[0]);
    return true;
  }
  for (unsigned row = 0; row < 2; ++row) {
    Value *word = e.i32(0);
    for (unsigned i = 0; i < 2; ++i) {
      Value *bits =
          e.bitcast(e.b.CreateFPTrunc(sums[2 * row + i], e.b.getHalfTy()),
                    e.b.getInt16Ty());
      word = e.b.CreateOr(
          word, e.b.CreateShl(e.b.CreateZExt(bits, e.b.getInt32Ty()), 16 * i));
    }
    e.write(d[row], word, Type{'b', 32});
  }
  return true;
}

/// Eight lanes give the addresses of a matrix's rows of eight 16-bit elements.
/// Each lane receives two elements of a row or, transposed, of a column.
bool loadMatrices(Emitter &e, const Instruction &in) {
  unsigned count = in.has("x4") ? 4 : in.has("x2") ? 2 : 1;
  if (!in.has("m8n8") || !in.has("b16") || in.operands.size() != 2)
    return false;
  std::vector<Operand> to = registersOf(in.operands[0]);
  if (to.size() != count)
    return false;
  Value *mine = e.b.CreatePtrToInt(
      e.address(in.operands[1], in.has("shared") || in.has("shared::cta")),
      e.b.getInt64Ty());
  Value *lane = e.laneId();
  Value *g = e.b.CreateLShr(lane, 2), *t = e.b.CreateAnd(lane, 3);
  auto half = [&](Value *row, Value *column) {
    Value *at = e.b.CreateGEP(e.b.getInt16Ty(),
                              e.b.CreateIntToPtr(row, e.b.getPtrTy()), column);
    Value *bits = e.b.CreateAlignedLoad(e.b.getInt16Ty(), at, llvm::Align(2));
    return e.b.CreateZExt(bits, e.b.getInt32Ty());
  };
  // The addresses first: on fibers, shuffles in a row cost as much as one.
  bool transposed = in.has("trans");
  unsigned rows = transposed ? 2 : 1; // That a lane has elements of.
  llvm::SmallVector<Value *, 8> addresses;
  for (unsigned i = 0; i < count * rows; ++i) {
    Value *row = transposed ? e.b.CreateAdd(e.b.CreateShl(t, 1),
                                            e.i32(8 * (i / 2) + i % 2))
                            : e.b.CreateAdd(g, e.i32(8 * i));
    addresses.push_back(shuffleFrom(e, mine, row));
  }
  llvm::SmallVector<Value *, 4> words;
  for (unsigned i = 0; i < count; ++i) {
    Value *low, *high;
    if (transposed) {
      low = half(addresses[2 * i], g);
      high = half(addresses[2 * i + 1], g);
    } else {
      Value *column = e.b.CreateShl(t, 1);
      low = half(addresses[i], column);
      high = half(addresses[i], e.b.CreateAdd(column, e.i32(1)));
    }
    words.push_back(e.b.CreateOr(low, e.b.CreateShl(high, 16)));
  }
  for (unsigned i = 0; i < count; ++i)
    e.write(to[i], words[i], Type{'b', 32});
  return true;
}

/// Transposes a matrix of 8 x 8 elements of 16 bits. A lane has columns 2t and
/// 2t + 1 of row g, and receives rows 2t and 2t + 1 of column g.
bool transposeMatrix(Emitter &e, const Instruction &in) {
  if (!in.has("m8n8") || !in.has("trans") || !in.has("b16") ||
      in.operands.size() != 2)
    return false;
  Value *mine = e.readBits(in.operands[1], 32);
  Value *lane = e.laneId();
  Value *g = e.b.CreateLShr(lane, 2), *t = e.b.CreateAnd(lane, 3);
  // Column g of row r is in half g % 2 of lane 4r + g / 2.
  Value *first = e.b.CreateOr(e.b.CreateShl(t, 3), e.b.CreateLShr(g, 1));
  Value *shift = e.b.CreateShl(e.b.CreateAnd(g, 1), 4);
  Value *word = e.i32(0);
  for (unsigned i = 0; i < 2; ++i) {
    Value *row = shuffleFrom(e, mine, e.b.CreateOr(first, e.i32(4 * i)));
    Value *bits = e.b.CreateAnd(e.b.CreateLShr(row, shift), 0xffff);
    word = e.b.CreateOr(word, e.b.CreateShl(bits, 16 * i));
  }
  e.write(in.operands[0], word, Type{'b', 32});
  return true;
}

} // namespace

bool heddle::ptx::emitMatrix(Emitter &e, const Instruction &in) {
  if (in.opcode == "mma" && in.modifiers.size() > 3)
    return in.has("m8n8k4") ? multiplyInQuadPairs(e, in) : multiply(e, in);
  if (in.opcode == "ldmatrix")
    return loadMatrices(e, in);
  if (in.opcode == "movmatrix")
    return transposeMatrix(e, in);
  return false;
}
