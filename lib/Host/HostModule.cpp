//===- HostModule.cpp - Connects host code with its kernels ---------------===//
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

std::string heddle::driverName(llvm::StringRef symbol) {
  symbol.consume_back(".device");
  llvm::StringRef rest = symbol;
  if (!rest.consume_front("_ZL"))
    return symbol.str();
  size_t length = 0;
  llvm::StringRef name = rest;
  if (!name.consumeInteger(10, length) && name.size() == length)
    return name.str();
  return ("_Z" + rest).str();
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
  /// What a launch of a kernel needs.
  struct LaunchTarget {
    KernelParameters parameters;
    llvm::FunctionCallee grid;
    llvm::GlobalVariable *info;
    /// The kernel's HeddleVerifiedKernel, or null.
    llvm::GlobalVariable *verified = nullptr;
  };
  LaunchTarget declareTarget(llvm::Function &stub, const Kernel &kernel,
                             llvm::StringRef name,
                             const KernelResources &resources);
  llvm::GlobalVariable *describeVerified(const LaunchTarget &optimized,
                                         const LaunchTarget &reference,
                                         llvm::StringRef kernel,
                                         bool isReference,
                                         const VerifyFacts &facts);
  void rewriteStub(llvm::Function &stub, const LaunchTarget &target,
                   llvm::StringRef kernel);
  void registerVariable(const llvm::GlobalVariable &variable,
                        VariableKind kind);

private:
  llvm::Constant *string(llvm::StringRef text) {
    return llvm::IRBuilder<>(context).CreateGlobalString(text, ".heddle.name",
                                                         0, &host);
  }
  llvm::IRBuilder<> constructorBuilder();
  llvm::Constant *sizes(llvm::ArrayRef<uint32_t> bytes);
  llvm::Function *createEntry(const llvm::Twine &name);
  llvm::Function *createRun(llvm::StringRef kernel, const LaunchTarget &target);
  void callGrid(llvm::IRBuilder<> &builder, llvm::FunctionCallee grid,
                llvm::Value *config, llvm::ArrayRef<llvm::Value *> args);
  void emitLaunch(llvm::IRBuilder<> &builder, llvm::Value *config,
                  const LaunchTarget &target,
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
/// belong to another context.
llvm::Type *HostBuilder::bytesOf(const llvm::GlobalVariable &variable) {
  const llvm::DataLayout &layout = variable.getParent()->getDataLayout();
  return llvm::ArrayType::get(llvm::Type::getInt8Ty(context),
                              layout.getTypeAllocSize(variable.getValueType()));
}

/// Host and device code share one variable: the device's definition replaces
/// the host's shadow.
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

void HostBuilder::callGrid(llvm::IRBuilder<> &builder,
                           llvm::FunctionCallee grid, llvm::Value *config,
                           llvm::ArrayRef<llvm::Value *> args) {
  llvm::SmallVector<llvm::Value *> operands = {config};
  operands.append(args.begin(), args.end());
  llvm::CallInst *call = builder.CreateCall(grid, operands);
  if (auto *callee = llvm::dyn_cast<llvm::Function>(grid.getCallee()))
    call->setAttributes(callee->getAttributes());
}

void HostBuilder::emitLaunch(llvm::IRBuilder<> &builder, llvm::Value *config,
                             const LaunchTarget &target,
                             llvm::ArrayRef<llvm::Value *> args,
                             llvm::function_ref<llvm::Value *()> argArray) {
  llvm::Function *function = builder.GetInsertBlock()->getParent();
  llvm::FunctionCallee begin =
      abi::declare(host, HEDDLE_ABI(__heddle_launch_begin));
  llvm::Value *answer = builder.CreateCall(begin, {target.info, config});
  auto *go = llvm::BasicBlock::Create(context, "go", function);
  auto *held = llvm::BasicBlock::Create(context, "held", function);
  auto *record = llvm::BasicBlock::Create(context, "record", function);
  auto *done = llvm::BasicBlock::Create(context, "done", function);
  llvm::MDBuilder metadata(context);
  builder.CreateCondBr(builder.CreateIsNull(answer), go, held,
                       metadata.createLikelyBranchWeights());
  // A graph records the launch and its arguments instead of running it.
  builder.SetInsertPoint(held);
  builder.CreateCondBr(
      builder.CreateICmpSLT(answer, llvm::ConstantInt::get(i32, 0)), record,
      done);
  builder.SetInsertPoint(record);
  llvm::FunctionCallee recorder =
      abi::declare(host, HEDDLE_ABI(__heddle_launch_record));
  builder.CreateCall(recorder, {target.info, config, argArray()});
  builder.CreateBr(done);
  builder.SetInsertPoint(go);
  if (target.verified) {
    llvm::FunctionCallee verify =
        abi::declare(host, HEDDLE_ABI(__heddle_launch_verified));
    builder.CreateCall(verify, {target.verified, config, argArray()});
  } else {
    callGrid(builder, target.grid, config, args);
  }
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

/// Where the parameters are in a struct of all of them.
static llvm::SmallVector<uint32_t> offsetsOf(const KernelParameters &all) {
  llvm::SmallVector<uint32_t> offsets;
  uint64_t end = 0;
  for (unsigned i = 0; i < all.count; ++i) {
    end = llvm::alignTo(end, std::max(all.alignments[i], 1u));
    offsets.push_back(end);
    end += all.sizes[i];
  }
  return offsets;
}

static uint32_t flagsOf(const KernelResources &resources) {
  uint32_t flags = 0;
  if (resources.waitsForBlocks)
    flags |= HeddleKernelWaitsForBlocks;
  if (resources.mayJoin)
    flags |= HeddleKernelMayJoin;
  return flags;
}

/// Declares a kernel's grid function and defines its description.
HostBuilder::LaunchTarget
HostBuilder::declareTarget(llvm::Function &stub, const Kernel &kernel,
                           llvm::StringRef name,
                           const KernelResources &resources) {
  LaunchTarget target;
  target.parameters = readKernelParameters(stub);
  // The grid function's parameters are the configuration and the stub's own,
  // with their attributes (byval, signext, …) shifted by one.
  llvm::SmallVector<llvm::Type *> types = {ptr};
  types.append(stub.getFunctionType()->param_begin(),
               stub.getFunctionType()->param_end());
  target.grid = host.getOrInsertFunction(
      gridFunctionName(name), llvm::FunctionType::get(voidTy, types, false));
  auto *gridFunction = llvm::cast<llvm::Function>(target.grid.getCallee());
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
  fields.set(FIELD(numParams), target.parameters.count);
  fields.set(FIELD(usesFibers), resources.usesFibers);
  fields.set(FIELD(flags), flagsOf(resources));
  fields.set(FIELD(paramBytes), sizes(target.parameters.sizes));
  fields.set(FIELD(paramOffsets), sizes(offsetsOf(target.parameters)));
  fields.set(FIELD(symbol), string(driverName(kernel.name)));
  fields.set(FIELD(ownSharedBytes),
             std::min(resources.ownSharedBytes, resources.staticSharedBytes));
#undef FIELD
  llvm::Constant *info = fields.get();
  target.info = new llvm::GlobalVariable(host, info->getType(), true,
                                         llvm::GlobalValue::ExternalLinkage,
                                         info, name + ".info");
  target.info->setAlignment(llvm::Align(alignof(HeddleKernelInfo)));
  // The device module refers to it for kernels on fibers.
  target.info->setVisibility(llvm::GlobalValue::HiddenVisibility);
  target.info->setDSOLocal(true);
  return target;
}

/// An empty HeddleKernelEntry.
llvm::Function *HostBuilder::createEntry(const llvm::Twine &name) {
  return llvm::Function::Create(
      llvm::FunctionType::get(voidTy, {ptr, ptr}, false),
      llvm::GlobalValue::InternalLinkage, name, host);
}

/// A HeddleKernelEntry that runs the kernel without checking the launch.
llvm::Function *HostBuilder::createRun(llvm::StringRef kernel,
                                       const LaunchTarget &target) {
  llvm::Function *run = createEntry(kernel + ".run");
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", run));
  callGrid(builder, target.grid, run->getArg(0),
           loadKernelArguments(builder, target.parameters, run->getArg(1)));
  builder.CreateRetVoid();
  return run;
}

/// The HeddleVerifiedKernel of a kernel, which is its own reference if it runs
/// on fibers.
llvm::GlobalVariable *HostBuilder::describeVerified(
    const LaunchTarget &optimized, const LaunchTarget &reference,
    llvm::StringRef kernel, bool isReference, const VerifyFacts &facts) {
  auto constant = [&](llvm::Constant *value, const llvm::Twine &name) {
    auto *global = new llvm::GlobalVariable(host, value->getType(), true,
                                            llvm::GlobalValue::InternalLinkage,
                                            value, name);
    global->setAlignment(llvm::Align(alignof(HeddleVerifiedKernel)));
    return global;
  };
  llvm::SmallVector<llvm::Constant *> memory;
  for (const KernelMemory &entry : facts.memory) {
    abi::ConstantBuilder<HeddleKernelMemory> fields(context);
#define FIELD(name) HEDDLE_ABI_FIELD(HeddleKernelMemory, name)
    uint32_t parameter = HeddleAnyMemory;
    if (!entry.variable.empty()) {
      llvm::GlobalVariable *variable = host.getNamedGlobal(entry.variable);
      // One that only the device module knows.
      if (!variable)
        continue;
      fields.set(FIELD(variable), variable);
    } else if (entry.argument) {
      parameter = optimized.parameters.sources[*entry.argument].parameter;
    }
    fields.set(FIELD(parameter), parameter);
    fields.set(FIELD(stored), entry.stored);
#undef FIELD
    memory.push_back(fields.get());
  }
  llvm::Constant *list = llvm::ConstantStruct::getAnon(context, memory);
  abi::ConstantBuilder<HeddleVerifiedKernel> fields(context);
#define FIELD(name) HEDDLE_ABI_FIELD(HeddleVerifiedKernel, name)
  fields.set(FIELD(info), optimized.info);
  fields.set(FIELD(run), createRun(kernel, optimized));
  if (!isReference)
    fields.set(FIELD(reference), createRun(referenceName(kernel), reference));
  fields.set(FIELD(flags), facts.flags);
  fields.set(FIELD(numMemory), memory.size());
  fields.set(FIELD(memory), constant(list, kernel + ".memory"));
#undef FIELD
  return constant(fields.get(), kernel + ".verified");
}

void HostBuilder::rewriteStub(llvm::Function &stub, const LaunchTarget &target,
                              llvm::StringRef kernel) {
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
    emitLaunch(builder, slot, target, args, [&] {
      return storeKernelArguments(builder, target.parameters, args);
    });
  }

  // The entry for cudaLaunchKernel.
  llvm::Function *entry = createEntry(kernel + ".entry");
  {
    llvm::IRBuilder<> builder(llvm::BasicBlock::Create(context, "", entry));
    llvm::SmallVector<llvm::Value *> args =
        loadKernelArguments(builder, target.parameters, entry->getArg(1));
    emitLaunch(builder, entry->getArg(0), target, args,
               [&] { return entry->getArg(1); });
  }
  llvm::IRBuilder<> builder = constructorBuilder();
  llvm::FunctionCallee registerKernel =
      abi::declare(host, HEDDLE_ABI(__heddle_register_kernel));
  builder.CreateCall(registerKernel, {&stub, target.info, entry});
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
  builder.CreateCall(callee, {target, string(driverName(variable.getName())),
                              llvm::ConstantInt::get(i64, size),
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
    // Device code that launches it refers to its HeddleKernelInfo.
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
    const llvm::StringMap<KernelResources> &resources,
    const VerifyFactsMap &verified) {
  HostBuilder builder(host);
  for (const std::string &shadow : hostFacts.shadows)
    builder.connectShadow(shadow, device);
  for (const auto &entry : deviceFacts.variables) {
    const llvm::GlobalVariable *variable =
        device.getNamedGlobal(entry.getKey());
    if (entry.second != VariableKind::Shared && variable &&
        !variable->isDeclaration())
      builder.registerVariable(*variable, entry.second);
  }

  auto connectKernel = [&](llvm::Function &stub, const Kernel &kernel) {
    KernelResources own = resources.lookup(kernel.name);
    HostBuilder::LaunchTarget target =
        builder.declareTarget(stub, kernel, kernel.name, own);
    if (auto facts = verified.find(kernel.name); facts != verified.end()) {
      std::string name = referenceName(kernel.name);
      target.verified = builder.describeVerified(
          target,
          builder.declareTarget(stub, kernel, name, resources.lookup(name)),
          kernel.name, own.usesFibers, facts->second);
    }
    builder.rewriteStub(stub, target, kernel.name);
  };

  for (const auto &entry : hostFacts.stubs) {
    llvm::Function *stub = host.getFunction(entry.getKey());
    if (!stub || stub->isDeclaration())
      continue;
    std::string name = entry.second + ".device";
    for (const Kernel &kernel : deviceFacts.kernels)
      if (kernel.name == name)
        connectKernel(*stub, kernel);
  }
}
