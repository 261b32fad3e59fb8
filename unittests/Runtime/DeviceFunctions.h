//===- DeviceFunctions.h - The device functions under test, for tests -----===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_UNITTESTS_DEVICEFUNCTIONS_H
#define HEDDLE_UNITTESTS_DEVICEFUNCTIONS_H

#include "RuntimeTest.h"

extern "C" {
#define DEVICE(result, name, parameters, arguments)                            \
  result test_##name parameters;
#include "DeviceFunctions.inc"
#undef DEVICE

float test_contracted(float a, float b, float c);
float test_uncontracted(float a, float b, float c);
void test_loadStore(float4 *to, const float4 *from);
int test_stdlib(char *buffer, const char *text);
}

#endif // HEDDLE_UNITTESTS_DEVICEFUNCTIONS_H
