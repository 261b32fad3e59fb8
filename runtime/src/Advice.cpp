//===- Advice.cpp - cudaMemAdvise, cudaMemPrefetchAsync, ranges -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory does not move, so advice has no effect. It is recorded per range of
// pages because cudaMemRangeGetAttribute returns it.
//
//===----------------------------------------------------------------------===//

#include "Advice.h"
#include "Capture.h"
#include "Device.h"
#include "Error.h"
#include "Stream.h"
#include <algorithm>
#include <iterator>
#include <map>
#include <mutex>
#include <set>

namespace heddle::rt {
namespace {

constexpr uintptr_t pageBytes = 4096;
constexpr cudaMemLocation nowhere = {cudaMemLocationTypeInvalid,
                                     cudaInvalidDeviceId};

struct Advice {
  bool readMostly = false;
  cudaMemLocation preferred = nowhere, prefetched = nowhere;
  std::set<int> accessedBy;
};

/// Maps the first page of a range to its advice; the range ends at the next
/// entry. Pages before the first entry, and ranges whose entry has no value,
/// have no advice.
struct Ranges {
  std::mutex mutex;
  std::map<uintptr_t, Advice> from;

  /// An entry that starts at `page`.
  auto split(uintptr_t page) {
    auto after = from.upper_bound(page);
    if (after == from.begin())
      return from.emplace_hint(after, page, Advice());
    auto before = std::prev(after);
    if (before->first == page)
      return before;
    return from.emplace_hint(after, page, before->second);
  }

  template <class Use> void each(uintptr_t begin, uintptr_t end, Use use) {
    begin = begin / pageBytes * pageBytes;
    end = (end + pageBytes - 1) / pageBytes * pageBytes;
    split(end);
    for (auto at = split(begin); at != from.end() && at->first < end; ++at)
      use(at->second);
  }
};

Ranges &ranges() {
  static auto &instance = *new Ranges;
  return instance;
}

/// Converts a device number of the old API to a location.
cudaMemLocation placeOf(int device) {
  if (device == cudaCpuDeviceId)
    return {cudaMemLocationTypeHost, 0};
  return {cudaMemLocationTypeDevice, device};
}

int deviceOf(cudaMemLocation place) {
  if (place.type == cudaMemLocationTypeInvalid)
    return cudaInvalidDeviceId;
  return place.type == cudaMemLocationTypeDevice ? place.id : cudaCpuDeviceId;
}

bool operator!=(const cudaMemLocation &a, const cudaMemLocation &b) {
  return a.type != b.type || a.id != b.id;
}

cudaError_t checkPlace(cudaMemLocation place) {
  switch (place.type) {
  case cudaMemLocationTypeDevice:
    return checkDevice(place.id);
  case cudaMemLocationTypeHost:
  case cudaMemLocationTypeHostNuma:
  case cudaMemLocationTypeHostNumaCurrent:
    return cudaSuccess;
  default:
    return fail(cudaErrorInvalidValue);
  }
}

cudaError_t checkManaged(const void *pointer, size_t bytes) {
  if (cudaError_t error = pending())
    return error;
  std::optional<Allocation> allocation = findAllocation(pointer);
  if (!allocation || bytes == 0 || !accessible(pointer, bytes, Side::Either) ||
      (allocation->kind != MemoryKind::Managed &&
       allocation->kind != MemoryKind::ManagedVariable))
    return fail(cudaErrorInvalidValue);
  return cudaSuccess;
}

template <class Use>
void eachRange(const void *pointer, size_t bytes, Use use) {
  auto begin = reinterpret_cast<uintptr_t>(pointer);
  Ranges &r = ranges();
  std::lock_guard lock(r.mutex);
  r.each(begin, begin + bytes, use);
}

/// The location that all of a range has, or none.
cudaMemLocation commonPlace(const void *pointer, size_t bytes,
                            cudaMemLocation Advice::*which) {
  cudaMemLocation place = nowhere;
  bool first = true;
  eachRange(pointer, bytes, [&](const Advice &advice) {
    if (!first && advice.*which != place)
      place = nowhere;
    else if (first)
      place = advice.*which;
    first = false;
  });
  return place;
}

cudaError_t getAttribute(void *data, size_t dataBytes,
                         cudaMemRangeAttribute attribute, const void *pointer,
                         size_t bytes) {
  if (!data || dataBytes < sizeof(int) || dataBytes % sizeof(int))
    return fail(cudaErrorInvalidValue);
  int *result = static_cast<int *>(data);
  switch (attribute) {
  case cudaMemRangeAttributeReadMostly: {
    bool all = true;
    eachRange(pointer, bytes,
              [&](const Advice &advice) { all &= advice.readMostly; });
    *result = all;
    return cudaSuccess;
  }
  case cudaMemRangeAttributePreferredLocation:
    *result = deviceOf(commonPlace(pointer, bytes, &Advice::preferred));
    return cudaSuccess;
  case cudaMemRangeAttributePreferredLocationType:
    *result = commonPlace(pointer, bytes, &Advice::preferred).type;
    return cudaSuccess;
  case cudaMemRangeAttributePreferredLocationId:
    *result = commonPlace(pointer, bytes, &Advice::preferred).id;
    return cudaSuccess;
  case cudaMemRangeAttributeLastPrefetchLocation:
    *result = deviceOf(commonPlace(pointer, bytes, &Advice::prefetched));
    return cudaSuccess;
  case cudaMemRangeAttributeLastPrefetchLocationType:
    *result = commonPlace(pointer, bytes, &Advice::prefetched).type;
    return cudaSuccess;
  case cudaMemRangeAttributeLastPrefetchLocationId:
    *result = commonPlace(pointer, bytes, &Advice::prefetched).id;
    return cudaSuccess;
  case cudaMemRangeAttributeAccessedBy: {
    std::set<int> all;
    bool first = true;
    eachRange(pointer, bytes, [&](const Advice &advice) {
      if (first)
        all = advice.accessedBy;
      else
        std::erase_if(all, [&](int device) {
          return !advice.accessedBy.contains(device);
        });
      first = false;
    });
    std::fill_n(result, dataBytes / sizeof(int), cudaInvalidDeviceId);
    size_t room = std::min(all.size(), dataBytes / sizeof(int));
    std::copy_n(all.begin(), room, result);
    return cudaSuccess;
  }
  }
  return fail(cudaErrorInvalidValue);
}

} // namespace

void forgetAdvice(const Allocation &allocation) {
  Ranges &r = ranges();
  std::lock_guard lock(r.mutex);
  if (!r.from.empty())
    r.each(allocation.begin, allocation.end(),
           [](Advice &advice) { advice = Advice(); });
}

} // namespace heddle::rt

using namespace heddle::rt;

extern "C" {

cudaError_t cudaMemPrefetchAsync_v2(const void *pointer, size_t bytes,
                                    cudaMemLocation location, unsigned flags,
                                    cudaStream_t stream) {
  if (cudaError_t error = checkManaged(pointer, bytes))
    return error;
  if (flags)
    return fail(cudaErrorInvalidValue);
  if (cudaError_t error = checkPlace(location))
    return error;
  if (!isStream(stream))
    return fail(cudaErrorInvalidResourceHandle);
  if (cudaError_t error = refuseOnCapturing(stream))
    return error;
  eachRange(pointer, bytes,
            [&](Advice &advice) { advice.prefetched = location; });
  return cudaSuccess;
}

cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t bytes, int device,
                                 cudaStream_t stream) {
  return cudaMemPrefetchAsync_v2(pointer, bytes, placeOf(device), 0, stream);
}

cudaError_t cudaMemAdvise_v2(const void *pointer, size_t bytes,
                             cudaMemoryAdvise advice,
                             cudaMemLocation location) {
  if (cudaError_t error = checkManaged(pointer, bytes))
    return error;
  // cudaMemAdviseSetReadMostly has no location, so none is checked.
  bool placed = advice != cudaMemAdviseSetReadMostly &&
                advice != cudaMemAdviseUnsetReadMostly &&
                advice != cudaMemAdviseUnsetPreferredLocation;
  if (cudaError_t error = placed ? checkPlace(location) : cudaSuccess)
    return error;
  auto set = [&](auto use) {
    eachRange(pointer, bytes, use);
    return cudaSuccess;
  };
  switch (advice) {
  case cudaMemAdviseSetReadMostly:
    return set([](Advice &a) { a.readMostly = true; });
  case cudaMemAdviseUnsetReadMostly:
    return set([](Advice &a) { a.readMostly = false; });
  case cudaMemAdviseSetPreferredLocation:
    return set([&](Advice &a) { a.preferred = location; });
  case cudaMemAdviseUnsetPreferredLocation:
    return set([](Advice &a) { a.preferred = nowhere; });
  case cudaMemAdviseSetAccessedBy:
    return set([&](Advice &a) { a.accessedBy.insert(deviceOf(location)); });
  case cudaMemAdviseUnsetAccessedBy:
    return set([&](Advice &a) { a.accessedBy.erase(deviceOf(location)); });
  }
  return fail(cudaErrorInvalidValue);
}

cudaError_t cudaMemAdvise(const void *pointer, size_t bytes,
                          cudaMemoryAdvise advice, int device) {
  return cudaMemAdvise_v2(pointer, bytes, advice, placeOf(device));
}

cudaError_t cudaMemRangeGetAttribute(void *data, size_t dataBytes,
                                     cudaMemRangeAttribute attribute,
                                     const void *pointer, size_t bytes) {
  if (cudaError_t error = checkManaged(pointer, bytes))
    return error;
  return getAttribute(data, dataBytes, attribute, pointer, bytes);
}

cudaError_t cudaMemRangeGetAttributes(void **data, size_t *dataBytes,
                                      cudaMemRangeAttribute *attributes,
                                      size_t count, const void *pointer,
                                      size_t bytes) {
  if (!data || !dataBytes || !attributes || count == 0)
    return fail(cudaErrorInvalidValue);
  for (size_t i = 0; i < count; ++i)
    if (cudaError_t error = cudaMemRangeGetAttribute(
            data[i], dataBytes[i], attributes[i], pointer, bytes))
      return error;
  return cudaSuccess;
}

} // extern "C"
