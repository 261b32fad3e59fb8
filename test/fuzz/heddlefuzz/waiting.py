"""Warps that wait for other warps of their block. GPUs schedule warps independently, so this ends."""


class Waiting:
    """Methods of Kernel. Its state: waited (once in a kernel, because the flags are not reset)."""

    def waitForWarps(self, together):
        self.waited = True
        f, again, x = self.new('flags'), self.new('again'), self.target()
        M = self.m() if self.canWarp() else '__activemask()'
        if M == '__activemask()':
            self.emit('const unsigned WM = __ballot_sync(nt - wid * 32u >= 32u ? 0xffffffffu : (1u << (nt & 31u)) - 1u, 1);')
            M = 'WM'
        self.emit(f'volatile unsigned *{f} = sig + bid * {self.maxt}u;')
        last = 'tid + 32u >= nt'
        k = self.r.randrange(3)
        if k == 0:      # from the last warp to the first
            self.emit(f'bool {again};')
            self.emit('do {')
            self.emit(f'  {again} = false;')
            self.emit(f'  if ({f}[tid] == 0u) {{')
            self.emit(f'    if ({last} || {f}[tid + 32u] != 0u) {f}[tid] = {x} | 1u;')
            self.emit(f'    else {again} = true;')
            self.emit('  }')
            self.emit(f'}} while (__any_sync({M}, {again}));')
        elif k == 1:    # the first warp publishes, the others wait
            self.emit(f'if (wid == 0u) {f}[tid] = tid + 1u;')
            self.emit(f'else while (!__all_sync({M}, {f}[lane] != 0u)) {{ }}')
        else:
            self.emit(f'if ({last}) atomicExch((unsigned *)&{f}[tid], tid + 9u);')
            self.emit(f'while (__any_sync({M}, {last} ? 0 : atomicAdd((unsigned *)&{f}[tid + 32u], 0u) == 0u)) {{ }}')
            self.emit('__threadfence();')
            self.emit(f'atomicExch((unsigned *)&{f}[tid], tid + 9u);')
        self.emit(f'{x} += {f}[tid];' if k != 1 else f'{x} += {f}[lane];')
