// The work-efficient scan in local memory: sums up a tree, and down again.

/// Where a number is kept, so that strides of powers of two meet different
/// banks of local memory.
int place(int i) { return i + (i >> 5); }

kernel void scanBlocks(global const int *in, global int *out, global int *sums,
                       int n) {
  local int tree[kElements + kElements / 32];
  int thread = get_local_id(0), first = get_group_id(0) * kElements;
  int low = thread, high = thread + kThreads;
  tree[place(low)] = first + low < n ? in[first + low] : 0;
  tree[place(high)] = first + high < n ? in[first + high] : 0;

  int stride = 1;
  for (int nodes = kThreads; nodes > 0; nodes >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (thread < nodes) {
      int left = place(stride * (2 * thread + 1) - 1);
      int right = place(stride * (2 * thread + 2) - 1);
      tree[right] += tree[left];
    }
    stride *= 2;
  }
  if (thread == 0) {
    sums[get_group_id(0)] = tree[place(kElements - 1)];
    tree[place(kElements - 1)] = 0;
  }
  for (int nodes = 1; nodes < kElements; nodes *= 2) {
    stride >>= 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (thread < nodes) {
      int left = place(stride * (2 * thread + 1) - 1);
      int right = place(stride * (2 * thread + 2) - 1);
      int before = tree[left];
      tree[left] = tree[right];
      tree[right] += before;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (first + low < n)
    out[first + low] = tree[place(low)];
  if (first + high < n)
    out[first + high] = tree[place(high)];
}

kernel void addSums(global int *out, global const int *sums, int n) {
  local int sum;
  if (get_local_id(0) == 0)
    sum = sums[get_group_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  int i = get_group_id(0) * kElements + get_local_id(0);
  if (i < n)
    out[i] += sum;
  if (i + kThreads < n)
    out[i + kThreads] += sum;
}
