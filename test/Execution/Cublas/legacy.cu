// RUN: %heddle -O1 %s -o %t -lcublas && %t
// RUN: not %heddle -fsyntax-only -DBOTH_APIS %s 2>&1 | FileCheck %s
// CHECK: a program includes either cublas.h or cublas_v2.h, not both
// The older API does what the newer one does: each function changes the same
// memory to the same, and something.
#include "../check.h"
#include <cstring>
#include <cublas.h>
#ifdef BOTH_APIS
#include <cublas_v2.h>
#endif

static cublasHandle_t handle;
constexpr int n = 4, k = 2;

template <typename T> struct Arena {
  T a[n * n], b[n * n], c[n * n], x[2 * n], y[2 * n];

  Arena() {
    auto *words = reinterpret_cast<decltype(real(T())) *>(this);
    int i = 0;
    for (size_t at = 0; at < sizeof(*this) / sizeof(*words); ++at)
      words[at] = i = (i * 5 + 3) % 17;
    // Triangular systems have a solution.
    for (int d = 0; d < n; ++d)
      a[d + d * n] = one(a[0]);
  }

private:
  static float real(float x) { return x; }
  static double real(double x) { return x; }
  static float real(cuComplex z) { return z.x; }
  static double real(cuDoubleComplex z) { return z.x; }
  static float one(float) { return 1; }
  static double one(double) { return 1; }
  static cuComplex one(cuComplex) { return {1, 0}; }
  static cuDoubleComplex one(cuDoubleComplex) { return {1, 0}; }
};

template <typename T, typename Old, typename New>
static void compare(const char *name, Old old, New now) {
  Arena<T> before, first, second;
  old(first);
  cublasStatus_t error = cublasGetError();
  cublasStatus_t status = now(second);
  bool isRight = error == CUBLAS_STATUS_SUCCESS &&
                 status == CUBLAS_STATUS_SUCCESS &&
                 !std::memcmp(&first, &second, sizeof(first)) &&
                 std::memcmp(&first, &before, sizeof(first));
  if (isRight)
    return;
  printf("%s is wrong (%d, %d)\n", name, error, status);
  exit(1);
}

// Letters and values for the one, enums and pointers for the other.
#define UNPACK(...) __VA_ARGS__
#define BOTH(T, name, old, now)                                                \
  compare<T>(                                                                  \
      #name, [](Arena<T> &m) { cublas##name old; },                            \
      [](Arena<T> &m) { return cublas##name##_v2(handle, UNPACK now); });
#define RESULT(T, R, name, ...)                                                \
  compare<T>(                                                                  \
      #name,                                                                   \
      [](Arena<T> &m) {                                                        \
        R result = cublas##name(__VA_ARGS__);                                  \
        std::memcpy(m.c, &result, sizeof(R));                                  \
      },                                                                       \
      [](Arena<T> &m) {                                                        \
        R result;                                                              \
        auto status = cublas##name##_v2(handle, __VA_ARGS__, &result);         \
        std::memcpy(m.c, &result, sizeof(R));                                  \
        return status;                                                         \
      });

template <typename T> struct Scalars;
template <> struct Scalars<float> {
  static constexpr float alpha = 2, beta = 3;
};
template <> struct Scalars<double> {
  static constexpr double alpha = 2, beta = 3;
};
template <> struct Scalars<cuComplex> {
  static constexpr cuComplex alpha = {2, 1}, beta = {3, -1};
};
template <> struct Scalars<cuDoubleComplex> {
  static constexpr cuDoubleComplex alpha = {2, 1}, beta = {3, -1};
};

#define ALPHA(T) Scalars<T>::alpha
#define BETA(T) Scalars<T>::beta
#define U CUBLAS_FILL_MODE_UPPER
#define L CUBLAS_FILL_MODE_LOWER

#define TRIANGULAR(T, P, s)                                                    \
  BOTH(T, P##tr##s, ('U', 'T', 'U', n, m.a, n, m.x, 1),                        \
       (U, CUBLAS_OP_T, CUBLAS_DIAG_UNIT, n, m.a, n, m.x, 1))                  \
  BOTH(T, P##tb##s, ('l', 'n', 'u', n, k, m.a, n, m.x, 1),                     \
       (L, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, n, k, m.a, n, m.x, 1))               \
  BOTH(T, P##tp##s, ('L', 'C', 'U', n, m.a, m.x, 1),                           \
       (L, CUBLAS_OP_C, CUBLAS_DIAG_UNIT, n, m.a, m.x, 1))

#define ALL(T, P)                                                              \
  BOTH(T, P##scal, (n, ALPHA(T), m.x, 2), (n, &ALPHA(T), m.x, 2))              \
  BOTH(T, P##axpy, (n, ALPHA(T), m.x, 1, m.y, 2),                              \
       (n, &ALPHA(T), m.x, 1, m.y, 2))                                         \
  BOTH(T, P##copy, (n, m.x, 1, m.y, 2), (n, m.x, 1, m.y, 2))                   \
  BOTH(T, P##swap, (n, m.x, 1, m.y, 2), (n, m.x, 1, m.y, 2))                   \
  BOTH(T, P##gemv, ('T', n, n, ALPHA(T), m.a, n, m.x, 1, BETA(T), m.y, 1),     \
       (CUBLAS_OP_T, n, n, &ALPHA(T), m.a, n, m.x, 1, &BETA(T), m.y, 1))       \
  BOTH(T, P##gbmv,                                                             \
       ('N', n, n, 1, 1, ALPHA(T), m.a, n, m.x, 1, BETA(T), m.y, 1),           \
       (CUBLAS_OP_N, n, n, 1, 1, &ALPHA(T), m.a, n, m.x, 1, &BETA(T), m.y, 1)) \
  TRIANGULAR(T, P, mv)                                                         \
  TRIANGULAR(T, P, sv)                                                         \
  BOTH(T, P##gemm,                                                             \
       ('N', 'C', n, k, n, ALPHA(T), m.a, n, m.b, n, BETA(T), m.c, n),         \
       (CUBLAS_OP_N, CUBLAS_OP_C, n, k, n, &ALPHA(T), m.a, n, m.b, n,          \
        &BETA(T), m.c, n))                                                     \
  BOTH(T, P##symm,                                                             \
       ('R', 'U', n, n, ALPHA(T), m.a, n, m.b, n, BETA(T), m.c, n),            \
       (CUBLAS_SIDE_RIGHT, U, n, n, &ALPHA(T), m.a, n, m.b, n, &BETA(T), m.c,  \
        n))                                                                    \
  BOTH(T, P##syrk, ('L', 'T', n, k, ALPHA(T), m.a, n, BETA(T), m.c, n),        \
       (L, CUBLAS_OP_T, n, k, &ALPHA(T), m.a, n, &BETA(T), m.c, n))            \
  BOTH(T, P##syr2k,                                                            \
       ('U', 'N', n, k, ALPHA(T), m.a, n, m.b, n, BETA(T), m.c, n),            \
       (U, CUBLAS_OP_N, n, k, &ALPHA(T), m.a, n, m.b, n, &BETA(T), m.c, n))    \
  BOTH(T, P##trmm, ('L', 'U', 'N', 'N', n, n, ALPHA(T), m.a, n, m.b, n),       \
       (CUBLAS_SIDE_LEFT, U, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, n, n,          \
        &ALPHA(T), m.a, n, m.b, n, m.b, n))                                    \
  BOTH(T, P##trsm, ('R', 'L', 'T', 'U', n, n, ALPHA(T), m.a, n, m.b, n),       \
       (CUBLAS_SIDE_RIGHT, L, CUBLAS_OP_T, CUBLAS_DIAG_UNIT, n, n, &ALPHA(T),  \
        m.a, n, m.b, n))

/// Symmetric or Hermitian, with the scalar of rank-one updates.
#define SYMMETRIC(T, P, s, r, alpha)                                           \
  BOTH(T, P##s##mv, ('U', n, ALPHA(T), m.a, n, m.x, 1, BETA(T), m.y, 1),       \
       (U, n, &ALPHA(T), m.a, n, m.x, 1, &BETA(T), m.y, 1))                    \
  BOTH(T, P##r, ('L', n, alpha, m.x, 1, m.a, n),                               \
       (L, n, &alpha, m.x, 1, m.a, n))                                         \
  BOTH(T, P##r##2, ('U', n, ALPHA(T), m.x, 1, m.y, 1, m.a, n),                 \
       (U, n, &ALPHA(T), m.x, 1, m.y, 1, m.a, n))
#define PACKED(T, P, s, alpha)                                                 \
  BOTH(T, P##s##bmv, ('L', n, k, ALPHA(T), m.a, n, m.x, 1, BETA(T), m.y, 1),   \
       (L, n, k, &ALPHA(T), m.a, n, m.x, 1, &BETA(T), m.y, 1))                 \
  BOTH(T, P##s##pmv, ('U', n, ALPHA(T), m.a, m.x, 1, BETA(T), m.y, 1),         \
       (U, n, &ALPHA(T), m.a, m.x, 1, &BETA(T), m.y, 1))                       \
  BOTH(T, P##s##pr, ('L', n, alpha, m.x, 1, m.a), (L, n, &alpha, m.x, 1, m.a)) \
  BOTH(T, P##s##pr2, ('U', n, ALPHA(T), m.x, 1, m.y, 1, m.a),                  \
       (U, n, &ALPHA(T), m.x, 1, m.y, 1, m.a))
#define OUTER(T, name)                                                         \
  BOTH(T, name, (n, n, ALPHA(T), m.x, 1, m.y, 1, m.a, n),                      \
       (n, n, &ALPHA(T), m.x, 1, m.y, 1, m.a, n))
#define ROTATION(T, name, c, s)                                                \
  BOTH(T, name, (n, m.x, 1, m.y, 2, c, s), (n, m.x, 1, m.y, 2, &c, &s))

#define REAL(T, P)                                                             \
  ALL(T, P)                                                                    \
  SYMMETRIC(T, P, sy, syr, ALPHA(T))                                           \
  PACKED(T, P, s, ALPHA(T))                                                    \
  OUTER(T, P##ger)                                                             \
  ROTATION(T, P##rot, ALPHA(T), BETA(T))                                       \
  RESULT(T, T, P##nrm2, n, m.x, 1)                                             \
  RESULT(T, T, P##asum, n, m.x, 1)                                             \
  RESULT(T, T, P##dot, n, m.x, 1, m.y, 2)                                      \
  BOTH(T, P##rotg, (m.x, m.x + 1, m.y, m.y + 1), (m.x, m.x + 1, m.y, m.y + 1)) \
  BOTH(T, P##rotm, (n, m.x, 1, m.y, 1, m.b), (n, m.x, 1, m.y, 1, m.b))         \
  BOTH(T, P##rotmg, (m.x, m.x + 1, m.x + 2, m.x + 3, m.b),                     \
       (m.x, m.x + 1, m.x + 2, m.x + 3, m.b))

#define COMPLEX(T, R, P, p, r)                                                 \
  ALL(T, P)                                                                    \
  SYMMETRIC(T, P, he, her, ALPHA(R))                                           \
  PACKED(T, P, h, ALPHA(R))                                                    \
  OUTER(T, P##geru)                                                            \
  OUTER(T, P##gerc)                                                            \
  ROTATION(T, P##rot, ALPHA(R), BETA(T))                                       \
  ROTATION(T, P##r##rot, ALPHA(R), BETA(R))                                    \
  BOTH(T, P##r##scal, (n, ALPHA(R), m.x, 1), (n, &ALPHA(R), m.x, 1))           \
  RESULT(T, R, p##nrm2, n, m.x, 1)                                             \
  RESULT(T, R, p##asum, n, m.x, 1)                                             \
  RESULT(T, T, P##dotu, n, m.x, 1, m.y, 2)                                     \
  RESULT(T, T, P##dotc, n, m.x, 1, m.y, 2)                                     \
  BOTH(T, P##rotg, (m.x, m.x[1], (R *)m.y, m.y + 1),                           \
       (m.x, m.x + 1, (R *)m.y, m.y + 1))                                      \
  BOTH(T, P##hemm,                                                             \
       ('L', 'U', n, n, ALPHA(T), m.a, n, m.b, n, BETA(T), m.c, n),            \
       (CUBLAS_SIDE_LEFT, U, n, n, &ALPHA(T), m.a, n, m.b, n, &BETA(T), m.c,   \
        n))                                                                    \
  BOTH(T, P##herk, ('L', 'C', n, k, ALPHA(R), m.a, n, BETA(R), m.c, n),        \
       (L, CUBLAS_OP_C, n, k, &ALPHA(R), m.a, n, &BETA(R), m.c, n))            \
  BOTH(T, P##her2k,                                                            \
       ('U', 'N', n, k, ALPHA(T), m.a, n, m.b, n, BETA(R), m.c, n),            \
       (U, CUBLAS_OP_N, n, k, &ALPHA(T), m.a, n, m.b, n, &BETA(R), m.c, n))

int main() {
  // Nothing works before cublasInit, and the error is kept once.
  float x[n] = {1, 2, 3, 4};
  CHECK(cublasSasum(n, x, 1) == 0);
  CHECK(cublasGetError() == CUBLAS_STATUS_NOT_INITIALIZED);
  CHECK(cublasGetError() == CUBLAS_STATUS_SUCCESS);
  void *memory;
  CHECK(cublasAlloc(1, 1, &memory) == CUBLAS_STATUS_NOT_INITIALIZED);
  CHECK(cublasFree(nullptr) == CUBLAS_STATUS_NOT_INITIALIZED);
  CHECK(cublasShutdown() == CUBLAS_STATUS_NOT_INITIALIZED);

  CHECK(cublasInit() == CUBLAS_STATUS_SUCCESS);
  CHECK(cublasInit() == CUBLAS_STATUS_SUCCESS);
  CHECK(cublasCreate_v2(&handle) == CUBLAS_STATUS_SUCCESS);
  int version = 0;
  CHECK(cublasGetVersion(&version) == CUBLAS_STATUS_SUCCESS);
  CHECK(version == CUBLAS_VERSION);
  REAL(float, S)
  REAL(double, D)
  COMPLEX(cuComplex, float, C, Sc, s)
  COMPLEX(cuDoubleComplex, double, Z, Dz, d)
  RESULT(float, int, Isamax, n, m.x, 1)
  RESULT(float, int, Isamin, n, m.x, 1)
  RESULT(double, int, Idamax, n, m.x, 1)
  RESULT(double, int, Idamin, n, m.x, 1)
  RESULT(cuComplex, int, Icamax, n, m.x, 1)
  RESULT(cuComplex, int, Icamin, n, m.x, 1)
  RESULT(cuDoubleComplex, int, Izamax, n, m.x, 1)
  RESULT(cuDoubleComplex, int, Izamin, n, m.x, 1)

  // Vectors in memory that it allocates, on a stream.
  CHECK(cublasAlloc(n, sizeof(float), &memory) == CUBLAS_STATUS_SUCCESS);
  cudaStream_t stream;
  CUDA(cudaStreamCreate(&stream));
  CHECK(cublasSetKernelStream(stream) == CUBLAS_STATUS_SUCCESS);
  CHECK(cublasSetVector(n, sizeof(float), x, 1, memory, 1) == 0);
  CHECK(cublasSdot(n, (float *)memory, 1, (float *)memory, 1) == 30);
  CHECK(cublasFree(memory) == CUBLAS_STATUS_SUCCESS);
  CUDA(cudaStreamDestroy(stream));
  CHECK(cublasSetKernelStream(nullptr) == CUBLAS_STATUS_SUCCESS);

  CHECK(cublasAlloc(0, 4, &memory) == CUBLAS_STATUS_INVALID_VALUE);
  cublasSgemv('x', n, n, 1, x, n, x, 1, 0, x, 1);
  CHECK(cublasGetError() == CUBLAS_STATUS_INVALID_VALUE);
  cublasSsymm('L', 'x', n, n, 1, x, n, x, n, 0, x, n);
  CHECK(cublasGetError() == CUBLAS_STATUS_INVALID_VALUE);
  cublasStrsm('x', 'U', 'N', 'N', n, n, 1, x, n, x, n);
  CHECK(cublasGetError() == CUBLAS_STATUS_INVALID_VALUE);
  cublasStrmv('U', 'N', 'x', n, x, n, x, 1);
  CHECK(cublasGetError() == CUBLAS_STATUS_INVALID_VALUE);
  CHECK(cublasDestroy_v2(handle) == CUBLAS_STATUS_SUCCESS);
  CHECK(cublasShutdown() == CUBLAS_STATUS_SUCCESS);
  printf("right\n");
}
