//===- GraphDot.cpp - Graphviz output of graphs ---------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Error.h"
#include "Graph.h"
#include <cstdio>

namespace heddle::rt {
namespace {

class Printer {
public:
  Printer(FILE *file, unsigned flags) : file(file), flags(flags) {}

  void print(const CUgraph_st &graph, const char *name) {
    std::fprintf(file, "subgraph \"cluster_%p\" {\nlabel=\"%s\";\n",
                 static_cast<const void *>(&graph), name);
    for (const auto &node : graph.nodes) {
      std::fprintf(file, "n%llu [shape=box,label=\"%llu\\n", node->serial,
                   node->serial);
      std::visit([&](const auto &work) { label(work); }, node->work);
      std::fprintf(file, "\"];\n");
      if (auto *child = std::get_if<ChildWork>(&node->work))
        print(*child->graph.get(), "child graph");
      if (auto *conditional = std::get_if<ConditionalWork>(&node->work))
        for (const InnerGraph &body : conditional->bodies)
          print(*body.get(), "body");
    }
    for (const auto &node : graph.nodes)
      for (cudaGraphNode_t after : node->dependents)
        std::fprintf(file, "n%llu -> n%llu;\n", node->serial, after->serial);
    std::fprintf(file, "}\n");
  }

private:
  bool shows(unsigned flag) const {
    return flags & (flag | cudaGraphDebugDotFlagsVerbose);
  }

  void label(const EmptyWork &) { std::fputs("EMPTY", file); }
  void label(const ChildWork &) { std::fputs("CHILD GRAPH", file); }
  void label(const KernelWork &work) {
    std::fprintf(file, "KERNEL\\n%s", symbolOf(*work.kernel->info));
    const HeddleLaunchConfig &c = work.config;
    if (shows(cudaGraphDebugDotFlagsKernelNodeParams))
      std::fprintf(file, "\\n<<<(%u,%u,%u),(%u,%u,%u),%llu>>>", c.grid[0],
                   c.grid[1], c.grid[2], c.block[0], c.block[1], c.block[2],
                   static_cast<unsigned long long>(c.dynamicSharedBytes));
  }
  void label(const CopyWork &work) {
    std::fputs("MEMCPY", file);
    const cudaMemcpy3DParms &p = work.parms;
    if (shows(cudaGraphDebugDotFlagsMemcpyNodeParams))
      std::fprintf(file, "\\n%p -> %p, %zu x %zu x %zu", p.srcPtr.ptr,
                   p.dstPtr.ptr, p.extent.width, p.extent.height,
                   p.extent.depth);
  }
  void label(const FillWork &work) {
    std::fputs("MEMSET", file);
    const cudaMemsetParams &p = work.params;
    if (shows(cudaGraphDebugDotFlagsMemsetNodeParams))
      std::fprintf(file, "\\n%p = %u, %zu x %zu of %u", p.dst, p.value, p.width,
                   p.height, p.elementSize);
  }
  void label(const HostWork &work) {
    std::fputs("HOST", file);
    if (shows(cudaGraphDebugDotFlagsHostNodeParams))
      std::fprintf(file, "\\n%p(%p)", reinterpret_cast<void *>(work.params.fn),
                   work.params.userData);
  }
  void label(const RecordWork &work) { event("EVENT RECORD", work.event); }
  void label(const WaitWork &work) { event("EVENT WAIT", work.event); }
  void event(const char *what, cudaEvent_t event) {
    std::fputs(what, file);
    if (shows(cudaGraphDebugDotFlagsEventNodeParams))
      std::fprintf(file, "\\n%p", static_cast<void *>(event));
  }
  void label(const AllocateWork &work) {
    std::fprintf(file, "MEM ALLOC\\n%p, %zu", work.params.dptr,
                 work.params.bytesize);
  }
  void label(const FreeWork &work) {
    std::fprintf(file, "MEM FREE\\n%p", work.pointer);
  }
  void label(const ConditionalWork &work) {
    const char *types[] = {"IF", "WHILE", "SWITCH"};
    std::fprintf(file, "CONDITIONAL %s", types[work.type]);
  }
  void label(const MemoryOperationsWork &work) {
    std::fprintf(file, "BATCH MEM OP\\n%zu", work.operations.size());
  }

  FILE *file;
  unsigned flags;
};

} // namespace
} // namespace heddle::rt

using namespace heddle::rt;

extern "C" {

cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char *path,
                                   unsigned flags) {
  if (cudaError_t error = pending())
    return error;
  if (!isGraph(graph) || !path)
    return fail(cudaErrorInvalidValue);
  FILE *file = std::fopen(path, "w");
  if (!file)
    return fail(cudaErrorOperatingSystem);
  std::fputs("digraph dot {\n", file);
  Printer(file, flags).print(*graph, "graph");
  std::fputs("}\n", file);
  return std::fclose(file) == 0 ? cudaSuccess : fail(cudaErrorOperatingSystem);
}

} // extern "C"
