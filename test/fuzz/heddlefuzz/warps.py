"""What the kernels of a kernel do in warps.

All code of a warp runs in a *scope*: the lanes that are in it together are those of a mask that is in a variable. A branch or a loop that
parts the lanes makes a new mask with a ballot of the old one before they part. A thread that returns makes the masks around it stale: they
hold lanes that are gone. A stale mask may be used to vote, so that is how the lanes that are left get a new one; a shuffle may not use it.
"""

HEADER = r'''
__device__ inline unsigned laneOf(unsigned mask, unsigned r) {
  r %= (unsigned)__popc(mask);
  while (r--) mask &= mask - 1u;
  return (unsigned)__ffs((int)mask) - 1u;
}
__device__ inline bool has(unsigned mask, unsigned lane) { return (mask >> lane & 1u) != 0u; }
// Shuffles that keep the lane's own value where the other lane is not there.
template <typename T> __device__ T from(unsigned mask, T v, unsigned src, int width, unsigned lane) {
  T r = __shfl_sync(mask, v, (int)src, width);
  return has(mask, (lane & ~(unsigned)(width - 1)) | (src & (unsigned)(width - 1))) ? r : v;
}
template <typename T> __device__ T fromUp(unsigned mask, T v, unsigned by, int width, unsigned lane) {
  T r = __shfl_up_sync(mask, v, by, width);
  return (lane & (unsigned)(width - 1)) < by || has(mask, lane - by) ? r : v;
}
template <typename T> __device__ T fromDown(unsigned mask, T v, unsigned by, int width, unsigned lane) {
  T r = __shfl_down_sync(mask, v, by, width);
  return lane + by > (lane | (unsigned)(width - 1)) || has(mask, lane + by) ? r : v;
}
template <typename T> __device__ T fromXor(unsigned mask, T v, unsigned by, int width, unsigned lane) {
  T r = __shfl_xor_sync(mask, v, (int)by, width);
  return (lane ^ by) > (lane | (unsigned)(width - 1)) || has(mask, lane ^ by) ? r : v;
}
__device__ unsigned warpScan(unsigned mask, unsigned x, unsigned lane) {
  for (unsigned d = 1; d < 32u; d *= 2u) {
    unsigned y = __shfl_up_sync(mask, x, d);
    if (lane >= d && has(mask, lane - d)) x += y;
  }
  return x;
}
__device__ unsigned warpSum(unsigned mask, unsigned x, unsigned lane) {
#pragma unroll
  for (int d = 16; d > 0; d >>= 1) x += fromXor(mask, x, (unsigned)d, 32, lane);
  return x;
}
template <typename T> __device__ unsigned matchAll(unsigned mask, T x) { int p; unsigned r = __match_all_sync(mask, x, &p); return r * 3u + (unsigned)p; }
'''

TYPES = {'unsigned': 'u', 'int': 'i', 'float': 'f', 'u64': 'l', 'long long': 'll', 'double': 'd'}


class Warps:
    """Methods of Kernel. Its state: warps (whether there are any), scopes, returns (how many there have been), noReturn, full (the mask is
    0xffffffff)."""

    def startWarps(self):
        if self.full: self.scopes = [{'m': '0xffffffffu', 'stale': False}]
        else:
            self.emit('unsigned L = ' + self.pick('__ballot_sync(0xffffffffu, 1)', 'nt - wid * 32u >= 32u ? 0xffffffffu : (1u << (nt & 31u)) - 1u') + ';')
            self.scopes = [{'m': 'L', 'stale': False}]

    def canWarp(self):
        return bool(self.scopes) and self.scopes[-1]['m'] is not None

    def returned(self):
        self.returns += 1
        for s in self.scopes: s['stale'] = True

    def m(self):
        """The mask of the lanes that are here."""
        s = self.scopes[-1]
        if s['stale']:
            self.emit(f'{s["m"]} = __ballot_sync({s["m"]}, 1);')
            s['stale'] = False
        return s['m']

    def scoped(self, m, n=None):
        """A block whose lanes are those of `m`."""
        self.scopes.append({'m': m, 'stale': False})
        self.block('warp', n)
        self.scopes.pop()

    def bodyStart(self):
        """Of a loop, whose body may find lanes gone when it comes round again."""
        self.lines.append(None)
        return len(self.lines) - 1, self.returns

    def bodyEnd(self, token):
        at, returns = token
        m = self.scopes[-1]['m'] if self.scopes else None
        self.lines[at] = f'{"  " * (self.indent + 1)}{m} = __ballot_sync({m}, 1);' if m and self.returns > returns else ''

    # --- expressions
    def ww(self, d=1):
        """A value that is the same for all lanes that are here."""
        c = ['wid', 'wid', f'(unsigned)__popc({self.m()})', '2u', '5u', '(tid >> 5)', '(tid / 32u + 1u)'] + self.vars['ww'] * 4
        if d <= 0 or self.p(.4): return self.pick(self.w(0), self.r.choice(c), self.r.choice(c))
        x, y = self.ww(d - 1), self.ww(d - 1)
        return self.pick(f'({x} + {y})', f'({x} ^ {y})', f'({x} * {y})')

    def wwc(self):
        """A condition that is the same for all lanes that are here."""
        M = self.m()
        return self.pick(f'__any_sync({M}, {self.c(1)})', f'__all_sync({M}, {self.c(1)})', f'(({self.ww()}) & {self.pick(1, 2, 3)}u) {self.pick("==", "!=")} 0u',
                         f'__popc(__ballot_sync({M}, {self.c(1)})) > {self.pick(2, 7, 15)}', f'(__shfl_sync({M}, {self.u(1)}, __ffs((int){M}) - 1) & 1u) != 0u',
                         f'wid {self.pick("==", "<", "!=")} {self.pick(0, 1, 2)}u')

    def lane(self, M):
        """A lane of the mask, the same for all or each its own."""
        return self.pick(f'__ffs((int){M}) - 1', f'31 - __clz((int){M})', f'(int)laneOf({M}, {self.u(1)})', f'(int)laneOf({M}, {self.u(0)}) + 32',
                         f'__ffs((int){M}) - 1')

    def operand(self, kind, d=1):
        if kind == 'u': return self.u(d)
        if kind == 'i': return self.r.choice(self.vars['i'])
        if kind == 'f': return f'({self.f(d)})'
        if kind == 'l': return f'({self.l(d)})'
        if kind == 'll': return f'(long long)({self.l(d)})'
        return f'((double){self.f(d)} * 0.75)'

    def shuffle(self, M, kind):
        v = self.operand(kind)
        width = self.pick(32, 32, 2, 4, 8, 16)
        by = self.pick('1u', '2u', '4u', '8u', '16u', '3u', f'(({self.u(0)}) & 31u)', f'(({self.ww(0)}) & 31u)')
        k = self.r.randrange(8)
        if k < 2: return f'__shfl_sync({M}, {v}, {self.lane(M)})'
        if k == 2: return f'from({M}, {v}, {by}, {width}, lane)'
        if self.scopes[-1]['m'] == '0xffffffffu':
            return f'__shfl_{self.pick("up", "down", "xor")}_sync({M}, {v}, {by}{"" if width == 32 else f", {width}"})'
        return f'{self.pick("fromUp", "fromDown", "fromXor", "fromXor")}({M}, {v}, {by}, {width}, lane)'

    def vote(self, M):
        k = self.r.randrange(12)
        if k < 2: return f'__ballot_sync({M}, {self.c(1)})'
        if k == 2: return f'(unsigned)__popc(__ballot_sync({M}, {self.c(1)}) & ((1u << lane) - 1u))'
        if k == 3: return f'(unsigned)(__any_sync({M}, {self.c(1)}) != 0)'
        if k == 4: return f'(unsigned)(__all_sync({M}, {self.c(1)}) != 0)'
        if k == 5: return f'__match_any_sync({M}, {self.pick(f"({self.u(1)}) & 3u", self.u(0), f"({self.l(1)}) % 3u", f"{self.i(0)[0]}")})'
        if k == 6: return f'matchAll({M}, {self.pick(self.ww(), self.u(0), self.operand("l", 0))})'
        if k == 7: return f'__reduce_{self.pick("add", "min", "max", "and", "or", "xor")}_sync({M}, {self.u(1)})'
        if k == 8: return f'(unsigned)__reduce_{self.pick("add", "min", "max")}_sync({M}, {self.pick(self.operand("i"), f"-1 - (int)({self.u(0)} & 255u)")})'
        if k == 9: return f'warpScan({M}, {self.u(1)}, lane)'
        if k == 10: return f'warpSum({M}, {self.u(1)}, lane)'
        return f'({M} & ~(1u << lane))'

    # --- statements
    def shuffleStatement(self, together):
        M, V = self.m(), self.vars
        k = self.r.randrange(9)
        x = self.target()
        op = self.pick('=', '+=', '^=')
        if k < 4: self.emit(f'{x} {op} {self.shuffle(M, "u")};')
        elif k == 4: self.emit(f'{self.r.choice(V["i"])} = {self.shuffle(M, "i")};')
        elif k == 5: self.emit(f'{self.r.choice(V["f"])} = {self.shuffle(M, "f")};')
        elif k == 6: self.emit(f'{self.r.choice(V["l"])} {op} {self.pick(self.shuffle(M, "l"), "(u64)" + self.shuffle(M, "ll"))};')
        elif k == 7: self.emit(f'{self.r.choice(V["f"])} = (float){self.shuffle(M, "d")};')
        elif V['pa']: self.emit(f'{self.r.choice(V["pa"])}[({self.u(0)}) & 7u] {op} {self.shuffle(M, "u")};')
        else: self.emit(f'{x} {op} {self.shuffle(M, "u")} + {self.shuffle(M, "u")};')

    def voteStatement(self, together):
        self.emit(f'{self.target()} {self.pick("=", "+=", "^=")} {self.vote(self.m())};')

    def warpValue(self, together):
        """A variable that is the same for all lanes that are here."""
        M, w = self.m(), self.new('ww')
        value = self.pick(f'__ballot_sync({M}, {self.c(1)})', f'__shfl_sync({M}, {self.u(1)}, __ffs((int){M}) - 1)', f'__reduce_max_sync({M}, {self.u(1)})')
        self.emit(f'const unsigned {w} = {value};')
        self.vars['ww'].append(w)
        self.vars['u'].append(w)

    def warpExchange(self, together):
        """Through shared memory that each lane has a slot of."""
        M = self.m()
        x = self.r.choice(self.vars['uw'])
        self.emit(f'wx[tid] = {self.u(2)};')
        if self.p(.4): self.assign(False)
        self.emit(f'__syncwarp({M});')
        k = self.r.randrange(3)
        if k == 0: self.emit(f'{x} ^= wx[(tid & ~31u) + laneOf({M}, {self.u(1)})];')
        elif k == 1:
            d = self.pick(1, 5, 16)
            self.emit(f'if (has({M}, (lane + {d}u) & 31u)) {x} += wx[(tid & ~31u) + ((lane + {d}u) & 31u)];')
        else:
            self.emit('for (unsigned d = 16u; d > 0u; d >>= 1) {')
            self.emit(f'  if (lane < d && has({M}, lane + d)) wx[tid] += wx[tid + d];')
            self.emit(f'  __syncwarp({M});')
            self.emit('}')
            self.emit(f'{x} += wx[tid];')
        if self.p(.3): self.assign(False)
        self.emit(f'__syncwarp({M});')

    def warpIf(self, together):
        M = self.m()
        c, m = self.new('c'), self.new('M')
        self.emit(f'const bool {c} = {self.c(2)};')
        self.emit(f'unsigned {m} = __ballot_sync({M}, {c});')
        self.emit(f'if ({self.pick(c, c, f"has({m}, lane)")}) {{')
        self.scoped(m)
        # Operations of the warp in both branches send a kernel to fibers, which are the reference.
        if self.p(.2):
            self.emit('} else {')
            self.emit(f'  {m} = {M} & ~{m};')
            self.scoped(m)
        elif self.p(.5):
            self.emit('} else {')
            self.block(False)
        self.emit('}')

    def warpUniformIf(self, together):
        self.emit(f'if ({self.wwc()}) {{')
        self.block('warp')
        if self.p(.4):
            self.emit('} else {')
            self.block('warp')
        self.emit('}')

    def warpSwitch(self, together):
        """Lanes with the same key go the same way."""
        M = self.m()
        n, key, m = self.r.randrange(2, 4), self.new('key'), self.new('M')
        here, all_ = self.r.randrange(n), self.p(.2)      # most often in one case only: else the kernel goes to fibers
        self.emit(f'const unsigned {key} = ({self.u(2)}) % {n}u;')
        self.emit(f'unsigned {m} = __match_any_sync({M}, {key});')
        self.emit(f'switch ({key}) {{')
        self.loops.append((False, False, None, None))
        for k in range(n):
            self.emit(f'{"default" if k == n - 1 else f"case {k}"}: {{')
            if k == here or all_: self.scoped(m, self.r.randrange(1, 3))
            else: self.block(False, self.r.randrange(1, 3))
            self.emit('} break;')
        self.loops.pop()
        self.emit('}')

    def peers(self, together):
        """Groups of lanes do the same at the same place."""
        M = self.m()
        m = self.new('M')
        self.emit(f'const unsigned {m} = __match_any_sync({M}, ({self.u(1)}) & {self.pick(1, 3)}u);')
        for _ in range(self.r.randrange(1, 3)):
            self.emit(f'{self.r.choice(self.vars["uw"])} += ' + self.pick(f'__shfl_sync({m}, {self.u(1)}, __ffs((int){m}) - 1)', f'__reduce_add_sync({m}, {self.u(1)})',
                      f'__ballot_sync({m}, {self.c(1)})', f'fromXor({m}, {self.u(1)}, 1u, 32, lane)', f'warpScan({m}, {self.u(1)}, lane)') + ';')

    def warpLoopUniform(self, together):
        i = self.new('j')
        saved = {k: list(x) for k, x in self.vars.items()}
        M = self.m()
        k = self.r.randrange(4)
        tail, exits = '}', False
        if k < 2:
            head, range_ = self.loopHead(self.ww, i)
            exits = self.openLoop(head, i)
            if range_: self.vars['count'].append((f'(int){i}', *range_))
        elif k == 2: self.emit(f'for (unsigned {i} = 0u; {i} < {self.pick(2, 4)}u && __any_sync({M}, {self.c(1)}); ++{i}) {{')
        else:
            self.emit(f'unsigned {i} = 0u;')
            self.emit('do {')
            tail = f'}} while (++{i} < {self.pick(2, 3)}u && {self.pick("__any_sync", "__all_sync")}({M}, {self.c(1)}));'
        token = self.bodyStart()
        self.vars['ww'].append(f'(unsigned){i}')
        self.loops.append((False, False, None, None))
        self.block('warp', self.r.randrange(1, 4))
        if self.p(.3):
            self.indent += 1
            self.emit(f'if ({self.wwc()}) {self.pick("break", "continue")};')
            self.indent -= 1
            self.block('warp', self.r.randrange(1, 3))
        self.bodyEnd(token)
        self.loops.pop()
        self.emit(tail)
        self.vars = saved
        if exits: self.useCounter(i)

    def warpLoopApart(self, together):
        """Lanes leave it one by one; those that are in it have a mask."""
        i, c, m = self.new('j'), self.new('c'), self.new('M')
        saved = {k: list(x) for k, x in self.vars.items()}
        M = self.m()
        self.emit(f'unsigned {m} = {M};')
        self.emit(f'for (unsigned {i} = 0u;; ++{i}) {{')
        self.emit(f'  const bool {c} = {i} < (({self.u(1)}) & 3u) + {self.pick(0, 1)}u' + (f' && {self.c(1)}' if self.p(.4) else '') + f' && {i} < 5u;')
        self.emit(f'  {m} = __ballot_sync({m}, {c});')
        self.emit(f'  if (!{c}) break;')
        self.vars['ww'].append(i)
        self.loops.append((False, False, None, None))
        self.scopes.append({'m': m, 'stale': False})
        self.block('warp', self.r.randrange(1, 3))
        if self.p(.6):
            self.indent += 1
            self.warpLeave(self.pick('break', 'break', 'continue'))
            self.indent -= 1
            self.block('warp', self.r.randrange(1, 3))
        self.scopes.pop()
        self.loops.pop()
        self.emit('}')
        self.vars = saved

    def warpLeave(self, how):
        """Some lanes leave a loop, its round, or the kernel; the others go on with a mask of their own."""
        M = self.m()
        c, m = self.new('c'), self.new('M')
        self.emit(f'const bool {c} = {self.c(1)};')
        self.emit(f'unsigned {m} = __ballot_sync({M}, {c});')
        if how == 'continue':     # the loop's own mask is needed when they come round
            rest = self.new('M')
            self.emit(f'unsigned {rest} = {M} & ~{m};')
        else:
            self.emit(f'{M} &= ~{m};')
        if self.p(.8): self.emit(f'if ({c}) {how};')
        else:
            self.emit(f'if ({c}) {{')
            self.scoped(m, self.r.randrange(1, 3))
            self.emit(f'  {how};')
            self.emit('}')
        if how == 'continue': self.scopes[-1] = {'m': rest, 'stale': self.scopes[-1]['stale']}
        if how == 'return':
            here = self.scopes[-1]['stale']
            self.returned()
            self.scopes[-1]['stale'] = here    # it was taken out above

    def aggregate(self, together):
        M = self.m()
        b = self.new('B')
        self.emit(f'const unsigned {b} = __ballot_sync({M}, {self.c(1)});')
        self.emit(f'if ({b} != 0u && lane == (unsigned)__ffs((int){b}) - 1u) atomicAdd(&acc[({self.u(0)}) & 3u], (unsigned)__popc({b}));')

    def alone(self, together):
        """What a lane does with itself is defined anywhere."""
        if self.groups and self.p(.3): return self.coalesced()
        x = self.r.choice(self.vars['uw'])
        self.emit(f'{x} += ' + self.pick(f'__shfl_sync(1u << lane, {self.u(1)}, (int)lane)', f'__ballot_sync(1u << lane, {self.c(1)})', f'__reduce_add_sync(1u << lane, {self.u(1)})',
                  '(__activemask() >> lane & 1u)', f'__match_any_sync(1u << lane, {self.u(0)})') + ';')

    def warpReturn(self, together):
        self.warpLeave('return')
