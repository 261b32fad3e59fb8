//===- LaneGroups.cpp - Accesses to the members of structures -------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where each lane accesses several members of its own structure (or
// neighbouring elements, or the parts of a float4), and the structures are next
// to each other, one wide load has them all. Stores to all members are one wide
// store.
//
//===----------------------------------------------------------------------===//

#include "LaneEmitter.h"
#include "heddle/Support/AddressTerms.h"

#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace heddle;

bool LaneEmitter::isLikeMember(Operation *op, MemberGroup &like) {
  if (!isPlainAccess(op) || loaded.contains(op))
    return false;
  Type type = getAccessedType(op);
  if (!isa<IntegerType, FloatType>(type))
    return false;
  int64_t bytes = bytesOf(type, layout);
  std::optional<int64_t> stride = shapes.ofAddress(op).getStride();
  constexpr int64_t mostMembers = 8;
  if (!stride || *stride % bytes != 0 || *stride < 2 * bytes ||
      *stride > mostMembers * bytes)
    return false;
  std::optional<Access> access = getPlainAccess(op);
  if (!access || !access->exact)
    return false;
  like = {*access,   type, *stride, bool(op->getNumResults()),
          {{op, 0}}, 0,    bytes};
  return true;
}

/// Groups of a block. A group that is closed takes no more members: what comes
/// after may access the same memory.
SmallVector<LaneEmitter::MemberGroup, 0>
LaneEmitter::findMembers(Block &block) {
  SmallVector<MemberGroup, 0> done, open;
  auto close = [&](auto mustClose) {
    for (MemberGroup &group : llvm::make_early_inc_range(open))
      if (mustClose(group))
        done.push_back(group);
    llvm::erase_if(open, mustClose);
  };
  for (Operation &op : block.without_terminator()) {
    MemberGroup one;
    if (!isLikeMember(&op, one)) {
      if (!isMemoryEffectFree(&op))
        close([](MemberGroup &) { return true; });
      continue;
    }
    // From the leader; nothing if it cannot be one of the group.
    auto offsetIn = [&](const MemberGroup &group) {
      return group.element == one.element && group.stride == one.stride
                 ? group.leader.distanceTo(one.leader)
                 : std::nullopt;
    };
    int64_t bytes = one.end;
    // Structures of the same array: members at other offsets are others'.
    auto isNear = [&](int64_t offset) {
      return [=](int64_t other) { return std::abs(other - offset) < bytes; };
    };
    auto overlaps = [&](const MemberGroup &group, int64_t offset) {
      return llvm::any_of(group.members, [&](const auto &member) {
        return isNear(offset)(member.second);
      });
    };
    auto fits = [&](const MemberGroup &group, int64_t offset) {
      return (offset - group.first) % bytes == 0 &&
             std::max(group.end, offset + bytes) -
                     std::min(group.first, offset) <=
                 group.stride;
    };
    // Loads only conflict with stores. A later store is not moved, but a load
    // moves up, and an earlier store down.
    close([&](MemberGroup &group) {
      std::optional<int64_t> offset = offsetIn(group);
      if (one.isLoad && group.isLoad)
        return offset && (!fits(group, *offset) ||
                          llvm::any_of(group.stored, isNear(*offset)));
      return !offset || !fits(group, *offset) || overlaps(group, *offset);
    });
    // A load of what is stored here cannot join those before it.
    if (!one.isLoad)
      for (MemberGroup &group : open)
        if (group.isLoad)
          group.stored.push_back(*offsetIn(group));
    auto group = llvm::find_if(open, [&](const MemberGroup &group) {
      return group.isLoad == one.isLoad && offsetIn(group);
    });
    if (group == open.end()) {
      open.push_back(one);
      continue;
    }
    int64_t offset = *offsetIn(*group);
    group->members.push_back({&op, offset});
    group->first = std::min(group->first, offset);
    group->end = std::max(group->end, offset + bytes);
  }
  close([](MemberGroup &) { return true; });
  // Single loads are patterns; all members are stored, and each once.
  llvm::erase_if(done, [&](const MemberGroup &group) {
    int64_t bytes = bytesOf(group.element, layout);
    if (group.isLoad)
      return group.members.size() < 2;
    return group.end - group.first != group.stride ||
           int64_t(group.members.size()) * bytes != group.stride;
  });
  return done;
}

Value LaneEmitter::memberPointer(const MemberGroup &group) {
  auto [leader, offset] = group.members.front();
  Address address = addressOf(leader);
  return offsetPointer(address.scalar, group.first - offset);
}

/// What holds for all members.
void LaneEmitter::copyAliasInformation(const MemberGroup &group,
                                       Operation *to) {
  Operation *leader = group.members.front().first;
  copyAliasInformation(leader, to);
  for (NamedAttribute attribute : llvm::to_vector(to->getAttrs()))
    for (auto [name, raisedName] : par::accessAttrs)
      if (attribute.getName() == name && name != "alignment" &&
          llvm::any_of(group.members, [&](const auto &member) {
            return member.first->getAttr(name) != leader->getAttr(name) ||
                   member.first->getAttr(raisedName) !=
                       leader->getAttr(raisedName);
          }))
        to->removeAttr(name);
}

void LaneEmitter::loadMembers(const MemberGroup &group) {
  int64_t bytes = bytesOf(group.element, layout);
  int64_t count = group.stride / bytes;
  // Nothing is read beyond the last structure's last member.
  int64_t missing = (group.stride - (group.end - group.first)) / bytes;
  Value pointer = memberPointer(group);
  auto wide = VectorType::get({lanes() * count - missing}, group.element);
  auto all =
      LLVM::LoadOp::create(builder, loc, wide, pointer,
                           alignmentOf(group.members.front().first, bytes));
  copyAliasInformation(group, all);
  for (auto [load, offset] : group.members) {
    SmallVector<int64_t> picks;
    for (int64_t lane = 0; lane < lanes(); ++lane)
      picks.push_back(lane * count + (offset - group.first) / bytes);
    loaded[load] = vector::ShuffleOp::create(builder, loc, all, all, picks);
  }
}

void LaneEmitter::storeMembers(const MemberGroup &group) {
  int64_t bytes = bytesOf(group.element, layout);
  int64_t count = group.stride / bytes;
  SmallVector<Value> columns(count);
  for (auto [store, offset] : group.members)
    columns[(offset - group.first) / bytes] = getVector(store->getOperand(0));
  // One after another, then in order.
  Value all = columns[0];
  for (int64_t next = 1; next < count; ++next) {
    SmallVector<int64_t> picks =
        llvm::to_vector(llvm::seq<int64_t>((next + 1) * lanes()));
    all = vector::ShuffleOp::create(builder, loc, all, columns[next], picks);
  }
  SmallVector<int64_t> picks;
  for (int64_t i = 0; i < lanes() * count; ++i)
    picks.push_back(i % count * lanes() + i / count);
  all = vector::ShuffleOp::create(builder, loc, all, all, picks);
  auto created =
      LLVM::StoreOp::create(builder, loc, all, memberPointer(group),
                            alignmentOf(group.members.front().first, bytes));
  copyAliasInformation(group, created);
}

void LaneEmitter::emitBody(Block &block) {
  SmallVector<MemberGroup, 0> groups;
  SmallVector<PatternGroup> patterns;
  if (!mask) {
    groups = findMembers(block);
    patterns = findPatterns(block);
  }
  llvm::DenseMap<Operation *, const MemberGroup *> loadsAt, storesAt;
  llvm::SmallPtrSet<Operation *, 8> skipped;
  for (const MemberGroup &group : groups) {
    if (group.isLoad) {
      loadsAt[group.members.front().first] = &group;
      continue;
    }
    for (auto [store, offset] : group.members)
      skipped.insert(store);
    storesAt[group.members.back().first] = &group;
  }
  llvm::DenseMap<Operation *, const PatternGroup *> patternsAt;
  for (const PatternGroup &group : patterns)
    if (llvm::none_of(group.stores, [&](memref::StoreOp store) {
          return skipped.contains(store);
        })) {
      skipped.insert_range(group.stores);
      patternsAt[group.stores.back()] = &group;
    }
  // From an operation to the block's end.
  auto emitFrom = [&](Operation *first, const auto &skipped, bool mayGuess,
                      const auto &emitFrom) -> void {
    for (Operation *op = first; op != block.getTerminator();
         op = op->getNextNode()) {
      loc = op->getLoc();
      if (const MemberGroup *group = loadsAt.lookup(op))
        loadMembers(*group);
      if (const MemberGroup *group = storesAt.lookup(op))
        storeMembers(*group);
      if (const PatternGroup *group = patternsAt.lookup(op))
        storePatterns(*group);
      if (skipped.contains(op))
        continue;
      if (auto plan = mayGuess ? planGuesses(block, op) : std::nullopt)
        return emitGuessed(*plan, [&, early = plan->early]() {
          auto done = skipped;
          done.insert_range(early);
          emitFrom(op, done, /*mayGuess=*/false, emitFrom);
        });
      emit(op);
    }
  };
  if (!block.without_terminator().empty())
    emitFrom(&block.front(), skipped, /*mayGuess=*/true, emitFrom);
  for (const MemberGroup &group : groups)
    if (group.isLoad)
      for (auto [load, offset] : group.members)
        loaded.erase(load);
}
