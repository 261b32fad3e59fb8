// RUN: %heddle -O1 %s -o %t -lcurand && %t
// What NVIDIA's library gives for the same calls: checksums of bits and of
// uniform numbers, which are equal, and some normal numbers, which are to the
// precision of the functions that they are made with.
#include "../check.h"
#include "facts.h"
#include <curand.h>
#include <curand_kernel.h>
#include <curand_mtgp32dc_p_11213.h>

struct Fact {
  curandRngType_t type;
  int order;
  unsigned long long seed, offset;
  unsigned dimensions;
  size_t count;
  unsigned long long bits, uniform, uniformDouble;
  /// Of results 0, 1, 5, the middle and the last one.
  float normal[5];
  double normalDouble[5];
};

static const Fact facts[] = {
    {CURAND_RNG_PSEUDO_XORWOW,
     0,
     0x4d2,
     0x0,
     0,
     250000,
     0x5f90ecb420247560,
     0x883c7a9e11b4b961,
     0xbeba3534983d9631,
     {0.7809736, -1.801578, 0.4140393, 1.977612, 0.1569625},
     {0.358739798524455, -1.23959250322355, -0.0302582176055305,
      -0.310085302784446, -1.12321713940304}},
    {CURAND_RNG_PSEUDO_XORWOW,
     0,
     0xfedcba9876543210,
     0x7,
     0,
     9000,
     0x9e48d3662e4a0670,
     0xbaff051431d13c85,
     0xd1a4e0a6ae9e6679,
     {-0.3185308, 0.5032025, 0.0978749, -0.4766937, -1.289332},
     {0.0718605028043502, -0.427848496680441, 0.722411724647745,
      -1.076877915009, 0.686765038204993}},
    {CURAND_RNG_PSEUDO_XORWOW,
     103,
     0x1,
     0x123456789a,
     0,
     9000,
     0xe5090b2b9a2897c1,
     0xc1137989e83f6ceb,
     0x16511df6842d45c5,
     {0.4569472, 0.996878, -2.237858, -0.7599566, -0.9886202},
     {-0.729578237681237, -2.19825760964517, 1.15943777570195,
      0.013783767860849, 0.332103356751656}},
    {CURAND_RNG_PSEUDO_XORWOW,
     102,
     0xffffffffff,
     0x0,
     0,
     9000,
     0xa70a73b1ddcd893b,
     0x6cac3e32bf082038,
     0xf4ce305d03a74a52,
     {0.8407226, -0.3910978, -0.1766002, 0.02840658, 0.9233423},
     {-1.4679513332864, 0.358298587702986, -0.306151999993915,
      -2.04648272109162, 0.0167472297220753}},
    {CURAND_RNG_PSEUDO_MRG32K3A,
     0,
     0x4d2,
     0x0,
     0,
     250000,
     0x36aef1f5c24429d4,
     0x106285e7de73f7d9,
     0xdb62f3c83e6a2557,
     {-0.3606538, -0.5912813, 0.1337933, 0.3608464, -0.5207637},
     {-0.360653646111745, -0.591281403741744, 0.133793398235477,
      0.360846413374626, -0.520763782038694}},
    {CURAND_RNG_PSEUDO_MRG32K3A,
     0,
     0xfedcba9876543210,
     0x7,
     0,
     9000,
     0x35e7f628e6791e51,
     0x4799e41f3080ef0,
     0xcdadb8382de887e,
     {-1.284289, 0.3666108, -0.139492, -0.6281142, 0.7780129},
     {-1.28428921445244, 0.366610791382498, -0.139491861085096,
      -0.628114056530814, 0.778012915153052}},
    {CURAND_RNG_PSEUDO_MRG32K3A,
     103,
     0x0,
     0x123456789a,
     0,
     9000,
     0xa83a652335ed0077,
     0x89614a6731bc49e6,
     0x307d13108a4c8873,
     {0.4890076, -0.8367062, 0.8866213, 0.2498344, 1.212262},
     {0.489007668264011, -0.83670616689086, 0.886621309813993,
      0.249834595800154, 1.2122614388923}},
    {CURAND_RNG_PSEUDO_PHILOX4_32_10,
     0,
     0x4d2,
     0x0,
     0,
     600000,
     0x1fdc603b3e537a40,
     0x21166cc6b07013df,
     0x11d9f9f0f2e54ade,
     {-1.61649, 1.229155, -0.2858964, -0.9063547, 1.610851},
     {-0.539526695907319, 0.160633346442023, 1.39931998056063, 2.49185675530459,
      0.651031199104493}},
    {CURAND_RNG_PSEUDO_PHILOX4_32_10,
     0,
     0xfedcba9876543210,
     0x7,
     0,
     9001,
     0x766102741fc86eec,
     0xdc86039cf25fa7af,
     0x36fa0bfbf33b4a04,
     {0.06496296, 1.02069, 1.835579, 0.09288494, -0.1347401},
     {0.941104982779598, -0.45666460946173, -1.05594658815286,
      -2.39595339136002, -0.538404477033469}},
    {CURAND_RNG_PSEUDO_PHILOX4_32_10,
     103,
     0x0,
     0x123456789a,
     0,
     9001,
     0x24c3906451990def,
     0x7bde4837788bbfd,
     0x93c0fd9a51c804ba,
     {0.9869567, 0.07294536, 0.4892178, -2.220526, 0.8553556},
     {-0.504195847152979, 0.302321993268403, -0.342882498386892,
      2.63717911005683, -0.367181164761897}},
    {CURAND_RNG_PSEUDO_MTGP32,
     0,
     0x4d2,
     0x0,
     0,
     120001,
     0xb37ab305054513c7,
     0xe022a02b6908ec82,
     0xb3618d4a922aa687,
     {0.2078371, -0.09134578, -0.6213477, 0.9380891, -0.5302892},
     {0.207837149500847, -0.0913457795977592, -0.621347725391388,
      0.93808913230896, -0.530289173126221}},
    {CURAND_RNG_PSEUDO_MTGP32,
     0,
     0xfedcba9876543210,
     0x0,
     0,
     9001,
     0x804e72f634634f56,
     0x3d639eed92ba241f,
     0x96fdbe2dd274f61b,
     {1.473094, -0.9582179, -1.99358, 0.6332582, -1.961582},
     {1.47309398651123, -0.958217918872833, -1.99357998371124, 0.63325822353363,
      -1.96158194541931}},
    {CURAND_RNG_PSEUDO_MT19937,
     0,
     0x4d2,
     0x0,
     0,
     2000,
     0x8033addac03fba4f,
     0x25b86bde45e483ed,
     0x6b7157c1062982c,
     {-0.8723107, -1.490208, 0.7035969, 0.5265703, 0.1052585},
     {-0.872310702544002, -1.49020843772315, 0.703596899757668,
      0.526570290986001, 0.105258514527842}},
    {CURAND_RNG_PSEUDO_MT19937,
     0,
     0xfedcba9876543210,
     0x0,
     0,
     11,
     0x5d016dd8583b0401,
     0x4b76ea18c9634aa0,
     0xa3bb271d54fa5f08,
     {-1.232769, 0.9585736, -1.126965, -1.126965, -2.456722},
     {-1.2327694053386, 0.958573626485925, -1.12696464118751, -1.12696464118751,
      -2.45672187851911}},
    {CURAND_RNG_QUASI_SOBOL32,
     0,
     0x0,
     0x0,
     1,
     9000,
     0x4b796c35333fbf85,
     0xa910a83564e3c17f,
     0x51079896f1fe4c53,
     {-6.337957, 0, 1.150349, -0.05296013, -0.9270861},
     {-6.33795775455379, 2.91809937291662e-10, 1.15034938094153,
      -0.0529601333260973, -0.92708609290747}},
    {CURAND_RNG_QUASI_SOBOL32,
     0,
     0x0,
     0xf4243,
     3000,
     9000,
     0xb56b4b70c659fc35,
     0xc0a1db1837929586,
     0x1b1b07ea0bbcca9f,
     {-0.5933456, -0.2495312, 0.4871365, -1.660115, 0.6390199},
     {-0.593345572728497, -0.249531205513804, 0.487136537599348,
      -1.66011458458508, 0.6390199063806}},
    {CURAND_RNG_QUASI_SOBOL64,
     0,
     0x0,
     0x0,
     1,
     9000,
     0xc413cbcfa3b0fc5,
     0xa910a83564e3c17f,
     0x77aa6ccf1654474a,
     {-6.337957, 0, 1.150349, -0.05296013, -0.9270861},
     {-8.29236107581359, 0, 1.15034938037601, -0.0529601336183166,
      -0.927086093355942}},
    {CURAND_RNG_QUASI_SOBOL64,
     0,
     0x0,
     0x123456789a,
     3000,
     9000,
     0x74b4a244f64a6657,
     0x8544260ed40b9235,
     0x27f1201e5bf459fb,
     {1.395045, -0.2057351, -0.5183719, -0.1958835, 0.3886673},
     {1.39504523830741, -0.205735147815435, -0.518372013575515,
      -0.195883517339847, 0.388667381141188}},
};

#define RAND(call) CHECK((call) == CURAND_STATUS_SUCCESS)

template <typename T, typename Generate>
static std::vector<T> generate(const Fact &f, Generate call) {
  curandGenerator_t generator;
  RAND(curandCreateGenerator(&generator, f.type));
  if (f.order)
    RAND(curandSetGeneratorOrdering(generator, curandOrdering_t(f.order)));
  if (f.dimensions)
    RAND(curandSetQuasiRandomGeneratorDimensions(generator, f.dimensions));
  else
    RAND(curandSetPseudoRandomGeneratorSeed(generator, f.seed));
  if (f.offset)
    RAND(curandSetGeneratorOffset(generator, f.offset));
  DeviceArray<T> result(f.count);
  RAND(call(generator, result.data()));
  RAND(curandDestroyGenerator(generator));
  return result.read();
}

template <typename T>
static void expectNear(const Fact &f, const std::vector<T> &got,
                       const T (&want)[5], double tolerance) {
  size_t count = f.count & ~size_t(1);
  size_t at[] = {0, 1, 5, f.count / 2, count - 1};
  for (int i = 0; i < 5; ++i)
    CHECK(std::fabs(got[at[i]] - want[i]) <= tolerance);
}

int main() {
  // NVIDIA's MTGP32 has the parameters that its authors publish. Heddle may be
  // built with others, or none.
  bool sameMtgp32 = mtgp32dc_params_fast_11213[0].pos == 88;
  for (const Fact &f : facts) {
    if (f.type == CURAND_RNG_PSEUDO_MTGP32 && !sameMtgp32)
      continue;
    size_t even = f.count & ~size_t(1);
    if (f.type == CURAND_RNG_QUASI_SOBOL64)
      CHECK(checksum(generate<unsigned long long>(
                f, [&](curandGenerator_t g, unsigned long long *out) {
                  return curandGenerateLongLong(g, out, f.count);
                })) == f.bits);
    else
      CHECK(checksum(
                generate<unsigned>(f, [&](curandGenerator_t g, unsigned *out) {
                  return curandGenerate(g, out, f.count);
                })) == f.bits);
    CHECK(checksum(generate<float>(f, [&](curandGenerator_t g, float *out) {
            return curandGenerateUniform(g, out, f.count);
          })) == f.uniform);
    CHECK(checksum(generate<double>(f, [&](curandGenerator_t g, double *out) {
            return curandGenerateUniformDouble(g, out, f.count);
          })) == f.uniformDouble);
    expectNear(f,
               generate<float>(f,
                               [&](curandGenerator_t g, float *out) {
                                 return curandGenerateNormal(g, out, even, 0,
                                                             1);
                               }),
               f.normal, 2e-6);
    expectNear(f,
               generate<double>(f,
                                [&](curandGenerator_t g, double *out) {
                                  return curandGenerateNormalDouble(g, out,
                                                                    even, 0, 1);
                                }),
               f.normalDouble,
               f.type == CURAND_RNG_PSEUDO_MTGP32 ? 2e-6 : 1e-12);
  }
  printf("right\n");
}
