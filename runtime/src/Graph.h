//===- Graph.h - Graphs and the work of their nodes -------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_GRAPH_H
#define HEDDLE_RUNTIME_GRAPH_H

#include "Capture.h"
#include "GraphMemory.h"
#include "Registry.h"
#include "cuda.h"
#include <map>
#include <memory>
#include <variant>
#include <vector>

namespace heddle::rt {

/// A kernel's arguments, copied when the launch is recorded.
class KernelArguments {
public:
  KernelArguments() = default;
  KernelArguments(const HeddleKernelInfo &info, void **args);
  KernelArguments(const KernelArguments &other);
  KernelArguments(KernelArguments &&) = default;
  KernelArguments &operator=(KernelArguments other) {
    storage = std::move(other.storage);
    pointers = std::move(other.pointers);
    return *this;
  }

  void **data() { return pointers.data(); }

private:
  struct Free {
    void operator()(char *memory) const { std::free(memory); }
  };
  size_t bytes = 0;
  std::unique_ptr<char, Free> storage;
  std::vector<void *> pointers;
};

using Attributes = std::map<cudaLaunchAttributeID, cudaLaunchAttributeValue>;

struct EmptyWork {};
struct KernelWork {
  Kernel *kernel;
  HeddleLaunchConfig config;
  KernelArguments arguments;
  Attributes attributes;
  bool cooperative = false;
};
struct CopyWork {
  cudaMemcpy3DParms parms;
};
struct FillWork {
  cudaMemsetParams params;
};
struct HostWork {
  cudaHostNodeParams params;
};
struct RecordWork {
  cudaEvent_t event;
};
struct WaitWork {
  cudaEvent_t event;
};
struct AllocateWork {
  cudaMemAllocNodeParams params;
  std::shared_ptr<GraphMemory> memory;
};
struct FreeWork {
  void *pointer;
};

/// A graph inside another one; copied with it.
class InnerGraph {
public:
  explicit InnerGraph(std::unique_ptr<CUgraph_st> graph);
  InnerGraph(const InnerGraph &other);
  InnerGraph(InnerGraph &&) noexcept;
  InnerGraph &operator=(InnerGraph other) noexcept;
  ~InnerGraph();
  CUgraph_st *get() const { return graph.get(); }

private:
  std::unique_ptr<CUgraph_st> graph;
};

struct ChildWork {
  InnerGraph graph;
};

/// The value that cudaGraphSetConditional sets. Its address is the handle.
struct Condition {
  Condition(unsigned defaultValue, bool assignDefault);
  ~Condition();
  Condition(const Condition &) = delete;
  Condition &operator=(const Condition &) = delete;

  volatile unsigned value;
  const unsigned defaultValue;
  const bool assignDefault;
};
/// Whether a number is the handle of a condition.
bool isCondition(uintptr_t handle);

struct ConditionalWork {
  Condition *condition;
  cudaGraphConditionalNodeType type;
  std::vector<InnerGraph> bodies;
  /// The array in which the program finds the bodies.
  std::vector<cudaGraph_t> handles;
};

/// Values that are written to memory or waited for; only the driver API has
/// such nodes.
struct MemoryOperationsWork {
  std::vector<CUstreamBatchMemOpParams> operations;
  CUcontext context = nullptr;
};
cudaError_t runOperations(const MemoryOperationsWork &work);

using Work = std::variant<EmptyWork, KernelWork, CopyWork, FillWork, HostWork,
                          ChildWork, RecordWork, WaitWork, AllocateWork,
                          FreeWork, ConditionalWork, MemoryOperationsWork>;

cudaGraphNodeType typeOf(const Work &work);

/// The work that a node's parameters describe, or the error in them.
cudaError_t makeWork(const cudaKernelNodeParams *params, Work &work);
cudaError_t makeWork(const cudaMemcpy3DParms *params, Work &work);
cudaError_t makeWork(const cudaMemsetParams *params, Work &work);
cudaError_t makeWork(const cudaHostNodeParams *params, Work &work);
cudaError_t makeWork(cudaGraph_t graph, cudaGraphNodeParams *params,
                     Work &work);
cudaMemcpy3DParms linearCopy(void *dst, const void *src, size_t bytes,
                             cudaMemcpyKind kind);

/// A counted reference to a user object.
struct UserReference {
  CUuserObject_st *object;
  unsigned count;
};
cudaError_t retainUserObject(CUuserObject_st *object, unsigned count);
cudaError_t releaseUserObject(CUuserObject_st *object, unsigned count);

} // namespace heddle::rt

struct CUgraphNode_st {
  CUgraph_st *graph;
  /// A unique number, and the number of the node that it is a copy of.
  unsigned long long serial, copyOf;
  heddle::rt::Work work;
  std::vector<CUgraphNode_st *> dependencies, dependents;
  bool enabled = true;
};

struct CUgraph_st {
  CUgraph_st();
  CUgraph_st(const CUgraph_st &) = delete;
  CUgraph_st &operator=(const CUgraph_st &) = delete;
  ~CUgraph_st();

  /// In order of creation.
  std::vector<std::unique_ptr<CUgraphNode_st>> nodes;
  /// Filled when the graph is instantiated: each node after its dependencies.
  std::vector<CUgraphNode_st *> order;
  std::vector<std::shared_ptr<heddle::rt::Condition>> conditions;
  std::vector<heddle::rt::UserReference> userObjects;
  /// Belongs to a node, or to a stream under capture.
  bool owned = false;
};

namespace heddle::rt {

bool isGraph(const CUgraph_st *graph);
bool isNode(const CUgraphNode_st *node);

/// The caller has checked the dependencies.
CUgraphNode_st *appendNode(CUgraph_st &graph,
                           const std::vector<CUgraphNode_st *> &dependencies,
                           Work work);
/// With checks, as the cudaGraphAdd… functions require.
cudaError_t addNode(cudaGraphNode_t *node, cudaGraph_t graph,
                    const cudaGraphNode_t *dependencies, size_t count,
                    Work work);
std::unique_ptr<CUgraph_st> copyGraph(const CUgraph_st &graph);

/// Adds work to the graph that `stream` is captured into, after the previous
/// work of the stream.
cudaError_t record(cudaStream_t stream, Work work);

/// Submits work to a stream: records it, or does it now.
template <class MakeWork, class Run>
cudaError_t submit(cudaStream_t stream, MakeWork makeWork, Run run) {
  bool capturing;
  if (cudaError_t error = checkStream(stream, capturing))
    return error;
  return capturing ? record(stream, makeWork()) : run();
}

/// Sorts the graph and the graphs inside. False if there is a cycle.
bool sortGraph(CUgraph_st &graph);

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_GRAPH_H
