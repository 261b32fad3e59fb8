// Measures what vector operations cost on this CPU, in cycles per vector, all
// data in L1. Compiled once for each target (see `run --costs`); the lanes
// follow from the target. Prints lines of: target, operation, lanes, cycles per
// vector.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <immintrin.h>
#include <utility>

#ifdef __AVX512F__
#define TARGET "avx512"
constexpr int W = 16;
#else
#define TARGET "avx2"
constexpr int W = 8;
#endif

typedef float V __attribute__((vector_size(4 * W)));
typedef float VU __attribute__((vector_size(4 * W), aligned(4)));
typedef double D __attribute__((vector_size(4 * W)));
typedef int I __attribute__((vector_size(4 * W)));
typedef int IU __attribute__((vector_size(4 * W), aligned(4)));
typedef int HalfI __attribute__((vector_size(2 * W)));
typedef float Quarter __attribute__((vector_size(16), aligned(4)));
typedef unsigned char Bytes __attribute__((vector_size(W), aligned(1)));

#ifdef __AVX512F__
V _ZGVeN16v_expf(V) asm("_ZGVeN16v_expf");
V vexp(V v) { return _ZGVeN16v_expf(v); }
extern "C" V _ZGVeN16v_logf(V), _ZGVeN16v_sinf(V), _ZGVeN16vv_powf(V, V);
V vlog(V v) { return _ZGVeN16v_logf(v); }
V vsin(V v) { return _ZGVeN16v_sinf(v); }
V vpow(V a, V b) { return _ZGVeN16vv_powf(a, b); }
#else
extern "C" V _ZGVdN8v_expf(V), _ZGVdN8v_logf(V), _ZGVdN8v_sinf(V),
    _ZGVdN8vv_powf(V, V);
V vexp(V v) { return _ZGVdN8v_expf(v); }
V vlog(V v) { return _ZGVdN8v_logf(v); }
V vsin(V v) { return _ZGVdN8v_sinf(v); }
V vpow(V a, V b) { return _ZGVdN8vv_powf(a, b); }
#endif

template <typename T> inline void hide(T &v) {
  if constexpr (sizeof(T) > 8)
    asm volatile("" : "+v"(v));
  else
    asm volatile("" : "+r"(v));
}
template <typename T> inline void use(T v) {
  if constexpr (sizeof(T) > 8)
    asm volatile("" ::"v"(v));
  else if constexpr (std::is_floating_point_v<T>)
    asm volatile("" ::"x"(v));
  else
    asm volatile("" ::"r"(v));
}
inline void forget() { asm volatile("" ::: "memory"); }

static double now() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

// Seconds of one cycle, from additions that wait for each other: the clock
// changes under load.
static double cycle() {
  long x = 0;
  double begin = now();
  for (int i = 0; i < 400; ++i)
    asm volatile(".rept 100\n add $1, %0\n .endr" : "+r"(x));
  return (now() - begin) / 40000;
}

static const char *only = nullptr;

template <int... N, typename F>
inline void unrolled(std::integer_sequence<int, N...>, F &&body) {
  (body(N), ...);
}

// The least of many short runs, divided by the cycle time measured next to it.
template <typename F>
void measure(const char *name, F body, double vectors = 1) {
  if (only && !std::strstr(name, only))
    return;
  double best = 1e9;
  for (int trial = 0; trial < 60; ++trial) {
    double before = cycle(), begin = now();
    for (int i = 0; i < 200; ++i)
      unrolled(std::make_integer_sequence<int, 8>(), body);
    double time = now() - begin, after = cycle();
    // Only where nothing disturbed the clock.
    if (std::fabs(before - after) < 0.03 * before)
      best = std::min(best, time / (1600 * vectors) / std::min(before, after));
  }
  std::printf("%s\t%s\t%d\t%.1f\n", TARGET, name, W, best);
  std::fflush(stdout);
}

alignas(64) static float a[4096], b[4096];
alignas(64) static double d[4096];
alignas(64) static int index_[1024];
alignas(64) static unsigned char bytes[4096];
static I table[256];

int main(int argc, char **argv) {
  only = argc > 1 ? argv[1] : nullptr;
  for (int i = 0; i < 4096; ++i)
    a[i] = 0.5f + i / 4096.f, d[i] = a[i];
  for (int i = 0; i < 1024; ++i)
    index_[i] = (i * 977) & 1023;
  for (int m = 0; m < 256; ++m)
    for (int i = 0, n = 0; i < 8; ++i)
      if (m >> i & 1)
        table[m][n++] = i;
  auto at = [](int i) { return (VU *)(a + i * W); };
  V x = *at(1), y = *at(2), z = *at(3);
  I k = *(IU *)index_;
#ifdef __AVX512F__
  __mmask16 half = 0x5a5a, all = 0xffff;
  auto every = [](I i) { return _mm512_i32gather_ps((__m512i)i, a, 4); };
#else
  I half = {-1, 0, -1, 0, 0, -1, 0, -1};
  auto every = [](I i) { return _mm256_i32gather_ps(a, (__m256i)i, 4); };
#endif

  measure("load f32", [&](int i) { forget(), use(*at(i)); });
  measure("load f32, not aligned",
          [&](int i) { forget(), use(*(VU *)(a + 1 + i * W)); });
  measure("store f32",
          [&](int i) { hide(x), *(VU *)(b + i * W) = x, forget(); });
  measure("store f32, not aligned",
          [&](int i) { hide(x), *(VU *)(b + 1 + i * W) = x, forget(); });
  measure("load u8, widen to i32", [&](int i) {
    forget(), use(__builtin_convertvector(*(Bytes *)(bytes + i * W), I));
  });
  measure("store i32 narrowed to u8", [&](int i) {
    hide(k), *(Bytes *)(bytes + i * W) = __builtin_convertvector(k, Bytes),
                                    forget();
  });
#ifdef __AVX512F__
  measure("masked load f32", [&](int i) {
    forget(), hide(half), use(_mm512_maskz_loadu_ps(half, at(i)));
  });
  measure("masked store f32", [&](int i) {
    hide(x), _mm512_mask_storeu_ps(b + i * W, half, x), forget();
  });
  measure("masked store f32, read again", [&](int i) {
    hide(x), _mm512_mask_storeu_ps(b + i * W, half, x), forget(),
        use(*(VU *)(b + i * W));
  });
  measure("load, blend, store f32", [&](int i) {
    hide(x),
        *(VU *)(b + i * W) = _mm512_mask_blend_ps(half, *(VU *)(b + i * W), x),
                        forget();
  });
  measure("masked load u8", [&](int i) {
    forget(), use(_mm_maskz_loadu_epi8(half, bytes + 16 * i));
  });
  measure("masked store u8", [&](int i) {
    __m128i v = _mm512_castsi512_si128((__m512i)k);
    hide(v), _mm_mask_storeu_epi8(bytes + 16 * i, half, v), forget();
  });
#else
  measure("masked load f32", [&](int i) {
    forget(), use(_mm256_maskload_ps(a + i * W, (__m256i)half));
  });
  measure("masked store f32", [&](int i) {
    hide(x), _mm256_maskstore_ps(b + i * W, (__m256i)half, x), forget();
  });
  measure("masked store f32, read again", [&](int i) {
    hide(x), _mm256_maskstore_ps(b + i * W, (__m256i)half, x), forget(),
        use(*(VU *)(b + i * W));
  });
  measure("load, blend, store f32", [&](int i) {
    hide(x),
        *(VU *)(b + i * W) = _mm256_blendv_ps(*(VU *)(b + i * W), x, (V)half),
                        forget();
  });
#endif

  // Gathers, by the instruction and by scalar loads: indices in a register, or
  // in memory.
  measure("gather f32, hardware",
          [&](int) { hide(k), forget(), use(every(k)); });
  measure("gather f32, inserts, indices in a vector", [&](int) {
    hide(k), forget();
    V r;
    for (int l = 0; l < W; ++l)
      r[l] = a[k[l]];
    use(r);
  });
  measure("gather f32, inserts, indices in memory", [&](int i) {
    forget();
    V r;
    for (int l = 0; l < W; ++l)
      r[l] = a[index_[i * W + l]];
    use(r);
  });
  measure("gather f32, inserts, constant stride", [&](int i) {
    forget();
    V r;
    for (int l = 0; l < W; ++l)
      r[l] = a[i + l * 67];
    use(r);
  });
#ifdef __AVX512F__
  measure("gather f32, hardware, half masked", [&](int) {
    hide(k), forget(), use(_mm512_mask_i32gather_ps(x, half, (__m512i)k, a, 4));
  });
  measure("gather f64 (half the lanes), hardware", [&](int) {
    hide(k), forget(),
        use(_mm512_i32gather_pd(_mm512_castsi512_si256((__m512i)k), d, 8));
  });
  measure("gather f32 by i64 indices (half), hardware", [&](int) {
    hide(k);
    __m512i wide = _mm512_cvtepi32_epi64(_mm512_castsi512_si256((__m512i)k));
    forget(), use(_mm512_i64gather_ps(wide, a, 4));
  });
#else
  measure("gather f32, hardware, half masked", [&](int) {
    hide(k), forget(),
        use(_mm256_mask_i32gather_ps(x, a, (__m256i)k, (V)half, 4));
  });
  measure("gather f64 (half the lanes), hardware", [&](int) {
    hide(k), forget(),
        use(_mm256_i32gather_pd(d, _mm256_castsi256_si128((__m256i)k), 8));
  });
#endif
  measure("gather f64 (half the lanes), inserts", [&](int) {
    hide(k), forget();
    D r;
    for (int l = 0; l < W / 2; ++l)
      r[l] = d[k[l]];
    use(r);
  });

#ifdef __AVX512F__
  measure("scatter f32, hardware", [&](int) {
    hide(x), _mm512_i32scatter_ps(b, (__m512i)k, x, 4), forget();
  });
  measure("scatter f32, hardware, half masked", [&](int) {
    hide(x), _mm512_mask_i32scatter_ps(b, half, (__m512i)k, x, 4), forget();
  });
#endif
  measure("scatter f32, extracts", [&](int) {
    hide(x), hide(k);
    for (int l = 0; l < W; ++l)
      b[k[l]] = x[l];
    forget();
  });
  measure("scatter f32, loop over a mask's bits (half of them)", [&](int) {
    alignas(64) float v[W];
    alignas(64) int n[W];
    hide(x), hide(k);
    *(V *)v = x, *(I *)n = k;
#ifdef __AVX512F__
    unsigned bits = half;
#else
    unsigned bits = _mm256_movemask_ps((V)half);
#endif
    for (hide(bits); bits; bits &= bits - 1) {
      int l = __builtin_ctz(bits);
      b[n[l]] = v[l];
    }
    forget();
  });

  // Rows of stride S in memory to S vectors.
#define EVEN(s, o)                                                             \
  [&](V p, V q) { return __builtin_shufflevector(p, q, LANES2(o)); }
#ifdef __AVX512F__
#define LANES2(o)                                                              \
  o, o + 2, o + 4, o + 6, o + 8, o + 10, o + 12, o + 14, o + 16, o + 18,       \
      o + 20, o + 22, o + 24, o + 26, o + 28, o + 30
#else
#define LANES2(o) o, o + 2, o + 4, o + 6, o + 8, o + 10, o + 12, o + 14
#endif
  auto even = EVEN(2, 0);
  auto odd = EVEN(2, 1);
  measure("stride 2, one of two",
          [&](int i) { forget(), use(even(*at(2 * i), *at(2 * i + 1))); });
  measure(
      "stride 2, each of two",
      [&](int i) {
        forget();
        V p = *at(2 * i), q = *at(2 * i + 1);
        use(even(p, q)), use(odd(p, q));
      },
      2);
  measure("stride 4, one of four", [&](int i) {
    forget();
    use(even(even(*at(4 * i), *at(4 * i + 1)),
             even(*at(4 * i + 2), *at(4 * i + 3))));
  });
  measure(
      "stride 4, each of four",
      [&](int i) {
        forget();
        V p = *at(4 * i), q = *at(4 * i + 1), r = *at(4 * i + 2),
          s = *at(4 * i + 3);
        V e0 = even(p, q), e1 = even(r, s), o0 = odd(p, q), o1 = odd(r, s);
        use(even(e0, e1)), use(odd(e0, e1)), use(even(o0, o1)),
            use(odd(o0, o1));
      },
      4);
  auto third = [&](V p, V q, V r, auto offset) {
    // Lanes 3 l + offset of 3 W: a vector of indices for each pair, then a
    // blend.
    V first{}, second{};
    constexpr int o = decltype(offset)::value;
    constexpr int c = (2 * W - o + 2) / 3; // lanes that come from p and q
#ifdef __AVX512F__
    alignas(64) static const auto lanes = [] {
      std::pair<I, I> t;
      for (int l = 0; l < W; ++l)
        t.first[l] = (3 * l + o) % 32,
        t.second[l] = l < c ? l : 16 + 3 * l + o - 32;
      return t;
    }();
    first = _mm512_permutex2var_ps(p, (__m512i)lanes.first, q);
    second = _mm512_permutex2var_ps(first, (__m512i)lanes.second, r);
    return second;
#else
    first = __builtin_shufflevector(
        p, q, o, o + 3, o + 6 < 16 ? o + 6 : -1, o + 9 < 16 ? o + 9 : -1,
        o + 12 < 16 ? o + 12 : -1, o + 15 < 16 ? o + 15 : -1, -1, -1);
    constexpr int s = W; // in (first, r): r's lane j is W + j, j = 3 l + o - 16
    second = __builtin_shufflevector(first, r, 0, 1, 2, 3, 4,
                                     5 < c ? 5 : s + 15 + o - 16,
                                     s + 18 + o - 16, s + 21 + o - 16);
    return second;
#endif
  };
  measure(
      "stride 3, each of three",
      [&](int i) {
        forget();
        V p = *at(3 * i), q = *at(3 * i + 1), r = *at(3 * i + 2);
        use(third(p, q, r, std::integral_constant<int, 0>()));
        use(third(p, q, r, std::integral_constant<int, 1>()));
        use(third(p, q, r, std::integral_constant<int, 2>()));
      },
      3);

#ifdef __AVX512F__
  measure("compress f32 in a register",
          [&](int) { hide(x), use(_mm512_maskz_compress_ps(half, x)); });
  measure("compress f32, store", [&](int i) {
    hide(x), _mm512_mask_compressstoreu_ps(b + i * W, half, x), forget();
  });
  measure("compress f32, then a whole store", [&](int i) {
    hide(x), *(VU *)(b + i * W) = _mm512_maskz_compress_ps(half, x), forget();
  });
  measure("expand f32 in a register",
          [&](int) { hide(x), use(_mm512_maskz_expand_ps(half, x)); });
  measure("expand f32, load", [&](int i) {
    forget(), use(_mm512_maskz_expandloadu_ps(half, a + i * W));
  });
  measure("permute, one source, dynamic",
          [&](int) { hide(x), use(_mm512_permutexvar_ps((__m512i)k, x)); });
  measure("permute, two sources, dynamic",
          [&](int) { hide(x), use(_mm512_permutex2var_ps(x, (__m512i)k, y)); });
  measure("any lane of a mask, and a branch", [&](int) {
    hide(x);
    if (_mm512_cmp_ps_mask(x, y, _CMP_GT_OQ))
      forget();
  });
#else
  measure("compress f32 in a register", [&](int) {
    hide(x);
    I mask = half;
    hide(mask);
    use(_mm256_permutevar8x32_ps(x,
                                 (__m256i)table[_mm256_movemask_ps((V)mask)]));
  });
  measure("permute, one source, dynamic",
          [&](int) { hide(x), use(_mm256_permutevar8x32_ps(x, (__m256i)k)); });
  measure("permute, two sources, dynamic", [&](int) {
    hide(x), hide(k);
    V p = _mm256_permutevar8x32_ps(x, (__m256i)k),
      q = _mm256_permutevar8x32_ps(y, (__m256i)k);
    use(_mm256_blendv_ps(p, q, (V)_mm256_slli_epi32((__m256i)k, 28)));
  });
  measure("any lane of a mask, and a branch", [&](int) {
    hide(x);
    if (_mm256_movemask_ps(_mm256_cmp_ps(x, y, _CMP_GT_OQ)))
      forget();
  });
#endif
  measure("shuffle within 128 bits", [&](int) {
    hide(x), use(_mm_castps_si128(_mm_setzero_ps()));
#ifdef __AVX512F__
    use(_mm512_unpacklo_ps(x, y));
#else
    use(_mm256_unpacklo_ps(x, y));
#endif
  });
  measure("reverse (across 128 bits)", [&](int) {
    hide(x);
    V r;
    for (int l = 0; l < W; ++l)
      r[l] = x[W - 1 - l];
    use(r);
  });
  measure("sum of lanes",
          [&](int) { hide(x), use(__builtin_reduce_add((I)x)); });

  // W rows of W, from memory and to registers: four 16-byte loads each, 4 x 4
  // transposed.
  measure(
      "transpose W x W from rows in memory, each vector",
      [&](int i) {
        forget();
        for (int c = 0; c < W; c += 4) {
          V rows[4];
          for (int r = 0; r < 4; ++r) {
            V v{};
            for (int q = 0; q < W / 4; ++q)
              for (int e = 0; e < 4; ++e)
                v[4 * q + e] =
                    (*(Quarter *)(a + (r + 4 * q) * 100 + c + i * W))[e];
            rows[r] = v;
          }
#ifdef __AVX512F__
          __m512d l0 = (__m512d)_mm512_unpacklo_ps(rows[0], rows[1]),
                  h0 = (__m512d)_mm512_unpackhi_ps(rows[0], rows[1]);
          __m512d l1 = (__m512d)_mm512_unpacklo_ps(rows[2], rows[3]),
                  h1 = (__m512d)_mm512_unpackhi_ps(rows[2], rows[3]);
          use(_mm512_unpacklo_pd(l0, l1)), use(_mm512_unpackhi_pd(l0, l1));
          use(_mm512_unpacklo_pd(h0, h1)), use(_mm512_unpackhi_pd(h0, h1));
#else
          __m256d l0 = (__m256d)_mm256_unpacklo_ps(rows[0], rows[1]),
                  h0 = (__m256d)_mm256_unpackhi_ps(rows[0], rows[1]);
          __m256d l1 = (__m256d)_mm256_unpacklo_ps(rows[2], rows[3]),
                  h1 = (__m256d)_mm256_unpackhi_ps(rows[2], rows[3]);
          use(_mm256_unpacklo_pd(l0, l1)), use(_mm256_unpackhi_pd(l0, l1));
          use(_mm256_unpacklo_pd(h0, h1)), use(_mm256_unpackhi_pd(h0, h1));
#endif
        }
      },
      W);

  // Arithmetic.
  measure("add f32", [&](int) { hide(x), use(x + y); });
  measure("fma f32",
          [&](int) { hide(x), use(__builtin_elementwise_fma(x, y, z)); });
  measure("multiply i32", [&](int) { hide(k), use(k * k); });
  measure("divide f32", [&](int) { hide(x), use(x / y); });
  measure("square root f32",
          [&](int) { hide(x), use(__builtin_elementwise_sqrt(x)); });
  measure("divide f64 (half the lanes)", [&](int) {
    D p = (D)x;
    p = (D){} + 3.0;
    hide(p), use(p / ((D){} + 7.0));
  });
  measure("divide i32, scalar, each lane", [&](int i) {
    unsigned n = index_[i] + 12345, m = 7;
    hide(n), hide(m), use(n / m);
  });
  measure("divide i64, scalar, each lane", [&](int i) {
    unsigned long n = index_[i] + (1ul << 40), m = 77;
    hide(n), hide(m), use(n / m);
  });
  measure("divide i32 below 2^24, by float", [&](int) {
    // The quotient may be one too large: n / m rounds up where n is close to a
    // multiple of m.
    I m = (I){} + 7;
    hide(k), hide(m);
    I q = __builtin_convertvector(
        __builtin_convertvector(k, V) / __builtin_convertvector(m, V), I);
    use(q + (q * m > k));
  });
  measure("divide i32, by double", [&](int) {
    I m = (I){} + 7;
    hide(k), hide(m);
#ifdef __AVX512F__
    auto part = [](__m256i n, __m256i d) {
      return _mm512_cvttpd_epi32(
          _mm512_div_pd(_mm512_cvtepi32_pd(n), _mm512_cvtepi32_pd(d)));
    };
    use(part(_mm512_castsi512_si256((__m512i)k),
             _mm512_castsi512_si256((__m512i)m)));
    use(part(_mm512_extracti64x4_epi64((__m512i)k, 1),
             _mm512_extracti64x4_epi64((__m512i)m, 1)));
#else
    auto part = [](__m128i n, __m128i d) {
      return _mm256_cvttpd_epi32(_mm256_div_pd(_mm256_cvtepi32_pd(n), _mm256_cvtepi32_pd(d)));
    };
    use(part(_mm256_castsi256_si128((__m256i)k), _mm256_castsi256_si128((__m256i)m)));
    use(part(_mm256_extracti128_si256((__m256i)k, 1), _mm256_extracti128_si256((__m256i)m, 1)));
#endif
  });
  measure("divide i32 by a uniform, multiply high", [&](int) {
    hide(k);
    typedef unsigned U __attribute__((vector_size(4 * W)));
    use((U)k / ((U){} + 7u));
  });

  // Functions: glibc's libmvec, and the scalar ones.
  measure("expf, libmvec", [&](int) { hide(x), use(vexp(x)); });
  measure("logf, libmvec", [&](int) { hide(x), use(vlog(x)); });
  measure("sinf, libmvec", [&](int) { hide(x), use(vsin(x)); });
  measure("powf, libmvec", [&](int) { hide(x), use(vpow(x, y)); });
  auto scalar = [&](auto f) { return [f](int i) { forget(), use(f(a[i])); }; };
  measure("expf, scalar, each lane",
          scalar([](float v) { return std::exp(v); }));
  measure("logf, scalar, each lane",
          scalar([](float v) { return std::log(v); }));
  measure("sinf, scalar, each lane",
          scalar([](float v) { return std::sin(v); }));
  measure("powf, scalar, each lane",
          scalar([](float v) { return std::pow(v, 1.3f); }));

  measure("atomic add i32, each lane", [&](int i) {
    use(__atomic_fetch_add(index_ + 16 * i, 1, __ATOMIC_RELAXED));
  });
  measure("plain add i32 in memory, each lane", [&](int i) {
    asm volatile("addl $0, %0" : "+m"(index_[16 * i]));
  });
  measure("atomic add f32 (compare and swap), each lane", [&](int i) {
    int *to = (int *)(b + 16 * i), old = *to;
    float sum;
    do {
      std::memcpy(&sum, &old, 4), sum += 0.5f;
      int next;
      std::memcpy(&next, &sum, 4);
      if (__atomic_compare_exchange_n(to, &old, next, true, __ATOMIC_RELAXED,
                                      __ATOMIC_RELAXED))
        break;
    } while (true);
  });
}
