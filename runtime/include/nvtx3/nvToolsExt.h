//===- nvToolsExt.h - Marks and ranges for a profiler -----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Marks and ranges appear in the trace that HEDDLE_PROFILE=<file> asks for.
// Without one, or in a program without Heddle's runtime, the functions do
// nothing. Names of categories, threads and domains are not shown.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_NVTX3_NVTOOLSEXT_H
#define HEDDLE_NVTX3_NVTOOLSEXT_H

#pragma GCC system_header

#include <stddef.h>
#include <stdint.h>
#include <string.h>
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

#ifdef __cplusplus
extern "C" {
#endif
/// In the runtime, which a program that only includes this header need not
/// link.
void __heddle_trace_mark(const char *name) __attribute__((weak));
int __heddle_trace_push(const char *name) __attribute__((weak));
int __heddle_trace_pop(void) __attribute__((weak));
uint64_t __heddle_trace_start(const char *name) __attribute__((weak));
void __heddle_trace_end(uint64_t range) __attribute__((weak));
#ifdef __cplusplus
}
#endif

static inline void nvtxMarkA(const char *message) {
  if (__heddle_trace_mark)
    __heddle_trace_mark(message);
}

static inline int nvtxRangePushA(const char *message) {
  int level = __heddle_trace_push ? __heddle_trace_push(message) : -1;
  return level < 0 ? NVTX_NO_PUSH_POP_TRACKING : level;
}

static inline int nvtxRangePop(void) {
  int level = __heddle_trace_pop ? __heddle_trace_pop() : -1;
  return level < 0 ? NVTX_NO_PUSH_POP_TRACKING : level;
}

static inline nvtxRangeId_t nvtxRangeStartA(const char *message) {
  return __heddle_trace_start ? __heddle_trace_start(message) : 0;
}

static inline void nvtxRangeEnd(nvtxRangeId_t range) {
  if (__heddle_trace_end)
    __heddle_trace_end(range);
}

/// A message as plain text.
typedef struct HeddleNvtxText {
  char text[256];
} HeddleNvtxText;

static inline HeddleNvtxText __heddle_nvtx_wide(const wchar_t *message) {
  HeddleNvtxText result;
  size_t i = 0;
  for (; message && message[i] && i + 1 < sizeof result.text; ++i)
    result.text[i] = message[i] < 128 ? (char)message[i] : '?';
  result.text[i] = 0;
  return result;
}

static inline HeddleNvtxText
__heddle_nvtx_event(const nvtxEventAttributes_t *event) {
  HeddleNvtxText result;
  const char *message = NULL;
  size_t i = 0;
  if (event && event->messageType == NVTX_MESSAGE_TYPE_UNICODE)
    return __heddle_nvtx_wide(event->message.unicode);
  if (event && event->messageType == NVTX_MESSAGE_TYPE_ASCII)
    message = event->message.ascii;
  if (event && event->messageType == NVTX_MESSAGE_TYPE_REGISTERED)
    message = (const char *)event->message.registered;
  for (; message && message[i] && i + 1 < sizeof result.text; ++i)
    result.text[i] = message[i];
  result.text[i] = 0;
  return result;
}

// The forms of a function of one message: with wide characters, with an event,
// and in a domain.
#define HEDDLE_NVTX_FORMS(result, name)                                        \
  static inline result nvtx##name##W(const wchar_t *message) {                 \
    HeddleNvtxText plain = __heddle_nvtx_wide(message);                        \
    return nvtx##name##A(plain.text);                                          \
  }                                                                            \
  static inline result nvtx##name##Ex(const nvtxEventAttributes_t *event) {    \
    HeddleNvtxText plain = __heddle_nvtx_event(event);                         \
    return nvtx##name##A(plain.text);                                          \
  }                                                                            \
  static inline result nvtxDomain##name##Ex(                                   \
      nvtxDomainHandle_t domain, const nvtxEventAttributes_t *event) {         \
    (void)domain;                                                              \
    return nvtx##name##Ex(event);                                              \
  }

HEDDLE_NVTX_FORMS(void, Mark)
HEDDLE_NVTX_FORMS(nvtxRangeId_t, RangeStart)
HEDDLE_NVTX_FORMS(int, RangePush)
#undef HEDDLE_NVTX_FORMS

static inline void nvtxDomainRangeEnd(nvtxDomainHandle_t domain,
                                      nvtxRangeId_t range) {
  (void)domain;
  nvtxRangeEnd(range);
}

static inline int nvtxDomainRangePop(nvtxDomainHandle_t domain) {
  (void)domain;
  return nvtxRangePop();
}

/// A handle is a copy of the text, which a program keeps to its end.
static inline nvtxStringHandle_t
nvtxDomainRegisterStringA(nvtxDomainHandle_t domain, const char *text) {
  (void)domain;
  return (nvtxStringHandle_t)(text ? strdup(text) : NULL);
}

// Functions without an effect.
#define HEDDLE_NVTX(result, value, name, ...)                                  \
  static inline result nvtx##name(__VA_ARGS__) { return value; }
#define HEDDLE_NVTX_VOID(name, ...)                                            \
  static inline void nvtx##name(__VA_ARGS__) {}

HEDDLE_NVTX_VOID(Initialize, const void *reserved)
HEDDLE_NVTX_VOID(NameCategoryA, uint32_t category, const char *name)
HEDDLE_NVTX_VOID(NameCategoryW, uint32_t category, const wchar_t *name)
HEDDLE_NVTX_VOID(NameOsThreadA, uint32_t thread, const char *name)
HEDDLE_NVTX_VOID(NameOsThreadW, uint32_t thread, const wchar_t *name)
HEDDLE_NVTX(nvtxDomainHandle_t, NULL, DomainCreateA, const char *name)
HEDDLE_NVTX(nvtxDomainHandle_t, NULL, DomainCreateW, const wchar_t *name)
HEDDLE_NVTX_VOID(DomainDestroy, nvtxDomainHandle_t domain)
HEDDLE_NVTX_VOID(DomainNameCategoryA, nvtxDomainHandle_t domain,
                 uint32_t category, const char *name)

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
