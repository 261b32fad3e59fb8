// What load-library.cu loads.
__device__ int counter = 3;
__managed__ int shared = 4;
texture<float, cudaTextureType2D> image;
surface<void, cudaSurfaceType2D> output;

extern "C" __global__ void count(int by) { atomicAdd(&counter, by); }

extern "C" __global__ void scale(float factor) {
  int x = threadIdx.x, y = threadIdx.y;
  surf2Dwrite(factor * tex2D(image, x + 0.5f, y + 0.5f), output,
              x * (int)sizeof(float), y);
}
