"""Indices of all integer widths: truncated, extended, wrapped; and guards that exclude threads whose index would overflow."""


class Indices:
    """Methods of Kernel."""

    def linear(self, *more):
        """A sum of the thread's index and uniform values, near the edge of some integer width."""
        terms = [self.pick('tx', 'ty', 'tid', 'lane', 'tid * 3u', 'tx * 2u', 'ty * 16u', 'tx + ty * 8u'), self.pick('w0', 'bid', '(unsigned)n * 50u', 'w0 * 2u', '(unsigned)ctl[9]')]
        terms += [self.pick('250u', '120u', '65530u', '32760u', '4294967290u', '2147483640u', '0u')] if self.p(.6) else []
        return ' + '.join([self.pick(*terms) if self.p(.2) else ' + '.join(terms), *more])

    def castRead(self, d=1, *more):
        """An element of `in`, which has 2048; `mid` is its middle."""
        e = self.linear(*more) if d <= 0 or self.p(.7) else self.u(d)
        own, k = self.pick('tid', 'tx', 'lane', 'ty'), self.pick(1, 4, 300)
        if self.maxt > 128: own = 'lane'
        return self.pick(f'in[(unsigned char)({e})]', f'in[(unsigned char)({e})]', f'mid[(signed char)({e})]', f'in[(unsigned short)({e}) >> 5]', f'mid[(short)({e}) >> 6]',
                         f'in[({e}) & 1023u]', f'mid[(int)({e}) >> 22]', f'in[((u64)({e}) * 5u) & 1023u]', f'in[(unsigned char)({e}) + {self.pick(1, 3, 700)}]',
                         f'in[(unsigned)(unsigned char)({e}) * 4u]', f'mid[(long long)((int)({e}) % 1000)]', f'in[({e}) % 1000u]', f'mid[(int)(signed char)({e}) * 3]',
                         f'in[~({e}) & 255u]', f'in[(unsigned short)(({e}) * 8u) >> 5]', f'in[(u64)(unsigned)({e}) & 511u]', f'mid[-(int)(({e}) & 255u)]',
                         f'in[((unsigned)(int)(short)({e}) >> 3) & 2047u]', f'in[(unsigned char)(({e}) >> {self.pick(1, 4)})]',
                         # Wraps on the way, not in the end.
                         f'in[{own} + ((unsigned)n - {5 + k}u) + {k}u]', f'in[{own} * 3u - (unsigned)m * {k}u + {3 * k}u]')

    def castIndex(self, together):
        """Reads with indices that are cast, alone or along a loop."""
        x = self.target()
        if self.p(.5):
            j, T = self.new('j'), self.pick('int', 'unsigned', 'unsigned char', 'signed char', 'short', 'u64', 'long long')
            trips = self.pick('4', '8', 'n', f'(int)(({self.u(0)}) & 7u)')
            self.emit(f'for ({T} {j} = 0; {j} < {trips}; ++{j}) {x} += {self.castRead(0, self.pick(f"(unsigned){j} * 8u", f"(unsigned){j}", f"(unsigned){j} * 40u"))};')
        elif self.p(.3) and self.vars['pa']:
            self.emit(f'{self.r.choice(self.vars["pa"])}[(unsigned char)({self.linear()}) & 7u] ^= {self.castRead()};')
        else: self.emit(f'{x} {self.pick("+=", "^=")} {self.castRead()} {self.pick("+", "^", "-")} {self.castRead()};')

    def tileColumns(self, together):
        """A two-dimensional tile, filled along one dimension and read along the other."""
        tile, x, r = self.new('tile'), self.target(), self.new('j')
        rows, cols = self.pick((32, 33), (16, 17), (32, 257), (32, 257), (32, 257), (32, 32), (8, 40), (16, 256))
        # 48 KB is all the static shared memory there is.
        if self.maxt > 256 or any(s and 'tile' in s and '__shared__' in s for s in self.lines): rows, cols = 8, 33
        xs = f'(tx % {rows}u)'
        if all(s[0] <= rows for s in self.shapes): xs = 'tx'
        self.emit(f'__shared__ unsigned {tile}[{rows}][{cols}];')
        self.barrier()
        if xs == 'tx' and all(s[0] == rows and s[2] == 1 for s in self.shapes):
            self.emit(f'for (unsigned {r} = ty; {r} < {cols}u; {r} += blockDim.y) {tile}[tx][{r}] = in[({r} * {rows}u + tx) & 1023u] + {r};')
        else: self.emit(f'for (unsigned {r} = tid; {r} < {rows * cols}u; {r} += nt) {tile}[{r} / {cols}u][{r} % {cols}u] = in[{r} & 1023u] ^ {r};')
        self.barrier()
        off = self.pick('(unsigned)n * 50u', '(unsigned)n * 50u', '(unsigned)n', 'w0', '250u', '250u', '3u', 'bid')
        col = f'ty + {off} + {r} * {self.pick(1, 8, 3)}u'
        wrap = [f'({col}) % {cols}u']
        if cols >= 256: wrap = [f'(unsigned char)({col})'] * 4
        if cols >= 32: wrap += [f'({col}) & 31u', f'(unsigned char)({col}) & 31u', f'(unsigned char)(({col}) * 8u) >> 3']
        self.emit(f'for (unsigned {r} = 0u; {r} < {self.pick("4u", "8u", "(unsigned)n")}; ++{r}) {{')
        if self.p(.7): self.emit(f'  {x} += {tile}[{xs}][{self.r.choice(wrap)}] * ({r} + 1u);')
        else: self.emit(f'  {x} ^= {tile}[({col}) % {rows}u][({self.pick("tx", "tx + 1u", "tid", "tx * 2u")}) % {cols}u] + {r};')
        if self.p(.3): self.emit(f'  out[gid * 4u + ({r} & 3u)] += {tile}[{xs}][{self.r.choice(wrap)}];')
        self.emit('}')
        self.barrier()

    def overflowGuard(self, together):
        """A loop from a multiple of the thread's index that only some threads can compute without overflow."""
        i, x = self.new('j'), self.target()
        limit = self.pick(1, 2, 4, 4, 8)
        factor = 2000000000 // limit
        guard = f'{self.pick("tid", "tid", "tx", "lane")} < {self.pick(f"{limit}u", f"{limit}u", f"(unsigned)n - {5 - limit}u" if limit <= 5 else "8u")}'
        own = guard.split()[0]
        step = self.pick(100000000, 250000000, 123456789)
        top = self.pick('n * 300000000', '1500000000', 'n * 250000000 + m')
        k = self.r.randrange(4)
        if k == 0: self.emit(f'if ({guard}) for (int {i} = (int){own} * {factor}; {i} < {top}; {i} += {step}) {x} += (unsigned){i} >> 3 | 1u;')
        elif k == 1: self.emit(f'if ({guard}) {x} ^= mid[(int){own} * {factor} / 2000001];')
        elif k == 2:
            self.emit(f'if ({guard}) {{')
            self.emit(f'  const int at{i} = (int){own} * {factor};')
            self.emit(f'  for (int {i} = at{i}; {i} < {top}; {i} += {step}) {x} += in[((unsigned){i} >> 20) & 255u];')
            self.emit(f'  if (at{i} + 100000000 > {top}) {x} += 7u;')
            self.emit('}')
        else:
            # All threads test an index whose product would wrap; those that pass are in range.
            self.emit(f'if ({guard}) for (int {i} = {top} - (int){own} * {factor // 2}; {i} > 0; {i} -= {step}) {x} ^= (unsigned){i} * 3u;')
