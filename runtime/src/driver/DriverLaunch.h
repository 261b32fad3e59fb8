//===- DriverLaunch.h - Arguments and attributes of functions ---*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_DRIVER_DRIVERLAUNCH_H
#define HEDDLE_RUNTIME_DRIVER_DRIVERLAUNCH_H

#include "Module.h"
#include <vector>

namespace heddle::rt::driver {

/// The address of each argument, from the list or from a buffer that holds all
/// of them. False if neither or both are given.
bool readArguments(const Kernel &kernel, void **parameters, void **extra,
                   std::vector<void *> &arguments);

/// An attribute of a function, which exists.
CUresult readAttribute(int *value, CUfunction_attribute attribute,
                       CUfunction function);

} // namespace heddle::rt::driver

#endif // HEDDLE_RUNTIME_DRIVER_DRIVERLAUNCH_H
