// RUN: not %heddle -c %s -o %t.o 2>&1 | FileCheck %s

// CHECK: texture.cu:[[#@LINE+1]]:1: error: 'texture<float>' is unavailable: heddle: textures are not supported yet
texture<float, 1, cudaReadModeElementType> reference;

__global__ void kernel(float *a, cudaTextureObject_t object) {
  // CHECK: texture.cu:[[#@LINE+1]]:10: error: 'tex2D<{{.*}}>' is unavailable: heddle: textures are not supported yet
  a[0] = tex2D<float>(object, 0.5f, 1.5f);
}
