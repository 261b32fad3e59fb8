// A host function of a system header whose body instantiates the kernel that it
// is given.

template <typename Function> void callWithFloat(Function function) {
  function(1.5f);
}

inline __device__ float twice(float x) { return x + x; }

static __device__ int setByHeader;
inline void set(int value) {
  cudaMemcpyToSymbol(setByHeader, &value, sizeof(int));
}
