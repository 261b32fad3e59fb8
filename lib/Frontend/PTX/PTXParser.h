//===- PTXParser.h - Parses the text of an asm statement --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_FRONTEND_PTXPARSER_H
#define HEDDLE_FRONTEND_PTXPARSER_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>
#include <vector>

namespace heddle::ptx {

/// A fundamental type: `.u32`, `.f16x2`, `.pred`.
struct Type {
  /// s, u, b: integers and bits; f: floats; B: bfloat16; T: tf32; p: predicate.
  char kind = 'b';
  unsigned bits = 0;
  /// Two values in 32 bits.
  bool packed = false;

  bool isSigned() const { return kind == 's'; }
  bool isFloat() const { return kind == 'f' || kind == 'B' || kind == 'T'; }
  bool isPredicate() const { return kind == 'p'; }
  /// The width of the register that holds it.
  unsigned registerBits() const { return packed ? 2 * bits : bits; }
};

/// The type that a modifier names, if any.
std::optional<Type> parseType(llvm::StringRef modifier);

struct Operand {
  enum Kind {
    Argument,  ///< `%0`: an operand of the asm statement
    Name,      ///< a register, a special register or a label
    Integer,   ///< an immediate
    Float,     ///< an immediate with its own type, or a decimal fraction
    Memory,    ///< `[base+offset]`; the base is the first element
    Vector,    ///< `{a, b}`
    Pair,      ///< `a|b`
    Sink,      ///< `_`
    Parameters ///< `(a, b)` of a call
  };
  Kind kind = Sink;
  std::string name;
  unsigned index = 0;
  /// The value of an integer, the bits of a float, or the offset of a memory
  /// operand.
  uint64_t value = 0;
  /// For a float: 32, 64, or 0 if the instruction gives the type.
  unsigned floatBits = 0;
  /// For a memory operand: an argument that is added to the offset.
  std::optional<unsigned> offsetArgument;
  std::vector<Operand> elements;
  /// `!p` or `-a`.
  bool negated = false;
  /// `.b0`, `.h1`, `.x` after the operand.
  std::string selector;
};

struct Instruction {
  /// `@p` or `@!p`.
  std::optional<Operand> guard;
  /// As written: `add.rn.f32`.
  std::string text;
  /// The first part of the name, and the rest.
  std::string opcode;
  llvm::SmallVector<std::string, 8> modifiers;
  std::vector<Operand> operands;

  bool has(llvm::StringRef modifier) const;
  /// The modifiers that are types, in order.
  llvm::SmallVector<Type, 4> types() const;
};

struct Statement {
  enum Kind { Run, Label, Declare, Open, Close };
  Kind kind = Run;
  Instruction instruction;
  std::string label;
  /// The registers that `.reg` declares.
  Type type;
  std::vector<std::string> registers;
};

struct Program {
  std::vector<Statement> statements;
  /// The position and reason of a parse error, if any.
  std::string error;
};

/// Parses the assembly string of an LLVM inline asm (arguments are `$0`).
Program parse(llvm::StringRef text);

} // namespace heddle::ptx

#endif // HEDDLE_FRONTEND_PTXPARSER_H
