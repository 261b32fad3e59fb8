//===- abi.h - The interface of programs and the runtime --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The compiler emits calls to the functions of this file and lays out the
// structs of this file; the runtime defines them. Nothing else is shared.
// The compiler includes this file and derives names, types and offsets from it
// (include/heddle/Support/RuntimeABI.h).
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ABI_H
#define HEDDLE_ABI_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The launch configuration `<<<grid, block, shared, stream>>>`.
struct HeddleLaunchConfig {
  uint32_t grid[3];
  uint32_t block[3];
  uint64_t dynamicSharedBytes;
  void *stream;
};

/// Describes a kernel. A constant in the compiled program.
struct HeddleKernelInfo {
  const char *name;             ///< Demangled.
  uint64_t staticSharedBytes;   ///< Total size of its `__shared__` variables.
  uint64_t localBytes;          ///< Private memory per thread.
  uint32_t maxThreadsPerBlock;  ///< From `__launch_bounds__`, or 1024.
  uint32_t numParams;           ///< Entries of the `void **args` it takes.
  uint32_t usesFibers;          ///< 1 if its threads run on fibers.
  uint32_t flags;               ///< HeddleKernelFlags.
  const uint32_t *paramBytes;   ///< The size of each parameter.
  const uint32_t *paramOffsets; ///< Its offset in a buffer of all, as in C.
  const char *symbol;           ///< The mangled name.
  uint64_t ownSharedBytes;      ///< Of the static: what Heddle's headers use.
};

enum HeddleKernelFlags {
  /// Its blocks may wait for each other, so they must be scheduled fairly.
  HeddleKernelWaitsForBlocks = 1,
  /// Its grid function reads no memory that a kernel may write before it calls
  /// `__heddle_launch_blocks_lazily`. Deferred launches need not run before it.
  HeddleKernelMayJoin = 2,
};

/// Runs a kernel. The arguments have the form that `cudaLaunchKernel` takes.
typedef void (*HeddleKernelEntry)(const struct HeddleLaunchConfig *config,
                                  void **args);

/// Called once per kernel by a constructor of the compiled program.
/// `handle` is the address that is passed to `cudaLaunchKernel`.
void __heddle_register_kernel(const void *handle,
                              const struct HeddleKernelInfo *info,
                              HeddleKernelEntry entry);

/// Called once per `__device__`, `__constant__` or `__managed__` variable.
/// `kind` is 0, 1 or 2.
void __heddle_register_variable(const void *address, const char *name,
                                uint64_t bytes, uint32_t kind);

/// Pops the configuration that `__cudaPushCallConfiguration` pushed for the
/// current kernel stub.
void __heddle_pop_config(struct HeddleLaunchConfig *config);

/// Checks a launch and returns 0 if it may run. If it is invalid (too many
/// threads per block, too much shared memory, an empty grid), records CUDA's
/// error and returns a positive value. If the stream is being captured into a
/// graph, returns a negative value: the program then calls
/// `__heddle_launch_record` instead of running the kernel.
int __heddle_launch_begin(const struct HeddleKernelInfo *info,
                          const struct HeddleLaunchConfig *config);

/// Adds the launch to the graph that its stream is being captured into. The
/// arguments are copied.
void __heddle_launch_record(const struct HeddleKernelInfo *info,
                            const struct HeddleLaunchConfig *config,
                            void **args);

/// Runs blocks `begin` to `end` (x fastest) of a launch. `dynamicShared` is the
/// worker's own buffer for the launch's dynamic shared memory.
typedef void (*HeddleBlocksFn)(void *context, uint64_t begin, uint64_t end,
                               void *dynamicShared);

/// Runs all `blocks` blocks on the team's threads and returns when they are
/// done. `workPerBlock` is a rough number of instructions; small launches run
/// serially. The flag HeddleRangesEndInUpdates in it says that each call of the
/// body ends with updates of memory that all calls share.
void __heddle_launch_blocks(HeddleBlocksFn body, void *context, uint64_t blocks,
                            uint64_t dynamicSharedBytes, uint64_t workPerBlock);

#define HeddleRangesEndInUpdates (1ull << 63)
/// Also a flag in `workPerBlock`: the caller is a block, and the body runs some
/// of its threads.
#define HeddleInsideBlock (1ull << 62)

/// Some of the bytes that block b of a launch accesses: those from
/// `base + b * perBlock + low` to `base + b * perBlock + high`. If `period` is
/// not 0, also those at any multiple of it from there. If `anywhere` is set,
/// any byte of the allocation that `base` points into.
struct HeddleFootprint {
  const void *base;
  int64_t perBlock, low, high, period;
  uint32_t writes, anywhere;
};

/// Like `__heddle_launch_blocks`, for a launch that accesses only the memory in
/// its footprints and does not trap. If `__heddle_launch_may_wait` was called,
/// it may return before the blocks have run: they then run together with blocks
/// of later launches, and the context is copied. A negative `count` means that
/// the accesses are unknown. A footprint describes a row of `perRow` blocks,
/// and b is the index of the row.
void __heddle_launch_blocks_lazily(HeddleBlocksFn body, void *context,
                                   uint64_t contextBytes, uint64_t blocks,
                                   uint64_t dynamicSharedBytes,
                                   uint64_t workPerBlock,
                                   const struct HeddleFootprint *footprints,
                                   int64_t count, uint64_t perRow);

/// Allows the runtime to defer this thread's next launch: the program does
/// nothing that could observe it before it launches again or settles.
void __heddle_launch_may_wait(void);

/// Runs the deferred launches of this thread.
void __heddle_launch_settle(void);

/// For tests: the number of launches that ran together with others. If
/// `cacheBytes` is not 0, it replaces the size of a core's cache from now on.
uint64_t __heddle_fused_launches(uint64_t cacheBytes);

/// The number of threads that a launch of many blocks would use, at least 1.
uint32_t __heddle_launch_width(void);

/// 64-byte aligned memory, not cleared, for data that the blocks of a launch
/// keep from one `__heddle_launch_blocks` to the next.
void *__heddle_grid_memory(uint64_t bytes);
void __heddle_grid_free(void *memory);

/// 0 if a thread has ended the launch, by a trap or a failed assertion.
int __heddle_launch_goes_on(void);

/// Allocates 64-byte aligned memory of the calling worker, which is freed when
/// the current `HeddleBlocksFn` call returns. Not cleared. Cheap: no malloc
/// once the worker's arena is warm.
void *__heddle_scratch(uint64_t bytes);

//===----------------------------------------------------------------------===//
// Fibers: each thread of a block has a stack, which is switched at barriers.
//===----------------------------------------------------------------------===//

/// The state of a thread on a fiber.
struct HeddleThread {
  uint32_t threadIdx[3];
  uint32_t blockIdx[3];
  uint32_t blockDim[3];
  uint32_t gridDim[3];
  void
      *staticShared; ///< The block's `__shared__` variables, one after another.
  void *dynamicShared; ///< The block's `extern __shared__` memory.
};

typedef void (*HeddleThreadFn)(void *context);

/// Runs `thread` once per thread of every block, each on a fiber.
void __heddle_launch_fibers(HeddleThreadFn thread, void *context,
                            const struct HeddleKernelInfo *info,
                            const struct HeddleLaunchConfig *config);

/// The thread of the current fiber. Constant during the life of a fiber.
const struct HeddleThread *__heddle_this_thread(void);

/// The current block's memory for a `__shared__` variable that a device
/// function uses. Kernels of several files may call the function, so the
/// variable has no fixed offset. `variable` is any address that identifies it.
void *__heddle_fiber_shared(const void *variable, uint64_t bytes,
                            uint64_t alignment);

/// Waits until all threads of the block that have not exited have arrived.
void __heddle_fiber_barrier(void);

/// Lets other threads that are ready run. A thread that spins calls it.
void __heddle_yield(void);

/// A barrier of the block that also counts the threads (of those that have not
/// exited) whose predicate is not 0. Every thread gets the count.
uint32_t __heddle_block_count(uint32_t predicate);

/// A barrier of `threads` threads of the block (a multiple of 32). There are 32
/// such barriers; PTX defines the first 16. The second form does not wait.
void __heddle_named_barrier(uint32_t name, uint32_t threads);
void __heddle_named_arrive(uint32_t name, uint32_t threads);

/// A barrier of all threads of a cooperative launch, and whether this is one.
void __heddle_grid_sync(void);
uint32_t __heddle_grid_valid(void);

//===----------------------------------------------------------------------===//
// Warps: 32 threads of a block, x fastest, then y, then z. Fission converts
// these calls to loops; on fibers the runtime implements them. A caller waits
// until every thread of `mask` that has not exited has made the same call.
//===----------------------------------------------------------------------===//

/// The index of the thread in its warp.
uint32_t __heddle_lane_id(void);

/// The lanes that execute this call together.
uint32_t __heddle_warp_active(void);

void __heddle_warp_sync(uint32_t mask);

/// The lanes of `mask` whose predicate is not 0.
uint32_t __heddle_warp_ballot(uint32_t mask, uint32_t predicate);

/// The value of lane `lane` (0 to 31). Unspecified if it does not take part.
uint32_t __heddle_warp_shuffle32(uint32_t mask, uint32_t value, uint32_t lane);
uint64_t __heddle_warp_shuffle64(uint32_t mask, uint64_t value, uint32_t lane);

/// Several shuffles, of which none needs the result of another, on fibers. Other
/// lanes of `mask` may ask for the same ones in several calls.
struct HeddleShuffle {
  uint64_t value; ///< The operand; the result after the call.
  uint32_t lane;
};
void __heddle_warp_shuffles(uint32_t mask, struct HeddleShuffle *shuffles,
                            uint32_t count);

/// The lanes of `mask` with the same value.
uint32_t __heddle_warp_match32(uint32_t mask, uint32_t value);
uint32_t __heddle_warp_match64(uint32_t mask, uint64_t value);

/// The values of the lanes of `mask`, combined.
enum HeddleWarpReduction {
  HeddleReduceAdd,
  HeddleReduceMinUnsigned,
  HeddleReduceMaxUnsigned,
  HeddleReduceMinSigned,
  HeddleReduceMaxSigned,
  HeddleReduceAnd,
  HeddleReduceOr,
  HeddleReduceXor,
};
uint32_t __heddle_warp_reduce(uint32_t mask, uint32_t value, uint32_t kind);

//===----------------------------------------------------------------------===//
// Verified launches (`--verify-launches`): each runs again on fibers, from the
// same memory, and the results are compared.
//===----------------------------------------------------------------------===//

/// Types of values in memory, one bit each.
enum HeddleValueTypes {
  HeddleInt8 = 1,
  HeddleInt16 = 2,
  HeddleInt32 = 4,
  HeddleInt64 = 8,
  HeddleHalf = 16,
  HeddleBFloat16 = 32,
  HeddleFloat = 64,
  HeddleDouble = 128,
};

/// Memory that a kernel stores to or names.
struct HeddleKernelMemory {
  /// A `__device__`, `__constant__` or `__managed__` variable; or null: what
  /// the parameter points to.
  const void *variable;
  /// An index into the arguments, or HeddleAnyMemory.
  uint32_t parameter;
  uint32_t stored; ///< HeddleValueTypes; 0 if it is only read.
};
/// The kernel stores through a pointer that it has loaded.
#define HeddleAnyMemory 0xffffffffu

enum HeddleVerifyFlags {
  HeddleVerifyPrints = 1,    ///< Calls printf.
  HeddleVerifyClock = 2,     ///< Reads a clock, or which worker runs it.
  HeddleVerifyAllocates = 4, ///< Calls malloc or free.
  HeddleVerifyLaunches = 8,  ///< Launches kernels.
  HeddleVerifyExternal = 16, ///< Calls a function of another file.
  HeddleVerifySpins = 32,    ///< A thread may wait for another in a loop.
  /// Accesses memory through pointers that it loads.
  HeddleVerifyFollowsPointers = 64,
};

/// A kernel in both lowerings.
struct HeddleVerifiedKernel {
  const struct HeddleKernelInfo *info;
  HeddleKernelEntry run;       ///< Runs the kernel as it was optimized.
  HeddleKernelEntry reference; ///< Runs it on fibers. Null if `run` does.
  uint32_t flags;              ///< HeddleVerifyFlags
  uint32_t numMemory;
  const struct HeddleKernelMemory *memory;
};

/// Runs a launch for which `__heddle_launch_begin` has returned 0, and verifies
/// it. The memory is left as `run` leaves it.
void __heddle_launch_verified(const struct HeddleVerifiedKernel *kernel,
                              const struct HeddleLaunchConfig *config,
                              void **args);

/// What verified launches have come to so far.
struct HeddleVerifyCounts {
  uint64_t compared, skipped, different, orderDependent;
  uint64_t peakBytes; ///< Of snapshots.
};
void __heddle_verify_counts(struct HeddleVerifyCounts *counts);

//===----------------------------------------------------------------------===//
// Functions that the CUDA headers call from device code.
//===----------------------------------------------------------------------===//

/// End the launch with a sticky error (cudaErrorAssert, cudaErrorLaunchFailure,
/// cudaErrorIllegalAddress) and do not return. The first prints CUDA's message
/// for a failed assert().
void __heddle_assert_fail(const char *expression, const char *file,
                          uint32_t line, const char *function, uint32_t blockX,
                          uint32_t blockY, uint32_t blockZ, uint32_t threadX,
                          uint32_t threadY, uint32_t threadZ);
void __heddle_trap(void);
void __heddle_illegal_address(void);

/// Runs a kernel that device code launches. `handle` is the kernel's
/// HeddleKernelInfo or its stub. Its `count` arguments are at `offsets` in
/// `buffer`. The dimensions have the form in which the C ABI passes a dim3.
/// Returns a cudaError_t.
int __heddle_launch_device(const void *handle, void *buffer, uint64_t gridXY,
                           uint32_t gridZ, uint64_t blockXY, uint32_t blockZ,
                           uint32_t sharedBytes, void *stream,
                           const uint32_t *offsets, uint32_t count);

/// Special registers of inline PTX: the time in nanoseconds, the number of the
/// worker that runs this block, and the number of workers.
uint64_t __heddle_global_timer(void);
uint32_t __heddle_sm_id(void);
uint32_t __heddle_sm_count(void);

/// The pointer into the current block's shared memory with this lower half.
void *__heddle_shared_pointer(uint32_t address);

/// Whether a pointer points to this kind of memory: 0 or 1. The compiler folds
/// calls where the memory is visible. In a kernel on a worker's stack,
/// `__heddle_is_shared` and `__heddle_is_local` know only dynamic shared
/// memory.
uint32_t __heddle_is_global(const void *pointer);
uint32_t __heddle_is_shared(const void *pointer);
uint32_t __heddle_is_constant(const void *pointer);
uint32_t __heddle_is_local(const void *pointer);

/// A 16-byte compare-and-swap: stores `desired` if `address` holds `expected`.
/// If not, stores the current value to `expected` and returns 0.
int __heddle_cas128(void *address, void *expected, const void *desired);

#ifdef __cplusplus
}
#endif

#endif // HEDDLE_ABI_H
