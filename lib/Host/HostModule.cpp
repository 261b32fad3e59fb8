//===- HostModule.cpp - Tying host code to its kernels --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Host/HostModule.h"
#include "heddle/Frontend/KernelParameters.h"
#include "heddle/Support/RuntimeABI.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"

using namespace heddle;

std::string heddle::gridFunctionName(llvm::StringRef kernel) {
  return (kernel + ".grid").str();
}

namespace {

/// Connects one host module with its device module and with the runtime.
class HostBuilder {
public:
  HostBuilder(llvm::Module &host)
      : host(host), context(host.getContext()),
        ptr(llvm::PointerType::get(context, 0)),
        i32(llvm::Type::getInt32Ty(context)),
        i64(llvm::Type::getInt64Ty(context)),
        voidTy(llvm::Type::getVoidTy(context)) {}

  llvm::Type *bytesOf(const llvm::GlobalVariable &variable);
  void connectShadow(llvm::StringRef name, const llvm::Module &device);
  void rewriteStub(llvm::Function &stub, const Kernel &kernel,
                   const KernelResources &resources);
  void registerVariable(const llvm::GlobalVariable &variable,
                        VariableKind kind);

private:
  llvm::Constant *string(llvm::StringRef text) {
    return llvm::IRBuilder<>(context).CreateGlobalString(text, ".heddle.name",
                                                         0, &host);
  }
  llvm::IRBuilder<> constructorBuilder();
  llvm::Constant *sizes(llvm::ArrayRef<uint32_t> bytes);
  void emitLaunch(llvm::IRBuilder<> &builder, llvm::Value *config,
                  llvm::Constant *info, llvm::FunctionCallee grid,
                  llvm::ArrayRef<llvm::Value *> args,
                  llvm::function_ref<llvm::Value *()> argArray);

  llvm::Module &host;
  llvm::LLVMContext &context;
  llvm::PointerType *ptr;
  llvm::Type *i32, *i64, *voidTy;
  llvm::Function *constructor = nullptr;
};

} // namespace

/// A type of the host module for a variable of the device module, whose types
/// are of another context.
llvm::Type *HostBuilder::bytesOf(const llvm::GlobalVariable &variable) {
  const llvm::DataLayout &layout = variable.getParent()->getDataLayout();
  return llvm::ArrayType::get(llvm::Type::getInt8Ty(context),
                              layout.getTypeAllocSize(variable.getValueType()));
}

/// Host code and device code see one variable: the host's shadow gives way to
/// the device's definition.
void HostBuilder::connectShadow(llvm::StringRef name,
                                const llvm::Module &device) {
  llvm::GlobalVariable *shadow = host.getNamedGlobal(name);
  const llvm::GlobalVariable *variable =
      device.getNamedGlobal((name + ".device").str());
  if (!shadow)
    return;
  // A variable of another file (-rdc=true) has a shadow but no definition here.
  auto *target = new llvm::GlobalVariable(
      host, variable ? bytesOf(*variable) : shadow->getValueType(),
      /*isConstant=*/false, llvm::GlobalValue::ExternalLinkage, nullptr,
      name + ".device");
  target->setVisibility(llvm::GlobalValue::HiddenVisibility);
  target->setDSOLocal(true);
  if (variable)
    target->setAlignment(variable->getAlign());
  shadow->replaceAllUsesWith(target);
  shadow->eraseFromParent();
}

llvm::IRBuilder<> HostBuilder::constructorBuilder() {
  if (!constructor) {
    constructor = llvm::Function::Create(llvm::FunctionType::get(voidTy, false),
                                         llvm::GlobalValue::InternalLinkage,
                                         "__heddle_register", host);
    auto *block = llvm::BasicBlock::Create(context, "", constructor);
    llvm::ReturnInst::Create(context, block);
    // Before the program's own constructors, which may launch kernels.
    llvm::appendToGlobalCtors(host, constructor, /*Priority=*/101);
  }
  return llvm::IRBuilder<>(constructor->getEntryBlock().getTerminator());
}

void HostBuilder::emitLaunch(llvm::IRBuilder<> &builder, llvm::Value *config,
                             llvm::Constant *info, llvm::FunctionCallee grid,
                             llvm::ArrayRef<llvm::Value *> args,
                             llvm::function_ref<llvm::Value *()> argArray) {
  llvm::Function *function = builder.GetInsertBlock()->getParent();
  llvm::FunctionCallee begin =
      abi::declare(host, HEDDLE_ABI(__heddle_launch_begin));
  llvm::Value *answer = builder.CreateCall(begin, {info, config});
  auto *go = llvm::BasicBlock::Create(context, "go", function);
  auto *held = llvm::BasicBlock::Create(context, "held", function);
  auto *record = llvm::BasicBlock::Create(context, "record", function);
  auto *done = llvm::BasicBlock::Create(context, "done", function);
  llvm::MDBuilder metadata(context);
  builder.CreateCondBr(builder.CreateIsNull(answer), go, held,
                       metadata.createLikelyBranchWeights());
  // A graph wants the launch and its arguments instead of its running.
  builder.SetInsertPoint(held);
  builder.CreateCondBr(
      builder.CreateICmpSLT(answer, llvm::ConstantInt::get(i32, 0)), record,
      done);
  builder.SetInsertPoint(record);
  llvm::FunctionCallee recorder =
      abi::declare(host, HEDDLE_ABI(__heddle_launch_record));
  builder.CreateCall(recorder, {info, config, argArray()});
  builder.CreateBr(done);
  builder.SetInsertPoint(go);
  llvm::SmallVector<llvm::Value *> operands = {config};
  operands.append(args.begin(), args.end());
  llvm::CallInst *call = builder.CreateCall(grid, operands);
  if (auto *callee = llvm::dyn_cast<llvm::Function>(grid.getCallee()))
    call->setAttributes(callee->getAttributes());
  builder.CreateBr(done);
  builder.SetInsertPoint(done);
  builder.CreateRetVoid();
}

/// A constant array of the parameters' sizes.
llvm::Constant *HostBuilder::sizes(llvm::ArrayRef<uint32_t> bytes) {
  if (bytes.empty())
    return llvm::ConstantPointerNull::get(ptr);
  llvm::Constant *values = llvm::ConstantDataArray::get(context, bytes);
  auto *global = new llvm::GlobalVariable(host, values->getType(), true,
                                          llvm::GlobalValue::PrivateLinkage,
                                          values, ".heddle.sizes");
  global->setUnnamedAddr(llvm::GlobalValue::UnnamedAddr::Global);
  return global;
}

static uint32_t flagsOf(const KernelResources &resources) {
  uint32_t flags = 0;
  if (resources.waitsForBlocks)
    flags |= HeddleKernelWaitsForBlocks;
  if (resources.mayJoin)
    flags |= HeddleKernelMayJoin;
  return flags;
}

void HostBuilder::rewriteStub(llvm::Function &stub, const Kernel &kernel,
                              const KernelResources &resources) {
  KernelParameters parameters = readKernelParameters(stub);

  // The grid function's parameters are the configuration and the stub's own,
  // with their attributes (byval, signext, …) one place further.
  llvm::SmallVector<llvm::Type *> types = {ptr};
  types.append(stub.getFunctionType()->param_begin(),
               stub.getFunctionType()->param_end());
  llvm::FunctionCallee grid =
      host.getOrInsertFunction(gridFunctionName(kernel.name),
                               llvm::FunctionType::get(voidTy, types, false));
  auto *gridFunction = llvm::cast<llvm::Function>(grid.getCallee());
  gridFunction->setVisibility(llvm::GlobalValue::HiddenVisibility);
  gridFunction->setDSOLocal(true);
  for (unsigned i = 0; i < stub.arg_size(); ++i)
    gridFunction->addParamAttrs(
        i + 1,
        llvm::AttrBuilder(context, stub.getAttributes().getParamAttrs(i)));

  abi::ConstantBuilder<HeddleKernelInfo> fields(context);
#define FIELD(name) HEDDLE_ABI_FIELD(HeddleKernelInfo, name)
  fields.set(FIELD(name), string(kernel.prettyName));
  fields.set(FIELD(staticSharedBytes), resources.staticSharedBytes);
  fields.set(FIELD(localBytes), resources.localBytes);
  fields.set(FIELD(maxThreadsPerBlock), kernel.maxThreads);
  fields.set(FIELD(numParams), parameters.count);
  fields.set(FIELD(usesFibers), resources.usesFibers);
  fields.set(FIELD(flags), flagsOf(resources));
  fields.set(FIELD(paramBytes), sizes(parameters.sizes));
#undef FIELD
  llvm::Constant *info = fields.get();
  auto *infoGlobal = new llvm::GlobalVariable(
      host, info->getType(), true, llvm::GlobalValue::ExternalLinkage, info,
      kernel.name + ".info");
  infoGlobal->setAlignment(llvm::Align(alignof(HeddleKernelInfo)));
  // The device module names it where threads run on fibers.
  infoGlobal->setVisibility(llvm::GlobalValue::HiddenVisibility);
  infoGlobal->setDSOLocal(true);

  // The stub of `kernel<<<…>>>(…)`.
  llvm::GlobalValue::LinkageTypes linkage = stub.getLinkage();
  llvm::Comdat *comdat = stub.getComdat();
  stub.deleteBody();
  stub.setLinkage(linkage);
  stub.setComdat(comdat);
  stub.setSubprogram(nullptr);
  stub.removeFnAttr(llvm::Attribute::NoInline);
  stub.removeFnAttr(llvm::Attribute::OptimizeNone);
  {
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", &stub));
    llvm::AllocaInst *slot =
        builder.CreateAlloca(abi::storageOf<HeddleLaunchConfig>(context));
    slot->setAlignment(llvm::Align(alignof(HeddleLaunchConfig)));
    llvm::FunctionCallee pop =
        abi::declare(host, HEDDLE_ABI(__heddle_pop_config));
    builder.CreateCall(pop, {slot});
    llvm::SmallVector<llvm::Value *> args;
    for (llvm::Argument &arg : stub.args())
      args.push_back(&arg);
    emitLaunch(builder, slot, infoGlobal, grid, args,
               [&] { return storeKernelArguments(builder, parameters, args); });
  }

  // The entry that cudaLaunchKernel uses.
  llvm::Function *entry = llvm::Function::Create(
      llvm::FunctionType::get(voidTy, {ptr, ptr}, false),
      llvm::GlobalValue::InternalLinkage, kernel.name + ".entry", host);
  {
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", entry));
    llvm::SmallVector<llvm::Value *> args =
        loadKernelArguments(builder, parameters, entry->getArg(1));
    emitLaunch(builder, entry->getArg(0), infoGlobal, grid, args,
               [&] { return entry->getArg(1); });
  }
  llvm::IRBuilder<> builder = constructorBuilder();
  llvm::FunctionCallee registerKernel =
      abi::declare(host, HEDDLE_ABI(__heddle_register_kernel));
  builder.CreateCall(registerKernel, {&stub, infoGlobal, entry});
}

void HostBuilder::registerVariable(const llvm::GlobalVariable &variable,
                                   VariableKind kind) {
  llvm::GlobalVariable *target = host.getNamedGlobal(variable.getName());
  if (!target) {
    target = new llvm::GlobalVariable(host, bytesOf(variable), false,
                                      llvm::GlobalValue::ExternalLinkage,
                                      nullptr, variable.getName());
    target->setVisibility(llvm::GlobalValue::HiddenVisibility);
    target->setDSOLocal(true);
  }
  llvm::IRBuilder<> builder = constructorBuilder();
  llvm::FunctionCallee callee =
      abi::declare(host, HEDDLE_ABI(__heddle_register_variable));
  uint64_t size = variable.getParent()->getDataLayout().getTypeAllocSize(
      variable.getValueType());
  llvm::StringRef name = variable.getName();
  name.consume_back(".device");
  builder.CreateCall(callee,
                     {target, string(name), llvm::ConstantInt::get(i64, size),
                      llvm::ConstantInt::get(i32, (int)kind)});
}

void heddle::dropUnlaunchedKernels(const llvm::Module &host,
                                   const HostFacts &hostFacts,
                                   llvm::Module &device,
                                   SymbolFacts &deviceFacts) {
  llvm::StringSet<> launched;
  for (const auto &entry : hostFacts.stubs) {
    const llvm::Function *stub = host.getFunction(entry.getKey());
    if (stub && !stub->isDeclaration())
      launched.insert(entry.second + ".device");
  }
  llvm::erase_if(deviceFacts.kernels, [&](const Kernel &kernel) {
    // Device code that launches it names its description.
    llvm::Function *function = device.getFunction(kernel.name);
    if (launched.contains(kernel.name) || !function->use_empty() ||
        device.getNamedGlobal(kernel.name + ".info"))
      return false;
    function->eraseFromParent();
    return true;
  });
}

void heddle::connectHostModule(
    llvm::Module &host, const HostFacts &hostFacts, const llvm::Module &device,
    const SymbolFacts &deviceFacts,
    const llvm::StringMap<KernelResources> &resources) {
  HostBuilder builder(host);
  for (const std::string &shadow : hostFacts.shadows)
    builder.connectShadow(shadow, device);

  for (const auto &entry : hostFacts.stubs) {
    llvm::Function *stub = host.getFunction(entry.getKey());
    if (!stub || stub->isDeclaration())
      continue;
    std::string name = entry.second + ".device";
    for (const Kernel &kernel : deviceFacts.kernels)
      if (kernel.name == name)
        builder.rewriteStub(*stub, kernel, resources.lookup(name));
  }
  for (const auto &entry : deviceFacts.variables) {
    const llvm::GlobalVariable *variable =
        device.getNamedGlobal(entry.getKey());
    if (entry.second != VariableKind::Shared && variable &&
        !variable->isDeclaration())
      builder.registerVariable(*variable, entry.second);
  }
}
