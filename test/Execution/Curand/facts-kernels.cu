// RUN: %heddle -O1 %s -o %t -lcurand && %t
// What NVIDIA's headers give: checksums of a thousand bits and uniform numbers,
// which are equal, and some normal numbers. Seeds, subsequences and offsets are
// small and large.
#include "../check.h"
#include "facts.h"
#include <curand.h>
#include <curand_kernel.h>

struct Fact {
  unsigned long long seed, subsequence, offset;
  /// Of curand, curand_uniform, curand_uniform_double, curand_poisson with mean
  /// 20; of curand after skipahead and after skipahead_sequence by 77.
  unsigned long long sums[6];
  /// Three normal numbers, and the first log-normal one after them.
  float normal[4];
  double normalDouble[4];
};

static const Fact xorwow[] = {
    {0x0,
     0x0,
     0x0,
     {0x46a21e2ed891b84a, 0xdaef462642e5eaa3, 0x253d8f1a6cc381cd,
      0x21a637ddcda3e678, 0xe2f00f0f159bcf9d, 0x2c1a4965133b6da},
     {0.2925366, -0.7183591, 0.9580113, 1.885273},
     {1.07102160557543, 0.708468675881235, 1.09064010380794, 1.47100846362032}},
    {0x4d2,
     0x1,
     0x3,
     {0x479094bbb868f7a1, 0x5d020ec2879162e8, 0x87976013184ee28d,
      0x25943c27425874ae, 0x167491fff3651ad3, 0x987cfa707ef83349},
     {-1.03783, 0.4052324, 0.8900985, 1.870882},
     {0.203625760834692, -0.617932591516118, 1.21052621107827,
      1.37018520719193}},
    {0xfedcba9876543210,
     0x75bcd15,
     0xf4243,
     {0x2fcea79a01c60da8, 0x9e4de7ad68d4a5e2, 0x6592ea418ba556e,
      0x7779eb006c339041, 0x66ffcaabe3ecc34f, 0x64f9a1304971c5b3},
     {-0.2143181, 0.8830075, -0.8900446, 2.078848},
     {-0.142188786222113, -0.238849163918031, -0.430288187327121,
      1.8180192301978}},
    {0x1,
     0xffffffffffff,
     0x123456789abc,
     {0xaa74e5136a13bbb3, 0x52eb8549328156f8, 0xef052081f565f4d0,
      0x889665155e8cf7db, 0x7de5e8027d0b07b5, 0x803e8f42ac428bb2},
     {0.5564888, -0.9138656, -1.823014, 1.44617},
     {-1.18847345400697, 0.596993836379646, 0.564935445743946,
      1.20683223065894}},
};
static const Fact mrg32k3a[] = {
    {0x0,
     0x0,
     0x0,
     {0x19f871ae2ae78ec2, 0xc057be10c16895b3, 0x71447147fdc16d27,
      0x1a8f486f738e839e, 0xb1b5584a17882842, 0x9a74c08f3824b458},
     {1.846073, -0.8479251, -1.361476, 1.506221},
     {1.846072786887, -0.847924824159474, -1.36147596613236, 1.50622099757522}},
    {0x4d2,
     0x1,
     0x3,
     {0x9c5052fba6369c1e, 0x3fd8dc5d10787466, 0x9de11107b2219e32,
      0xfdc958c08ec832c6, 0x10c889d19055ae53, 0xaf82d21a73c18a9e},
     {0.2418033, -1.047445, 0.7707136, 2.351002},
     {0.241803508500575, -1.04744472018526, 0.770713534178635,
      2.35100192814727}},
    {0xfedcba9876543210,
     0x75bcd15,
     0xf4243,
     {0x76fd277db825005d, 0xa3463dbd39cf7000, 0xed0751861dd67ab8,
      0xa945c8ad0fce571, 0x1f1b7efdc8125297, 0x4a63cd6ab80d6435},
     {0.8935456, -1.346132, 1.752178, 1.334526},
     {0.893545627801771, -1.34613157474599, 1.75217846936991, 1.3345261235815}},
    {0x1,
     0xffffffffffff,
     0x123456789abc,
     {0x4e9d119901709098, 0x5d0a3fff0ea1496a, 0xdd0dfd5c0400c2ec,
      0xa9f230ad139ae8a6, 0xcef3ab5c4c6259ba, 0x1cbc4ef9e45cfeb1},
     {-0.351229, 0.95215, 1.231262, 1.370355},
     {-0.351229392119161, 0.952149925172848, 1.2312624512949,
      1.37035558386138}},
};
static const Fact philox[] = {
    {0x0,
     0x0,
     0x0,
     {0x55e85a2b62c170dd, 0x5834d7faad90536f, 0x86bfbae96cd3189e,
      0xbe90f33a7aed6178, 0xf55a80701caae856, 0x86ade20e48e17e16},
     {-0.9246624, 0.9911377, -0.4820687, 1.724964},
     {-0.310395736000376, -0.397667136315035, 0.329210701267768,
      2.39687240425683}},
    {0x4d2,
     0x1,
     0x3,
     {0x3b13d1ec36580056, 0xcc6d407fbe6a164, 0xbf3ff5f825deba7a,
      0xf7170b72cf66a443, 0xf8fb7e226c8d9204, 0xae6dbe5e39b12351},
     {0.4110321, 2.343988, 0.9026006, 2.115895},
     {1.77532894438673, 2.00650695020285, 1.09079445380153, 1.05601957924137}},
    {0xfedcba9876543210,
     0x75bcd15,
     0xf4243,
     {0x40f4f3bc7e38e972, 0x1f675e564942ebb4, 0xbd6c900e5e24601d,
      0xc728f160c92d81b6, 0x3b09ea09f7cf3737, 0x32dc5ef46ff93ea9},
     {1.483462, 0.7528103, -0.4208542, 1.423205},
     {-1.79637185893423, 0.505979174026564, 0.55764307399299,
      1.96125037999095}},
    {0x1,
     0xffffffffffff,
     0x123456789abc,
     {0xfa84d1f1aaee63d0, 0x4e5708da29b5da83, 0x6ba79bf058b2de14,
      0x6501860d3f0d3345, 0xa2dcde9d7d4ba839, 0x61eae33071103013},
     {-0.1207228, 0.03235733, 0.305707, 1.86305},
     {0.118688692055065, -0.673136109929625, 1.2608878829715,
      1.27391729904323}},
};
/// Of curand4, curand_uniform4, curand_uniform2_double, curand_uniform4_double,
/// by the position in the first four numbers.
static const unsigned long long fours[4][4] = {
    {0x7acbbfd778d8bdb3, 0x38ba31fca20f56a, 0x75f547207dcb2ce5,
     0x330a3e0ed0da6354},
    {0x522838e373cea8a2, 0x271e8809653bc180, 0xf72fd2c9d384ab17,
     0x3b4352c387f5db84},
    {0x7bb2b3a140466a80, 0xb0ba07e8569e89a8, 0x5b49df87f31ab19d,
     0x6480188c390737b2},
    {0xbd06d14b51cdaa99, 0x9a57b59a8e729d8a, 0xd1e5e75f859d219,
     0xd19c1ba6da078cc3},
};
/// Of dimension 77 of Sobol' sequences: bits, uniform numbers, doubles.
static const unsigned long long sobol32[] = {
    0x6ed1e5241e9aaad3, 0xbe5bde72090eea25, 0x20fe83d842736f59};
static const unsigned long long sobol64[] = {
    0xbb742ae0bfdb90f3, 0xbe5bde72090eea25, 0xe450a12ace2da41b};

constexpr int n = 1000;

template <typename T> struct Draws {
  T *out;
  template <typename State, typename Draw>
  __device__ unsigned long long operator()(State state, Draw draw) const {
    for (int i = 0; i < n; ++i)
      out[i] = draw(&state);
    return checksum(out, n * sizeof(T));
  }
};

template <typename State> __global__ void sums(Fact *fact, void *memory) {
  Fact &f = *fact;
  State start;
  curand_init(f.seed, f.subsequence, f.offset, &start);
  Draws<unsigned> integers = {(unsigned *)memory};
  Draws<float> floats = {(float *)memory};
  Draws<double> doubles = {(double *)memory};
  f.sums[0] = integers(start, [](State *s) { return curand(s); });
  f.sums[1] = floats(start, [](State *s) { return curand_uniform(s); });
  f.sums[2] = doubles(start, [](State *s) { return curand_uniform_double(s); });
  f.sums[3] = integers(start, [](State *s) { return curand_poisson(s, 20); });
  State skipped = start;
  skipahead(77ull, &skipped);
  f.sums[4] = integers(skipped, [](State *s) { return curand(s); });
  skipped = start;
  skipahead_sequence(77ull, &skipped);
  f.sums[5] = integers(skipped, [](State *s) { return curand(s); });
  State a = start, b = start;
  for (int i = 0; i < 3; ++i) {
    f.normal[i] = curand_normal(&a);
    f.normalDouble[i] = curand_normal_double(&b);
  }
  f.normal[3] = curand_log_normal(&a, 0.5f, 0.25f);
  f.normalDouble[3] = curand_log_normal_double(&b, 0.5, 0.25);
}

template <typename State, size_t count>
void expectFacts(const Fact (&facts)[count]) {
  DeviceArray<Fact> fact(1);
  DeviceArray<double> memory(n);
  for (const Fact &want : facts) {
    CUDA(cudaMemcpy(fact, &want, sizeof(Fact), cudaMemcpyHostToDevice));
    sums<State><<<1, 1>>>(fact, memory.data());
    Fact got = fact.read()[0];
    for (int i = 0; i < 6; ++i)
      CHECK(got.sums[i] == want.sums[i]);
    for (int i = 0; i < 4; ++i) {
      CHECK(std::fabs(got.normal[i] - want.normal[i]) < 2e-6);
      CHECK(std::fabs(got.normalDouble[i] - want.normalDouble[i]) < 1e-12);
    }
  }
}

__global__ void sumsOfFours(unsigned long long *out, void *memory) {
  using State = curandStatePhilox4_32_10_t;
  for (int position = 0; position < 4; ++position) {
    State start;
    curand_init(1234, 3, position, &start);
    out[4 * position] = Draws<uint4>{(uint4 *)memory}(
        start, [](State *s) { return curand4(s); });
    out[4 * position + 1] = Draws<float4>{(float4 *)memory}(
        start, [](State *s) { return curand_uniform4(s); });
    out[4 * position + 2] = Draws<double2>{(double2 *)memory}(
        start, [](State *s) { return curand_uniform2_double(s); });
    out[4 * position + 3] = Draws<double4>{(double4 *)memory}(
        start, [](State *s) { return curand_uniform4_double(s); });
  }
}

template <typename State, typename Word, typename Vectors>
__global__ void sumsOfSobol(unsigned long long *out, Vectors *vectors,
                            void *memory) {
  State start;
  curand_init(*vectors, 1000003, &start);
  out[0] =
      Draws<Word>{(Word *)memory}(start, [](State *s) { return curand(s); });
  out[1] = Draws<float>{(float *)memory}(
      start, [](State *s) { return curand_uniform(s); });
  out[2] = Draws<double>{(double *)memory}(
      start, [](State *s) { return curand_uniform_double(s); });
}

int main() {
  expectFacts<curandStateXORWOW>(xorwow);
  expectFacts<curandStateMRG32k3a>(mrg32k3a);
  expectFacts<curandStatePhilox4_32_10_t>(philox);
  DeviceArray<double4> memory(n);
  DeviceArray<unsigned long long> got(16);
  sumsOfFours<<<1, 1>>>(got, memory.data());
  auto values = got.read();
  for (int i = 0; i < 16; ++i)
    CHECK(values[i] == fours[i / 4][i % 4]);

  curandDirectionVectors32_t *vectors32;
  curandDirectionVectors64_t *vectors64;
  CHECK(curandGetDirectionVectors32(&vectors32,
                                    CURAND_DIRECTION_VECTORS_32_JOEKUO6) == 0);
  CHECK(curandGetDirectionVectors64(&vectors64,
                                    CURAND_DIRECTION_VECTORS_64_JOEKUO6) == 0);
  sumsOfSobol<curandStateSobol32, unsigned>
      <<<1, 1>>>(got.data(), &vectors32[77], memory.data());
  values = got.read();
  for (int i = 0; i < 3; ++i)
    CHECK(values[i] == sobol32[i]);
  sumsOfSobol<curandStateSobol64, unsigned long long>
      <<<1, 1>>>(got.data(), &vectors64[77], memory.data());
  values = got.read();
  for (int i = 0; i < 3; ++i)
    CHECK(values[i] == sobol64[i]);
  printf("right\n");
}
