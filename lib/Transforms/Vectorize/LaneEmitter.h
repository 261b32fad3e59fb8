//===- LaneEmitter.h - Code for all lanes of a vector -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the body of a parallel loop for the lanes of a vector at once. A value
// whose lanes differ by constant offsets is one scalar: that of lane 0, whether
// or not lane 0 is active. Any other value is a vector.
//
// The mask says which lanes are active. Emitted code may rely on one being
// active: where that is not known, there is a branch around it. So a uniform
// load, which only has to be valid for active lanes, is one scalar load.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIB_TRANSFORMS_VECTORIZE_LANEEMITTER_H
#define HEDDLE_LIB_TRANSFORMS_VECTORIZE_LANEEMITTER_H

#include "heddle/Analysis/Accesses.h"
#include "heddle/Analysis/Shapes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace heddle {

/// Whether an operation has no form for vectors, and runs once for each active
/// lane.
bool runsPerLane(mlir::Operation *op, const Shapes &shapes);

/// Whether a block may run for lanes that do not take it: there is nothing to
/// observe, to trap, or to wait for.
bool isCheap(mlir::Block &block);

/// Whether all lanes of a loop are active in its first iterations.
bool hasWholePart(mlir::scf::ForOp loop, const Shapes &shapes);

/// The CUDA construct that an operation at which threads synchronise is of.
std::string nameSynchronisation(mlir::Operation *op);

/// Lanes that access memory within so many vectors load these, and pick.
inline constexpr int64_t mostPatternVectors = 4;

/// A load or store that no other thread depends on: those keep their order and
/// number.
bool isPlainAccess(mlir::Operation *op);
/// The type that a load or store has in memory, or none.
mlir::Type getAccessedType(mlir::Operation *op);

class LaneEmitter {
public:
  /// `guesses`: likely shapes, for accesses that are checked.
  /// `checks`: the code ends the program if a value has another shape than the
  /// analysis says.
  LaneEmitter(mlir::OpBuilder &builder, const Shapes &shapes,
              const Shapes &guesses, bool checks = false);

  /// Emits a block's operations but its terminator.
  void emitBody(mlir::Block &block);

  /// Sets the value of lane 0.
  void setScalar(mlir::Value value, mlir::Value scalar) {
    scalars.map(value, scalar);
    vectors.erase(value);
  }
  /// Restricts what is emitted from now on to these lanes; null: all lanes.
  void setMask(mlir::Value lanes) { mask = lanes; }

  /// What is left of a block, from an operation on, and what it relies on where
  /// its guesses hold.
  struct GuessPlan {
    mlir::Block *block;
    mlir::Operation *first;
    /// Values that have their guessed shapes, operands before results.
    llvm::SetVector<mlir::Value> values;
    /// Those that are checked, and the operand that each is chosen to be.
    llvm::DenseMap<mlir::Value, mlir::Value> checked;
    /// Operations that are emitted before the check.
    llvm::SmallPtrSet<mlir::Operation *, 8> early;
  };

private:
  // LaneEmitter.cpp: values
  int64_t lanes() const { return shapes.getMapping().lanes; }
  mlir::VectorType vectorOf(mlir::Type type) const;
  /// Whether a value is represented by that of lane 0.
  bool isScalar(mlir::Value value) const;
  /// The value in the emitted code: of lane 0, or of all lanes.
  mlir::Value get(mlir::Value value);
  mlir::Value getScalar(mlir::Value value);
  mlir::Value getVector(mlir::Value value);
  /// The vector of a value of this shape, given that of lane 0.
  mlir::Value expand(mlir::Value scalar, const Shape &shape);
  void set(mlir::Value value, mlir::Value emitted);
  /// Sets a value from a vector of it, in which `defined` lanes have a value,
  /// or all active ones.
  void setFromVector(mlir::Value value, mlir::Value vector,
                     mlir::Value defined = {});
  /// Sets a value from one that is the same but may have another form.
  void setFrom(mlir::Value value, mlir::Value same, mlir::Value emitted);
  mlir::Value constantVector(mlir::Type element,
                             llvm::ArrayRef<int64_t> values);
  mlir::Value splat(mlir::Value scalar);
  mlir::Value placeholder(mlir::Type type);

  // LaneEmitter.cpp: masks
  mlir::Value fullMask();
  /// The active lanes for which a condition holds.
  mlir::Value restrictTo(mlir::Value condition);
  mlir::Value invert(mlir::Value condition);
  mlir::Value bitsOf(mlir::Value lanes);
  mlir::Value anyOf(mlir::Value lanes);
  mlir::Value allOf(mlir::Value lanes);
  /// Whether a condition, or its opposite, holds for all lanes, where that
  /// takes no vectors.
  mlir::Value allOfScalars(mlir::Value condition, bool isTrue);
  mlir::Value allCompare(mlir::arith::CmpIPredicate predicate, mlir::Value left,
                         mlir::Value right);
  mlir::Value noLaneWraps(const Shape &shape, mlir::Value first, bool isSigned);
  /// The index of an active lane.
  mlir::Value firstActive();
  mlir::Value firstOf(mlir::Value lanes);
  mlir::Value lastActive();

  // LaneEmitter.cpp: operations
  void emit(mlir::Operation *op);
  void emitScalar(mlir::Operation *op);
  void emitElementwise(mlir::Operation *op);
  mlir::Operation *createElementwise(mlir::Operation *op);
  void emitAddress(mlir::LLVM::GEPOp gep);
  mlir::LLVM::GEPOp createAddress(mlir::LLVM::GEPOp gep);
  /// Once for each active lane, one after another.
  void emitPerLane(mlir::Operation *op);

  // LaneChecks.cpp
  /// That an operation of which only lane 0 was emitted gives all lanes what
  /// their shape says.
  void checkOperation(mlir::Operation *op);
  /// That the lanes of a vector have the values of which lane 0 is emitted.
  void checkValue(mlir::Value value, mlir::Value vector);
  /// That lane 0 of one value is that of another for all lanes.
  void checkSameShape(mlir::Value value, mlir::Value other) const;
  void checkCounter(mlir::scf::ForOp loop);
  void trapIfAny(mlir::Value lanes);

  // LaneControl.cpp
  void emitIf(mlir::scf::IfOp branch);
  void emitSwitch(mlir::scf::IndexSwitchOp branch);
  void emitFor(mlir::scf::ForOp loop);
  void emitWhile(mlir::scf::WhileOp loop);
  void emitUniformIf(mlir::scf::IfOp branch);
  void emitDivergentIf(mlir::scf::IfOp branch);
  llvm::SmallVector<mlir::Value> emitBothSides(mlir::scf::IfOp branch,
                                               mlir::Value condition);
  llvm::SmallVector<mlir::Value>
  emitWholes(llvm::ArrayRef<std::pair<mlir::Value, mlir::Block *>> sides,
             mlir::scf::IfOp branch, mlir::Value condition);
  void emitUniformFor(mlir::scf::ForOp loop);
  /// Continues in the body of a new loop, which has no terminator yet.
  void openBody(mlir::scf::ForOp created);
  void emitRange(mlir::scf::ForOp loop, mlir::Value low, mlir::Value high,
                 mlir::Value step, mlir::ValueRange inits);
  void emitDivergentFor(mlir::scf::ForOp loop);
  llvm::SmallVector<mlir::Value> emitWholePart(mlir::scf::ForOp loop);
  void emitUniformWhile(mlir::scf::WhileOp loop);
  void emitDivergentWhile(mlir::scf::WhileOp loop);
  /// Emits a block under a mask behind a test that a lane is active. Returns
  /// the vectors of what its terminator passes on.
  llvm::SmallVector<mlir::Value> emitGuarded(mlir::Value lanes,
                                             mlir::Block &block);
  /// The emitted values of a terminator's operands, in the form that `like`
  /// has.
  llvm::SmallVector<mlir::Value> getAs(mlir::ValueRange values,
                                       mlir::ValueRange like);
  mlir::Value getAs(mlir::Value value, mlir::Value like);
  llvm::SmallVector<mlir::Type> emittedTypes(mlir::ValueRange values);
  void setAll(mlir::ValueRange values, mlir::ValueRange emitted);

  // LaneGuesses.cpp
  /// The shape that a value has in the code that is emitted now.
  Shape shapeOf(mlir::Value value) const;
  /// That, or else the guessed one.
  Shape likelyShapeOf(mlir::Value value) const;
  bool isGuessed(mlir::Operation *op) const;
  std::optional<GuessPlan> planGuesses(mlir::Block &block,
                                       mlir::Operation *first);
  bool planAccess(mlir::Operation *op, GuessPlan &plan);
  bool planTrust(mlir::Value value, GuessPlan &plan);
  bool makeAvailable(mlir::Value value, GuessPlan &plan);
  void emitGuessed(const GuessPlan &plan, llvm::function_ref<void()> emitRest);
  mlir::Value allChoose(mlir::Value value, mlir::Value chosen);
  mlir::Value allAgree(mlir::Value value, mlir::Value vector,
                       mlir::Value first);
  bool isEither(mlir::Operation *op) const;
  /// The operand that a value was found to be, in all lanes.
  mlir::Value resolve(mlir::Value value) const {
    mlir::Value chosen = resolved.lookup(value);
    return chosen ? chosen : value;
  }

  // LaneGroups.cpp
  /// Loads or stores of members of structures that are `stride` bytes apart, at
  /// constant offsets from one address.
  struct MemberGroup {
    Access leader;
    mlir::Type element;
    int64_t stride = 0;
    bool isLoad = false;
    /// How many bytes they are from the leader, which is the first one.
    llvm::SmallVector<std::pair<mlir::Operation *, int64_t>> members;
    int64_t first = 0, end = 0;
    /// Members that were stored after the first load.
    llvm::SmallVector<int64_t> stored = {};
  };
  bool isLikeMember(mlir::Operation *op, MemberGroup &like);
  llvm::SmallVector<MemberGroup, 0> findMembers(mlir::Block &block);
  mlir::Value memberPointer(const MemberGroup &group);
  static void copyAliasInformation(const MemberGroup &group,
                                   mlir::Operation *to);
  void loadMembers(const MemberGroup &group);
  void storeMembers(const MemberGroup &group);

  // LanePatterns.cpp
  /// Stores to one object whose lanes together fill a row.
  struct PatternGroup {
    llvm::SmallVector<mlir::memref::StoreOp> stores;
    /// Of all lanes of the first one, then of the next: elements from lane 0's
    /// place in the first one.
    llvm::SmallVector<int64_t> places;
  };
  bool joinPatterns(mlir::memref::StoreOp store, PatternGroup &group) const;
  llvm::SmallVector<PatternGroup> findPatterns(mlir::Block &block) const;
  void storePatterns(PatternGroup group);

  // LaneRows.cpp
  /// Loads in a loop that read places near each other: constants after one
  /// address, which moves on by `advance` bytes from iteration to iteration.
  struct RowLoads {
    Access leader;
    mlir::Type element;
    int64_t advance;
    llvm::SmallVector<std::pair<mlir::Operation *, int64_t>> loads;
    int64_t first = 0, end = 0; ///< The bytes that an iteration reads.
  };
  llvm::SmallVector<RowLoads, 0> findRowLoads(mlir::scf::ForOp loop);
  void emitRowFor(mlir::scf::ForOp loop, llvm::ArrayRef<RowLoads> groups);
  mlir::Value emitRowPointers(mlir::scf::ForOp loop, mlir::Operation *load);
  void setIteration(mlir::scf::ForOp loop, mlir::Value first,
                    mlir::Value iterations, mlir::ValueRange carried);
  llvm::SmallVector<mlir::Value> loadRows(mlir::scf::ForOp loop,
                                          const RowLoads &group);
  llvm::SmallVector<mlir::Value> transpose(llvm::SmallVector<mlir::Value> rows);

  // LaneMemory.cpp
  /// The addresses of an access: that of lane 0 and constant offsets in bytes,
  /// or a vector of pointers.
  struct Address {
    mlir::Value scalar;
    llvm::SmallVector<int64_t> offsets;
    mlir::Value vector;
  };
  static uint64_t alignmentOf(mlir::Operation *access, int64_t bytes);
  static void copyAliasInformation(mlir::Operation *from, mlir::Operation *to);
  void emitLoad(mlir::Operation *op);
  mlir::Value load(mlir::Operation *op, mlir::Type element,
                   const Address &address);
  void store(mlir::Operation *op, mlir::Value value, const Address &address);
  /// The address in the guessed shape, and whether all active lanes agree with
  /// it; nothing if there is no useful guess.
  std::optional<std::pair<Address, mlir::Value>>
  guessAddress(mlir::Operation *op, mlir::Value pointers, int64_t bytes);
  void emitStore(mlir::Operation *op);
  Address addressOf(mlir::Operation *access);
  Address addressOf(mlir::Value pointer);
  Address addressOf(mlir::Value memref, mlir::ValueRange indices);
  mlir::Value pointersOf(const Address &address);
  mlir::Value offsetPointer(mlir::Value pointer, int64_t bytes);
  mlir::Value gather(mlir::Operation *op, mlir::Type element,
                     mlir::Value pointers);
  void scatter(mlir::Operation *op, mlir::Value value, mlir::Value pointers);
  mlir::Value loadVector(mlir::Operation *op, mlir::Type element,
                         mlir::Value pointer, mlir::Value lanes);
  void storeVector(mlir::Operation *op, mlir::Value value, mlir::Value pointer,
                   mlir::Value lanes);
  /// Lanes in the opposite order, for accesses that go backwards.
  mlir::Value reverse(mlir::Value vector);
  mlir::Value backwards(mlir::Value pointer, int64_t bytes);
  mlir::Value loadPattern(mlir::Operation *op, mlir::Type element,
                          const Address &address);
  mlir::Value toMemory(mlir::Value value);
  mlir::Value fromMemory(mlir::Value value, mlir::Type element);
  mlir::Value extract(mlir::Value vector, mlir::Value lane);

  mlir::OpBuilder &builder;
  const Shapes &shapes;
  const Shapes &guesses;
  mlir::DataLayout layout;
  mlir::Location loc;
  /// Of values that are represented by lane 0.
  mlir::IRMapping scalars;
  llvm::DenseMap<mlir::Value, mlir::Value> vectors;
  /// Loads whose vectors are there already.
  llvm::DenseMap<mlir::Operation *, mlir::Value> loaded;
  /// Values that have their guessed shapes: that was checked.
  llvm::DenseSet<mlir::Value> trusted;
  llvm::DenseMap<mlir::Value, mlir::Value> resolved;
  /// Null if all lanes are active.
  mlir::Value mask;
  bool checks;
  /// How many branches around have code with and without a mask.
  unsigned copies = 0;
};

/// Whether an operation has the same name on vectors.
bool isElementwise(mlir::Operation *op);
/// Pure intrinsics that LLVM also has for vectors.
bool isVectorIntrinsic(mlir::Operation *op);

} // namespace heddle

#endif // HEDDLE_LIB_TRANSFORMS_VECTORIZE_LANEEMITTER_H
