"""Random CUDA programs with one right result, and the tools that compare compilers on them.

    features     what a kernel may contain, and how a kernel chooses among it
    kernel       the text of a kernel, and who may access which shared array at each point
    expressions  values and conditions
    plain        statements of one thread
    control      branches and loops, with and without barriers
    counters     heads of counted loops, and the counter's value after the loop
    indices      indices of all integer widths, guards that keep an index from overflowing
    memory       views of shared memory, pointers that a loop carries, loops over a grid
    arrivals     barriers in different branches
    warps        shuffles, votes and barriers of a warp under divergence
    tiles        cooperative groups
    waiting      warps that wait for other warps
    launches     shapes of launches, invalid ones among them
    program      the whole file
    compilers    how a program is compiled and run, and what counts as a difference
    reducer      makes a failing program small
"""
