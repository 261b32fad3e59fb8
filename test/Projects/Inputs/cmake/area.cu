#include "area.cuh"
__device__ float unit = 1.0f;
__device__ float area(float width, float height) {
  return unit * width * height;
}
