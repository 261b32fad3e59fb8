//===- nvToolsExt.h - Marks and ranges for a profiler -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// No profiler listens, so each function does what it does then: nothing.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_NVTX3_NVTOOLSEXT_H
#define HEDDLE_NVTX3_NVTOOLSEXT_H

#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

#define NVTX_VERSION 3
#define NVTX_SUCCESS 0
#define NVTX_FAIL 1
/// What a push or pop returns when nobody counts how deep it is.
#define NVTX_NO_PUSH_POP_TRACKING ((int)-2)

typedef uint64_t nvtxRangeId_t;
typedef struct nvtxDomainRegistration_st *nvtxDomainHandle_t;
typedef struct nvtxStringRegistration_st *nvtxStringHandle_t;

typedef enum nvtxColorType_t {
  NVTX_COLOR_UNKNOWN = 0,
  NVTX_COLOR_ARGB = 1
} nvtxColorType_t;

typedef enum nvtxMessageType_t {
  NVTX_MESSAGE_UNKNOWN = 0,
  NVTX_MESSAGE_TYPE_ASCII = 1,
  NVTX_MESSAGE_TYPE_UNICODE = 2,
  NVTX_MESSAGE_TYPE_REGISTERED = 3
} nvtxMessageType_t;

typedef enum nvtxPayloadType_t {
  NVTX_PAYLOAD_UNKNOWN = 0,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1,
  NVTX_PAYLOAD_TYPE_INT64 = 2,
  NVTX_PAYLOAD_TYPE_DOUBLE = 3,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT32 = 4,
  NVTX_PAYLOAD_TYPE_INT32 = 5,
  NVTX_PAYLOAD_TYPE_FLOAT = 6
} nvtxPayloadType_t;

typedef union nvtxMessageValue_t {
  const char *ascii;
  const wchar_t *unicode;
  nvtxStringHandle_t registered;
} nvtxMessageValue_t;

typedef struct nvtxEventAttributes_v2 {
  uint16_t version;
  uint16_t size;
  uint32_t category;
  int32_t colorType;
  uint32_t color;
  int32_t payloadType;
  int32_t reserved0;
  union payload_t {
    uint64_t ullValue;
    int64_t llValue;
    double dValue;
    uint32_t uiValue;
    int32_t iValue;
    float fValue;
  } payload;
  int32_t messageType;
  nvtxMessageValue_t message;
} nvtxEventAttributes_v2;
typedef struct nvtxEventAttributes_v2 nvtxEventAttributes_t;

#define NVTX_EVENT_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxEventAttributes_t))

// The functions of one argument list, for the whole program and in a domain.
#define HEDDLE_NVTX(result, value, name, ...)                                  \
  static inline result nvtx##name(__VA_ARGS__) { return value; }
#define HEDDLE_NVTX_VOID(name, ...)                                            \
  static inline void nvtx##name(__VA_ARGS__) {}

HEDDLE_NVTX_VOID(Initialize, const void *reserved)
HEDDLE_NVTX_VOID(MarkA, const char *message)
HEDDLE_NVTX_VOID(MarkW, const wchar_t *message)
HEDDLE_NVTX_VOID(MarkEx, const nvtxEventAttributes_t *event)
HEDDLE_NVTX(nvtxRangeId_t, 0, RangeStartA, const char *message)
HEDDLE_NVTX(nvtxRangeId_t, 0, RangeStartW, const wchar_t *message)
HEDDLE_NVTX(nvtxRangeId_t, 0, RangeStartEx, const nvtxEventAttributes_t *event)
HEDDLE_NVTX_VOID(RangeEnd, nvtxRangeId_t range)
HEDDLE_NVTX(int, NVTX_NO_PUSH_POP_TRACKING, RangePushA, const char *message)
HEDDLE_NVTX(int, NVTX_NO_PUSH_POP_TRACKING, RangePushW, const wchar_t *message)
HEDDLE_NVTX(int, NVTX_NO_PUSH_POP_TRACKING, RangePushEx,
            const nvtxEventAttributes_t *event)
HEDDLE_NVTX(int, NVTX_NO_PUSH_POP_TRACKING, RangePop, void)
HEDDLE_NVTX_VOID(NameCategoryA, uint32_t category, const char *name)
HEDDLE_NVTX_VOID(NameCategoryW, uint32_t category, const wchar_t *name)
HEDDLE_NVTX_VOID(NameOsThreadA, uint32_t thread, const char *name)
HEDDLE_NVTX_VOID(NameOsThreadW, uint32_t thread, const wchar_t *name)

HEDDLE_NVTX(nvtxDomainHandle_t, NULL, DomainCreateA, const char *name)
HEDDLE_NVTX(nvtxDomainHandle_t, NULL, DomainCreateW, const wchar_t *name)
HEDDLE_NVTX_VOID(DomainDestroy, nvtxDomainHandle_t domain)
HEDDLE_NVTX(nvtxStringHandle_t, NULL, DomainRegisterStringA,
            nvtxDomainHandle_t domain, const char *text)
HEDDLE_NVTX_VOID(DomainNameCategoryA, nvtxDomainHandle_t domain,
                 uint32_t category, const char *name)
HEDDLE_NVTX_VOID(DomainMarkEx, nvtxDomainHandle_t domain,
                 const nvtxEventAttributes_t *event)
HEDDLE_NVTX(nvtxRangeId_t, 0, DomainRangeStartEx, nvtxDomainHandle_t domain,
            const nvtxEventAttributes_t *event)
HEDDLE_NVTX_VOID(DomainRangeEnd, nvtxDomainHandle_t domain, nvtxRangeId_t range)
HEDDLE_NVTX(int, NVTX_NO_PUSH_POP_TRACKING, DomainRangePushEx,
            nvtxDomainHandle_t domain, const nvtxEventAttributes_t *event)
HEDDLE_NVTX(int, NVTX_NO_PUSH_POP_TRACKING, DomainRangePop,
            nvtxDomainHandle_t domain)

#undef HEDDLE_NVTX
#undef HEDDLE_NVTX_VOID

#ifdef UNICODE
#define nvtxMark nvtxMarkW
#define nvtxRangeStart nvtxRangeStartW
#define nvtxRangePush nvtxRangePushW
#define nvtxNameCategory nvtxNameCategoryW
#define nvtxNameOsThread nvtxNameOsThreadW
#define nvtxDomainCreate nvtxDomainCreateW
#else
#define nvtxMark nvtxMarkA
#define nvtxRangeStart nvtxRangeStartA
#define nvtxRangePush nvtxRangePushA
#define nvtxNameCategory nvtxNameCategoryA
#define nvtxNameOsThread nvtxNameOsThreadA
#define nvtxDomainCreate nvtxDomainCreateA
#endif

#endif // HEDDLE_NVTX3_NVTOOLSEXT_H
