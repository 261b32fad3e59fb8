//===- GraphExec.cpp - Instantiates, launches and updates graphs ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An executable graph is a sorted copy of the graph. Its nodes run one after
// another, each on all cores.
//
//===----------------------------------------------------------------------===//

#include "GraphExec.h"
#include "Capture.h"
#include "Copy.h"
#include "Error.h"
#include "Event.h"
#include "Graph.h"
#include "Handles.h"
#include "Stream.h"
#include "Thread.h"
#include <cstring>
#include <unordered_map>

using namespace heddle::rt;

struct CUgraphExec_st {
  std::unique_ptr<CUgraph_st> graph;
  unsigned long long flags;
  /// By the number of the node that each is a copy of.
  std::unordered_map<unsigned long long, cudaGraphNode_t> nodes;
};

namespace {

Handles<CUgraphExec_st> &execs() {
  static auto &instance = *new Handles<CUgraphExec_st>;
  return instance;
}

cudaError_t run(CUgraph_st &graph);

struct RunWork {
  cudaError_t operator()(EmptyWork &) { return cudaSuccess; }
  cudaError_t operator()(KernelWork &work) {
    Thread &thread = thisThread();
    thread.launchError = cudaSuccess;
    thread.nextIsCooperative = work.cooperative;
    work.kernel->entry(&work.config, work.arguments.data());
    return thread.launchError;
  }
  cudaError_t operator()(CopyWork &work) { return cudaMemcpy3D(&work.parms); }
  cudaError_t operator()(FillWork &work) { return fillElements(work.params); }
  cudaError_t operator()(HostWork &work) {
    work.params.fn(work.params.userData);
    return cudaSuccess;
  }
  cudaError_t operator()(ChildWork &work) { return run(*work.graph.get()); }
  cudaError_t operator()(RecordWork &work) {
    return cudaEventRecord(work.event, cudaStreamPerThread);
  }
  // The work before the event is complete.
  cudaError_t operator()(WaitWork &) { return cudaSuccess; }
  cudaError_t operator()(AllocateWork &work) {
    cudaError_t error = work.memory->allocate();
    return error ? fail(error) : cudaSuccess;
  }
  cudaError_t operator()(FreeWork &work) {
    return deallocate(work.pointer, MemoryKind::Device, MemoryKind::Managed);
  }
  cudaError_t operator()(MemoryOperationsWork &work) {
    return runOperations(work);
  }
  cudaError_t operator()(ConditionalWork &work) {
    auto body = [&](size_t i) {
      return i < work.bodies.size() ? run(*work.bodies[i].get()) : cudaSuccess;
    };
    switch (work.type) {
    case cudaGraphCondTypeIf:
      return body(work.condition->value ? 0 : 1);
    case cudaGraphCondTypeSwitch:
      return body(work.condition->value);
    case cudaGraphCondTypeWhile:
      while (work.condition->value)
        if (cudaError_t error = body(0))
          return error;
      return cudaSuccess;
    }
    return cudaSuccess;
  }
};

cudaError_t run(CUgraph_st &graph) {
  for (cudaGraphNode_t node : graph.order)
    if (node->enabled)
      if (cudaError_t error = std::visit(RunWork(), node->work))
        return error;
  return pending();
}

/// While a graph runs, its work is not captured again.
class Replay {
public:
  Replay() { ++thisThread().replaying; }
  ~Replay() { --thisThread().replaying; }
};

/// For this graph and those inside it.
template <class Use> void eachNode(CUgraph_st &graph, const Use &use) {
  for (const auto &node : graph.nodes) {
    use(*node);
    if (auto *child = std::get_if<ChildWork>(&node->work))
      eachNode(*child->graph.get(), use);
    if (auto *conditional = std::get_if<ConditionalWork>(&node->work))
      for (InnerGraph &body : conditional->bodies)
        eachNode(*body.get(), use);
  }
}

cudaError_t instantiate(cudaGraphExec_t *result, cudaGraph_t graph,
                        unsigned long long flags,
                        cudaGraphInstantiateResult &reason) {
  reason = cudaGraphInstantiateError;
  if (cudaError_t error = pending())
    return error;
  constexpr unsigned long long known =
      cudaGraphInstantiateFlagAutoFreeOnLaunch |
      cudaGraphInstantiateFlagUpload | cudaGraphInstantiateFlagUseNodePriority;
  if (!result || !isGraph(graph))
    return fail(cudaErrorInvalidValue);
  *result = nullptr;
  // Launches a graph from a kernel.
  if (flags & cudaGraphInstantiateFlagDeviceLaunch)
    return fail(cudaErrorNotSupported);
  if (flags & ~known)
    return fail(cudaErrorInvalidValue);
  auto exec = std::make_unique<CUgraphExec_st>();
  exec->graph = copyGraph(*graph);
  exec->graph->owned = true;
  exec->flags = flags;
  if (!sortGraph(*exec->graph)) {
    reason = cudaGraphInstantiateInvalidStructure;
    return fail(cudaErrorInvalidValue);
  }
  eachNode(*exec->graph,
           [&](CUgraphNode_st &node) { exec->nodes[node.copyOf] = &node; });
  *result = execs().add(std::move(exec));
  reason = cudaGraphInstantiateSuccess;
  return cudaSuccess;
}

/// The first difference between two graphs that an update cannot handle.
cudaGraphExecUpdateResult compare(CUgraph_st &to, CUgraph_st &from,
                                  cudaGraphExecUpdateResultInfo &info) {
  auto stop = [&](cudaGraphExecUpdateResult why, cudaGraphNode_t mine,
                  cudaGraphNode_t theirs) {
    info.errorNode = theirs;
    info.errorFromNode = mine;
    return info.result = why;
  };
  if (to.nodes.size() != from.nodes.size())
    return stop(cudaGraphExecUpdateErrorTopologyChanged, nullptr, nullptr);
  std::unordered_map<cudaGraphNode_t, cudaGraphNode_t> partner;
  for (size_t i = 0; i < to.nodes.size(); ++i)
    partner[from.nodes[i].get()] = to.nodes[i].get();
  for (size_t i = 0; i < to.nodes.size(); ++i) {
    CUgraphNode_st &mine = *to.nodes[i], &theirs = *from.nodes[i];
    if (mine.work.index() != theirs.work.index())
      return stop(cudaGraphExecUpdateErrorNodeTypeChanged, &mine, &theirs);
    if (mine.dependencies.size() != theirs.dependencies.size())
      return stop(cudaGraphExecUpdateErrorTopologyChanged, &mine, &theirs);
    for (size_t d = 0; d < mine.dependencies.size(); ++d)
      if (partner[theirs.dependencies[d]] != mine.dependencies[d])
        return stop(cudaGraphExecUpdateErrorTopologyChanged, &mine, &theirs);
    if (auto *child = std::get_if<ChildWork>(&mine.work))
      if (compare(*child->graph.get(),
                  *std::get<ChildWork>(theirs.work).graph.get(), info))
        return info.result;
    if (std::holds_alternative<AllocateWork>(mine.work) &&
        std::get<AllocateWork>(mine.work).params.bytesize !=
            std::get<AllocateWork>(theirs.work).params.bytesize)
      return stop(cudaGraphExecUpdateErrorParametersChanged, &mine, &theirs);
    if (std::holds_alternative<ConditionalWork>(mine.work))
      return stop(cudaGraphExecUpdateErrorNotSupported, &mine, &theirs);
  }
  return info.result = cudaGraphExecUpdateSuccess;
}

/// Takes over the work of a graph of the same form. The nodes stay, because the
/// program may still change them through the original graph.
void update(CUgraph_st &to, const CUgraph_st &from) {
  for (size_t i = 0; i < to.nodes.size(); ++i) {
    Work &mine = to.nodes[i]->work;
    const Work &theirs = from.nodes[i]->work;
    if (auto *child = std::get_if<ChildWork>(&mine))
      update(*child->graph.get(), *std::get<ChildWork>(theirs).graph.get());
    else
      mine = theirs;
  }
}

} // namespace

cudaGraphNode_t heddle::rt::findInExec(cudaGraphExec_t exec,
                                       cudaGraphNode_t node) {
  if (!execs().contains(exec) || !isNode(node))
    return nullptr;
  auto found = exec->nodes.find(node->serial);
  return found == exec->nodes.end() ? nullptr : found->second;
}

void heddle::rt::destroyAllExecs() { execs().clear(); }

extern "C" {

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph,
                                 unsigned long long flags) {
  cudaGraphInstantiateResult reason;
  return instantiate(exec, graph, flags, reason);
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec,
                                          cudaGraph_t graph,
                                          unsigned long long flags) {
  return cudaGraphInstantiate(exec, graph, flags);
}

cudaError_t cudaGraphInstantiateWithParams(cudaGraphExec_t *exec,
                                           cudaGraph_t graph,
                                           cudaGraphInstantiateParams *params) {
  if (!params)
    return fail(cudaErrorInvalidValue);
  params->errNode_out = nullptr;
  return instantiate(exec, graph, params->flags, params->result_out);
}

cudaError_t cudaGraphExecGetFlags(cudaGraphExec_t exec,
                                  unsigned long long *flags) {
  if (cudaError_t error = pending())
    return error;
  if (!flags || !execs().contains(exec))
    return fail(cudaErrorInvalidValue);
  *flags = exec->flags;
  return cudaSuccess;
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
  if (cudaError_t error = pending())
    return error;
  return execs().remove(exec) ? cudaSuccess : fail(cudaErrorInvalidValue);
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
  if (cudaError_t error = pending())
    return error;
  if (!execs().contains(exec))
    return fail(cudaErrorInvalidValue);
  bool capturing;
  if (cudaError_t error = checkStream(stream, capturing))
    return error;
  if (capturing)
    return record(stream, ChildWork{InnerGraph(copyGraph(*exec->graph))});
  Replay replay;
  for (const auto &condition : exec->graph->conditions)
    if (condition->assignDefault)
      condition->value = condition->defaultValue;
  if (exec->flags & cudaGraphInstantiateFlagAutoFreeOnLaunch)
    eachNode(*exec->graph, [](CUgraphNode_st &node) {
      auto *work = std::get_if<AllocateWork>(&node.work);
      if (work && work->memory->alive())
        deallocate(work->memory->pointer(), MemoryKind::Device,
                   MemoryKind::Device);
    });
  return run(*exec->graph);
}

cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream) {
  if (cudaError_t error = pending())
    return error;
  if (!execs().contains(exec))
    return fail(cudaErrorInvalidValue);
  if (!isStream(stream))
    return fail(cudaErrorInvalidResourceHandle);
  return refuseOnCapturing(stream);
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo *result) {
  cudaGraphExecUpdateResultInfo info = {cudaGraphExecUpdateError, nullptr,
                                        nullptr};
  if (result)
    *result = info;
  if (cudaError_t error = pending())
    return error;
  if (!result || !execs().contains(exec) || !isGraph(graph))
    return fail(cudaErrorInvalidValue);
  compare(*exec->graph, *graph, *result);
  if (result->result != cudaGraphExecUpdateSuccess)
    return fail(cudaErrorGraphExecUpdateFailure);
  update(*exec->graph, *graph);
  return cudaSuccess;
}

cudaError_t cudaGraphExecChildGraphNodeSetParams(cudaGraphExec_t exec,
                                                 cudaGraphNode_t node,
                                                 cudaGraph_t child) {
  if (cudaError_t error = pending())
    return error;
  cudaGraphNode_t mine = findInExec(exec, node);
  auto *work = mine ? std::get_if<ChildWork>(&mine->work) : nullptr;
  if (!work || !isGraph(child))
    return fail(cudaErrorInvalidValue);
  cudaGraphExecUpdateResultInfo info;
  if (compare(*work->graph.get(), *child, info))
    return fail(cudaErrorGraphExecUpdateFailure);
  update(*work->graph.get(), *child);
  return cudaSuccess;
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node,
                                    unsigned enabled) {
  if (cudaError_t error = pending())
    return error;
  cudaGraphNode_t mine = findInExec(exec, node);
  // Only these can be disabled.
  if (!mine || (!std::holds_alternative<KernelWork>(mine->work) &&
                !std::holds_alternative<CopyWork>(mine->work) &&
                !std::holds_alternative<FillWork>(mine->work)))
    return fail(cudaErrorInvalidValue);
  mine->enabled = enabled != 0;
  return cudaSuccess;
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node,
                                    unsigned *enabled) {
  if (cudaError_t error = pending())
    return error;
  cudaGraphNode_t mine = findInExec(exec, node);
  if (!mine || !enabled)
    return fail(cudaErrorInvalidValue);
  *enabled = mine->enabled;
  return cudaSuccess;
}

} // extern "C"
