"""Statements of one thread, accesses to shared arrays, and calls of device functions."""


class Plain:
    """Methods of Kernel."""

    def assign(self, together):
        k = self.r.randrange(16)
        op = lambda ops: self.pick('=', *ops)
        V = self.vars
        if k < 4: self.emit(f'{self.r.choice(V["uw"])} {op(["+=", "^=", "-=", "*=", "|="])} {self.u(3)};')
        elif k == 4:
            e, lo, hi = self.i(2)
            self.emit(f'{self.r.choice(V["i"])} = {e if lo >= -1000 and hi <= 1000 else f"({e}) % 1000"};')
        elif k == 5: self.emit(f'{self.r.choice(V["l"])} {op(["+=", "^=", "-=", "*="])} {self.l(2)};')
        elif k == 6: self.emit(f'{self.r.choice(V["f"])} = {self.f(3)};')
        elif k == 7 and V['pa'] and self.p(.2): self.emit(f'{self.r.choice(V["uw"])} ^= churn({self.r.choice(V["pa"])}, {self.u(1)});')
        elif k == 7 and V['pa']: self.emit(f'{self.r.choice(V["pa"])}[({self.u(1)}) & 7u] {op(["+=", "^="])} {self.u(2)};')
        elif k == 8 and V['rec']:
            r = self.r.choice(V['rec'])
            j = self.r.randrange(4)
            if j == 0: self.emit(f'{r}.b {op(["+=", "^="])} {self.u(2)};')
            elif j == 1: self.emit(f'{r}.c = {self.f(2)};')
            elif j == 2: self.emit(f'{r}.a = ({self.i(2)[0]}) % 1000;')
            else: self.emit(f'{r} = {self.c(1)} ? Rec{{{self.smallTid()}, {self.u(1)}, {self.f(1)}}} : {self.r.choice(V["rec"])};')
        elif k == 9 and V['f4']:
            x = self.r.choice(V['f4'])
            if self.p(.5): self.emit(f'{x}.{self.pick("x", "y", "z", "w")} = {self.f(2)};')
            else: self.emit(f'{x} = make_float4({self.f(1)}, {x}.x, {self.f(1)}, {x}.z);')
        elif k == 10 and V['i2']:
            x = self.r.choice(V['i2'])
            self.emit(f'{x} = make_int2({x}.y, ({self.i(2)[0]}) % 1000);')
        elif k == 11 and V['ptr']:
            x = self.r.choice(V['ptr'])
            self.emit(self.pick(f'{x} = {self.c(1)} ? in + (({self.u(1)}) & 127u) : {self.r.choice(V["ptr"])};',
                                f'{x} += ({x} - in < 1000) ? {self.pick(1, 3, 16)} : -500;', f'if ({x} - in < 1500) ++{x};'))
        elif k == 12 and self.p(.2): self.emit(f'{self.r.choice(V["uw"])} += gcd({self.u(1)}, {self.u(1)});')
        elif k == 12: self.emit(f'bump({self.r.choice(V["uw"])}, {self.r.choice(V["i"])}, {self.u(1)});')
        elif k == 13 and together and V['w']: self.emit(f'{self.r.choice(V["w"])} {op(["+=", "^="])} {self.w(2, True)};')
        elif k == 14: self.emit(f'out[gid * 4u + {self.r.randrange(4)}u] {op(["+=", "^="])} {self.u(2)};')
        elif k == 15: self.emit(f'atomicAdd(&acc[({self.u(1)}) & 3u], {self.u(1)});')
        else: self.emit(f'{self.r.choice(V["uw"])} += {self.u(2)};')

    def smallTid(self):
        return '(int)tid' if self.maxt <= 1000 else '(int)(tid & 511u)'

    def value(self, type, d=2):
        return {'float': self.f, 'u64': self.l}.get(type, self.u)(d)

    def barrierStatement(self, together):
        self.barrier()

    def returnStatement(self, together):
        self.emit(f'if ({self.c(1)}) {{')
        self.block(False, self.r.randrange(1, 3))
        self.emit('  return;')
        self.emit('}')
        self.returned()

    def globalAtomic(self, together):
        """Updates that commute. Each address has one operation."""
        k = self.r.randrange(5)
        at = f'({self.u(1)}) & 3u'
        if k == 0: self.emit(f'atomicAdd(&acc[{at}], {self.u(1)});')
        elif k == 1: self.emit(f'atomicMax(&acc[4u + ({at})], {self.u(1)});')
        elif k == 2: self.emit(f'atomicXor(&acc[8u + ({at})], {self.u(1)});')
        elif k == 3: self.emit(f'atomicOr(&acc[12u + ({at})], {self.u(1)});')
        else:
            old, seen = self.new('old'), self.new('old')
            self.emit(f'{{ unsigned {old} = 0u, {seen}; const unsigned at = {at}; while (({seen} = atomicCAS(&acc[at], {old}, {old} + tid)) != {old}) {old} = {seen}; }}')

    def sharedWrite(self, together):
        a = self.r.choice(self.arrays)
        s = self.state.get(a.name)
        if a.type == 'unsigned' and a.any and self.p(.12 if together else .05):
            if self.ready(a, 'atomic', together):
                self.emit(f'atomicAdd(&{a.any(self.u(1))}, {self.u(1)});')
                return
        slot = s[4:] if s and s.startswith('own:') else self.r.choice(a.slots)
        if not self.ready(a, 'own:' + slot, together):
            return self.assign(together)
        guard = ''
        if '?' in slot:      # a scalar: one thread only
            guard, lv = f'if ({slot.strip("?")}) ', a.name
        else:
            lv = a.name + slot
            if self.p(.2): guard = f'if ({self.c(1)}) '
        ops = ['=', '=', '+=', '^='] if a.type != 'float' else ['=']
        if '?' in slot and self.p(.3):
            self.emit(f'{guard}{{')
            self.indent += 1
            for _ in range(self.r.randrange(3)): self.assign(False)
            self.emit(f'{lv} {self.r.choice(ops)} {self.value(a.type)};')
            self.indent -= 1
            self.emit('}')
        else:
            self.emit(f'{guard}{lv} {self.r.choice(ops)} {self.value(a.type)};')

    def call(self, together):
        a = self.r.choice([x for x in self.arrays if '?' not in x.slots[0] and x.slots[0] == '[tid]' and x.type in ('unsigned', 'float')] or [None])
        if a is None: return self.assign(True)
        x = self.r.choice(self.vars['uw' if a.type == 'unsigned' else 'f'])
        k = self.r.randrange(5 if a.type == 'unsigned' else 2)
        if k == 0: self.emit(f'{x} = exchange({a.name}, {self.value(a.type, 1)}, {self.u(1)}, tid, nt);')
        elif k == 1: self.emit(f'{x} = rotate<{self.pick(1, 2, 3)}>({a.name}, {self.value(a.type, 1)}, tid, nt);')
        elif k == 2: self.emit(f'reduceTree({a.name}, tid, nt);')
        elif k == 3: self.emit(f'{x} += scan({a.name}, {self.u(1)}, Ctx{{{a.name}, tid, nt}});')
        elif self.functions and not self.function and (self.canWarp() or not self.warps):
            self.emit(f'{x} ^= {self.r.choice(self.functions)}({a.name}, {self.u(1)}, {self.w(1, True)}, in, out, acc, big, ctl, n, m, fs, {self.m() if self.canWarp() else "0u"}, {self.i(0)[0]});')
        else: self.emit(f'{x} += 1u;')
        self.state = dict(self.state)
        self.state[a.name] = 'mixed'

    def declare(self, together):
        k = self.r.randrange(6)
        if k < 2:
            x = self.new('a'); self.emit(f'unsigned {x} = {self.u(2)};'); self.vars['u'].append(x); self.vars['uw'].append(x)
        elif k == 2:
            x = self.new('g'); self.emit(f'float {x} = {self.f(2)};'); self.vars['f'].append(x)
        elif k == 3:
            x = self.new('q'); self.emit(f'unsigned {x}[8] = {{{self.u(1)}, {self.u(0)}, 3u}};'); self.vars['pa'].append(x)
        elif k == 4:
            x = self.new('b'); self.emit(f'float4 {x} = make_float4({self.f(1)}, 1.0f, {self.f(1)}, fs);'); self.vars['f4'].append(x)
        else:
            x = self.new('r'); self.emit(f'Rec {x} = {{{self.smallTid()}, {self.u(1)}, {self.f(1)}}};'); self.vars['rec'].append(x)

    def voting(self, together):
        x = self.r.choice(self.vars['w'] + self.vars['uw'])
        self.emit(f'{x} {self.pick("=", "+=", "^=")} (unsigned)' + self.pick(f'__syncthreads_count({self.c(1)})', f'(__syncthreads_and({self.c(1)}) != 0)',
                  f'(__syncthreads_or({self.c(1)}) != 0)') + ';')
        self.state = {}

