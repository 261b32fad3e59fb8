//===- Graph.cpp - Graphs, their nodes and edges --------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Graph.h"
#include "Error.h"
#include <algorithm>
#include <cstring>
#include <mutex>
#include <unordered_map>
#include <unordered_set>

namespace heddle::rt {
namespace {

/// The live objects, to detect handles of destroyed ones. CUDA requires that no
/// two threads use one graph at a time; only these sets are shared.
struct Alive {
  std::mutex mutex;
  std::unordered_set<const CUgraph_st *> graphs;
  std::unordered_set<const CUgraphNode_st *> nodes;
  std::unordered_set<uintptr_t> conditions;
  unsigned long long nextSerial = 1;
};

Alive &alive() {
  static auto &instance = *new Alive;
  return instance;
}

using Nodes = std::vector<cudaGraphNode_t>;

bool remove(Nodes &nodes, cudaGraphNode_t node) {
  auto found = std::find(nodes.begin(), nodes.end(), node);
  if (found == nodes.end())
    return false;
  nodes.erase(found);
  return true;
}

/// The two-call form of the API: without a buffer, returns the number.
cudaError_t give(const Nodes &nodes, cudaGraphNode_t *places, size_t *count) {
  if (!count)
    return fail(cudaErrorInvalidValue);
  if (places) {
    size_t room = std::min(*count, nodes.size());
    std::copy_n(nodes.begin(), room, places);
    std::fill(places + room, places + *count, nullptr);
    *count = room;
    return cudaSuccess;
  }
  *count = nodes.size();
  return cudaSuccess;
}

void clearEdgeData(cudaGraphEdgeData *data, size_t count) {
  if (data)
    std::memset(data, 0, count * sizeof *data);
}

cudaError_t checkNode(cudaGraphNode_t node) {
  if (cudaError_t error = pending())
    return error;
  return isNode(node) ? cudaSuccess : fail(cudaErrorInvalidValue);
}

cudaError_t checkEdges(cudaGraph_t graph, const cudaGraphNode_t *from,
                       const cudaGraphNode_t *to, size_t count) {
  if (cudaError_t error = pending())
    return error;
  if (!isGraph(graph) || (count && (!from || !to)))
    return fail(cudaErrorInvalidValue);
  for (size_t i = 0; i < count; ++i)
    if (!isNode(from[i]) || !isNode(to[i]) || from[i] == to[i] ||
        from[i]->graph != graph || to[i]->graph != graph)
      return fail(cudaErrorInvalidValue);
  return cudaSuccess;
}

} // namespace

Condition::Condition(unsigned defaultValue, bool assignDefault)
    : value(assignDefault ? defaultValue : 0), defaultValue(defaultValue),
      assignDefault(assignDefault) {
  std::lock_guard lock(alive().mutex);
  alive().conditions.insert(reinterpret_cast<uintptr_t>(this));
}

Condition::~Condition() {
  std::lock_guard lock(alive().mutex);
  alive().conditions.erase(reinterpret_cast<uintptr_t>(this));
}

bool isCondition(uintptr_t handle) {
  std::lock_guard lock(alive().mutex);
  return alive().conditions.contains(handle);
}

InnerGraph::InnerGraph(std::unique_ptr<CUgraph_st> g) : graph(std::move(g)) {
  graph->owned = true;
}
InnerGraph::InnerGraph(const InnerGraph &other)
    : InnerGraph(copyGraph(*other.graph)) {}
InnerGraph::InnerGraph(InnerGraph &&) noexcept = default;
InnerGraph &InnerGraph::operator=(InnerGraph other) noexcept {
  graph = std::move(other.graph);
  return *this;
}
InnerGraph::~InnerGraph() = default;

bool isGraph(const CUgraph_st *graph) {
  Alive &a = alive();
  std::lock_guard lock(a.mutex);
  return a.graphs.contains(graph);
}

bool isNode(const CUgraphNode_st *node) {
  Alive &a = alive();
  std::lock_guard lock(a.mutex);
  return a.nodes.contains(node);
}

CUgraphNode_st *appendNode(CUgraph_st &graph, const Nodes &dependencies,
                           Work work) {
  auto node = std::make_unique<CUgraphNode_st>();
  node->graph = &graph;
  node->work = std::move(work);
  node->dependencies = dependencies;
  for (cudaGraphNode_t dependency : dependencies)
    dependency->dependents.push_back(node.get());
  {
    Alive &a = alive();
    std::lock_guard lock(a.mutex);
    node->serial = node->copyOf = a.nextSerial++;
    a.nodes.insert(node.get());
  }
  graph.nodes.push_back(std::move(node));
  return graph.nodes.back().get();
}

cudaError_t addNode(cudaGraphNode_t *node, cudaGraph_t graph,
                    const cudaGraphNode_t *dependencies, size_t count,
                    Work work) {
  if (cudaError_t error = pending())
    return error;
  if (!node || !isGraph(graph) || (count && !dependencies))
    return fail(cudaErrorInvalidValue);
  Nodes before(dependencies, dependencies + count);
  for (auto at = before.begin(); at != before.end(); ++at)
    if (!isNode(*at) || (*at)->graph != graph ||
        std::find(before.begin(), at, *at) != at)
      return fail(cudaErrorInvalidValue);
  *node = appendNode(*graph, before, std::move(work));
  return cudaSuccess;
}

std::unique_ptr<CUgraph_st> copyGraph(const CUgraph_st &graph) {
  auto copy = std::make_unique<CUgraph_st>();
  copy->conditions = graph.conditions;
  copy->userObjects = graph.userObjects;
  for (const UserReference &reference : copy->userObjects)
    retainUserObject(reference.object, reference.count);
  std::unordered_map<const CUgraphNode_st *, cudaGraphNode_t> copyOf;
  for (const auto &node : graph.nodes) {
    cudaGraphNode_t made = appendNode(*copy, {}, node->work);
    made->copyOf = node->serial;
    made->enabled = node->enabled;
    copyOf[node.get()] = made;
  }
  for (const auto &node : graph.nodes) {
    for (cudaGraphNode_t before : node->dependencies)
      copyOf[node.get()]->dependencies.push_back(copyOf[before]);
    for (cudaGraphNode_t after : node->dependents)
      copyOf[node.get()]->dependents.push_back(copyOf[after]);
  }
  return copy;
}

bool sortGraph(CUgraph_st &graph) {
  graph.order.clear();
  std::unordered_map<cudaGraphNode_t, size_t> waitsFor;
  for (const auto &node : graph.nodes) {
    waitsFor[node.get()] = node->dependencies.size();
    if (node->dependencies.empty())
      graph.order.push_back(node.get());
  }
  for (size_t i = 0; i < graph.order.size(); ++i)
    for (cudaGraphNode_t after : graph.order[i]->dependents)
      if (--waitsFor[after] == 0)
        graph.order.push_back(after);
  if (graph.order.size() != graph.nodes.size())
    return false;
  for (const auto &node : graph.nodes) {
    if (auto *child = std::get_if<ChildWork>(&node->work))
      if (!sortGraph(*child->graph.get()))
        return false;
    if (auto *conditional = std::get_if<ConditionalWork>(&node->work))
      for (InnerGraph &body : conditional->bodies)
        if (!sortGraph(*body.get()))
          return false;
  }
  return true;
}

} // namespace heddle::rt

using namespace heddle::rt;

CUgraph_st::CUgraph_st() {
  Alive &a = alive();
  std::lock_guard lock(a.mutex);
  a.graphs.insert(this);
}

CUgraph_st::~CUgraph_st() {
  {
    Alive &a = alive();
    std::lock_guard lock(a.mutex);
    a.graphs.erase(this);
    for (const auto &node : nodes)
      a.nodes.erase(node.get());
  }
  for (const UserReference &reference : userObjects)
    releaseUserObject(reference.object, reference.count);
}

extern "C" {

cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned flags) {
  if (cudaError_t error = pending())
    return error;
  if (!graph || flags)
    return fail(cudaErrorInvalidValue);
  *graph = new CUgraph_st;
  return cudaSuccess;
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
  if (cudaError_t error = pending())
    return error;
  if (!isGraph(graph) || graph->owned)
    return fail(cudaErrorInvalidValue);
  delete graph;
  return cudaSuccess;
}

cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t original) {
  if (cudaError_t error = pending())
    return error;
  if (!clone || !isGraph(original))
    return fail(cudaErrorInvalidValue);
  *clone = copyGraph(*original).release();
  return cudaSuccess;
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *node,
                                     cudaGraphNode_t original,
                                     cudaGraph_t clone) {
  if (cudaError_t error = checkNode(original))
    return error;
  if (!node || !isGraph(clone))
    return fail(cudaErrorInvalidValue);
  for (const auto &candidate : clone->nodes)
    if (candidate->copyOf == original->serial &&
        candidate->serial != original->serial) {
      *node = candidate.get();
      return cudaSuccess;
    }
  return fail(cudaErrorInvalidValue);
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node,
                                 cudaGraphNodeType *type) {
  if (cudaError_t error = checkNode(node))
    return error;
  if (!type)
    return fail(cudaErrorInvalidValue);
  *type = typeOf(node->work);
  return cudaSuccess;
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *places,
                              size_t *count) {
  if (cudaError_t error = checkEdges(graph, nullptr, nullptr, 0))
    return error;
  Nodes nodes;
  for (const auto &node : graph->nodes)
    nodes.push_back(node.get());
  return give(nodes, places, count);
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *places,
                                  size_t *count) {
  if (cudaError_t error = checkEdges(graph, nullptr, nullptr, 0))
    return error;
  Nodes nodes;
  for (const auto &node : graph->nodes)
    if (node->dependencies.empty())
      nodes.push_back(node.get());
  return give(nodes, places, count);
}

cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from,
                              cudaGraphNode_t *to, size_t *count) {
  if (cudaError_t error = checkEdges(graph, nullptr, nullptr, 0))
    return error;
  if (!count || !from != !to)
    return fail(cudaErrorInvalidValue);
  Nodes tails, heads;
  for (const auto &node : graph->nodes)
    for (cudaGraphNode_t after : node->dependents) {
      tails.push_back(node.get());
      heads.push_back(after);
    }
  size_t room = *count;
  give(tails, from, &room);
  return give(heads, to, count);
}

cudaError_t cudaGraphGetEdges_v2(cudaGraph_t graph, cudaGraphNode_t *from,
                                 cudaGraphNode_t *to,
                                 cudaGraphEdgeData *edgeData, size_t *count) {
  cudaError_t error = cudaGraphGetEdges(graph, from, to, count);
  if (!error && from)
    clearEdgeData(edgeData, *count);
  return error;
}

cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node,
                                         cudaGraphNode_t *places,
                                         size_t *count) {
  if (cudaError_t error = checkNode(node))
    return error;
  return give(node->dependencies, places, count);
}

cudaError_t cudaGraphNodeGetDependencies_v2(cudaGraphNode_t node,
                                            cudaGraphNode_t *places,
                                            cudaGraphEdgeData *edgeData,
                                            size_t *count) {
  cudaError_t error = cudaGraphNodeGetDependencies(node, places, count);
  if (!error && places)
    clearEdgeData(edgeData, *count);
  return error;
}

cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node,
                                           cudaGraphNode_t *places,
                                           size_t *count) {
  if (cudaError_t error = checkNode(node))
    return error;
  return give(node->dependents, places, count);
}

cudaError_t cudaGraphNodeGetDependentNodes_v2(cudaGraphNode_t node,
                                              cudaGraphNode_t *places,
                                              cudaGraphEdgeData *edgeData,
                                              size_t *count) {
  cudaError_t error = cudaGraphNodeGetDependentNodes(node, places, count);
  if (!error && places)
    clearEdgeData(edgeData, *count);
  return error;
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t graph,
                                     const cudaGraphNode_t *from,
                                     const cudaGraphNode_t *to, size_t count) {
  if (cudaError_t error = checkEdges(graph, from, to, count))
    return error;
  for (size_t i = 0; i < count; ++i) {
    Nodes &after = from[i]->dependents;
    if (std::find(after.begin(), after.end(), to[i]) != after.end())
      return fail(cudaErrorInvalidValue);
    after.push_back(to[i]);
    to[i]->dependencies.push_back(from[i]);
  }
  return cudaSuccess;
}

// Edge data describes kernels that start before their dependencies have ended.
// Here the plain order satisfies it.
cudaError_t cudaGraphAddDependencies_v2(cudaGraph_t graph,
                                        const cudaGraphNode_t *from,
                                        const cudaGraphNode_t *to,
                                        const cudaGraphEdgeData *,
                                        size_t count) {
  return cudaGraphAddDependencies(graph, from, to, count);
}

cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph,
                                        const cudaGraphNode_t *from,
                                        const cudaGraphNode_t *to,
                                        size_t count) {
  if (cudaError_t error = checkEdges(graph, from, to, count))
    return error;
  for (size_t i = 0; i < count; ++i)
    if (!remove(from[i]->dependents, to[i]) ||
        !remove(to[i]->dependencies, from[i]))
      return fail(cudaErrorInvalidValue);
  return cudaSuccess;
}

cudaError_t cudaGraphRemoveDependencies_v2(cudaGraph_t graph,
                                           const cudaGraphNode_t *from,
                                           const cudaGraphNode_t *to,
                                           const cudaGraphEdgeData *,
                                           size_t count) {
  return cudaGraphRemoveDependencies(graph, from, to, count);
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) {
  if (cudaError_t error = checkNode(node))
    return error;
  for (cudaGraphNode_t before : node->dependencies)
    remove(before->dependents, node);
  for (cudaGraphNode_t after : node->dependents)
    remove(after->dependencies, node);
  {
    Alive &a = alive();
    std::lock_guard lock(a.mutex);
    a.nodes.erase(node);
  }
  std::erase_if(node->graph->nodes,
                [=](const auto &owned) { return owned.get() == node; });
  return cudaSuccess;
}

} // extern "C"
