//===- Capture.cpp - Captures streams into graphs -------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Capture.h"
#include "Error.h"
#include "Event.h"
#include "Graph.h"
#include "Stream.h"
#include "Thread.h"
#include <algorithm>
#include <mutex>
#include <unordered_map>
#include <unordered_set>

namespace heddle::rt {

std::atomic<int> activeCaptures{0};

namespace {

struct Capture {
  unsigned long long id;
  cudaStreamCaptureMode mode;
  CUgraph_st *graph;
  /// Whether cudaStreamBeginCaptureToGraph adds to the program's own graph.
  bool ownsGraph;
  const void *origin;
  const Thread *thread;
  bool invalidated = false, ended = false;
};

/// For a stream: the dependencies of its next node.
struct StreamCapture {
  std::shared_ptr<Capture> capture;
  std::vector<cudaGraphNode_t> tail;
  bool blocking;
};

struct EventCapture {
  std::shared_ptr<Capture> capture;
  std::vector<cudaGraphNode_t> nodes;
};

struct Captures {
  std::mutex mutex;
  std::unordered_map<const void *, StreamCapture> streams;
  std::unordered_map<cudaEvent_t, EventCapture> events;
  unsigned long long nextId = 1;

  StreamCapture *find(const void *stream) {
    auto found = streams.find(stream);
    return found == streams.end() ? nullptr : &found->second;
  }
};

Captures &captures() {
  static auto &instance = *new Captures;
  return instance;
}

/// Null for the legacy stream, which cannot be captured.
const void *keyOf(cudaStream_t stream) {
  if (isLegacyStream(stream))
    return nullptr;
  if (isDefaultStream(stream))
    return &thisThread();
  return stream;
}

/// Work on the legacy stream waits for all blocking streams.
cudaError_t checkImplicit(Captures &c) {
  bool implicit = false;
  for (auto &[stream, state] : c.streams)
    if (state.blocking && !state.capture->ended)
      implicit = state.capture->invalidated = true;
  return implicit ? fail(cudaErrorStreamCaptureImplicit) : cudaSuccess;
}

void append(std::vector<cudaGraphNode_t> &nodes,
            const std::vector<cudaGraphNode_t> &more) {
  for (cudaGraphNode_t node : more)
    if (std::find(nodes.begin(), nodes.end(), node) == nodes.end())
      nodes.push_back(node);
}

/// Whether all nodes of `streams` lead to `tail`.
bool joined(const std::vector<cudaGraphNode_t> &forked,
            const std::vector<cudaGraphNode_t> &tail) {
  std::unordered_set<cudaGraphNode_t> before(tail.begin(), tail.end());
  std::vector<cudaGraphNode_t> worklist = tail;
  while (!worklist.empty()) {
    cudaGraphNode_t node = worklist.back();
    worklist.pop_back();
    for (cudaGraphNode_t dependency : node->dependencies)
      if (before.insert(dependency).second)
        worklist.push_back(dependency);
  }
  return std::all_of(forked.begin(), forked.end(), [&](cudaGraphNode_t node) {
    return before.contains(node);
  });
}

/// Ends a capture. Its streams execute their work again.
void end(Captures &c, const std::shared_ptr<Capture> &capture) {
  capture->ended = true;
  std::erase_if(c.streams,
                [&](auto &entry) { return entry.second.capture == capture; });
  activeCaptures.fetch_sub(1);
}

cudaError_t begin(cudaStream_t stream, CUgraph_st *graph,
                  std::vector<cudaGraphNode_t> tail,
                  cudaStreamCaptureMode mode) {
  if (cudaError_t error = pending())
    return error;
  if (mode < cudaStreamCaptureModeGlobal || mode > cudaStreamCaptureModeRelaxed)
    return fail(cudaErrorInvalidValue);
  if (!isStream(stream))
    return fail(cudaErrorInvalidResourceHandle);
  const void *key = keyOf(stream);
  if (!key)
    return fail(cudaErrorStreamCaptureUnsupported);
  bool blocking = isBlockingStream(stream);
  Captures &c = captures();
  std::lock_guard lock(c.mutex);
  if (c.find(key))
    return fail(cudaErrorIllegalState);
  bool owns = !graph;
  if (owns) {
    graph = new CUgraph_st;
    graph->owned = true;
  }
  auto capture = std::make_shared<Capture>(
      Capture{c.nextId++, mode, graph, owns, key, &thisThread()});
  c.streams[key] = {capture, std::move(tail), blocking};
  activeCaptures.fetch_add(1);
  return cudaSuccess;
}

} // namespace

cudaError_t checkStreamSlowly(cudaStream_t stream, bool &capturing) {
  if (!isStream(stream))
    return fail(cudaErrorInvalidResourceHandle);
  if (activeCaptures.load(std::memory_order_relaxed) == 0 ||
      thisThread().replaying)
    return cudaSuccess;
  Captures &c = captures();
  const void *key = keyOf(stream);
  std::lock_guard lock(c.mutex);
  if (!key)
    return checkImplicit(c);
  StreamCapture *state = c.find(key);
  if (state && state->capture->invalidated)
    return fail(cudaErrorStreamCaptureInvalidated);
  capturing = state != nullptr;
  return cudaSuccess;
}

cudaError_t record(cudaStream_t stream, Work work) {
  Captures &c = captures();
  std::lock_guard lock(c.mutex);
  StreamCapture *state = c.find(keyOf(stream));
  if (!state || state->capture->invalidated)
    return fail(cudaErrorStreamCaptureInvalidated);
  state->tail = {
      appendNode(*state->capture->graph, state->tail, std::move(work))};
  return cudaSuccess;
}

cudaError_t refuseOnCapturingSlowly(cudaStream_t stream) {
  if (thisThread().replaying)
    return cudaSuccess;
  Captures &c = captures();
  const void *key = keyOf(stream);
  std::lock_guard lock(c.mutex);
  if (!key)
    return checkImplicit(c);
  StreamCapture *state = c.find(key);
  if (!state)
    return cudaSuccess;
  state->capture->invalidated = true;
  return fail(cudaErrorStreamCaptureUnsupported);
}

cudaError_t refuseWhileCapturingSlowly() {
  Thread &thread = thisThread();
  if (thread.replaying || thread.captureMode == cudaStreamCaptureModeRelaxed)
    return cudaSuccess;
  Captures &c = captures();
  std::lock_guard lock(c.mutex);
  bool refused = false;
  for (auto &[stream, state] : c.streams) {
    Capture &capture = *state.capture;
    bool own = capture.thread == &thread &&
               capture.mode != cudaStreamCaptureModeRelaxed;
    bool global = thread.captureMode == cudaStreamCaptureModeGlobal &&
                  capture.mode == cudaStreamCaptureModeGlobal;
    if (own || global)
      refused = capture.invalidated = true;
  }
  return refused ? fail(cudaErrorStreamCaptureUnsupported) : cudaSuccess;
}

cudaError_t refuseWhileAnyCaptures() {
  if (activeCaptures.load(std::memory_order_relaxed) == 0 ||
      thisThread().replaying)
    return cudaSuccess;
  Captures &c = captures();
  std::lock_guard lock(c.mutex);
  for (auto &[stream, state] : c.streams)
    state.capture->invalidated = true;
  return c.streams.empty() ? cudaSuccess
                           : fail(cudaErrorStreamCaptureUnsupported);
}

cudaError_t captureRecord(cudaEvent_t event, cudaStream_t stream, bool external,
                          bool &captured) {
  if (cudaError_t error = checkStream(stream, captured))
    return error;
  if (!captured)
    return cudaSuccess;
  if (external)
    return record(stream, RecordWork{event});
  Captures &c = captures();
  std::lock_guard lock(c.mutex);
  if (StreamCapture *state = c.find(keyOf(stream)))
    c.events[event] = {state->capture, state->tail};
  return cudaSuccess;
}

cudaError_t captureWait(cudaEvent_t event, cudaStream_t stream, bool external,
                        bool &captured) {
  if (cudaError_t error = checkStream(stream, captured))
    return error;
  if (captured && external)
    return record(stream, WaitWork{event});
  bool blocking = isBlockingStream(stream);
  Captures &c = captures();
  std::lock_guard lock(c.mutex);
  auto found = c.events.find(event);
  if (found == c.events.end()) {
    // Work in the graph would depend on work outside of it.
    if (captured && isRecorded(event)) {
      c.find(keyOf(stream))->capture->invalidated = true;
      return fail(cudaErrorStreamCaptureIsolation);
    }
    return cudaSuccess;
  }
  EventCapture &forked = found->second;
  if (forked.capture->ended)
    return fail(cudaErrorCapturedEvent);
  const void *key = keyOf(stream);
  if (!key) {
    forked.capture->invalidated = true;
    return fail(cudaErrorStreamCaptureImplicit);
  }
  StreamCapture *state = c.find(key);
  if (!state) {
    // The stream joins the capture.
    c.streams[key] = {forked.capture, forked.nodes, blocking};
    captured = true;
    return cudaSuccess;
  }
  if (state->capture != forked.capture) {
    state->capture->invalidated = forked.capture->invalidated = true;
    return fail(cudaErrorStreamCaptureMerge);
  }
  append(state->tail, forked.nodes);
  return cudaSuccess;
}

void forgetCapturedEvent(cudaEvent_t event) {
  Captures &c = captures();
  std::lock_guard lock(c.mutex);
  c.events.erase(event);
}

void abandonCapture(cudaStream_t stream) {
  if (activeCaptures.load() == 0)
    return;
  Captures &c = captures();
  std::lock_guard lock(c.mutex);
  StreamCapture *state = c.find(keyOf(stream));
  if (!state)
    return;
  std::shared_ptr<Capture> capture = state->capture;
  if (capture->origin != keyOf(stream)) {
    // Its work is part of the graph if the other streams have waited for it.
    StreamCapture *origin = c.find(capture->origin);
    if (!origin || !joined(state->tail, origin->tail))
      capture->invalidated = true;
    c.streams.erase(keyOf(stream));
    return;
  }
  capture->invalidated = true;
  end(c, capture);
  if (capture->ownsGraph)
    delete capture->graph;
}

void abandonAllCaptures() {
  Captures &c = captures();
  std::lock_guard lock(c.mutex);
  while (!c.streams.empty()) {
    std::shared_ptr<Capture> capture = c.streams.begin()->second.capture;
    end(c, capture);
    if (capture->ownsGraph)
      delete capture->graph;
  }
  c.events.clear();
}

} // namespace heddle::rt

using namespace heddle::rt;

extern "C" {

cudaError_t cudaStreamBeginCapture(cudaStream_t stream,
                                   cudaStreamCaptureMode mode) {
  return begin(stream, nullptr, {}, mode);
}

cudaError_t cudaStreamBeginCaptureToGraph(
    cudaStream_t stream, cudaGraph_t graph, const cudaGraphNode_t *dependencies,
    const cudaGraphEdgeData *, size_t count, cudaStreamCaptureMode mode) {
  if (!isGraph(graph) || (count && !dependencies))
    return fail(cudaErrorInvalidValue);
  for (size_t i = 0; i < count; ++i)
    if (!isNode(dependencies[i]) || dependencies[i]->graph != graph)
      return fail(cudaErrorInvalidValue);
  return begin(stream, graph, {dependencies, dependencies + count}, mode);
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph) {
  if (cudaError_t error = pending())
    return error;
  if (!isStream(stream))
    return fail(cudaErrorInvalidResourceHandle);
  if (graph)
    *graph = nullptr;
  Captures &c = captures();
  const void *key = keyOf(stream);
  std::lock_guard lock(c.mutex);
  StreamCapture *state = key ? c.find(key) : nullptr;
  if (!state)
    return fail(cudaErrorIllegalState);
  std::shared_ptr<Capture> capture = state->capture;
  // The result is optional only for a capture into an existing graph.
  if (!graph && capture->ownsGraph)
    return fail(cudaErrorInvalidValue);
  if (capture->origin != key) {
    capture->invalidated = true;
    return fail(cudaErrorStreamCaptureUnmatched);
  }
  cudaError_t error = cudaSuccess;
  if (capture->mode != cudaStreamCaptureModeRelaxed &&
      capture->thread != &thisThread())
    return fail(cudaErrorStreamCaptureWrongThread);
  if (capture->invalidated)
    error = cudaErrorStreamCaptureInvalidated;
  else
    for (auto &[other, forked] : c.streams)
      if (forked.capture == capture && other != key &&
          !joined(forked.tail, state->tail))
        error = cudaErrorStreamCaptureUnjoined;
  end(c, capture);
  if (error) {
    if (capture->ownsGraph)
      delete capture->graph;
    return fail(error);
  }
  if (capture->ownsGraph)
    capture->graph->owned = false;
  if (graph)
    *graph = capture->graph;
  return cudaSuccess;
}

cudaError_t cudaStreamGetCaptureInfo_v3(cudaStream_t stream,
                                        cudaStreamCaptureStatus *status,
                                        unsigned long long *id,
                                        cudaGraph_t *graph,
                                        const cudaGraphNode_t **dependencies,
                                        const cudaGraphEdgeData **edgeData,
                                        size_t *count) {
  if (cudaError_t error = pending())
    return error;
  if (!status)
    return fail(cudaErrorInvalidValue);
  if (!isStream(stream))
    return fail(cudaErrorInvalidResourceHandle);
  Captures &c = captures();
  const void *key = keyOf(stream);
  std::lock_guard lock(c.mutex);
  // Querying the legacy stream is an error like using it, but does not
  // invalidate the capture.
  if (!key)
    for (auto &[other, state] : c.streams)
      if (state.blocking)
        return fail(cudaErrorStreamCaptureImplicit);
  StreamCapture *state = c.find(key);
  *status = !state                        ? cudaStreamCaptureStatusNone
            : state->capture->invalidated ? cudaStreamCaptureStatusInvalidated
                                          : cudaStreamCaptureStatusActive;
  if (*status != cudaStreamCaptureStatusActive)
    return cudaSuccess;
  if (id)
    *id = state->capture->id;
  if (graph)
    *graph = state->capture->graph;
  if (dependencies)
    *dependencies = state->tail.data();
  if (edgeData)
    *edgeData = nullptr;
  if (count)
    *count = state->tail.size();
  return cudaSuccess;
}

cudaError_t cudaStreamGetCaptureInfo_v2(cudaStream_t stream,
                                        cudaStreamCaptureStatus *status,
                                        unsigned long long *id,
                                        cudaGraph_t *graph,
                                        const cudaGraphNode_t **dependencies,
                                        size_t *count) {
  return cudaStreamGetCaptureInfo_v3(stream, status, id, graph, dependencies,
                                     nullptr, count);
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream,
                                  cudaStreamCaptureStatus *status) {
  return cudaStreamGetCaptureInfo_v3(stream, status, nullptr, nullptr, nullptr,
                                     nullptr, nullptr);
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream,
                                                cudaGraphNode_t *dependencies,
                                                size_t count, unsigned flags) {
  if (cudaError_t error = pending())
    return error;
  if ((count && !dependencies) || flags > cudaStreamSetCaptureDependencies)
    return fail(cudaErrorInvalidValue);
  for (size_t i = 0; i < count; ++i)
    if (!isNode(dependencies[i]))
      return fail(cudaErrorInvalidValue);
  bool capturing;
  if (cudaError_t error = checkStream(stream, capturing))
    return error;
  if (!capturing)
    return fail(cudaErrorIllegalState);
  Captures &c = captures();
  std::lock_guard lock(c.mutex);
  StreamCapture *state = c.find(keyOf(stream));
  if (flags == cudaStreamSetCaptureDependencies)
    state->tail.clear();
  append(state->tail, {dependencies, dependencies + count});
  return cudaSuccess;
}

cudaError_t cudaStreamUpdateCaptureDependencies_v2(
    cudaStream_t stream, cudaGraphNode_t *dependencies,
    const cudaGraphEdgeData *, size_t count, unsigned flags) {
  return cudaStreamUpdateCaptureDependencies(stream, dependencies, count,
                                             flags);
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode *mode) {
  if (!mode || *mode < cudaStreamCaptureModeGlobal ||
      *mode > cudaStreamCaptureModeRelaxed)
    return fail(cudaErrorInvalidValue);
  std::swap(*mode, thisThread().captureMode);
  return succeed();
}

} // extern "C"
