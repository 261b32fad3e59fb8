//===- cuda_awbarrier.h - Barriers in shared memory as CUDA 11.0 had them ===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_CUDA_AWBARRIER_H
#define HEDDLE_CUDA_AWBARRIER_H

#include "cuda_awbarrier_primitives.h"

#ifdef __CUDA__

namespace nvcuda {
namespace experimental {

class awbarrier {
public:
  class arrival_token {
  public:
    arrival_token() = default;
    __device__ unsigned int pending_count() const {
      return __mbarrier_token_pending_count(token);
    }

  private:
    __device__ explicit arrival_token(__mbarrier_token_t token)
        : token(token) {}
    __mbarrier_token_t token;
    friend class awbarrier;
  };

  awbarrier() = default;
  awbarrier(const awbarrier &) = delete;
  awbarrier &operator=(const awbarrier &) = delete;

  friend __device__ void init(awbarrier *self, unsigned int expected) {
    __mbarrier_init(&self->barrier, expected);
  }
  friend __device__ void inval(awbarrier *self) {
    __mbarrier_inval(&self->barrier);
  }
  __device__ static unsigned int max() { return __mbarrier_maximum_count(); }

  __device__ arrival_token arrive() {
    return arrival_token(__mbarrier_arrive(&barrier));
  }
  __device__ arrival_token arrive_and_drop() {
    return arrival_token(__mbarrier_arrive_and_drop(&barrier));
  }
  __device__ void wait(arrival_token token) {
    while (!__mbarrier_test_wait(&barrier, token.token)) {
    }
  }
  __device__ void arrive_and_wait() { wait(arrive()); }
  __device__ bool timed_wait(arrival_token token, unsigned int) {
    return __mbarrier_test_wait(&barrier, token.token);
  }

private:
  __mbarrier_t barrier;
};

} // namespace experimental
} // namespace nvcuda

#endif // __CUDA__

#endif // HEDDLE_CUDA_AWBARRIER_H
