//===- VectorMath.cpp - Math functions on 512-bit vectors -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorMath.h"
#include "heddle/Target/Codegen.h"

#include "llvm/IR/IRBuilder.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Support/StringSaver.h"

using namespace llvm;

namespace {
/// Without the `f` of a function for `float`.
struct MathFunction {
  const char *name;
  unsigned arguments;
};
} // namespace

static constexpr MathFunction functions[] = {
    {"sin", 1}, {"cos", 1}, {"tan", 1}, {"exp", 1}, {"log", 1}, {"pow", 2},
};

void heddle::addWideVectorMath(TargetLibraryInfoImpl &library,
                               const TargetMachine &machine) {
  if (machine.getTargetTriple().getArch() != Triple::x86_64 ||
      !machine.getMCSubtargetInfo()->checkFeatures("+avx512f"))
    return;
  // The registered entries refer to these names, which have to stay alive.
  static BumpPtrAllocator memory;
  static StringSaver saver(memory);
  static const std::vector<VecDesc> wide = [] {
    std::vector<VecDesc> list;
    auto add = [&](const MathFunction &function, unsigned lanes,
                   StringRef suffix, StringRef type) {
      std::string shape =
          "N" + std::to_string(lanes) + std::string(function.arguments, 'v');
      StringRef scalar = saver.save(function.name + suffix);
      StringRef vector = saver.save("_ZGVe" + shape + "_" + scalar);
      StringRef prefix = saver.save("_ZGV_LLVM_" + shape);
      StringRef intrinsic =
          saver.save(Twine("llvm.") + function.name + "." + type);
      for (StringRef name : {scalar, intrinsic})
        list.emplace_back(name, vector, ElementCount::getFixed(lanes),
                          /*Masked=*/false, prefix, std::nullopt);
    };
    for (const MathFunction &function : functions) {
      add(function, 8, "", "f64");
      add(function, 16, "f", "f32");
    }
    return list;
  }();
  library.addVectorizableFunctions(wide);
}

/// The scalar function of `_ZGVdN8v_expf` is `expf`. Empty if the name is not
/// one of a vector function without a mask.
static StringRef scalarName(StringRef vectorName) {
  if (!vectorName.consume_front("_ZGV") || vectorName.size() < 2 ||
      vectorName[1] != 'N')
    return "";
  return vectorName.split('_').second;
}

/// Gives a vector function a body.
static void callScalarFunction(Function &function, StringRef name,
                               const Function &caller) {
  auto *type = cast<FixedVectorType>(function.getReturnType());
  SmallVector<Type *> scalars(function.arg_size(), type->getElementType());
  FunctionCallee scalar = function.getParent()->getOrInsertFunction(
      name, FunctionType::get(type->getElementType(), scalars,
                              /*isVarArg=*/false));
  // The calling convention of vectors depends on the machine's features.
  function.setAttributes({});
  for (StringRef attribute : {"target-cpu", "target-features",
                              "min-legal-vector-width", "prefer-vector-width"})
    if (caller.hasFnAttribute(attribute))
      function.addFnAttr(caller.getFnAttribute(attribute));
  function.addFnAttr(Attribute::NoUnwind);
  function.setLinkage(GlobalValue::InternalLinkage);
  IRBuilder<> builder(
      BasicBlock::Create(function.getContext(), "entry", &function));
  Value *result = PoisonValue::get(type);
  for (unsigned lane = 0; lane < type->getNumElements(); ++lane) {
    SmallVector<Value *> operands;
    for (Argument &argument : function.args())
      operands.push_back(builder.CreateExtractElement(&argument, lane));
    result = builder.CreateInsertElement(
        result, builder.CreateCall(scalar, operands), lane);
  }
  builder.CreateRet(result);
}

/// Intrinsics on vectors, for which code generation would choose functions of
/// the vector library.
static bool isMathIntrinsic(const Function &function) {
  switch (function.getIntrinsicID()) {
  case Intrinsic::sin:
  case Intrinsic::cos:
  case Intrinsic::tan:
  case Intrinsic::asin:
  case Intrinsic::acos:
  case Intrinsic::atan:
  case Intrinsic::atan2:
  case Intrinsic::sinh:
  case Intrinsic::cosh:
  case Intrinsic::tanh:
  case Intrinsic::exp:
  case Intrinsic::exp2:
  case Intrinsic::exp10:
  case Intrinsic::log:
  case Intrinsic::log2:
  case Intrinsic::log10:
  case Intrinsic::pow:
    return isa<FixedVectorType>(function.getReturnType());
  default:
    return false;
  }
}

/// Calls the same intrinsic for each lane.
static void scalarize(CallInst &call) {
  auto *type = cast<FixedVectorType>(call.getType());
  IRBuilder<> builder(&call);
  builder.setFastMathFlags(call.getFastMathFlags());
  Value *result = PoisonValue::get(type);
  for (unsigned lane = 0; lane < type->getNumElements(); ++lane) {
    SmallVector<Value *> operands;
    for (Value *operand : call.args())
      operands.push_back(builder.CreateExtractElement(operand, lane));
    result = builder.CreateInsertElement(
        result,
        builder.CreateIntrinsic(call.getIntrinsicID(), type->getElementType(),
                                operands),
        lane);
  }
  call.replaceAllUsesWith(result);
  call.eraseFromParent();
}

void heddle::expandVectorMath(Module &module) {
  SmallVector<CallInst *> calls;
  for (Function &function : module)
    if (isMathIntrinsic(function))
      for (User *user : function.users())
        if (auto *call = dyn_cast<CallInst>(user))
          calls.push_back(call);
  for (CallInst *call : calls)
    scalarize(*call);
  for (Function &function : module) {
    StringRef name = scalarName(function.getName());
    if (name.empty() || !function.isDeclaration() || function.use_empty() ||
        !isa<FixedVectorType>(function.getReturnType()))
      continue;
    for (User *user : function.users())
      if (auto *call = dyn_cast<CallBase>(user)) {
        callScalarFunction(function, name, *call->getFunction());
        break;
      }
  }
}
