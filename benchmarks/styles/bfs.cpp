// Levels of a graph's vertices, from the first one. See bfs.cu for the styles.

#include <algorithm>
#include <vector>

void host(const int *__restrict begins, const int *__restrict neighbours,
          int *__restrict levels, int n) {
  std::vector<int> queue(n);
  std::fill(levels, levels + n, -1);
  levels[0] = 0;
  int end = 1;
  for (int i = 0; i < end; ++i) {
    int vertex = queue[i], next = levels[vertex] + 1;
    for (int k = begins[vertex]; k < begins[vertex + 1]; ++k) {
      int other = neighbours[k];
      if (levels[other] < 0) {
        levels[other] = next;
        queue[end++] = other;
      }
    }
  }
}
