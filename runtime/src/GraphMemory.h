//===- GraphMemory.h - Memory that a graph allocates ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_GRAPHMEMORY_H
#define HEDDLE_RUNTIME_GRAPHMEMORY_H

#include "Memory.h"
#include <atomic>

namespace heddle::rt {

/// Memory of an allocation node. Its address is known when the node is made, so
/// it is kept until the last graph that has the node is gone; in between a run
/// of the node makes it alive and a free, in the graph or not, makes it dead.
class GraphMemory : public AllocationOwner,
                    public std::enable_shared_from_this<GraphMemory> {
public:
  static std::shared_ptr<GraphMemory> make(size_t bytes, int device);
  ~GraphMemory() override;

  void *pointer() const { return reinterpret_cast<void *>(memory.begin); }
  bool alive() const { return live.load(); }

  /// Makes it alive. An error if it is.
  cudaError_t allocate();
  void takeBack(const Allocation &allocation) override;

private:
  explicit GraphMemory(const Allocation &memory) : memory(memory) {}
  Allocation memory;
  std::atomic<bool> live{false};
};

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_GRAPHMEMORY_H
