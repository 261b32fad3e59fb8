//===- StreamMemory.cpp - Streams that write and wait for values ----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Context.h"
#include "Error.h"
#include "Graph.h"
#include "GraphExec.h"
#include "Memory.h"
#include <atomic>
#include <chrono>
#include <cstdio>
#include <thread>

using namespace heddle::rt;
using namespace heddle::rt::driver;

namespace {

/// How long a wait lasts before it is an error. A stream's work is done by the
/// thread that submits it, so only another thread can write the value.
constexpr std::chrono::seconds patience(10);

bool isWide(const CUstreamBatchMemOpParams &op) {
  return op.operation == CU_STREAM_MEM_OP_WAIT_VALUE_64 ||
         op.operation == CU_STREAM_MEM_OP_WRITE_VALUE_64;
}

/// False if its address or flags are wrong.
bool isValid(const CUstreamBatchMemOpParams &op) {
  switch (op.operation) {
  case CU_STREAM_MEM_OP_WAIT_VALUE_32:
  case CU_STREAM_MEM_OP_WAIT_VALUE_64:
    if (op.waitValue.flags & ~unsigned(CU_STREAM_WAIT_VALUE_FLUSH | 3))
      return false;
    break;
  case CU_STREAM_MEM_OP_WRITE_VALUE_32:
  case CU_STREAM_MEM_OP_WRITE_VALUE_64:
    if (op.writeValue.flags &
        ~unsigned(CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER))
      return false;
    break;
  case CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES:
    return op.flushRemoteWrites.flags == 0;
  case CU_STREAM_MEM_OP_BARRIER:
    return op.memoryBarrier.flags <= CU_STREAM_MEMORY_BARRIER_TYPE_GPU;
  default:
    return false;
  }
  // Both kinds have the address in the same place.
  CUdeviceptr address = op.waitValue.address;
  return address && address % (isWide(op) ? 8 : 4) == 0 &&
         findAllocation(pointerOf(address));
}

template <class Value>
bool holds(Value memory, Value value, unsigned condition) {
  switch (condition) {
  case CU_STREAM_WAIT_VALUE_GEQ:
    return static_cast<std::make_signed_t<Value>>(memory - value) >= 0;
  case CU_STREAM_WAIT_VALUE_EQ:
    return memory == value;
  case CU_STREAM_WAIT_VALUE_AND:
    return (memory & value) != 0;
  default:
    return ~(memory | value) != 0;
  }
}

template <class Value>
cudaError_t wait(CUdeviceptr address, Value value, unsigned flags) {
  std::atomic_ref<Value> memory(*static_cast<Value *>(pointerOf(address)));
  auto start = std::chrono::steady_clock::now();
  while (!holds(memory.load(std::memory_order_acquire), value, flags & 3)) {
    if (std::chrono::steady_clock::now() - start > patience) {
      std::fputs(
          "heddle: a stream has waited 10 seconds for a value in memory: "
          "work of streams is done when it is submitted, so another "
          "thread has to write it\n",
          stderr);
      return fail(cudaErrorLaunchTimeout);
    }
    std::this_thread::yield();
  }
  return cudaSuccess;
}

template <class Value> void write(CUdeviceptr address, Value value) {
  std::atomic_ref(*static_cast<Value *>(pointerOf(address)))
      .store(value, std::memory_order_release);
}

/// Work of a stream, or of the graph that it is captured into.
CUresult submitAll(CUstream stream, unsigned count,
                   const CUstreamBatchMemOpParams *operations) {
  MemoryOperationsWork work;
  work.operations.assign(operations, operations + count);
  for (const CUstreamBatchMemOpParams &op : work.operations)
    if (!isValid(op))
      return CUDA_ERROR_INVALID_VALUE;
  return inContext([&] {
    return submit(
        stream, [&] { return work; }, [&] { return runOperations(work); });
  });
}

CUresult submitOne(CUstream stream, CUstreamBatchMemOpType type,
                   CUdeviceptr address, cuuint64_t value, unsigned flags) {
  ContextOf current(stream);
  if (current.result)
    return current.result;
  CUstreamBatchMemOpParams op = {};
  op.waitValue.operation = type;
  op.waitValue.address = address;
  op.waitValue.value64 = value;
  op.waitValue.flags = flags;
  return submitAll(stream, 1, &op);
}

/// The work of a node's parameters, or the error in them.
CUresult makeWork(const CUDA_BATCH_MEM_OP_NODE_PARAMS *params,
                  MemoryOperationsWork &work) {
  if (CUresult result = checkContext())
    return result;
  if (!params || (params->count && !params->paramArray) ||
      params->count > 256 || params->flags ||
      (params->ctx && !isContext(params->ctx)))
    return CUDA_ERROR_INVALID_VALUE;
  work.context = params->ctx;
  work.operations.assign(params->paramArray,
                         params->paramArray + params->count);
  for (const CUstreamBatchMemOpParams &op : work.operations)
    if (!isValid(op))
      return CUDA_ERROR_INVALID_VALUE;
  return CUDA_SUCCESS;
}

MemoryOperationsWork *workOf(CUgraphNode node) {
  return isNode(node) ? std::get_if<MemoryOperationsWork>(&node->work)
                      : nullptr;
}

CUresult setParams(CUgraphNode node,
                   const CUDA_BATCH_MEM_OP_NODE_PARAMS *params) {
  MemoryOperationsWork work;
  if (CUresult result = makeWork(params, work))
    return result;
  MemoryOperationsWork *its = workOf(node);
  if (!its)
    return CUDA_ERROR_INVALID_VALUE;
  *its = std::move(work);
  return CUDA_SUCCESS;
}

} // namespace

cudaError_t heddle::rt::runOperations(const MemoryOperationsWork &work) {
  for (const CUstreamBatchMemOpParams &op : work.operations) {
    cudaError_t error = cudaSuccess;
    const auto &w = op.waitValue;
    switch (op.operation) {
    case CU_STREAM_MEM_OP_WAIT_VALUE_32:
      error = wait<cuuint32_t>(w.address, w.value, w.flags);
      break;
    case CU_STREAM_MEM_OP_WAIT_VALUE_64:
      error = wait<cuuint64_t>(w.address, w.value64, w.flags);
      break;
    case CU_STREAM_MEM_OP_WRITE_VALUE_32:
      write<cuuint32_t>(op.writeValue.address, op.writeValue.value);
      break;
    case CU_STREAM_MEM_OP_WRITE_VALUE_64:
      write<cuuint64_t>(op.writeValue.address, op.writeValue.value64);
      break;
    default: // Memory is coherent.
      std::atomic_thread_fence(std::memory_order_seq_cst);
    }
    if (error)
      return error;
  }
  return cudaSuccess;
}

extern "C" {

CUresult cuStreamWriteValue32(CUstream stream, CUdeviceptr address,
                              cuuint32_t value, unsigned flags) {
  return submitOne(stream, CU_STREAM_MEM_OP_WRITE_VALUE_32, address, value,
                   flags);
}
CUresult cuStreamWriteValue64(CUstream stream, CUdeviceptr address,
                              cuuint64_t value, unsigned flags) {
  return submitOne(stream, CU_STREAM_MEM_OP_WRITE_VALUE_64, address, value,
                   flags);
}
CUresult cuStreamWaitValue32(CUstream stream, CUdeviceptr address,
                             cuuint32_t value, unsigned flags) {
  return submitOne(stream, CU_STREAM_MEM_OP_WAIT_VALUE_32, address, value,
                   flags);
}
CUresult cuStreamWaitValue64(CUstream stream, CUdeviceptr address,
                             cuuint64_t value, unsigned flags) {
  return submitOne(stream, CU_STREAM_MEM_OP_WAIT_VALUE_64, address, value,
                   flags);
}

CUresult cuStreamBatchMemOp(CUstream stream, unsigned count,
                            CUstreamBatchMemOpParams *operations,
                            unsigned flags) {
  ContextOf current(stream);
  if (current.result)
    return current.result;
  if (!operations || !count || count > 256 || flags)
    return CUDA_ERROR_INVALID_VALUE;
  return submitAll(stream, count, operations);
}

CUresult cuGraphAddBatchMemOpNode(CUgraphNode *node, CUgraph graph,
                                  const CUgraphNode *dependencies, size_t count,
                                  const CUDA_BATCH_MEM_OP_NODE_PARAMS *params) {
  MemoryOperationsWork work;
  if (CUresult result = makeWork(params, work))
    return result;
  return inContext([&] {
    return addNode(node, graph, dependencies, count, std::move(work));
  });
}
CUresult cuGraphBatchMemOpNodeGetParams(CUgraphNode node,
                                        CUDA_BATCH_MEM_OP_NODE_PARAMS *params) {
  if (CUresult result = checkContext())
    return result;
  MemoryOperationsWork *work = workOf(node);
  if (!params || !work)
    return CUDA_ERROR_INVALID_VALUE;
  // The node owns the array.
  *params = {work->context, static_cast<unsigned>(work->operations.size()),
             work->operations.data(), 0};
  return CUDA_SUCCESS;
}
CUresult
cuGraphBatchMemOpNodeSetParams(CUgraphNode node,
                               const CUDA_BATCH_MEM_OP_NODE_PARAMS *params) {
  return setParams(node, params);
}
CUresult cuGraphExecBatchMemOpNodeSetParams(
    CUgraphExec exec, CUgraphNode node,
    const CUDA_BATCH_MEM_OP_NODE_PARAMS *params) {
  return setParams(findInExec(exec, node), params);
}

} // extern "C"
