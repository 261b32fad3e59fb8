"""What the kernels of a kernel do in tiles of cooperative groups, where all lanes of the warp are there."""

HEADER = r'''#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
'''


class Tiles:
    """Methods of Kernel. Its state: groups (whether the header is there), tiles ((name, size) each)."""

    def startTiles(self):
        self.tiles = []
        if not (self.groups and self.full): return
        for size in self.r.sample([2, 4, 8, 16, 32], 2):
            self.tiles.append((f't{size}', size))
            self.emit(f'const cg::thread_block_tile<{size}> t{size} = cg::tiled_partition<{size}>(cg::this_thread_block());')

    def canTile(self):
        return self.canWarp() and self.scopes[-1]['m'] == '0xffffffffu' and bool(self.tiles)

    def tileValue(self, t, n):
        by = self.pick('1u', f'{n // 2}u', f'(({self.u(0)}) & {n - 1}u)')
        k = self.r.randrange(12)
        if k < 2: return f'{t}.shfl({self.u(1)}, (int)(({self.u(0)}) & {n - 1}u))'
        if k == 2: return f'{t}.shfl_xor({self.u(1)}, {by})'
        if k == 3: return f'{t}.{self.pick("shfl_up", "shfl_down")}({self.u(1)}, {by})'
        if k == 4: return f'(unsigned)({t}.shfl_xor({self.operand("l")}, {by}) >> 7)'
        if k == 5: return f'{t}.ballot({self.c(1)})'
        if k == 6: return f'(unsigned)({t}.any({self.c(1)}) != 0) * 2u + (unsigned)({t}.all({self.c(1)}) != 0)'
        if k == 7: return f'{t}.match_any(({self.u(1)}) & 3u)'
        if k == 8: return f'{t}.thread_rank() * 5u + {t}.meta_group_rank()'
        if k == 9: return f'bits({t}.{self.pick("shfl_down", "shfl_up")}({self.operand("f")}, {by}))'
        op = self.pick('plus', 'bit_xor', 'bit_or', 'less', 'greater')
        return f'cg::reduce({t}, {self.u(1)}, cg::{op}<unsigned>())'

    def tilePlain(self, t, n):
        self.emit(f'{self.r.choice(self.vars["uw"])} {self.pick("=", "+=", "^=")} {self.tileValue(t, n)};')

    def tileStatement(self, together):
        t, n = self.r.choice(self.tiles)
        x = self.r.choice(self.vars['uw'])
        k = self.r.randrange(10)
        if k < 5: self.tilePlain(t, n)
        elif k == 5:            # all threads of a tile go the same way
            self.emit(f'if ({self.pick(f"({t}.shfl({self.u(1)}, 0) & 1u) != 0u", f"{t}.any({self.c(1)})", f"({t}.meta_group_rank() & 1u) != 0u")}) {{')
            self.indent += 1
            for _ in range(self.r.randrange(1, 4)): self.pick(self.tilePlain, self.tilePlain, lambda *_: self.assign(False))(t, n)
            self.indent -= 1
            self.emit('}')
        elif k == 6:
            i = self.new('j')
            self.emit(f'for (unsigned {i} = {t}.size() / 2u; {i} > 0u; {i} /= 2u) {x} += {t}.{self.pick("shfl_down", "shfl_xor", "shfl_up")}({x}, {i});')
        elif k == 7:
            self.emit(f'wx[tid] = {self.u(1)};')
            self.emit(f'{t}.sync();')
            self.emit(f'{x} += wx[tid ^ {self.pick(1, n // 2)}u];')
            self.emit(f'{t}.sync();')
        else:
            g = self.new('g')
            self.emit('{')
            how = self.pick(f'binary_partition({t}, {self.c(1)})', f'labeled_partition({t}, ({self.u(1)}) % 3u)')
            self.emit(f'  const cg::coalesced_group {g} = cg::{how};')
            self.emit(f'  {x} += ' + self.pick(f'{g}.shfl({self.u(1)}, 0)', f'{g}.shfl({self.u(1)}, (int){g}.size() - 1)', f'{g}.ballot({self.c(1)})', f'(unsigned){g}.any({self.c(1)})',
                      f'cg::reduce({g}, {self.u(1)}, cg::plus<unsigned>())') + f' + {g}.size() * 3u + {g}.thread_rank();')
            self.emit('}')

    def coalesced(self):
        """Who is in such a group is not said, but not how many threads there are in all of them."""
        g = self.new('g')
        self.emit(f'{{ const cg::coalesced_group {g} = cg::coalesced_threads(); if ({g}.thread_rank() == 0u) atomicAdd(&acc[{self.r.randrange(4)}], {g}.size()); }}')
