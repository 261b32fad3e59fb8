// RUN: %check-execution %s
// tex2Dgather: one channel of the four texels that linear filtering would mix.
#include "texture.h"

const int width = 6, height = 5;

template <int component>
__global__ void gather(cudaTextureObject_t t, float4 *out) {
  float x = threadIdx.x * 0.5f - 1.25f, y = threadIdx.y * 0.5f - 1.25f;
  float4 v;
  tex2Dgather(&v, t, x, y, component);
  out[threadIdx.y * 16 + threadIdx.x] = v;
}

__global__ void gatherPairs(cudaTextureObject_t pairs, int *out) {
  uchar4 v = tex2Dgather<uchar4>(pairs, 2.0f, 3.0f, 1);
  out[0] = v.x;
  out[1] = v.y;
  out[2] = v.z;
  out[3] = v.w;
}

template <int component>
void check(cudaTextureObject_t t, cudaTextureAddressMode mode) {
  DeviceArray<float4> out(16 * 16);
  gather<component><<<1, dim3(16, 16)>>>(t, out.data());
  std::vector<float> got;
  for (float4 v : out.read())
    got.insert(got.end(), {v.x, v.y, v.z, v.w});
  expect(got, [&](int i) {
    int x = floorf(i / 4 % 16 * 0.5f - 1.75f);
    int y = floorf(i / 64 * 0.5f - 1.75f);
    // Lower left, lower right, upper right, upper left.
    int right[] = {0, 1, 1, 0}, below[] = {1, 1, 0, 0};
    int column = addressed(x + right[i % 4], width, mode, false);
    int row = addressed(y + below[i % 4], height, mode, false);
    return column < 0 || row < 0 ? 100 + component
                                 : (row * width + column) * 4 + component;
  });
}

int main() {
  cudaArray_t array = makeArray(
      cudaCreateChannelDesc<float4>(), make_cudaExtent(width, height, 0),
      iota<float>(width * height * 4), cudaArrayTextureGather);
  for (auto mode : {cudaAddressModeClamp, cudaAddressModeBorder}) {
    cudaTextureDesc desc = describe(cudaFilterModePoint, mode, false);
    for (int c = 0; c < 4; ++c)
      desc.borderColor[c] = 100 + c;
    cudaTextureObject_t texture = makeTexture(array, desc);
    check<0>(texture, mode);
    check<1>(texture, mode);
    check<2>(texture, mode);
    check<3>(texture, mode);
  }
  cudaArray_t bytes =
      makeArray(cudaCreateChannelDesc<uchar2>(), make_cudaExtent(8, 8, 0),
                iota<unsigned char>(128), cudaArrayTextureGather);
  DeviceArray<int> out(4);
  gatherPairs<<<1, 1>>>(
      makeTexture(bytes,
                  describe(cudaFilterModePoint, cudaAddressModeClamp, false)),
      out);
  int want[] = {(3 * 8 + 1) * 2 + 1, (3 * 8 + 2) * 2 + 1, (2 * 8 + 2) * 2 + 1,
                (2 * 8 + 1) * 2 + 1};
  expect(out, [&](int i) { return want[i]; });
}
