"""The text of a kernel, and who may access which shared array at each point.

The state of each shared array since the last barrier is tracked: None (untouched), 'any' (every thread may read everything),
'own:<slot>' (each thread uses its own slot only), 'atomic', or 'mixed' (not to be touched before a barrier). An array's state only
goes up in this order between barriers; the states at the ends of branches are joined.
"""
from .features import OF_WARPS
from . import arrivals, control, counters, expressions, indices, lanes, memory, plain, tiles, waiting, warps

THREADS = 24 * 128       # of a launch, at most: each has 4 elements of `out`


def joined(a, b):
    return a if a == b or b is None else b if a is None else 'mixed'


class Array:
    """A shared array. slots: expressions that give each thread an element of its own; any: an element by an unsigned expression, the same one
    for all threads if the expression is; near: elements by the thread's index."""

    def __init__(self, name, type, slots, any, init, size, declaration, near=()):
        self.name, self.type, self.slots, self.any, self.init, self.size, self.declaration = name, type, slots, any, init, size, declaration
        self.near = near
        self.whole = True          # all of it is initialised


class Kernel(expressions.Expressions, plain.Plain, control.Control, counters.Counters, indices.Indices, memory.Memory, arrivals.Arrivals, warps.Warps, tiles.Tiles,
             waiting.Waiting, lanes.Lanes):
    def __init__(self, rnd, name, features, big, shapes):
        self.r, self.name, self.features, self.small = rnd, name, features, not big
        self.shapes = shapes
        self.maxt = next(m for m in (128, 256, 1024) if m >= max(x * y * z for x, y, z in shapes))
        # One-dimensional, and written so: what many passes look for.
        self.flat = all(y == z == 1 for _, y, z in shapes) and self.p(.7)
        self.independent = 'independent' in features
        self.lines, self.indent, self.fresh = [], 1, 0
        self.deepest, self.depth = 4 if big else 3, 0
        self.loops = []            # (together, breakable, entry state, states that leave)
        self.state = {}
        self.function = False
        self.functions = []        # device functions of this kernel
        self.scopes, self.returns = [], 0
        self.tiles = []
        self.waited = False
        self.leaves = False        # in a loop that threads leave one by one
        self.warps = features.warps()
        self.noReturn = not ('early-returns' in features or 'warp-returns' in features)
        self.full = self.warps and self.noReturn and all(x * y * z % 32 == 0 for x, y, z in shapes) and self.p(.6)
        self.groups = 'groups' in features
        self.refill()

    def refill(self):
        """How many statements there may be before no more branches and loops are opened."""
        self.budget = self.pick(3, 5, 8) if self.small else self.pick(8, 15, 15, 25, 40)

    # --- text
    def emit(self, s):
        self.lines.append('  ' * self.indent + s)

    def new(self, p):
        self.fresh += 1
        return f'{p}{self.fresh}'

    def p(self, x):
        return self.r.random() < x

    def pick(self, *xs):
        return self.r.choice(xs)

    def target(self):
        return self.r.choice(self.vars['uw'])

    # --- state of shared arrays
    def may(self, a, how):
        s = self.state.get(a.name)
        return s is None or s == how

    def use(self, a, how):
        assert self.may(a, how)
        self.state[a.name] = how

    def barrier(self):
        if not self.independent: self.emit('__syncthreads();')
        self.state = {}

    def ready(self, a, how, together):
        """Makes an access possible, with a barrier if need be and possible."""
        if not self.may(a, how):
            if not together:
                return False
            self.barrier()
        self.use(a, how)
        return True

    def join(self, states):
        out = {}
        for a in {k for s in states for k in s}:
            x = None
            for s in states: x = joined(x, s.get(a))
            if x is not None: out[a] = x
        self.state = out

    def block(self, together, n=None):
        """Statements in braces; variables that it declares are gone after it."""
        self.indent += 1
        self.depth += 1
        saved = {k: list(x) for k, x in self.vars.items()}
        stale = [s['stale'] for s in self.scopes]
        for _ in range(n or self.r.randrange(1, 3 if self.small else 5)):
            self.statement(together)
        self.vars = saved
        for scope, old in zip(self.scopes, stale): scope['stale'] |= old
        self.depth -= 1
        self.indent -= 1

    def statement(self, together):
        """together: True, False, or 'warp'."""
        self.budget -= 1
        deep = self.depth >= self.deepest or self.budget < 0
        level = 'warp' if together == 'warp' else 'together' if together else 'apart'
        for _ in range(20):
            s = self.features.pick(self.r, level, deep)
            if level == 'warp' and self.p(.25): return self.statement(False)
            if self.possible(s, level): break
        else:
            return self.assign(together is True)
        getattr(self, s.method)(together is True)

    def possible(self, s, level):
        """Whether the statement can stand here: there are lanes, a loop to leave, no device function around."""
        f = s.feature
        if f == 'lone-lanes': return self.warps
        if f == 'groups': return self.canTile()
        if f == 'warp-returns': return self.canWarp() and not self.function
        if f in OF_WARPS: return self.canWarp()
        if f == 'early-returns': return not self.function
        if f == 'leave-loops': return bool(self.loops) and not self.loops[-1][0] and self.loops[-1][1] and self.depth > 0
        if f == 'arrivals': return self.noReturn and not self.function and not self.leaves
        if f == 'waiting': return self.depth == 0 and not self.waited and not self.function and self.noReturn
        if f == 'tiles-2d': return self.noReturn and not self.function and not self.leaves      # all threads fill the tile
        if f == 'memory-views': return not self.function
        return True

    # --- whole functions
    def index(self):
        if self.flat:
            return ['const unsigned tx = threadIdx.x, ty = 0u, tz = 0u, nt = blockDim.x, tid = threadIdx.x, bid = blockIdx.x;',
                    f'const unsigned gid = {"blockIdx.x * blockDim.x + threadIdx.x" if len(self.shapes) == 1 else f"bid * {self.maxt}u + tid"}, lane = tid & 31u, wid = tid >> 5;',
                    'const unsigned *mid = in + 1024;']
        return ['const unsigned tx = threadIdx.x, ty = threadIdx.y, tz = threadIdx.z, nt = blockDim.x * blockDim.y * blockDim.z;',
                'const unsigned tid = tx + blockDim.x * (ty + blockDim.y * tz), bid = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);',
                f'const unsigned gid = bid * {self.maxt}u + tid, lane = tid & 31u, wid = tid >> 5;',
                'const unsigned *mid = in + 1024;']

    def noVars(self, **known):
        names = 'u uw i l f w pa rec f4 i2 ptr count wcount ww'
        return {**{k: [] for k in names.split()}, **known}

    def privates(self):
        self.vars = self.noVars(u=['u0', 'u1', 'u2'], uw=['u0', 'u1', 'u2'], i=['i0', 'i1'], l=['l0', 'l1'], f=['f0', 'f1'], w=['w0', 'w1'])
        self.emit('unsigned u0 = in[gid & 255u], u1 = tid * 77u + bid, u2 = in[(tid * 3u) & 255u] >> 9, w0 = (unsigned)n + bid, w1 = (unsigned)ctl[9];')
        self.emit(f'int i0 = {self.smallTid()} - 20, i1 = (int)(u0 & 511u);')
        self.emit('u64 l0 = (u64)u0 * u1 + 12345u, l1 = ~(u64)tid;')
        self.emit('float f0 = (float)tid * 0.5f, f1 = (float)(u0 & 0xffffu);')
        for kind, p, text in [('pa', .6, 'unsigned pa[8]; for (int k = 0; k < 8; ++k) pa[k] = u0 + (unsigned)k * tid;'), ('rec', .5, f'Rec rec = {{{self.smallTid()}, u1, f0}};'),
                              ('f4', .5, 'float4 f4 = make_float4(f0, f1, 2.0f, (float)tid);'), ('i2', .4, f'int2 i2 = make_int2({self.smallTid()}, 7 - (int)(ty & 255u));'),
                              ('ptr', .5, 'const unsigned *ptr = in + tid;')]:
            if self.p(.1 if self.independent and kind == 'pa' else p / 2 if self.small else p):
                self.emit(text)
                self.vars[kind] = [kind]

    def final(self):
        V = self.vars
        self.emit('out[gid * 4u] += mix(u0, u1) ^ u2 ^ (unsigned)i0 ^ (w0 * 3u);')
        self.emit('out[gid * 4u + 1u] ^= (unsigned)l0 + (unsigned)(l1 >> 32) + (unsigned)i1 + w1;')
        self.emit('out[gid * 4u + 2u] += bits(f0) ^ (bits(f1) * 3u);')
        if 'pa' in V['pa']: self.emit('for (int k = 0; k < 8; ++k) out[gid * 4u + 3u] += mix(pa[k], (unsigned)k);')
        if 'rec' in V['rec']: self.emit('out[gid * 4u + 3u] ^= (unsigned)rec.a + rec.b + bits(rec.c);')
        if 'f4' in V['f4']: self.emit('out[gid * 4u + 2u] ^= bits(f4.x) + bits(f4.y) * 3u + bits(f4.z) * 5u + bits(f4.w) * 7u;')
        if 'i2' in V['i2']: self.emit('out[gid * 4u + 3u] += (unsigned)i2.x * 5u + (unsigned)i2.y;')
        if 'ptr' in V['ptr']: self.emit('out[gid * 4u + 1u] += *ptr + (unsigned)(ptr - in);')

    def device(self, name):
        """A device function that the kernel may call where all threads are."""
        sig = ('unsigned *A, unsigned x, unsigned w0, const unsigned *in, unsigned *out, unsigned *acc, unsigned *big, const int *ctl, int n, int m, float fs, '
               'unsigned L')
        template = self.p(.5)
        self.lines.append(f'template <typename T> __device__ unsigned {name}({sig}, T i0) {{' if template else f'__device__ unsigned {name}({sig}, int i0) {{')
        for s in self.index(): self.emit(s)
        if self.warps:
            self.emit(f'__shared__ unsigned wx[{self.maxt}];')
            self.scopes = [{'m': 'L', 'stale': False}]
        self.emit('unsigned u0 = x, u1 = tid; u64 l0 = x; float f0 = (float)(x >> 16);')
        self.emit('i0 %= 1000;')
        self.vars = self.noVars(u=['u0', 'u1', 'x'], uw=['u0', 'u1'], i=['i0'], l=['l0'], f=['f0'], w=['w0'])
        self.arrays = [Array('A', 'unsigned', ['[tid]', '[nt - 1u - tid]'], lambda e: f'A[({e}) % nt]', None, 0, None)]
        self.state = {'A': 'mixed'}
        self.function = True
        self.depth = 2
        for _ in range(self.r.randrange(2, 4 if self.small else 6)): self.statement(True)
        self.emit('return u0 ^ u1 ^ (unsigned)l0 ^ bits(f0) ^ (unsigned)i0 ^ w0;')
        self.lines.append('}')
        self.function = False
        self.depth = 0
        self.functions.append(name)
        self.refill()

    def kernel(self):
        restrict = self.pick('', ' __restrict__')
        bounds = self.pick('', '', f'__launch_bounds__({self.maxt}) ')
        self.lines.append(f'__global__ {bounds}void {self.name}(const unsigned *{restrict} in, unsigned *{restrict} out, unsigned *acc, unsigned *scr, unsigned *big, '
                          f'volatile unsigned *sig, const int *ctl, int n, int m, float fs) {{')
        for s in self.index(): self.emit(s)
        if self.independent: self.declareOwn()
        else: self.declareArrays()
        self.privates()
        self.scopes = []
        if self.warps:
            self.emit(f'__shared__ unsigned wx[{self.maxt}];')
            self.startWarps()
            self.startTiles()
        self.barrier()
        statements = self.r.randrange(2, 5) if self.small else self.r.randrange(3, 9)
        leaves = self.r.randrange(statements)
        if self.independent and self.p(.4): self.emit(f'if (gid {self.pick(">=", ">")} {self.pick("(unsigned)n * 13u", "40u", "nt - 3u", "(unsigned)m", "(unsigned)ctl[9] * 20u")}) return;')
        for k in range(statements):
            # What follows a return is what is interesting, so it must not come last or not at all.
            if k == leaves and 'early-returns' in self.features: self.returnStatement(True)
            elif k == leaves and 'warp-returns' in self.features and self.canWarp(): self.warpReturn(True)
            self.statement(not self.independent or self.p(.5))
        if 'threads-leave-barriers' in self.features: self.loopTogether(True, leave=True)
        self.final()
        self.lines.append('}')
        self.lines = [x for x in self.lines if x]

