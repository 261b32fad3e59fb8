//===- RuntimeABI.h - The runtime's interface, in LLVM IR -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Derives names, function types, struct layouts and constants from the one
// description of the runtime's interface, runtime/include/heddle/abi.h. A
// change there changes the code that the compiler emits, or does not compile.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SUPPORT_RUNTIMEABI_H
#define HEDDLE_SUPPORT_RUNTIMEABI_H

// By its path, because the folder of the CUDA headers is not on the compiler's
// include path: it has its own <cmath>.
#include "../../../runtime/include/heddle/abi.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/Module.h"

#include <cstddef>
#include <map>
#include <type_traits>

namespace heddle::abi {

/// A function of the runtime: its name, and its C++ type.
template <typename Type> struct Function {
  llvm::StringLiteral name;
};

/// `HEDDLE_ABI(__heddle_scratch)`. A name that abi.h does not declare does not
/// compile.
#define HEDDLE_ABI(function)                                                   \
  (::heddle::abi::Function<decltype(::function)>{                              \
      llvm::StringLiteral(#function)})

/// A field of a struct of the runtime, or an element of an array field.
template <typename Type> struct Field {
  unsigned offset;

  auto operator[](unsigned index) const {
    using Element = std::remove_extent_t<Type>;
    return Field<Element>{
        static_cast<unsigned>(offset + index * sizeof(Element))};
  }
};

/// `HEDDLE_ABI_FIELD(HeddleThread, threadIdx)`.
#define HEDDLE_ABI_FIELD(Struct, field)                                        \
  (::heddle::abi::Field<decltype(::Struct::field)>{offsetof(::Struct, field)})

/// The LLVM type of a C++ type that abi.h uses.
template <typename T> llvm::Type *typeOf(llvm::LLVMContext &context) {
  static_assert(std::is_void_v<T> || std::is_pointer_v<T> ||
                    (std::is_integral_v<T> && !std::is_same_v<T, bool>),
                "abi.h uses a type that has no LLVM type yet");
  if constexpr (std::is_void_v<T>)
    return llvm::Type::getVoidTy(context);
  else if constexpr (std::is_pointer_v<T>)
    return llvm::PointerType::get(context, 0);
  else
    return llvm::IntegerType::get(context, 8 * sizeof(T));
}

template <typename Result, typename... Params>
llvm::FunctionType *typeOf(Function<Result(Params...)>,
                           llvm::LLVMContext &context) {
  return llvm::FunctionType::get(typeOf<Result>(context),
                                 {typeOf<Params>(context)...},
                                 /*isVarArg=*/false);
}

/// Declares a function of the runtime.
template <typename Type>
llvm::FunctionCallee declare(llvm::Module &module, Function<Type> function) {
  return module.getOrInsertFunction(function.name,
                                    typeOf(function, module.getContext()));
}

/// The memory of a struct of the runtime, as a type with its size. Whoever
/// allocates it takes the alignment from `alignof`.
template <typename Struct> llvm::Type *storageOf(llvm::LLVMContext &context) {
  return llvm::ArrayType::get(llvm::Type::getInt8Ty(context), sizeof(Struct));
}

/// Builds a constant struct of the runtime. Fields that are not set are 0, as
/// in C.
template <typename Struct> class ConstantBuilder {
public:
  ConstantBuilder(llvm::LLVMContext &context) : context(context) {}

  template <typename T> void set(Field<T> field, llvm::Constant *value) {
    assert(value->getType() == typeOf<T>(context) &&
           "the value has another type than the field");
    fields[field.offset] = {value, sizeof(T)};
  }
  template <typename T> void set(Field<T> field, uint64_t value) {
    static_assert(std::is_integral_v<T>);
    set(field, llvm::ConstantInt::get(typeOf<T>(context), value));
  }

  /// A packed struct with the layout of the C++ one.
  llvm::Constant *get() const {
    llvm::SmallVector<llvm::Constant *> parts;
    unsigned end = 0;
    auto fillTo = [&](unsigned offset) {
      if (offset > end)
        parts.push_back(llvm::ConstantAggregateZero::get(llvm::ArrayType::get(
            llvm::Type::getInt8Ty(context), offset - end)));
    };
    for (const auto &[offset, field] : fields) {
      fillTo(offset);
      parts.push_back(field.value);
      end = offset + field.bytes;
    }
    fillTo(sizeof(Struct));
    return llvm::ConstantStruct::getAnon(context, parts, /*Packed=*/true);
  }

private:
  struct Part {
    llvm::Constant *value;
    unsigned bytes;
  };
  llvm::LLVMContext &context;
  std::map<unsigned, Part> fields; ///< By offset.
};

} // namespace heddle::abi

#endif // HEDDLE_SUPPORT_RUNTIMEABI_H
