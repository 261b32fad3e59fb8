//===- results.h - What functions of the driver API return ------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_CU_RESULTS_H
#define HEDDLE_CU_RESULTS_H

// The numbers are those of cudaError_t, where that has the same error.
// clang-format off: one a line.
#define HEDDLE_CU_RESULTS(each)                                                \
  each(CUDA_SUCCESS, 0)                                                        \
  each(CUDA_ERROR_INVALID_VALUE, 1)                                            \
  each(CUDA_ERROR_OUT_OF_MEMORY, 2)                                            \
  each(CUDA_ERROR_NOT_INITIALIZED, 3)                                          \
  each(CUDA_ERROR_DEINITIALIZED, 4)                                            \
  each(CUDA_ERROR_PROFILER_DISABLED, 5)                                        \
  each(CUDA_ERROR_PROFILER_NOT_INITIALIZED, 6)                                 \
  each(CUDA_ERROR_PROFILER_ALREADY_STARTED, 7)                                 \
  each(CUDA_ERROR_PROFILER_ALREADY_STOPPED, 8)                                 \
  each(CUDA_ERROR_STUB_LIBRARY, 34)                                            \
  each(CUDA_ERROR_CALL_REQUIRES_NEWER_DRIVER, 36)                              \
  each(CUDA_ERROR_DEVICE_UNAVAILABLE, 46)                                      \
  each(CUDA_ERROR_NO_DEVICE, 100)                                              \
  each(CUDA_ERROR_INVALID_DEVICE, 101)                                         \
  each(CUDA_ERROR_DEVICE_NOT_LICENSED, 102)                                    \
  each(CUDA_ERROR_INVALID_IMAGE, 200)                                          \
  each(CUDA_ERROR_INVALID_CONTEXT, 201)                                        \
  each(CUDA_ERROR_CONTEXT_ALREADY_CURRENT, 202)                                \
  each(CUDA_ERROR_MAP_FAILED, 205)                                             \
  each(CUDA_ERROR_UNMAP_FAILED, 206)                                           \
  each(CUDA_ERROR_ARRAY_IS_MAPPED, 207)                                        \
  each(CUDA_ERROR_ALREADY_MAPPED, 208)                                         \
  each(CUDA_ERROR_NO_BINARY_FOR_GPU, 209)                                      \
  each(CUDA_ERROR_ALREADY_ACQUIRED, 210)                                       \
  each(CUDA_ERROR_NOT_MAPPED, 211)                                             \
  each(CUDA_ERROR_NOT_MAPPED_AS_ARRAY, 212)                                    \
  each(CUDA_ERROR_NOT_MAPPED_AS_POINTER, 213)                                  \
  each(CUDA_ERROR_ECC_UNCORRECTABLE, 214)                                      \
  each(CUDA_ERROR_UNSUPPORTED_LIMIT, 215)                                      \
  each(CUDA_ERROR_CONTEXT_ALREADY_IN_USE, 216)                                 \
  each(CUDA_ERROR_PEER_ACCESS_UNSUPPORTED, 217)                                \
  each(CUDA_ERROR_INVALID_PTX, 218)                                            \
  each(CUDA_ERROR_INVALID_GRAPHICS_CONTEXT, 219)                               \
  each(CUDA_ERROR_NVLINK_UNCORRECTABLE, 220)                                   \
  each(CUDA_ERROR_JIT_COMPILER_NOT_FOUND, 221)                                 \
  each(CUDA_ERROR_UNSUPPORTED_PTX_VERSION, 222)                                \
  each(CUDA_ERROR_JIT_COMPILATION_DISABLED, 223)                               \
  each(CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY, 224)                              \
  each(CUDA_ERROR_UNSUPPORTED_DEVSIDE_SYNC, 225)                               \
  each(CUDA_ERROR_CONTAINED, 226)                                              \
  each(CUDA_ERROR_INVALID_SOURCE, 300)                                         \
  each(CUDA_ERROR_FILE_NOT_FOUND, 301)                                         \
  each(CUDA_ERROR_SHARED_OBJECT_SYMBOL_NOT_FOUND, 302)                         \
  each(CUDA_ERROR_SHARED_OBJECT_INIT_FAILED, 303)                              \
  each(CUDA_ERROR_OPERATING_SYSTEM, 304)                                       \
  each(CUDA_ERROR_INVALID_HANDLE, 400)                                         \
  each(CUDA_ERROR_ILLEGAL_STATE, 401)                                          \
  each(CUDA_ERROR_LOSSY_QUERY, 402)                                            \
  each(CUDA_ERROR_NOT_FOUND, 500)                                              \
  each(CUDA_ERROR_NOT_READY, 600)                                              \
  each(CUDA_ERROR_ILLEGAL_ADDRESS, 700)                                        \
  each(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, 701)                                \
  each(CUDA_ERROR_LAUNCH_TIMEOUT, 702)                                         \
  each(CUDA_ERROR_LAUNCH_INCOMPATIBLE_TEXTURING, 703)                          \
  each(CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED, 704)                            \
  each(CUDA_ERROR_PEER_ACCESS_NOT_ENABLED, 705)                                \
  each(CUDA_ERROR_PRIMARY_CONTEXT_ACTIVE, 708)                                 \
  each(CUDA_ERROR_CONTEXT_IS_DESTROYED, 709)                                   \
  each(CUDA_ERROR_ASSERT, 710)                                                 \
  each(CUDA_ERROR_TOO_MANY_PEERS, 711)                                         \
  each(CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED, 712)                         \
  each(CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED, 713)                             \
  each(CUDA_ERROR_HARDWARE_STACK_ERROR, 714)                                   \
  each(CUDA_ERROR_ILLEGAL_INSTRUCTION, 715)                                    \
  each(CUDA_ERROR_MISALIGNED_ADDRESS, 716)                                     \
  each(CUDA_ERROR_INVALID_ADDRESS_SPACE, 717)                                  \
  each(CUDA_ERROR_INVALID_PC, 718)                                             \
  each(CUDA_ERROR_LAUNCH_FAILED, 719)                                          \
  each(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE, 720)                           \
  each(CUDA_ERROR_TENSOR_MEMORY_LEAK, 721)                                     \
  each(CUDA_ERROR_NOT_PERMITTED, 800)                                          \
  each(CUDA_ERROR_NOT_SUPPORTED, 801)                                          \
  each(CUDA_ERROR_SYSTEM_NOT_READY, 802)                                       \
  each(CUDA_ERROR_SYSTEM_DRIVER_MISMATCH, 803)                                 \
  each(CUDA_ERROR_COMPAT_NOT_SUPPORTED_ON_DEVICE, 804)                         \
  each(CUDA_ERROR_MPS_CONNECTION_FAILED, 805)                                  \
  each(CUDA_ERROR_MPS_RPC_FAILURE, 806)                                        \
  each(CUDA_ERROR_MPS_SERVER_NOT_READY, 807)                                   \
  each(CUDA_ERROR_MPS_MAX_CLIENTS_REACHED, 808)                                \
  each(CUDA_ERROR_MPS_MAX_CONNECTIONS_REACHED, 809)                            \
  each(CUDA_ERROR_MPS_CLIENT_TERMINATED, 810)                                  \
  each(CUDA_ERROR_CDP_NOT_SUPPORTED, 811)                                      \
  each(CUDA_ERROR_CDP_VERSION_MISMATCH, 812)                                   \
  each(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED, 900)                             \
  each(CUDA_ERROR_STREAM_CAPTURE_INVALIDATED, 901)                             \
  each(CUDA_ERROR_STREAM_CAPTURE_MERGE, 902)                                   \
  each(CUDA_ERROR_STREAM_CAPTURE_UNMATCHED, 903)                               \
  each(CUDA_ERROR_STREAM_CAPTURE_UNJOINED, 904)                                \
  each(CUDA_ERROR_STREAM_CAPTURE_ISOLATION, 905)                               \
  each(CUDA_ERROR_STREAM_CAPTURE_IMPLICIT, 906)                                \
  each(CUDA_ERROR_CAPTURED_EVENT, 907)                                         \
  each(CUDA_ERROR_STREAM_CAPTURE_WRONG_THREAD, 908)                            \
  each(CUDA_ERROR_TIMEOUT, 909)                                                \
  each(CUDA_ERROR_GRAPH_EXEC_UPDATE_FAILURE, 910)                              \
  each(CUDA_ERROR_EXTERNAL_DEVICE, 911)                                        \
  each(CUDA_ERROR_INVALID_CLUSTER_SIZE, 912)                                   \
  each(CUDA_ERROR_FUNCTION_NOT_LOADED, 913)                                    \
  each(CUDA_ERROR_INVALID_RESOURCE_TYPE, 914)                                  \
  each(CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION, 915)                         \
  each(CUDA_ERROR_UNKNOWN, 999)
// clang-format on

typedef enum cudaError_enum {
#define HEDDLE_CU_RESULT(name, number) name = number,
  HEDDLE_CU_RESULTS(HEDDLE_CU_RESULT)
#undef HEDDLE_CU_RESULT
} CUresult;

#endif // HEDDLE_CU_RESULTS_H
