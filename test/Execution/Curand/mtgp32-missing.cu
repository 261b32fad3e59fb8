// RUN: %heddle -O1 %s -o %t -lcurand && %t
// UNSUPPORTED: mtgp32
// Heddle built without the parameters of MTGP32 says so.
#include "../check.h"
#include <curand.h>
#include <curand_kernel.h>
#include <curand_mtgp32_host.h>
#include <curand_mtgp32dc_p_11213.h>

int main() {
  curandGenerator_t generator;
  CHECK(curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_MTGP32) ==
        CURAND_STATUS_TYPE_ERROR);
  CHECK(curandCreateGeneratorHost(&generator, CURAND_RNG_PSEUDO_MTGP32) ==
        CURAND_STATUS_TYPE_ERROR);
  DeviceArray<curandStateMtgp32> states(1);
  DeviceArray<mtgp32_kernel_params> params(1);
  CHECK(curandMakeMTGP32Constants(mtgp32dc_params_fast_11213, params) ==
        CURAND_STATUS_INITIALIZATION_FAILED);
  CHECK(curandMakeMTGP32KernelState(states, mtgp32dc_params_fast_11213, params,
                                    1, 1234) ==
        CURAND_STATUS_INITIALIZATION_FAILED);
  printf("right\n");
}
