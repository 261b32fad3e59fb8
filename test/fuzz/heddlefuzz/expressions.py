"""Values and conditions. Unsigned arithmetic wraps; signed arithmetic stays in a range that is tracked."""


class Expressions:
    """Methods of Kernel."""

    def lit(self):
        return self.pick('0u', '1u', '2u', '3u', '5u', '7u', '31u', '255u', '65537u', '0x80000000u', '0xffffffffu', f'{self.r.randrange(1 << 32)}u')

    def sharedRead(self, type):
        """An element of a shared array of that type, or None."""
        if not self.arrays: return None
        a = self.r.choice(self.arrays)
        if {'unsigned char': 'unsigned', 'unsigned short': 'unsigned'}.get(a.type, a.type) != type:
            return None
        cast = '(unsigned)' if a.type != type else ''     # or it would be promoted to int
        s = self.state.get(a.name)
        if s is not None and s.startswith('own:'):
            slot = s[4:]
            return None if '?' in slot else f'{cast}{a.name}{slot}'
        if s in (None, 'any') and a.any:
            self.use(a, 'any')
            return cast + (self.r.choice(a.near) if a.near and self.p(.6) else a.any(self.u(1)))
        return None

    def u(self, d=3):
        if self.small: d = min(d, 2)
        if d <= 0 or self.p(.15):
            k = self.r.randrange(16)
            if k == 15 and 'index-widths' in self.features: return self.castRead(d - 1)
            if k < 4: return self.r.choice(self.vars['u'])
            if k == 4: return self.lit()
            if k == 5: return self.pick('tid', 'tx', 'ty', 'tz', 'bid', 'nt', 'lane', 'wid')
            if k == 6: return f'in[({self.u(d - 1)}) & 255u]' if d > 0 else 'in[tid]'
            if k == 7 and self.vars['pa']: return f'{self.r.choice(self.vars["pa"])}[({self.u(d - 1)}) & 7u]'
            if k == 8: return f'(unsigned)({self.i(d - 1)[0]})'
            if k == 9: return self.w(0)
            if k == 10: return f'(unsigned)({self.r.choice(self.vars["l"])} >> {self.pick(0, 5, 17, 32)})'
            if k == 11 and self.vars['ptr']: return f'{self.r.choice(self.vars["ptr"])}[({self.u(d - 1)}) & 63u]'
            if k == 12 and self.vars['rec']: return f'{self.r.choice(self.vars["rec"])}.b'
            if k == 13: return self.sharedRead('unsigned') or 'tid'
            if k == 14:
                e, lo, hi = self.i(d - 1)
                if -1000 <= lo and hi <= 1000: return f'mid[{e}]'
            return self.r.choice(self.vars['u'])
        a = lambda: self.u(d - 1)
        k = self.r.randrange(26)
        if k < 6: return f'({a()} {self.pick("+", "-", "*", "^", "&", "|")} {a()})'
        if k == 6: return f'({a()} << ({a()} & 31u))'
        if k == 7: return f'({a()} >> ({a()} & 31u))'
        if k == 8: return f'({a()} / ({a()} | 1u))'
        if k == 9: return f'({a()} % (({a()} & 15u) + 1u))'
        if k == 10: return f'({self.c(d - 1)} ? {a()} : {a()})'
        if k == 11: return f'(unsigned)((int)({a()}) >> {self.r.randrange(32)})'
        if k == 12: return f'(unsigned)((int)({a()}) / {self.pick(3, 7, -5, 1000)})'
        if k == 13: return f'(unsigned)((int)({a()}) % {self.pick(3, 7, 10, 16)})'
        if k == 14: return f'(unsigned){self.pick("(unsigned char)", "(signed char)", "(short)", "(unsigned short)")}({a()})'
        if k == 15: return f'(unsigned)({self.c(d - 1)})'
        if k == 16: return f'mix({a()}, {a()})'
        if k == 17: return f'(unsigned)(int)({self.f(d - 1)})'
        if k == 18: return f'{self.pick("min", "max")}({a()}, {a()})'
        if k == 19: return f'(unsigned)({self.l(d - 1)} >> {self.pick(0, 3, 32, 40)})'
        if k == 20: return self.pick(f'(unsigned)__popc({a()})', f'(unsigned)__clz((int)({a()}))', f'__brev({a()})', f'__umulhi({a()}, {a()})', f'digits({a()})')
        if k == 21: return f'bits({self.f(d - 1)})'
        if k == 22: return f'(unsigned)({self.i(d)[0]})'
        # By what all threads have.
        if k == 23: return f'({a()} {self.pick("/", "%")} ({self.w(1)} | {self.pick("1u", "1u", "0x80000001u")}))'
        if k == 24: return f'(unsigned)((int)({a()}) {self.pick("/", "%")} {self.pick("n", "m", "(-n)", "(m * 1000)", "(m - 77)", "(n << 28)")})'
        return f'({a()} + {a()})'

    def i(self, d=2):
        """A signed expression and its range; never overflows."""
        if d <= 0 or self.p(.2):
            c = [(x, -1000, 1000) for x in self.vars['i']] + list(self.vars['count'])
            c += [('(int)tid', 0, self.maxt - 1), ('n', 5, 5), ('m', 3, 3), ('(int)tx', 0, self.maxt - 1)] + [(str(k), k, k) for k in (1, 2, 13, -4)]
            if self.vars['rec']: c.append((f'{self.r.choice(self.vars["rec"])}.a', -1000, 1000))
            if self.vars['i2']: c.append((f'{self.r.choice(self.vars["i2"])}.{self.pick("x", "y")}', -1000, 1000))
            return self.r.choice(c)
        k = self.r.randrange(7)
        if k == 0: return f'((int)({self.u(d - 1)} & 1023u) - 512)', -512, 511
        a, lo, hi = self.i(d - 1)
        if k == 1:
            f = self.pick(2, 3, -1, -7, 16)
            return f'(({a}) * {f})' if f > 0 else f'(({a}) * ({f}))', min(lo * f, hi * f), max(lo * f, hi * f)
        if k == 2: return f'(({a}) % {10})', -9, 9
        if k == 3: return f'(({a}) / 3)', -max(abs(lo), abs(hi)), max(abs(lo), abs(hi))
        b, lo2, hi2 = self.i(d - 1)
        if k == 4: return f'({self.c(d - 1)} ? {a} : {b})', min(lo, lo2), max(hi, hi2)
        if k == 5: return f'(({a}) + ({b}))', lo + lo2, hi + hi2
        return f'(({a}) - ({b}))', lo - hi2, hi - lo2

    def l(self, d=2):
        if d <= 0: return self.r.choice(self.vars['l'])
        k = self.r.randrange(7)
        if k == 0: return f'((u64)({self.u(d - 1)}) * {self.u(d - 1)})'
        if k == 1: return f'({self.l(d - 1)} {self.pick("+", "-", "*", "^")} {self.l(d - 1)})'
        if k == 2: return f'({self.l(d - 1)} << ({self.u(d - 1)} & 63u))'
        if k == 3: return f'({self.l(d - 1)} >> ({self.u(d - 1)} & 63u))'
        if k == 4: return f'(u64)(long long)({self.i(d - 1)[0]})'
        if k == 5: return self.sharedRead('u64') or self.l(0)
        return f'({self.c(d - 1)} ? {self.l(d - 1)} : {self.l(d - 1)})'

    def f(self, d=2):
        if d <= 0 or self.p(.15):
            k = self.r.randrange(6)
            if k == 0: return self.pick('0.5f', '1.0f', '-3.25f', '100.0f', 'fs')
            if k == 1 and self.vars['f4']: return f'{self.r.choice(self.vars["f4"])}.{self.pick("x", "y", "z", "w")}'
            if k == 2 and self.vars['rec']: return f'{self.r.choice(self.vars["rec"])}.c'
            if k == 3: return self.sharedRead('float') or 'fs'
            return self.r.choice(self.vars['f'])
        a = lambda: self.f(d - 1)
        k = self.r.randrange(8)
        if k == 0: return f'({a()} * 0.5f + {a()} * 0.25f)'
        if k == 1: return f'(({a()} - {a()}) * 0.5f)'
        if k == 2: return f'(float)(int)({self.u(d - 1)} & 0xffffu)'
        if k == 3: return f'(float)({self.u(d - 1)} >> 12)'
        if k == 4: return f'({a()} / (1.0f + (float)({self.u(d - 1)} & 7u)))'
        if k == 5: return f'({self.c(d - 1)} ? {a()} : {a()})'
        if k == 6: return f'(float)((double){a()} * 0.3)'
        return f'(0.0f - {a()})'

    def laneCondition(self):
        """A condition on the thread's index: a part of a warp, of a row, of a block."""
        k = self.r.randrange(9)
        if k == 0: return f'(lane {self.pick("<", ">=")} {self.pick(16, 16, 8, 24, 1, 31)}u)'
        if k == 1: return f'((lane & {self.pick(16, 16, 8, 1)}u) {self.pick("==", "!=")} 0u)'
        if k == 2: return f'(lane {self.pick("==", "!=", ">")} {self.pick(0, 5, 15, 31)}u)'
        if k == 3: return f'(wid {self.pick("==", "!=", ">=")} {self.pick(0, 1, 2)}u)'
        if k == 4: return f'(tid {self.pick("<", ">=", "<=")} {self.pick("nt / 2u", "nt - 1u", "nt - 5u", "(unsigned)n", "16u", "33u")})'
        if k == 5: return f'({self.pick("tx", "ty", "tz")} {self.pick("<", ">=", "==")} {self.pick(1, 2, 4)}u)'
        if k == 6: return f'((int){self.pick("tx", "lane", "tid")} - {self.pick(3, 16, 20)} {self.pick("<", ">=", ">")} {self.pick("0", "m", "i0")})'
        if k == 7: return f'((unsigned)((int){self.pick("tx", "lane", "tid")} - {self.pick(1, 4, 16)}) < {self.pick("(unsigned)n", "8u", "2u")})'
        return f'((tid + {self.pick(1, 2, 3)}u) % {self.pick(3, 5, 7, 32)}u {self.pick("==", "<")} {self.pick(1, 2)}u)'

    def c(self, d=2):
        """A condition that may differ from thread to thread."""
        if self.p(.5 if 'lane-guards' in self.features else .08): return self.laneCondition()
        k = self.r.randrange(14)
        if k == 13: return f'(({self.pick("u64", "long long")}){self.pick("gid", "tid", "tx + 7u")} {self.pick("<", ">=", "<=")} {self.pick("(u64)n * 9u", self.l(0), f"({self.l(0)} >> 58)", "(long long)i0", "(long long)m - 5")})'
        if d > 0 and k < 2: return f'({self.c(d - 1)} {self.pick("&&", "||")} {self.c(d - 1)})'
        if d > 0 and k == 2: return f'!{self.c(d - 1)}'
        if k == 3: return f'(tx == {self.pick(0, 0, 1, 5)}u)'
        if k == 4: return f'(ty == 0u && {self.u(d - 1)} > 1u)'
        if k == 5: return f'(tid {self.pick("<", ">", "==", "!=", ">=")} {self.pick(0, 1, 3, 8, 20)}u)'
        if k == 6: return f'((({self.u(d - 1)}) & {self.pick(1, 3, 4)}u) != 0u)'
        if k == 7: return f'({self.i(d - 1)[0]} {self.pick("<", ">=", "==")} {self.i(d - 1)[0]})'
        if k == 8: return f'({self.f(d - 1)} {self.pick("<", ">=", "==", "!=")} {self.f(d - 1)})'
        if k == 9: return f'({self.l(d - 1)} {self.pick("<", ">")} {self.l(d - 1)})'
        if k == 10: return self.wc(0)
        return f'({self.u(d - 1)} {self.pick("<", ">", "==", "!=", "<=")} {self.u(d - 1)})'

    def w(self, d=2, together=False):
        """A value that is the same for all threads (unsigned)."""
        if d <= 0 or self.p(.2):
            c = ['(unsigned)n', '(unsigned)m', 'bid', 'nt', 'blockDim.x', '3u', '1u', '6u'] + self.vars['w'] * 3
            c += [f'(unsigned){x}' for x in self.vars['wcount']] * 2
            c.append(f'(unsigned)ctl[{8 * self.r.randrange(8)}u + (tid & 7u)]')
            if together: c.append(f'in[({self.w(0)}) & 255u]')
            return self.r.choice(c)
        if together and self.p(.2) and self.arrays:
            a = self.r.choice(self.arrays)
            if a.type == 'unsigned' and a.any and self.may(a, 'any'):
                self.use(a, 'any')
                return a.any(self.w(d - 1))
        k = self.r.randrange(4)
        x, y = self.w(d - 1, together), self.w(d - 1, together)
        return [f'({x} + {y})', f'({x} ^ {y})', f'({x} * {y})', f'({x} >> ({y} & 7u))'][k]

    def wc(self, d=2, together=False):
        k = self.r.randrange(6)
        if d > 0 and k == 0: return f'({self.wc(d - 1, together)} {self.pick("&&", "||")} {self.wc(d - 1, together)})'
        x = self.w(d - 1, together)
        if k < 3: return f'((({x}) & {self.pick(1, 2, 3)}u) {self.pick("==", "!=")} {self.pick(0, 1)}u)'
        if k == 3: return f'(({x}) % {self.pick(3, 5)}u {self.pick("<", ">", "!=")} {self.pick(1, 2)}u)'
        return f'({x} {self.pick("<", ">", "!=")} {self.w(d - 1, together)})'

