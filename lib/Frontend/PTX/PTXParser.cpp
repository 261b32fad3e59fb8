//===- PTXParser.cpp - Parses the text of an asm statement ----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PTXParser.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace heddle::ptx;
using llvm::StringRef;

std::optional<Type> heddle::ptx::parseType(StringRef modifier) {
  return llvm::StringSwitch<std::optional<Type>>(modifier)
      .Case("pred", Type{'p', 1})
      .Case("b1", Type{'b', 1})
      .Case("b8", Type{'b', 8})
      .Case("b16", Type{'b', 16})
      .Case("b32", Type{'b', 32})
      .Case("b64", Type{'b', 64})
      .Case("b128", Type{'b', 128})
      .Case("u8", Type{'u', 8})
      .Case("u16", Type{'u', 16})
      .Case("u32", Type{'u', 32})
      .Case("u64", Type{'u', 64})
      .Case("s8", Type{'s', 8})
      .Case("s16", Type{'s', 16})
      .Case("s32", Type{'s', 32})
      .Case("s64", Type{'s', 64})
      .Case("f16", Type{'f', 16})
      .Case("f32", Type{'f', 32})
      .Case("f64", Type{'f', 64})
      .Case("bf16", Type{'B', 16})
      .Case("tf32", Type{'T', 32})
      .Case("f16x2", Type{'f', 16, true})
      .Case("bf16x2", Type{'B', 16, true})
      .Case("u16x2", Type{'u', 16, true})
      .Case("s16x2", Type{'s', 16, true})
      .Default(std::nullopt);
}

bool Instruction::has(StringRef modifier) const {
  return llvm::is_contained(modifiers, modifier);
}

llvm::SmallVector<Type, 4> Instruction::types() const {
  llvm::SmallVector<Type, 4> result;
  for (const std::string &modifier : modifiers)
    if (std::optional<Type> type = parseType(modifier))
      result.push_back(*type);
  return result;
}

namespace {

class Parser {
public:
  explicit Parser(std::string source) : source(std::move(source)) {
    rest = this->source;
  }

  Program run() {
    while (program.error.empty()) {
      skipSpace();
      if (rest.empty())
        break;
      statement();
    }
    return std::move(program);
  }

private:
  void fail(const llvm::Twine &why) {
    if (program.error.empty())
      program.error = why.str();
    rest = "";
  }

  void skipSpace() {
    while (true) {
      rest = rest.ltrim();
      if (rest.starts_with("//")) {
        rest = rest.drop_until([](char c) { return c == '\n'; });
      } else if (rest.starts_with("/*")) {
        size_t end = rest.find("*/");
        rest = end == StringRef::npos ? "" : rest.substr(end + 2);
      } else {
        return;
      }
    }
  }
  bool take(StringRef token) {
    skipSpace();
    return rest.consume_front(token);
  }
  void expect(StringRef token) {
    if (program.error.empty() && !take(token))
      fail("expected '" + token + "' before '" + rest.take_front(20) + "'");
  }
  static bool isNameStart(char c) {
    return llvm::isAlpha(c) || c == '_' || c == '%' || c == '$';
  }
  static bool isNamePart(char c) {
    return llvm::isAlnum(c) || c == '_' || c == '$';
  }
  /// A name with its modifiers, such as `add.rn.f32` or `L2::128B`.
  StringRef takeDotted() {
    size_t end = 0;
    while (end < rest.size()) {
      char c = rest[end];
      if (isNamePart(c) || c == '.' || c == '%')
        ++end;
      else if (rest.substr(end).starts_with("::"))
        end += 2;
      else
        break;
    }
    StringRef name = rest.take_front(end);
    rest = rest.drop_front(end);
    return name;
  }
  StringRef takeName() {
    skipSpace();
    if (rest.empty() || !isNameStart(rest.front())) {
      fail("expected a name before '" + rest.take_front(20) + "'");
      return "";
    }
    StringRef name = rest.take_front(1);
    name = StringRef(name.data(),
                     1 + rest.drop_front().take_while(isNamePart).size());
    rest = rest.drop_front(name.size());
    return name;
  }

  void statement() {
    Statement result;
    if (take("{")) {
      result.kind = Statement::Open;
    } else if (take("}")) {
      result.kind = Statement::Close;
      take(";");
    } else if (take(";")) {
      return;
    } else if (rest.starts_with(".")) {
      declaration(result);
    } else {
      Instruction &instruction = result.instruction;
      if (take("@")) {
        bool negated = take("!");
        instruction.guard = operand();
        instruction.guard->negated = negated;
        skipSpace();
      }
      StringRef name = takeDotted();
      if (name.empty())
        return fail("expected an instruction before '" + rest.take_front(20) +
                    "'");
      if (!instruction.guard && take(":")) {
        result.kind = Statement::Label;
        result.label = name.str();
      } else {
        instruction.text = name.str();
        llvm::SmallVector<StringRef> parts;
        name.split(parts, '.', -1, /*KeepEmpty=*/false);
        if (parts.empty())
          return fail("expected an instruction");
        instruction.opcode = parts.front().str();
        for (StringRef part : llvm::drop_begin(parts))
          instruction.modifiers.push_back(part.str());
        skipSpace();
        while (program.error.empty() && !rest.empty() &&
               !rest.starts_with(";") && !rest.starts_with("}")) {
          instruction.operands.push_back(operand());
          if (!take(","))
            break;
        }
        skipSpace();
        if (!rest.empty() && !rest.starts_with("}"))
          expect(";");
      }
    }
    program.statements.push_back(std::move(result));
  }

  void declaration(Statement &result) {
    result.kind = Statement::Declare;
    StringRef directive = takeDotted();
    skipSpace();
    llvm::SmallVector<StringRef> parts;
    directive.split(parts, '.', -1, /*KeepEmpty=*/false);
    while (rest.starts_with(".")) {
      llvm::SmallVector<StringRef> more;
      takeDotted().split(more, '.', -1, /*KeepEmpty=*/false);
      parts.append(more.begin(), more.end());
      skipSpace();
    }
    // Hints for the GPU's optimizer.
    if (parts[0] == "pragma" || parts[0] == "loc") {
      rest = rest.drop_until([](char c) { return c == ';' || c == '\n'; });
      take(";");
      return;
    }
    std::optional<Type> type =
        parts.size() == 2 ? parseType(parts[1]) : std::nullopt;
    if (parts[0] != "reg" || !type)
      return fail("directive '" + directive + "'");
    result.type = *type;
    do {
      StringRef name = takeName();
      unsigned count = 0;
      if (take("<")) {
        skipSpace();
        rest.consumeInteger(10, count);
        expect(">");
        for (unsigned i = 0; i < count; ++i)
          result.registers.push_back((name + llvm::Twine(i)).str());
      } else {
        result.registers.push_back(name.str());
      }
    } while (take(","));
    expect(";");
  }

  Operand operand() {
    Operand first = simpleOperand();
    if (first.kind != Operand::Memory && take("|")) {
      Operand pair;
      pair.kind = Operand::Pair;
      pair.elements = {std::move(first), simpleOperand()};
      return pair;
    }
    return first;
  }

  Operand simpleOperand() {
    Operand result;
    skipSpace();
    if (take("{") || take("(")) {
      bool vector = source[source.size() - rest.size() - 1] == '{';
      result.kind = vector ? Operand::Vector : Operand::Parameters;
      do
        result.elements.push_back(operand());
      while (program.error.empty() && take(","));
      expect(vector ? "}" : ")");
      return result;
    }
    if (take("[")) {
      result.kind = Operand::Memory;
      result.elements.push_back(simpleOperand());
      while (program.error.empty()) {
        bool minus = false;
        if (take("-"))
          minus = true;
        else if (!take("+"))
          break;
        Operand offset = simpleOperand();
        if (offset.kind == Operand::Integer)
          result.value += minus ? -offset.value : offset.value;
        else if (offset.kind == Operand::Argument && !minus &&
                 !result.offsetArgument)
          result.offsetArgument = offset.index;
        else
          fail("address with an offset that is not a constant");
      }
      expect("]");
      return result;
    }
    if (take("!")) {
      result = simpleOperand();
      result.negated = true;
      return result;
    }
    if (rest.starts_with("$") && rest.size() > 1 &&
        (llvm::isDigit(rest[1]) || rest[1] == '{'))
      return argument();
    if (!rest.empty() && (llvm::isDigit(rest[0]) || rest[0] == '-' ||
                          rest[0] == '+' || rest[0] == '.'))
      return immediate();
    StringRef name = takeName();
    if (name == "_")
      return result;
    if (name == "WARP_SZ") {
      result.kind = Operand::Integer;
      result.value = 32;
      return result;
    }
    result.kind = Operand::Name;
    result.name = name.str();
    takeSelector(result);
    // The name of a special register includes its component.
    if (name.starts_with("%") && result.selector.size() == 1 &&
        StringRef("xyzw").contains(result.selector[0])) {
      result.name += "." + result.selector;
      result.selector.clear();
    }
    return result;
  }

  void takeSelector(Operand &operand) {
    if (rest.size() > 1 && rest[0] == '.' && llvm::isAlpha(rest[1])) {
      rest = rest.drop_front();
      operand.selector = rest.take_while(isNamePart).str();
      rest = rest.drop_front(operand.selector.size());
    }
  }

  Operand argument() {
    Operand result;
    result.kind = Operand::Argument;
    rest = rest.drop_front();
    bool braces = rest.consume_front("{");
    if (rest.consumeInteger(10, result.index))
      fail("expected the number of an operand");
    if (braces) {
      // A modifier after a colon controls printing, which does not apply here.
      rest = rest.drop_until([](char c) { return c == '}'; });
      expect("}");
    }
    takeSelector(result);
    return result;
  }

  Operand immediate() {
    Operand result;
    bool minus = false;
    while (!rest.empty() && (rest[0] == '-' || rest[0] == '+')) {
      minus ^= rest[0] == '-';
      rest = rest.drop_front();
      skipSpace();
    }
    if (rest.starts_with("$")) {
      result = argument();
      result.negated = minus;
      return result;
    }
    if (rest.size() > 2 && rest[0] == '0' &&
        StringRef("fFdD").contains(rest[1])) {
      result.kind = Operand::Float;
      result.floatBits = llvm::toLower(rest[1]) == 'f' ? 32 : 64;
      StringRef digits = rest.substr(2, result.floatBits / 4);
      if (digits.getAsInteger(16, result.value))
        fail("malformed floating-point constant");
      rest = rest.drop_front(2 + digits.size());
      if (minus)
        result.value ^= 1ull << (result.floatBits - 1);
      return result;
    }
    StringRef digits = rest.take_while([](char c) { return llvm::isAlnum(c); });
    StringRef after = rest.drop_front(digits.size());
    if (after.starts_with(".") ||
        (!digits.starts_with_insensitive("0x") &&
         digits.find_insensitive("e") != StringRef::npos)) {
      StringRef number =
          rest.take_while([](char c) { return llvm::isDigit(c) || c == '.'; });
      if (rest.size() > number.size() &&
          llvm::toLower(rest[number.size()]) == 'e') {
        size_t end = number.size() + 1;
        if (end < rest.size() && (rest[end] == '-' || rest[end] == '+'))
          ++end;
        while (end < rest.size() && llvm::isDigit(rest[end]))
          ++end;
        number = rest.take_front(end);
      }
      double parsed = 0;
      if (number.getAsDouble(parsed))
        fail("malformed floating-point constant");
      rest = rest.drop_front(number.size());
      result.kind = Operand::Float;
      result.value = llvm::bit_cast<uint64_t>(minus ? -parsed : parsed);
      return result;
    }
    result.kind = Operand::Integer;
    rest = after;
    digits.consume_back("U");
    if (digits.getAsInteger(0, result.value))
      fail("malformed constant '" + digits + "'");
    if (minus)
      result.value = -result.value;
    return result;
  }

  std::string source;
  StringRef rest;
  Program program;
};

} // namespace

/// Undoes the escapes of LLVM's assembly strings. A `$` that remains is an
/// argument; one of the program's own becomes a character that PTX does not
/// use.
static std::string decode(StringRef text) {
  std::string result;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '$' && i + 1 < text.size()) {
      char next = text[i + 1];
      if (next == '$') {
        // A label such as $L1 keeps its name; its letter distinguishes it from
        // an argument.
        result += '$';
        ++i;
        continue;
      }
      if (next == '(' || next == ')' || next == '|') {
        result += next == '(' ? '{' : next == ')' ? '}' : '|';
        ++i;
        continue;
      }
      if (text.substr(i).starts_with("${:uid}")) {
        result += "_uid";
        i += 6;
        continue;
      }
    }
    // An asm statement without operands keeps its double percent signs.
    if (text[i] == '%' && i + 1 < text.size() && text[i + 1] == '%')
      continue;
    result += text[i];
  }
  return result;
}

Program heddle::ptx::parse(StringRef text) {
  return Parser(decode(text)).run();
}
