"""Shared arrays of many types and shapes, views of them as other types, pointers that a loop carries, and loops over a grid."""
from . import kernel


class Memory:
    """Methods of Kernel."""

    def pool(self):
        """The shared arrays to choose from. All of a kernel's dynamic shared memory is one allocation of 24 bytes a thread."""
        M = self.maxt
        flat = ['[tid]', '[nt - 1u - tid]', '[(tid + 3u) % nt]']
        A = kernel.Array
        mod = lambda name, size=M: lambda e: f'{name}[({e}) % {size}u]'
        raw = 'extern __shared__ u64 raw[];'
        pool = [A('s0', 'unsigned', flat[:1] if self.p(.5) else flat, mod('s0'), 's0[k]', M, f'__shared__ unsigned s0[{M}];'),
                A('s1', 'float', flat[:1], lambda e: f's1[({e}) % nt]', 's1[k]', M, f'__shared__ float s1[{M}];'),
                A('s3', 'u64', flat, mod('s3'), 's3[k]', M, f'__shared__ u64 s3[{M}];'),
                A('sc', 'unsigned char', flat, mod('sc'), 'sc[k]', M, f'__shared__ unsigned char sc[{M}];'),
                A('sh', 'unsigned short', flat, mod('sh'), 'sh[k]', M, f'__shared__ unsigned short sh[{M}];'),
                A('da', 'unsigned', flat, mod('da'), 'da[k]', M, f'{raw} unsigned *da = (unsigned *)raw;'),
                A('db', 'float', flat[:1], mod('db'), 'db[k]', M, f'{raw} float *db = (float *)((unsigned *)raw + {M});'),
                A('dc', 'u64', flat, mod('dc'), 'dc[k]', M, f'{raw} u64 *dc = raw + {M};'),
                A('dh', 'unsigned short', flat, mod('dh'), 'dh[k]', M, f'{raw} unsigned short *dh = (unsigned short *)(raw + {2 * M});'),
                A('glob', 'unsigned', flat, lambda e: f'glob[({e}) % nt]', 'glob[k]', M, f'unsigned *glob = scr + bid * {M}u;'),
                A('flag', 'unsigned', [f'?tid == {self.pick(0, 0, 1, 2)}u?'], lambda e: 'flag', 'flag', 1, '__shared__ unsigned flag;'),
                A('flag2', 'unsigned', [self.pick('?tx == 0u && ty == 0u && threadIdx.z == 0u?', '?tid == nt - 1u?')], lambda e: 'flag2', 'flag2', 1, '__shared__ unsigned flag2;')]
        if M == 128:
            square = ['[ty][tx]'] if all(y <= 8 and x <= 17 and z == 1 for x, y, z in self.shapes) else []
            cast = ['[(unsigned char)(tid + 200u)]', '[(tid + 250u) & 255u]', '[tid ^ 5u]', '[(unsigned char)(tid * 3u + 7u)]', '[255u - tid]']
            pool += [A('s2', 'unsigned', ['[tid / 17u][tid % 17u]'] + square, lambda e: f's2[({e}) % 8u][(({e}) >> 3) % 17u]', 's2[k / 17u][k % 17u]', 136,
                       '__shared__ unsigned s2[8][17];'),
                     A('s4', 'unsigned', ['[tid / 36u][tid / 9u % 4u][tid % 9u]'], lambda e: f's4[({e}) & 3u][(({e}) >> 2) & 3u][(({e}) >> 4) % 9u]',
                       's4[k / 36u][k / 9u % 4u][k % 9u]', 144, '__shared__ unsigned s4[4][4][9];'),
                     A('s8', 'unsigned', cast, lambda e: self.pick(f's8[(unsigned char)({e})]', f's8[({e}) & 255u]'), 's8[k]', 256, '__shared__ unsigned s8[256];',
                       ['s8[tid]', 's8[tid + 64u]', 's8[(unsigned char)(tid + 100u)]'])]
        return pool

    def declareArrays(self):
        self.arrays = self.r.sample(self.pool(), self.r.randrange(1, 4) if self.small else self.r.randrange(2, 5))
        for a in self.arrays:
            if a.slots[0] != '[tid]' or a.size != self.maxt or self.p(.3): continue
            # Only the threads' own elements are used: cheaper to compile than a loop over all.
            a.whole = False
            a.any = lambda e, name=a.name: f'{name}[({e}) % nt]'
        dynamic = False
        for a in self.arrays:
            text = a.declaration.replace('extern __shared__ u64 raw[]; ', '') if dynamic else a.declaration
            dynamic |= 'raw' in text
            self.emit(text)
        for a in self.arrays:
            value = {'float': '(float)k * 0.5f', 'u64': '(u64)k * 77777777777ull'}.get(a.type, 'k * 2654435761u')
            if a.size == 1: self.emit(f'if (tid == 0u) {a.name} = {self.lit()};')
            elif not a.whole: self.emit(f'{a.name}[tid] = {value.replace("k", "tid")};')
            else: self.emit(f'for (unsigned k = tid; k < {a.size}u; k += nt) {a.init} = {value};')

    def sharedView(self, together):
        """Elements written as one type and read as another."""
        fit = [a for a in self.arrays if a.slots[0] == '[tid]' and a.type in ('unsigned', 'float', 'u64', 'unsigned short')]
        if not fit: return self.assign(together)
        a, x = self.r.choice(fit), self.target()
        if self.p(.7):
            self.ready(a, 'own:[tid]', True)
            self.emit(f'{a.name}[tid] = {self.value(a.type)};')
        self.ready(a, 'any', True)
        size = {'unsigned': 4, 'float': 4, 'u64': 8, 'unsigned short': 2}[a.type]
        view, bytes = self.pick(('unsigned char', 1), ('unsigned char', 1), ('u16v', 2), ('u32v', 4), ('u64v', 8), ('f32v', 4))
        if bytes > size and a.name in ('sh', 'dh'): view, bytes = 'unsigned char', 1      # only aligned to 2
        if bytes > size and not (a.whole and a.name.startswith('d')): view, bytes = 'u16v', 2
        count = f'nt * {size // bytes}u' if size >= bytes else f'max(nt / {bytes // size}u, 1u)'
        if size < bytes: count = f'{self.maxt * size // bytes}u'
        e = self.pick(f'tid * {max(size // bytes, 1)}u + {self.pick(0, 1)}u', self.u(1), f'tid + {self.pick(1, 3)}u', 'lane * 5u')
        at = f'((const {view} *){a.name})[({e}) % ({count})]'
        self.emit(f'{x} {self.pick("+=", "^=")} {f"bits({at})" if view == "f32v" else f"(unsigned)({at} >> 20)" if bytes == 8 else at};')
        if self.p(.4) and bytes < size:      # a part of the neighbour's element
            part = f'((const {view} *){a.name})[tid * {size // bytes}u + {size // bytes + self.r.randrange(size // bytes)}u]'
            self.emit(f'if (tid + 1u < nt) {x} ^= {f"bits({part})" if view == "f32v" else f"(unsigned){part}"};')
        # Writes through the view: the bytes of the thread's own element.
        if self.p(.4) and bytes < size and view != 'f32v':
            self.barrier()
            self.use(a, 'mixed')
            own = f'tid * {size // bytes}u'
            for k in range(size // bytes): self.emit(f'(({view} *){a.name})[{own} + {k}u] = ({view})({self.u(1)});')
            self.barrier()
            if a.type == 'float':      # any bits are a float: give it back a number
                self.emit(f'{x} ^= bits({a.name}[tid]);')
                self.use(a, 'own:[tid]')
                self.emit(f'{a.name}[tid] = {self.f(1)};')

    def guardedExchange(self, together):
        """Some threads write, others read at a constant distance: is the barrier between needed?"""
        fit = [a for a in self.arrays if a.slots[0] == '[tid]' and a.type != 'float']
        if not fit: return self.assign(together)
        a, x = self.r.choice(fit), self.target()
        c = self.pick(8, 16, 16, 32, 64)
        by = self.pick(0, 1, c - 1, c, c + 1, 2 * c)
        who = self.pick(f'tid < {c}u', f'tid <= {c}u', f'tid >= {c}u', f'(int)tid < {c}', f'tid > {c}u', f'tid < (unsigned)n * {c // 4}u')
        self.ready(a, 'own:[tid]', True)
        value = self.value(a.type, 1)
        self.emit(self.pick(f'if ({who}) {a.name}[tid] = {value};', f'if ({who}) {x} += 3u; else {a.name}[tid] = {value};', f'if ({who}) {a.name}[tid] = {value}; else {a.name}[tid] += 5u;'))
        self.ready(a, 'any', True)
        limit = f'nt - {by}u' if not a.whole else f'{self.maxt - by}u'
        reader = self.pick(f'tid < {c}u', f'tid <= {c}u', f'tid < {max(c // 2, 1)}u', f'tid >= {c}u')
        self.emit(f'if (nt > {by}u && tid < {limit} && {reader}) {x} ^= (unsigned){a.name}[tid + {by}u];')
        if self.p(.5): self.emit(f'if (tid >= {by}u && {reader}) {x} += (unsigned){a.name}[tid - {by}u];')

    def privateArray(self, together):
        """A private array that lives through the iterations of a loop with a barrier, and is used between two barriers only."""
        q, j, x = self.new('q'), self.new('j'), self.target()
        self.barrier()
        self.emit(f'unsigned {q}[8];')
        self.emit(f'for (unsigned {j} = 0u; {j} < ({self.w(1)} & 3u) + 2u; ++{j}) {{')
        self.emit(f'  if ({j} == 0u) for (unsigned k = 0u; k < 8u; ++k) {q}[k] = {self.u(1)} + k;')
        self.emit(f'  {q}[({self.u(1)}) & 7u] {self.pick("+=", "^=", "=")} {self.u(1)};')
        self.emit(f'  {x} {self.pick("+=", "^=")} {q}[({self.u(1)} + {j}) & 7u];')
        self.indent += 1
        self.barrier()
        a = self.r.choice(self.arrays)
        if a.slots[0] == '[tid]':
            self.use(a, 'own:[tid]')
            self.emit(f'{a.name}[tid] = {self.value(a.type, 1)};')
            self.barrier()
            self.use(a, 'any')
            if a.type == 'unsigned': self.emit(f'{self.target()} += {a.any(self.u(1))};')
            self.barrier()
        self.indent -= 1
        self.emit('}')
        self.state = {}

    def divergentTrips(self, together):
        """A value that starts alike in all threads, and changes alike but not equally often, or in one operation, crosses barriers."""
        t, j, k, x = self.new('trips'), self.new('j'), self.new('j'), self.target()
        self.barrier()
        self.emit(f'unsigned {t} = {self.pick("7u", "w0", "(unsigned)m")};')
        self.emit(f'for (int {j} = 0; {j} < {self.pick("2", "m", "n")}; ++{j}) {{')
        if self.p(.35): self.emit(f'  {t} {self.pick("+=", "^=", "-=")} {self.pick("tid", "lane", "tx * 5u", "w0")};')
        else: self.emit(f'  for (unsigned {k} = 0u; {k} < (({self.u(1)}) & {self.pick(1, 3, 7)}u); ++{k}) {t} = {t} {self.pick("+ 5u", "* 3u + 1u", f"+ (unsigned){j}")};')
        self.emit('  __syncthreads();')
        if self.p(.5): self.emit(f'  {x} += {t};')
        self.emit('}')
        if self.p(.4): self.emit('__syncthreads();')
        self.emit(f'{x} ^= {t} * 3u;')
        self.state = {}

    # --- pointers and indices that a loop carries
    def carriedPointer(self, together):
        self.loopTogether(together, carried=True)

    def carryStart(self):
        """Just before the loop's body: declared in front of the head, which is the last line."""
        p, at = self.new('p'), self.new('at')
        text = [f'const unsigned *{p} = in + {self.pick("(tid & 63u)", "(lane + 32u)", "(ty * 4u + tx) % 100u")};', f'{self.pick("unsigned", "int")} {at} = {self.pick("(tid * 3u) % 64u", "lane", "7u")};']
        head = next(k for k in range(len(self.lines) - 1, -1, -1) if self.lines[k] and self.lines[k].lstrip().startswith(('for (', 'while (', 'do {')) and self.lines[k].endswith('{'))
        self.lines[head:head] = ['  ' * self.indent + t for t in text]
        self.vars['ptr'].append(p)
        self.vars['u'].append(f'(unsigned){at}')
        self.carry = getattr(self, 'carry', []) + [(p, at)]
        a = self.r.choice(self.arrays) if self.arrays else None
        self.indent += 1
        if a and a.slots[0] == '[tid]' and self.ready(a, 'own:[tid]', False):
            self.emit(f'{a.name}[tid] = {"(float)(*" + p + " >> 12)" if a.type == "float" else f"*{p} + (unsigned){at}"};')
        else: self.emit(f'{self.target()} += {p}[{self.pick(0, 1, 8)}] ^ in[(unsigned){at} & 255u];')
        self.indent -= 1

    def carryStep(self):
        p, at = self.carry.pop()
        self.emit(f'{p} += {self.pick(1, 4, 16, "m", "blockDim.y % 7u", "(lane & 3u)")};')
        self.emit(f'{at} += {self.pick("1", "5", "n", "(int)blockDim.x", "(int)(lane & 3u)")};')
        if self.p(.6): self.emit(f'{self.target()} += *{p} * 3u + (unsigned){at};')

    def gridStride(self, together):
        """Each element of `big` belongs to one thread of the grid."""
        i = self.new('j')
        T = self.pick('unsigned', 'int', 'u64', 'long long')
        limit = self.pick('2000', '2048', '(n * 300)', '777')
        step = self.pick('nt * gridDim.x * gridDim.y * gridDim.z', f'({T})nt * gridDim.x * gridDim.y * gridDim.z')
        value = self.pick(f'in[(unsigned){i} & 255u]', f'(unsigned){i} * 3u + {self.u(0)}', self.u(1), self.castRead(0, f'(unsigned){i}'))
        self.emit(f'for ({T} {i} = bid * nt + tid; {i} < {limit}; {i} += {step}) big[{i}] {self.pick("=", "+=", "^=")} {value};')
