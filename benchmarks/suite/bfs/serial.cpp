// With a queue.

#include "problem.h"

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  std::vector<int> distance(problem.nodes), queue(problem.nodes);
  program.measure("serial", [&] {
    distance.assign(problem.nodes, -1);
    distance[0] = 0;
    queue[0] = 0;
    int end = 1;
    for (int next = 0; next < end; ++next) {
      int node = queue[next];
      for (int i = problem.begins[node]; i < problem.begins[node + 1]; ++i) {
        int other = problem.edges[i];
        if (distance[other] >= 0)
          continue;
        distance[other] = distance[node] + 1;
        queue[end++] = other;
      }
    }
  });
  program.result("serial", distance);
}
