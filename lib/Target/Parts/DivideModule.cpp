//===- DivideModule.cpp - Which part of a module holds what ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleParts.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/Instructions.h"

using namespace heddle;
using llvm::Function;
using llvm::GlobalValue;
using llvm::GlobalVariable;

/// In instructions. A part costs a few milliseconds, which is what LLVM needs
/// for a few hundred instructions.
static constexpr size_t smallestPart = 2000;
static constexpr size_t mostParts = 32;
/// A smaller function stays with its users.
static constexpr size_t smallestUnit = 50;

namespace {

using Values = llvm::SmallSetVector<GlobalValue *, 8>;

class Divider {
public:
  explicit Divider(llvm::Module &module) : module(module) {}

  ModuleParts divide();

private:
  bool canBeDivided() const;
  void findUnits();
  void joinCallees();
  size_t packUnits();
  void hold(size_t part, GlobalValue &value, bool isCalled);
  void holdAll(size_t part);
  Values referencesOf(GlobalValue &value, bool callsOnly) const;

  llvm::Module &module;
  /// The functions that leave the first part, by unit; all of a unit go to the
  /// same part.
  llvm::MapVector<Function *, size_t> unitOf;
  std::vector<size_t> weights; ///< Of units, in instructions.
  /// Functions in no unit are at home in part 0, like variables and aliases.
  llvm::DenseMap<const GlobalValue *, size_t> homes;
  std::vector<llvm::MapVector<GlobalValue *, Holding>> held;
};

} // namespace

/// Adds the global values in a constant or instruction operand.
static void addGlobals(llvm::Value *value,
                       llvm::SmallPtrSetImpl<llvm::Value *> &seen,
                       Values &found) {
  if (auto *global = llvm::dyn_cast<GlobalValue>(value)) {
    found.insert(global);
    return;
  }
  auto *constant = llvm::dyn_cast<llvm::Constant>(value);
  if (!constant || !seen.insert(constant).second)
    return;
  for (llvm::Value *operand : constant->operands())
    addGlobals(operand, seen, found);
}

/// The global values that a definition refers to.
Values Divider::referencesOf(GlobalValue &value, bool callsOnly) const {
  Values found;
  llvm::SmallPtrSet<llvm::Value *, 16> seen;
  auto *function = llvm::dyn_cast<Function>(&value);
  if (!function) {
    if (!callsOnly)
      for (llvm::Value *operand : value.operands())
        addGlobals(operand, seen, found);
    return found;
  }
  if (!callsOnly)
    for (llvm::Value *operand : function->operands())
      addGlobals(operand, seen, found);
  for (llvm::BasicBlock &block : *function)
    for (llvm::Instruction &inst : block) {
      if (auto *call = llvm::dyn_cast<llvm::CallBase>(&inst))
        if (Function *callee = call->getCalledFunction(); callee && callsOnly)
          found.insert(callee);
      if (!callsOnly)
        for (llvm::Value *operand : inst.operands())
          addGlobals(operand, seen, found);
    }
  return found;
}

/// The address of a block must stay in the module of its function.
bool Divider::canBeDivided() const {
  return llvm::none_of(module, [](const Function &function) {
    return llvm::any_of(function, [](const llvm::BasicBlock &block) {
      return block.hasAddressTaken();
    });
  });
}

/// Whether the optimizer knows no caller of a function.
static bool isOnlyPassedOn(const Function &function) {
  return llvm::none_of(function.uses(), [](const llvm::Use &use) {
    auto *call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
    return call && call->isCallee(&use);
  });
}

void Divider::findUnits() {
  // Passes expect the bodies of what is in `llvm.global_ctors` and the like.
  Values kept;
  for (GlobalVariable &variable : module.globals())
    if (variable.hasAppendingLinkage())
      kept.insert_range(referencesOf(variable, /*callsOnly=*/false));
  for (Function &function : module) {
    if (function.isDeclaration() || !function.hasLocalLinkage() ||
        function.hasComdat() || function.use_empty() ||
        !isOnlyPassedOn(function) || kept.contains(&function))
      continue;
    size_t weight = function.getInstructionCount();
    if (weight < smallestUnit)
      continue;
    unitOf.insert({&function, weights.size()});
    weights.push_back(weight);
  }
}

/// The unit of a function that only functions of one unit refer to.
static std::optional<size_t>
onlyUnit(const Function &function,
         const llvm::MapVector<Function *, size_t> &unitOf) {
  std::optional<size_t> unit;
  for (const llvm::User *user : function.users()) {
    auto *inst = llvm::dyn_cast<llvm::Instruction>(user);
    if (!inst)
      return std::nullopt;
    auto found = unitOf.find(const_cast<Function *>(inst->getFunction()));
    if (found == unitOf.end() || (unit && *unit != found->second))
      return std::nullopt;
    unit = found->second;
  }
  return unit;
}

/// Local functions go where their only users are.
void Divider::joinCallees() {
  for (bool changed = true; changed;) {
    changed = false;
    for (Function &function : module) {
      if (function.isDeclaration() || !function.hasLocalLinkage() ||
          function.hasComdat() || unitOf.contains(&function))
        continue;
      std::optional<size_t> unit = onlyUnit(function, unitOf);
      if (!unit)
        continue;
      unitOf.insert({&function, *unit});
      weights[*unit] += function.getInstructionCount();
      changed = true;
    }
  }
}

/// Gives each unit a part, the heaviest first, always the lightest part. The
/// number of parts.
size_t Divider::packUnits() {
  size_t total = 0, moved = 0;
  for (Function &function : module)
    total += function.getInstructionCount();
  for (size_t weight : weights)
    moved += weight;
  size_t count = std::min(total / smallestPart, mostParts);
  if (count < 2 || moved < smallestPart)
    return 1;
  std::vector<size_t> loads(count, 0), partOf(weights.size());
  loads[0] = total - moved;
  auto order = llvm::to_vector(llvm::seq<size_t>(0, weights.size()));
  llvm::sort(order, [&](size_t a, size_t b) {
    return weights[a] != weights[b] ? weights[a] > weights[b] : a < b;
  });
  for (size_t unit : order) {
    size_t part = llvm::min_element(loads) - loads.begin();
    partOf[unit] = part;
    loads[part] += weights[unit];
  }
  for (auto [function, unit] : unitOf)
    homes[function] = partOf[unit];
  return count;
}

/// A constant that no one can tell from a copy of it.
static bool isCopiedConstant(const GlobalValue &value) {
  auto *variable = llvm::dyn_cast<GlobalVariable>(&value);
  return variable && variable->isConstant() && variable->hasInitializer() &&
         variable->hasLocalLinkage() && !variable->hasComdat() &&
         (variable->hasPrivateLinkage() || variable->hasGlobalUnnamedAddr());
}

/// Whether a part that does not define this value may have its contents.
static bool mayBeCopied(const GlobalValue &value, bool isCalled) {
  if (value.isInterposable())
    return false;
  if (llvm::isa<Function>(value))
    return isCalled;
  auto *variable = llvm::dyn_cast<GlobalVariable>(&value);
  return variable && variable->isConstant() && !variable->isThreadLocal() &&
         !llvm::is_contained({"llvm.used", "llvm.compiler.used"},
                             variable->getName());
}

/// Notes that a part refers to a value.
void Divider::hold(size_t part, GlobalValue &value, bool isCalled) {
  if (value.isDeclaration() || llvm::isa<llvm::GlobalAlias>(value) ||
      llvm::isa<llvm::GlobalIFunc>(value))
    return;
  auto &holdings = held[part];
  if (homes.lookup(&value) == part) {
    holdings.insert({&value, Holding::Definition});
    return;
  }
  if (isCopiedConstant(value)) {
    holdings.insert({&value, Holding::Definition});
  } else if (value.hasLinkOnceLinkage()) {
    // The linker keeps one of several, which must not lack a part of its group.
    holdings.insert({&value, Holding::Definition});
    if (auto *object = llvm::dyn_cast<llvm::GlobalObject>(&value))
      if (const llvm::Comdat *group = object->getComdat())
        for (llvm::GlobalObject *member : group->getUsers())
          holdings.insert({member, Holding::Definition});
  } else if (mayBeCopied(value, isCalled)) {
    holdings.insert({&value, Holding::Copy});
  }
}

/// What a part holds: what is at home there, and what that refers to.
void Divider::holdAll(size_t part) {
  auto &holdings = held[part];
  for (GlobalValue &value : module.global_values())
    if (!value.isDeclaration() && homes.lookup(&value) == part &&
        !llvm::isa<llvm::GlobalAlias>(value) &&
        !llvm::isa<llvm::GlobalIFunc>(value))
      holdings.insert({&value, Holding::Definition});
  for (size_t i = 0; i < holdings.size(); ++i) {
    GlobalValue *value = (holdings.begin() + i)->first;
    for (GlobalValue *callee : referencesOf(*value, /*callsOnly=*/true))
      hold(part, *callee, /*isCalled=*/true);
    for (GlobalValue *other : referencesOf(*value, /*callsOnly=*/false))
      hold(part, *other, /*isCalled=*/false);
  }
}

ModuleParts Divider::divide() {
  ModuleParts result;
  result.parts.resize(1);
  if (!canBeDivided())
    return result;
  findUnits();
  joinCallees();
  size_t count = packUnits();
  if (count < 2)
    return result;
  held.resize(count);
  for (size_t part = 0; part < count; ++part)
    holdAll(part);

  // Local symbols that a part refers to but does not define.
  Values promoted;
  for (size_t part = 0; part < count; ++part)
    for (auto [value, holding] : held[part]) {
      if (value->hasLocalLinkage() && holding == Holding::Copy)
        promoted.insert(value);
      for (GlobalValue *other : referencesOf(*value, /*callsOnly=*/false)) {
        auto found = held[part].find(other);
        if (other->hasLocalLinkage() && !other->isDeclaration() &&
            (found == held[part].end() || found->second == Holding::Copy))
          promoted.insert(other);
      }
    }
  for (GlobalValue &value : module.global_values())
    if (!value.hasName())
      value.setName("heddle.local");
  for (GlobalValue *value : promoted) {
    value->setLinkage(GlobalValue::ExternalLinkage);
    value->setDSOLocal(true);
    result.promoted.push_back(value->getName().str());
  }
  result.parts.resize(count);
  for (size_t part = 0; part < count; ++part)
    for (auto [value, holding] : held[part])
      result.parts[part].insert({value->getName(), holding});
  return result;
}

ModuleParts heddle::divideModule(llvm::Module &module) {
  return Divider(module).divide();
}
