//===- features.h - Notices the C library ------------------------*- C -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every header of the C and C++ library includes this one first. A source of
// NVRTC that includes any is compiled again, with system_headers.h in place of
// rtc_functions.h: the declarations of the latter would conflict with theirs.
//
//===----------------------------------------------------------------------===//

#ifdef __HEDDLE_RTC_LIBRARY__
#include_next <features.h>
#else
#include <heddle/rtc/needs-the-c-library>
#endif
