#pragma once
extern __device__ float unit;
__device__ float area(float width, float height);
