// RUN: %check-execution %s
// Arrays of structs: copied as a whole, filled, read member by member, with
// padding, unions and arrays in them, and members that loops do not change.
#include "../check.h"

#define SAME(got, want)                                                        \
  if (!((got) == (want))) {                                                    \
    printf("line %d: %s is not %s\n", __LINE__, #got, #want);                  \
    exit(1);                                                                   \
  }

struct Particle {
  double x, y, z, charge;
};
struct Mixed {
  char tag;
  short number;
  union {
    float real;
    unsigned bits;
  };
  double wide;
  signed char last;
};
struct Small {
  float x, y, z;
};
struct Node {
  int keys[8], below[8];
};
struct __attribute__((packed)) Packed {
  char tag;
  int value;
};

constexpr int threads = 64, n = 50;

__global__ void pairs(const Particle *particles, Particle *sums) {
  __shared__ Particle tile[n];
  for (int i = threadIdx.x; i < n; i += threads)
    tile[i] = particles[i];
  for (int i = threadIdx.x; i < n; i += threads)
    sums[i] = {0, 0, 0, 0};
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += threads) {
    Particle sum = sums[i];
    for (int j = 0; j < n; ++j) {
      sum.x += tile[i].x - tile[j].y;
      sum.y += tile[i].y * tile[j].x;
      sum.z += tile[j].z;
      sum.charge += tile[i].charge > tile[j].charge;
    }
    sums[i] = sum;
  }
}

__global__ void mixed(const Mixed *in, Mixed *out, const Packed *packed,
                      Packed *packedOut) {
  __shared__ Mixed tile[threads];
  int t = threadIdx.x;
  tile[t] = in[t];
  __syncthreads();
  Mixed other = tile[threads - 1 - t];
  other.number += 1;
  if (t % 3 == 0)
    other.bits ^= 0x80000000u;
  out[t] = other;
  packedOut[t] = packed[threads - 1 - t];
  packedOut[t].value += packed[t].tag;
}

__global__ void small(const Small *in, Small *out, Node *nodes) {
  int t = threadIdx.x;
  Small own = in[t];
  out[t] = {own.z, own.x, own.y + in[(t + 1) % threads].x};
  Node filled;
  memset(&filled, 1, sizeof(filled));
  filled.below[t % 8] = nodes[t].keys[t % 8];
  nodes[t] = filled;
}

// What the loop writes may be what it reads.
__global__ void changes(const Small *a, float *b) {
  int t = threadIdx.x;
  for (int i = 0; i < 5; ++i)
    b[3 * t + 1] += a[t].y + 1;
}

int main() {
  std::vector<Particle> particles;
  for (int i = 0; i < n; ++i)
    particles.push_back({i * 1.0, i * 2.0 - 7, i % 5 * 1.0, i % 7 * 1.0});
  DeviceArray<Particle> deviceParticles(particles), sums(n);
  pairs<<<2, threads>>>(deviceParticles, sums);
  std::vector<Particle> gotSums = sums.read();
  for (int i = 0; i < n; ++i) {
    Particle want = {0, 0, 0, 0};
    for (const Particle &other : particles) {
      want.x += particles[i].x - other.y;
      want.y += particles[i].y * other.x;
      want.z += other.z;
      want.charge += particles[i].charge > other.charge;
    }
    SAME(gotSums[i].x, want.x);
    SAME(gotSums[i].y, want.y);
    SAME(gotSums[i].z, want.z);
    SAME(gotSums[i].charge, want.charge);
  }

  std::vector<Mixed> in(threads);
  std::vector<Packed> packed(threads);
  std::vector<Small> vectors(threads);
  std::vector<Node> nodes(threads);
  for (int i = 0; i < threads; ++i) {
    in[i].tag = i;
    in[i].number = 1000 + i;
    in[i].bits = i % 2 ? 0x7fa00000u + i : 3 * i; // Signalling NaNs too.
    in[i].wide = i / 8.0;
    in[i].last = -i;
    packed[i] = {char(i), i * 1000};
    vectors[i] = {i + 0.5f, i * 2.0f, -i * 1.0f};
    for (int k = 0; k < 8; ++k)
      nodes[i].keys[k] = 100 * i + k, nodes[i].below[k] = -1;
  }
  DeviceArray<Mixed> deviceIn(in), out(threads);
  DeviceArray<Packed> devicePacked(packed), packedOut(threads);
  mixed<<<1, threads>>>(deviceIn, out, devicePacked, packedOut);
  std::vector<Mixed> gotMixed = out.read();
  std::vector<Packed> gotPacked = packedOut.read();
  for (int t = 0; t < threads; ++t) {
    const Mixed &from = in[threads - 1 - t];
    SAME(gotMixed[t].tag, from.tag);
    SAME(gotMixed[t].number, from.number + 1);
    SAME(gotMixed[t].bits, from.bits ^ (t % 3 == 0 ? 0x80000000u : 0));
    SAME(gotMixed[t].wide, from.wide);
    SAME(gotMixed[t].last, from.last);
    SAME(gotPacked[t].tag, packed[threads - 1 - t].tag);
    int value = gotPacked[t].value;
    SAME(value, (threads - 1 - t) * 1000 + t);
  }

  DeviceArray<Small> deviceVectors(vectors), turned(threads);
  DeviceArray<Node> deviceNodes(nodes);
  small<<<1, threads>>>(deviceVectors, turned, deviceNodes);
  std::vector<Small> gotSmall = turned.read();
  std::vector<Node> gotNodes = deviceNodes.read();
  for (int t = 0; t < threads; ++t) {
    SAME(gotSmall[t].x, vectors[t].z);
    SAME(gotSmall[t].y, vectors[t].x);
    SAME(gotSmall[t].z, vectors[t].y + vectors[(t + 1) % threads].x);
    for (int k = 0; k < 8; ++k) {
      SAME(gotNodes[t].keys[k], 0x01010101);
      SAME(gotNodes[t].below[k], k == t % 8 ? nodes[t].keys[k] : 0x01010101);
    }
  }

  // What is there doubles and one is added, five times.
  DeviceArray<Small> same(std::vector<Small>(threads, {1, 1, 1}));
  changes<<<1, threads>>>(same, &same.data()->x);
  for (const Small &got : same.read()) {
    SAME(got.x, 1);
    SAME(got.y, 63);
    SAME(got.z, 1);
  }
}
