"""Barriers in different branches: threads synchronise at barriers that stand in different branches, as many in each."""


class Arrivals:
    """Methods of Kernel."""

    def blockArrivals(self, together):
        """Warps go different ways and synchronise with __syncthreads() in each. What a phase may do with each array is the same for all."""
        self.barrier()
        arrays = [a for a in self.arrays if a.slots[0] == '[tid]']
        phases = [{a.name: self.pick('own:[tid]', 'any') if a in arrays else 'mixed' for a in self.arrays} for _ in range(self.r.randrange(1, 4))]
        conditions = self.r.sample(['(wid & 1u) != 0u', 'wid < 1u', 'tid >= 64u', 'wid == 2u', 'tid < 32u'], self.pick(1, 1, 2))
        scopes, loops = self.scopes, self.loops
        self.scopes = []           # masks of warps are not valid across
        self.loops = []
        for k, c in enumerate(conditions + [None]):
            self.emit((f'if ({c}) {{' if k == 0 else f'}} else if ({c}) {{' if c else '} else {'))
            for phase in phases:
                self.state = dict(phase)
                self.block(False, self.r.randrange(1, 3))
                for a in arrays:
                    if phase[a.name] == 'any' and a.type == 'unsigned' and self.p(.6): self.emit(f'  {self.target()} += {a.any(self.u(1))};')
                    elif phase[a.name] != 'any' and self.p(.6): self.emit(f'  {a.name}[tid] = {self.value(a.type, 1)};')
                self.emit('  __syncthreads();')
        self.emit('}')
        self.scopes, self.loops = scopes, loops
        self.state = {}

    def warpArrivals(self, together):
        """Lanes go different ways and synchronise with __syncwarp() in each."""
        M = self.m()
        other = self.pick('tid ^ 1u', 'tid ^ 16u', '(tid & ~31u) | (31u - lane)')
        way = self.pick('(lane & 1u) != 0u', 'lane < 16u', self.c(1), self.laneCondition())
        x, y = self.target(), self.target()
        ok = f'has({M}, ({other}) & 31u)'
        self.emit(f'__syncwarp({M});')
        self.emit(f'if ({way}) {{')
        for k in range(2):
            self.emit(f'  wx[tid] = {self.u(1)};')
            self.emit(f'  __syncwarp({M});')
            self.emit(f'  if ({ok}) {self.pick(x, y)} += wx[{other}];')
            if self.p(.5): self.emit(f'  {self.pick(x, y)} ^= {self.u(1)};')
            self.emit(f'  __syncwarp({M});')
            if k == 0: self.emit('} else {')
        self.emit('}')
