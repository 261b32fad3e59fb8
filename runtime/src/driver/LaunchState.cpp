//===- LaunchState.cpp - Launches that read the state of a function -------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// CUDA 3 and older: a program sets a function's block and arguments, then
// launches a grid. CUDA still has these functions, as deprecated ones.
//
//===----------------------------------------------------------------------===//

#include "DriverLaunch.h"
#include <cstring>
#include <map>
#include <mutex>

using namespace heddle::rt;
using namespace heddle::rt::driver;

namespace {

/// What the next launch of a function uses.
struct State {
  unsigned block[3] = {1, 1, 1};
  unsigned sharedBytes = 0;
  std::vector<char> arguments;
};

std::mutex mutex;

/// The caller holds the lock.
State &stateOf(CUfunction function) {
  static auto &states = *new std::map<CUfunction, State>;
  return states[function];
}

/// Changes the state of a function.
template <class Use> CUresult change(CUfunction function, Use use) {
  if (CUresult result = checkContext())
    return result;
  if (!findKernel(static_cast<const void *>(function)))
    return CUDA_ERROR_INVALID_HANDLE;
  std::lock_guard lock(mutex);
  return use(stateOf(function)) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult setArgument(CUfunction function, int offset, const void *data,
                     size_t bytes) {
  return change(function, [=](State &state) {
    if (offset < 0 || !data || offset + bytes > 4096)
      return false;
    if (state.arguments.size() < offset + bytes)
      state.arguments.resize(offset + bytes);
    std::memcpy(state.arguments.data() + offset, data, bytes);
    return true;
  });
}

CUresult launch(CUfunction function, int width, int height, CUstream stream) {
  State state;
  if (CUresult result = change(function, [&](State &its) {
        state = its;
        return width > 0 && height > 0;
      }))
    return result;
  size_t bytes = state.arguments.size();
  void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, state.arguments.data(),
                   CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes, CU_LAUNCH_PARAM_END};
  return cuLaunchKernel(function, width, height, 1, state.block[0],
                        state.block[1], state.block[2], state.sharedBytes,
                        stream, nullptr, extra);
}

} // namespace

extern "C" {

CUresult cuFuncSetBlockShape(CUfunction function, int x, int y, int z) {
  return change(function, [=](State &state) {
    if (x <= 0 || y <= 0 || z <= 0)
      return false;
    state.block[0] = x;
    state.block[1] = y;
    state.block[2] = z;
    return true;
  });
}
CUresult cuFuncSetSharedSize(CUfunction function, unsigned bytes) {
  return change(function, [=](State &state) {
    state.sharedBytes = bytes;
    return true;
  });
}

CUresult cuParamSetSize(CUfunction function, unsigned bytes) {
  return change(function, [=](State &state) {
    if (bytes > 4096)
      return false;
    state.arguments.resize(bytes);
    return true;
  });
}
CUresult cuParamSeti(CUfunction function, int offset, unsigned value) {
  return setArgument(function, offset, &value, sizeof value);
}
CUresult cuParamSetf(CUfunction function, int offset, float value) {
  return setArgument(function, offset, &value, sizeof value);
}
CUresult cuParamSetv(CUfunction function, int offset, void *data,
                     unsigned bytes) {
  return setArgument(function, offset, data, bytes);
}
// A kernel reads its module's references; CUDA needs no call since 3.2.
CUresult cuParamSetTexRef(CUfunction function, int unit, CUtexref texture) {
  return change(function, [=](State &) {
    return unit == CU_PARAM_TR_DEFAULT && texture != nullptr;
  });
}

CUresult cuLaunch(CUfunction function) {
  return launch(function, 1, 1, nullptr);
}
CUresult cuLaunchGrid(CUfunction function, int width, int height) {
  return launch(function, width, height, nullptr);
}
CUresult cuLaunchGridAsync(CUfunction function, int width, int height,
                           CUstream stream) {
  return launch(function, width, height, stream);
}

} // extern "C"
