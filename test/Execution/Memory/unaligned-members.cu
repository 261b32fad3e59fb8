// RUN: %check-execution %s
// A packed struct: its members lie at odd addresses.
#include "../check.h"

#pragma pack(push, 1)
struct Record {
  char kind;
  short length;
  float weight;
  char tag;
  double value;
};
#pragma pack(pop)
static_assert(sizeof(Record) == 16, "packed");

__global__ void kernel(const Record *in, Record *out) {
  int t = threadIdx.x;
  Record record = in[t];
  record.length += record.kind;
  out[t] = record;
  out[t].value = record.weight * 2 + in[t].tag;
}

int main() {
  std::vector<Record> host(32);
  for (int i = 0; i < 32; ++i)
    host[i] = {char(i), short(i * 100), i * 0.5f, char(i), 0};
  DeviceArray<Record> in(host), out(32);
  kernel<<<1, 32>>>(in, out);
  std::vector<double> flat;
  for (const Record &record : out.read()) {
    flat.push_back(record.length);
    flat.push_back(double(record.value));
  }
  expect(flat, [](int k) { return k / 2 * (k % 2 ? 2 : 101); });
}
