"""Statements for kernels without barriers, whose threads a compiler may run as lanes of vectors: what lanes do apart from one another."""

from . import kernel

TYPES = [('signed char', 'sc'), ('unsigned char', 'uc'), ('short', 'sh'), ('unsigned short', 'us'), ('long long', 'll'), ('double', 'd')]


class Lanes:
    """Methods of Kernel. Each thread's own bytes and shorts are in `scr`, and its own words in `big`."""

    def declareOwn(self):
        """Shared arrays of which each thread uses its own element only, so that there need be no barrier."""
        self.arrays = []
        if 'shared' not in self.features: return
        pool = [('s0', 'unsigned'), ('s1', 'float'), ('s3', 'u64'), ('sc', 'unsigned char'), ('sh', 'unsigned short')]
        for name, type in self.r.sample(pool, self.pick(1, 2)):
            self.arrays.append(kernel.Array(name, type, ['[tid]'], None, None, self.maxt, None))
            self.emit(f'__shared__ {type} {name}[{self.maxt}];')
            self.emit(f'{name}[tid] = tid * 2654435761u;')

    def volatileAccess(self, together):
        """Accesses that may be neither dropped nor joined, of memory that no other thread touches."""
        x = self.target()
        guard = f'if ({self.c(1)}) ' if self.p(.5) else ''
        self.emit(self.pick(f'{guard}{{ sig[gid] = {self.u(1)}; {x} += sig[gid] + sig[gid]; }}', f'{guard}{x} ^= sig[gid];', f'{guard}sig[gid] += {self.u(1)};'))

    def own(self):
        return self.pick('tid', 'tid', 'tx', 'gid & 1023u', 'lane', 'ty * blockDim.x + tx')

    def narrowStore(self, together):
        """Elements of one or two bytes, next to those of other threads; often not of all of them."""
        guard = f'if ({self.c(1)}) ' if self.p(.6) else ''
        k = self.r.randrange(6)
        op = self.pick('=', '=', '+=', '^=')
        if k == 0: self.emit(f'{guard}((unsigned char *)scr)[gid] {op} {self.u(2)};')
        elif k == 1: self.emit(f'{guard}((unsigned short *)scr)[1536u + gid] {op} {self.u(2)};')
        elif k == 2: self.emit(f'if (gid < 3000u && {self.c(1)}) ((bool *)scr)[9216u + gid] = {self.c(1)};')
        elif k == 3: self.emit(f'{guard}((unsigned char *)out)[gid * 16u + {self.r.randrange(16)}u] {op} {self.u(1)};')
        elif k == 4: self.emit(f'{guard}((u64v *)out)[gid * 2u + {self.r.randrange(2)}u] {op} {self.l(1)};')
        else:
            x = self.target()
            self.emit(self.pick(f'{guard}{x} += ((unsigned char *)scr)[gid];', f'{guard}{x} ^= ((unsigned short *)scr)[1536u + gid] * 3u;',
                                f'if (gid < 3000u) {x} += ((bool *)scr)[9216u + gid] ? {self.u(0)} : 7u;', f'{guard}{x} += (unsigned)((short *)scr)[1536u + gid];'))

    def lanePattern(self, together):
        """Elements at distances between lanes that are known: strides, groups, exchanges."""
        t, x = self.own(), self.target()
        k, c = self.pick(2, 3, 4, 8, 5, 16), self.pick('0u', '1u', '3u', 'w0 % 9u', 'bid')
        e = self.pick(f'{t} * {k}u + {c}', f'({t}) / {k}u + {c}', f'({t} ^ {self.pick(1, 2, 7, 16)}u) + {c}', f'({t}) % {k}u + {c}', f'({t} & ~{self.pick(1, 3, 7)}u) + {c}',
                      f'({t}) / {k}u * {k * 2}u + ({t}) % {k}u', f'1023u - ({t})', f'({t} | {self.pick(1, 3, 4)}u)', f'(({t}) >> {self.pick(1, 2, 3)}) * {k}u',
                      f'({t}) * {k}u + (({t}) & 1u)', f'(nt - 1u - tid) * {self.pick(1, 2)}u', f'({t} + {c}) & {self.pick(7, 15, 31)}u', f'{t} + (({t}) > {self.pick(3, 9)}u)')
        mod = '& 511u' if self.p(.6) else '% 500u'
        if self.p(.4) and self.maxt == 128 and 'gid' not in e and k <= 8: read = self.pick(f'in[{e}]', f'((const unsigned char *)in)[{e}]', f'((const u16v *)in)[{e}]', f'((const u64v *)in)[({e}) % 1000u]')
        else: read = self.pick(f'in[({e}) {mod}]', f'((const signed char *)in)[({e}) {mod}]', f'((const u16v *)in)[({e}) {mod}]', f'(unsigned)((const u64v *)in)[({e}) {mod}]')
        read = f'(unsigned){read}'
        if self.p(.3): self.emit(f'if ({self.c(1)}) {x} += {read};')
        elif self.p(.3):
            j = self.new('j')
            self.emit(f'for (int {j} = 0; {j} < {self.pick("4", "n", "8", f"(int)({self.u(0)} & 7u)")}; ++{j}) {x} += in[(({e}) + (unsigned){j} * {self.pick(1, 16, 64, 3)}u) & 1023u] * ({j} + 1u);')
        else: self.emit(f'{x} {self.pick("+=", "^=")} {read};')

    def inactiveLanes(self, together):
        """What would trap, overflow or be out of reach in threads that do not do it."""
        x, v = self.target(), self.new('d')
        k = self.r.randrange(10)
        limit = self.pick(1, 2, 5, 9, 30)
        who = self.pick('tid', 'lane', 'tx')
        if k == 0: self.emit(f'{{ const unsigned {v} = {self.u(1)} & {self.pick(1, 3)}u; if ({v} != 0u) {x} += {self.u(1)} {self.pick("/", "%")} {v}; }}')
        elif k == 1: self.emit(f'{{ const int {v} = (int)({self.u(1)} & {self.pick(1, 3)}u) - 1; if ({v} > 0) {x} ^= (unsigned)((int){self.u(1)} {self.pick("/", "%")} {v}); }}')
        elif k == 2: self.emit(f'{{ const u64 {v} = {self.l(1)} & 1u; if ({v}) {x} += (unsigned)({self.l(1)} {self.pick("/", "%")} {v}); }}')
        elif k == 3: self.emit(f'if ({who} < {limit}u) {x} += in[((u64)({who} / {limit}u) << {self.pick(20, 33, 40)}) + {who}];')
        elif k == 4:
            self.emit(f'{{ const unsigned *{v} = {who} < {limit}u ? in + {who} : (const unsigned *)(u64)({who} * {self.pick(4, 4, 8192)}u);')
            self.emit(f'  if ({who} < {limit}u) {x} ^= {v}[{self.pick("0", "3", "lane & 7u")}]; }}')
        elif k == 5: self.emit(f'if ({who} >= {limit}u) {x} += in[{who} - {limit}u] ^ in[(u64){who} * {self.pick(1, 2)}u - {limit}ull];')
        elif k == 6: self.emit(f'{{ const unsigned {v} = {self.u(1)} & 63u; if ({v} < 32u) {x} += {self.u(1)} {self.pick("<<", ">>")} {v}; }}')
        elif k == 9:
            # Threads that do not enter the loop would overflow.
            j, far = self.new('j'), self.pick(f'({limit} - (int){who}) * {2000000000 // 128}', f'(int){who} * {2000000000 // limit}', f'(int){who} - {limit} - 2147483647', f'2147483647 - {limit} + (int){who}')
            trips = f'({who} {"<" if "*" in far or "-2147" not in far and "- 2147" not in far else ">="} {limit}u ? {self.pick("2u", "(unsigned)m", f"{self.u(0)} & 3u")} : 0u)'
            self.emit(f'for (unsigned {j} = 0u; {j} < {trips}; ++{j}) {x} += (unsigned)((u64)(long long)({far}) >> {self.pick(0, 3, 20)}) * ({j} + 1u);')
        elif k == 7:
            j = self.new('j')
            self.emit(f'if ({who} {self.pick("<", ">=")} {limit}u) for (unsigned {j} = 0u; {j} < {who} % {self.pick(3, 5)}u; ++{j}) {x} += {self.u(1)} / ({j} + 1u);')
        else: self.emit(f'if (n > {self.pick(3, 9)} && {who} > 2u) {x} += {self.u(1)} / ({who} - 2u) + in[{self.w(0)} & 255u];')

    def pointerWalk(self, together):
        """Pointers that threads move, each at its own pace or all alike."""
        p, x = self.new('p'), self.target()
        T, m = self.pick(('const unsigned', 1), ('const unsigned char', 4), ('const u16v', 2), ('const u64v', 1))
        first = f'({T} *)in + {self.pick("tid", "(tid & 31u) * 4u", "lane", f"({self.u(0)} & 63u)", "8")}'
        end = f'({T} *)in + {self.pick("200", "260", f"100 + ({self.u(0)} & 127u)", "tid % 90u")}'
        step = self.pick('37', '64', 'blockDim.x', '(lane & 3u) + 40', 'n * 11')
        stop = f' && (*{p} & {self.pick(7, 15)}u) != 1u' if self.p(.4) else ''
        self.emit(f'{T} *{p} = {first};')
        body = self.pick(f'{x} += (unsigned)*{p};', f'{{ if ({self.c(1)}) {x} ^= (unsigned)*{p} * 3u; else ++{p}; }}', f'{x} = {x} * 31u + (unsigned)*{p};')
        self.emit(f'for (; {p} < {end}{stop}; {p} += {step}) {body}')
        if self.p(.5): self.emit(f'{x} ^= (unsigned)({p} - ({T} *)in);')

    def ownAtomic(self, together):
        """Atomic updates whose results count: of memory that no other thread touches."""
        x, at = self.target(), f'&out[gid * 4u + {self.r.randrange(4)}u]'
        guard = f'if ({self.c(1)}) ' if self.p(.5) else ''
        f = self.pick('atomicAdd', 'atomicSub', 'atomicExch', 'atomicMin', 'atomicMax', 'atomicXor', 'atomicInc', 'atomicCAS', 'atomicAnd')
        args = f'{self.u(1)}, {self.u(1)}' if f == 'atomicCAS' else self.u(1)
        self.emit(f'{guard}{x} {self.pick("+=", "^=", "=")} {f}({at}, {args});')

    def mixedWidths(self, together):
        """Values of all widths, and conversions between them."""
        (T, p), x = self.r.choice(TYPES), self.target()
        y, z = self.new(p), self.new(p)
        if T == 'double':
            self.emit(f'double {y} = (double){self.pick(self.f(1), f"(int)({self.u(1)} & 0xfffffu)", f"(float)({self.u(1)} >> 8)")} {self.pick("* 0.1", "/ 3.0", "+ 1e9", "- 0.5")};')
            if self.p(.5): self.emit(f'if ({self.c(1)}) {y} = {self.pick(f"sqrt(fabs({y}))", f"{y} * {y}", f"floor({y})", f"-{y}")};')
            self.emit(f'{x} ^= (unsigned)__double_as_longlong({y}) ^ (unsigned)(__double_as_longlong({y}) >> 32);')
            return
        e = self.l(1) if T == 'long long' else self.u(1)
        self.emit(f'{T} {y} = ({T})({e}), {z} = ({T})({self.pick("tid * 3u", "lane + 250u", "tx * 100u", self.u(0))});')
        for _ in range(self.r.randrange(1, 4)):
            U = 'u64' if T == 'long long' else 'unsigned'
            s = self.pick(f'{y} = ({T})(({U}){y} {self.pick("+", "*", "^", "-", "&")} ({U}){z});', f'{z} = {y} {self.pick("<", ">", "==")} {z} ? ({T})(({U}){z} + 1u) : {y};',
                          f'{y} = ({T})({y} {self.pick("/", "%")} {self.pick(3, 7, 16)});', f'{y} = ({T})({y} >> {self.r.randrange(7)});', f'if ({self.c(1)}) {z} = ({T})({self.u(1)});',
                          f'{y} = {self.pick("min", "max")}(({T}){y}, ({T}){z});', f'{x} += (unsigned){y} & (unsigned){z};')
            self.emit(s)
        self.emit(f'{x} {self.pick("+=", "^=")} (unsigned){y} * 3u + (unsigned)({z} {self.pick("<", ">")} {self.pick(0, 5)});')

    def twoElements(self, together):
        """Several elements for each thread, the last threads having fewer."""
        j, e, count = self.new('j'), self.new('e'), self.pick(2, 2, 3, 4)
        limit = self.pick('(unsigned)n * 30u', '777u', '(unsigned)m * 5u', '2048u', '1000u', '37u')
        index = self.pick(f'gid * {count}u + {j}', f'(bid * {count}u + {j}) * nt + tid') if count > 1 else 'gid'
        T = self.pick('unsigned', 'int', 'u64')
        if self.p(.5): self.emit('#pragma unroll')
        self.emit(f'for (unsigned {j} = 0u; {j} < {count}u; ++{j}) {{')
        self.emit(f'  const {T} {e} = {index};')
        self.emit(f'  if ({e} < {limit}) {self.target()} += in[{e} & 1023u] {self.pick("", f"+ {self.u(0)}", f"* in[({e} + 1u) & 255u]")};')
        self.emit('}')

    def ownWord(self, together):
        """A word of each thread of the first blocks, and words that one thread writes, or all alike."""
        k = self.r.randrange(6)
        if k < 4: self.emit(f'if (gid < {self.pick("2048u", "(unsigned)n * 17u", "100u")}) {{ big[gid] {self.pick("=", "+=", "^=")} {self.u(2)}; {self.target()} ^= big[gid] >> {self.pick(0, 3)}; }}')
        elif k == 4:
            one = self.pick(0, 3, 17)
            self.emit(f'if (gid == {one}u) scr[{3040 + one}] {self.pick("=", "+=")} {self.u(1)};')
        else: self.emit(f'{f"if ({self.c(1)}) " if self.p(.3) else ""}scr[{self.pick("3061] = (unsigned)n * 3u", "3062] = (unsigned)m", "3063] = (unsigned)(n - m)")};')

    def exactMath(self, together):
        """Functions of float that are exact, so that all ways of computing them agree; with zeros of both signs, infinities and numbers that are none."""
        x, g = self.target(), self.new('g')
        a = self.pick(self.f(1), '-0.0f', '__int_as_float(0x7fc00000)', '__int_as_float(0xff800000)', f'__uint_as_float({self.u(1)} & 0xff7fffffu)')
        self.emit(f'float {g} = {a};')
        b = self.f(1)
        for _ in range(self.r.randrange(1, 3)):
            e = self.pick(f'fabsf({g})', f'sqrtf(fabsf({g}))', f'floorf({g})', f'ceilf({g})', f'truncf({g})', f'rintf({g})', f'copysignf({g}, {b})', f'__fmaf_rn({g}, {b}, 1.5f)',
                          f'({self.c(1)} ? {g} : {b})', f'({g} < {b} ? {g} : {b})', f'(0.0f - {g})', f'-{g}', f'({g} * 0.0f)', f'({g} / ({b} - {b} + 1.0f))', f'({g} == {g} ? {g} : 1.0f)')
            self.emit(f'{g} = {e};')
        self.emit(f'{x} ^= {g} != {g} ? 77u : bits({g});')
