//===- FissionCut.cpp - Chooses values to keep or recompute ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fission.h"
#include "heddle/Support/MinCut.h"
#include "heddle/Support/PlantedFaults.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace heddle;
using namespace heddle::fission;

/// The cost of passing a value through a buffer: a store, and a load in each
/// piece that uses it, in units of a simple operation on four bytes. Both are
/// cheap if they hit the cache, but buffers occupy it.
static constexpr int64_t storeCost = 12, loadCost = 8;

/// The maximum number of operations that are considered for one piece.
static constexpr size_t mostOperations = 200;

static int64_t costOf(Operation *op) {
  if (isa<arith::ConstantOp>(op))
    return 0;
  if (isa<arith::DivFOp, arith::DivSIOp, arith::DivUIOp, arith::RemSIOp,
          arith::RemUIOp, arith::RemFOp>(op) ||
      isa<math::MathDialect>(op->getDialect()))
    return 10;
  return 1;
}

namespace {

/// Each value is two nodes: *in*, on the sink's side if the value is computed
/// in the piece, and *out*, on the sink's side if the piece has the value. The
/// edge between them is cut if the value is loaded from a buffer, and the edge
/// from the source to *in* is cut if it is recomputed. Recomputing needs the
/// operands: no edge from an operand's *out* to *in* may be cut.
class Cut {
public:
  Cut(Operation *root, llvm::function_ref<bool(Value)> isEverywhere,
      llvm::function_ref<bool(Value)> isStored)
      : layout(DataLayout::closest(root)), isEverywhere(isEverywhere),
        isStored(isStored), source(graph.addNode()), sink(graph.addNode()) {}

  llvm::DenseSet<Value> run(ArrayRef<Value> wanted) {
    for (Value value : wanted)
      graph.addEdge(add(value) + 1, sink, MinCut::unlimited);
    while (!worklist.empty())
      connect(worklist.pop_back_val());
    graph.solve(source, sink);
    llvm::DenseSet<Value> kept;
    for (auto [value, node] : nodes)
      if (!graph.isBehind(node) && graph.isBehind(node + 1))
        kept.insert(value);
    return kept;
  }

private:
  /// The node *in*; *out* is the next one.
  unsigned add(Value value) {
    auto [it, isNew] = nodes.try_emplace(value, 0);
    if (!isNew)
      return it->second;
    it->second = graph.addNode();
    graph.addNode();
    worklist.push_back(value);
    return it->second;
  }

  void connect(Value value) {
    unsigned node = nodes.lookup(value);
    graph.addEdge(node, node + 1, costOfBuffer(value));
    Operation *op = value.getDefiningOp();
    bool canRepeat =
        op && !op->getNumRegions() &&
        (op->hasAttr(repeatableAttr) || isPure(op) ||
         (planted(Fault::LoadRepeated) && isa<memref::LoadOp>(op))) &&
        nodes.size() < mostOperations;
    // A value that cannot be stored in memory has to be recomputed.
    if (!canRepeat && !isa<MemRefType>(value.getType())) {
      graph.addEdge(source, node, MinCut::unlimited);
      return;
    }
    graph.addEdge(source, node, costOf(op));
    for (Value operand : op->getOperands())
      if (!isEverywhere(operand))
        graph.addEdge(add(operand) + 1, node, MinCut::unlimited);
  }

  int64_t costOfBuffer(Value value) {
    Type type = value.getType();
    if (isa<MemRefType>(type))
      return MinCut::unlimited;
    int64_t bytes =
        type.isIndex() ? 8 : layout.getTypeSize(type).getFixedValue();
    int64_t words = std::max<int64_t>((bytes + 3) / 4, 1);
    return words * (isStored(value) ? loadCost : storeCost + loadCost);
  }

  DataLayout layout;
  llvm::function_ref<bool(Value)> isEverywhere, isStored;
  MinCut graph;
  unsigned source, sink;
  llvm::MapVector<Value, unsigned> nodes;
  SmallVector<Value> worklist;
};

} // namespace

llvm::DenseSet<Value>
fission::chooseKept(Operation *root, ArrayRef<Value> wanted,
                    llvm::function_ref<bool(Value)> isEverywhere,
                    llvm::function_ref<bool(Value)> isStored) {
  return Cut(root, isEverywhere, isStored).run(wanted);
}
