"""Prints a kernel as the vector MLIR that an SPMD vectoriser would emit, from lanes and pieces.

A kernel's form is generated for W float lanes (one native vector) and P pieces (native
vectors that are jammed together: a warp of P * W lanes, or P neighbouring warps). No
vector is wider than W floats (2 * W 16-bit integers for the byte filter).
"""

from builder import F32, I32, I8, Function


def stencil(W, P, form):
    """Five points in 2D, a thread per cell, `if (x > 0 && x < w - 1 && y > 0 && y < h - 1)`.

    peeled  rows of merged blocks: first and last vector masked, full vectors between
    shifted the same from the first thread that is not guarded: lane 0 is at x = 1
    branch  each group of pieces asks whether it is full
    masked  all vectors masked
    block   as branch, one 32 x 8 block after the other
    inside  one 32 x 8 block after the other, each asked whether the guard holds in all of it
    jam     as peeled, with the pieces along y, so that they share rows
    """
    f = Function("stencil", [("in", F32), ("out", F32), ("w", "index"), ("h", "index"),
                             ("c0", "f32"), ("c1", "f32")], W)
    c0, c1, zero = f.splat("%c0"), f.splat("%c1"), f.number("0.0")
    along, down = (1, P) if form == "jam" else (P, 1)
    width = along * W
    right, bottom = f.sub("%w", 1), f.sub("%h", 1)

    def cells(row, x, rows, masked):
        rows_at = [f.add(row, f.mul("%w", r)) if r else row for r in range(-1, rows + 1)]
        centre, results, masks = {}, {}, {}

        def read(at, p):
            return f.masked_load("%in", at, masks[p], zero) if masked else f.load("%in", at)

        for p in range(along):
            at = f.add(x, p * W)
            if masked:
                above = f.first(f.sub(right, at))
                masks[p] = f.value(f"arith.xori {above}, {f.first(f.sub(1, at))} : {f.bits}")
            for r in range(-1, rows + 1):
                centre[p, r] = read(f.add(rows_at[r + 1], at), p)
            for r in range(rows):
                here = f.add(rows_at[r + 1], at)
                sides = f.float("arith.addf", read(f.add(here, -1), p), read(f.add(here, 1), p))
                ends = f.float("arith.addf", centre[p, r - 1], centre[p, r + 1])
                sum = f.float("arith.addf", ends, sides)
                results[p, r] = here, f.fma(c1, sum, f.float("arith.mulf", c0, centre[p, r]))
        # Stores last: LLVM cannot move the loads of the next piece across them.
        for (p, r), (at, result) in results.items():
            if masked:
                f.masked_store(result, "%out", at, masks[p])
            else:
                f.store(result, "%out", at)

    def either(row, x):
        inside = f.value(f"arith.andi {f.compare('sge', x, 1)}, "
                         f"{f.compare('sle', f.add(x, width), right)} : i1")
        with f.when(inside):
            cells(row, x, 1, False)
            f.otherwise()
            cells(row, x, 1, True)

    def shifted(y):
        row = f.mul(y, "%w")
        last = f.add(f.floor(f.sub(right, 1), width), 1)
        with f.loop(1, last, width) as x:
            cells(row, x.index, 1, False)
        with f.when(f.compare("slt", last, right)):
            cells(row, last, 1, True)

    def peeled(y, rows):
        row = f.mul(y, "%w")
        last = f.floor(right, width)
        cells(row, f.index(0), rows, True)
        with f.loop(width, last, width) as x:
            cells(row, x.index, rows, False)
        with f.when(f.compare("sge", last, width)):
            cells(row, last, rows, True)

    if form == "block":
        blocks_x = f.value(f"arith.ceildivui %w, {f.index(32)} : index")
        blocks_y = f.value(f"arith.ceildivui %h, {f.index(8)} : index")
        with f.loop(0, blocks_y, 1) as by, f.loop(0, blocks_x, 1) as bx, f.loop(0, 8, 1) as ty:
            y = f.add(f.mul(by.index, 8), ty.index)
            inside = f.value(f"arith.andi {f.compare('sge', y, 1)}, "
                             f"{f.compare('slt', y, bottom)} : i1")
            with f.when(inside), f.loop(0, 32, width) as tx:
                either(f.mul(y, "%w"), f.add(f.mul(bx.index, 32), tx.index))
    elif form == "inside":
        blocks_x = f.value(f"arith.ceildivui %w, {f.index(32)} : index")
        blocks_y = f.value(f"arith.ceildivui %h, {f.index(8)} : index")
        with f.loop(0, blocks_y, 1) as by, f.loop(0, blocks_x, 1) as bx:
            y0, x0 = f.mul(by.index, 8), f.mul(bx.index, 32)
            inside = f.value(f"arith.constant true")
            for test in (("sge", y0, 1), ("sle", f.add(y0, 8), bottom),
                         ("sge", x0, 1), ("sle", f.add(x0, 32), right)):
                inside = f.value(f"arith.andi {inside}, {f.compare(*test)} : i1")
            with f.when(inside):
                with f.loop(0, 8, 1) as ty, f.loop(0, 32, width) as tx:
                    cells(f.mul(f.add(y0, ty.index), "%w"), f.add(x0, tx.index), 1, False)
                f.otherwise()
                with f.loop(0, 8, 1) as ty:
                    y = f.add(y0, ty.index)
                    some = f.value(f"arith.andi {f.compare('sge', y, 1)}, "
                                   f"{f.compare('slt', y, bottom)} : i1")
                    with f.when(some), f.loop(0, 32, width) as tx:
                        cells(f.mul(y, "%w"), f.add(x0, tx.index), 1, True)
    elif form == "jam":
        whole = f.add(f.floor(f.sub(bottom, 1), down), 1)
        with f.loop(1, whole, down) as y:
            peeled(y.index, down)
        with f.loop(whole, bottom, 1) as y:
            peeled(y.index, 1)
    else:
        with f.loop(1, bottom, 1) as y:
            if form == "peeled":
                peeled(y.index, 1)
            elif form == "shifted":
                shifted(y.index)
            else:
                row = f.mul(y.index, "%w")
                with f.loop(0, right, width) as x:
                    if form == "branch":
                        either(row, x.index)
                    else:
                        cells(row, x.index, 1, True)
    return f.text()


def nbody(W, P, form):
    """A thread per body, all bodies in its loop: per-lane bodies, uniform partners.

    exact     1 / sqrt(r2)
    estimate  the same with fastmath<arcp, afn, ...>: LLVM takes vrsqrtps and a Newton step
    """
    names = ["px", "py", "pz", "pm", "ax", "ay", "az"]
    f = Function("nbody", [(name, F32) for name in names] + [("n", "index")], W)
    flags = " fastmath<arcp, afn, ninf, nnan>" if form == "estimate" else ""
    zero, one, soft = f.number("0.0"), f.number("1.0"), f.number("0.01")
    with f.loop(0, "%n", P * W) as i:
        at = [f.add(i.index, p * W) for p in range(P)]
        # The tail needs no loop of its own: its mask is outside the thread's loop.
        masks = [f.first(f.sub("%n", a)) for a in at]
        own = [[f.masked_load("%" + name, a, m, zero) for name in ("px", "py", "pz")]
               for a, m in zip(at, masks)]
        with f.loop(0, "%n", 1, [zero] * (3 * P), f.vector) as j:
            other = [f.splat(f.scalar("%" + name, j.index)) for name in names[:4]]
            results = []
            for p in range(P):
                d = [f.float("arith.subf", o, x) for o, x in zip(other, own[p])]
                r2 = soft
                for x in d:
                    r2 = f.fma(x, x, r2)
                root = f.float("math.sqrt", r2, flags=flags)
                inverse = f.float("arith.divf", one, root, flags=flags)
                cube = f.float("arith.mulf", inverse, f.float("arith.mulf", inverse, inverse))
                s = f.float("arith.mulf", other[3], cube)
                results += [f.fma(x, s, a) for x, a in zip(d, j.arguments[3 * p:3 * p + 3])]
            f.give(results, f.vector)
        for p in range(P):
            for k, name in enumerate(names[4:]):
                f.masked_store(j.results[3 * p + k], "%" + name, at[p], masks[p])
    return f.text()


def spmv(W, P, form):
    """A warp of P * W lanes per row of a CSR matrix, its sum by shuffles.

    peeled  full steps, then a masked one that asks of each piece whether it has lanes
    flat    full steps, then a masked one of all pieces
    masked  all steps masked
    avx2    as peeled, with vgatherdps named
    inserts as peeled, with scalar loads; lanes of the tail that are off read what lane 0 reads
    """
    f = Function("spmv", [("start", I32), ("column", I32), ("value", F32), ("x", F32),
                          ("y", F32), ("n", "index")], W)
    zero, everyone, at0 = f.number("0.0"), f.all(), f.index(0)
    none = f.value(f"arith.constant dense<0> : {f.integers}")

    def step(at, sum, mask):
        if mask:
            column = f.masked_load("%column", at, mask, none, I32, f.integers)
            value = f.masked_load("%value", at, mask, zero)
        else:
            column = f.load("%column", at, I32, f.integers)
            value = f.load("%value", at)
        if form == "avx2":
            x = f.gather_avx2("%x", column, mask or everyone, zero)
        elif form == "inserts":
            if mask:
                first = f.shuffle(column, column, [0] * W, f.integers)
                column = f.value(f"arith.select {mask}, {column}, {first} : {f.bits}, {f.integers}")
            x = f.gather_inserts("%x", column)
        else:
            x = f.gather("%x", at0, column, mask or everyone, zero)
        next = f.fma(value, x, sum)
        return f.value(f"arith.select {mask}, {next}, {sum} : {f.bits}, {f.vector}") if mask else next

    with f.loop(0, "%n", 1) as row:
        begin = f.as_index(f.scalar("%start", row.index, I32))
        end = f.as_index(f.scalar("%start", f.add(row.index, 1), I32))
        whole = begin if form == "masked" else f.add(begin, f.floor(f.sub(end, begin), P * W))
        sums = [zero] * P
        if form != "masked":
            with f.loop(begin, whole, P * W, sums, f.vector) as k:
                f.give([step(f.add(k.index, p * W), k.arguments[p], None) for p in range(P)],
                       f.vector)
            sums = k.results
            left = f.sub(end, whole)
            tail = []
            for p in range(P):
                at = f.add(whole, p * W)
                if form == "flat":
                    tail.append(step(at, sums[p], f.first(f.sub(left, p * W))))
                    continue
                with f.when(f.compare("sgt", left, p * W), [f.vector]) as result:
                    f.give([step(at, sums[p], f.first(f.sub(left, p * W)))], f.vector)
                    f.otherwise()
                    f.give([sums[p]], f.vector)
                tail.append(result[0])
            sums = tail
        else:
            with f.loop(begin, end, P * W, sums, f.vector) as k:
                at = [f.add(k.index, p * W) for p in range(P)]
                f.give([step(a, s, f.first(f.sub(end, a))) for a, s in zip(at, k.arguments)],
                       f.vector)
            sums = k.results
        f.put(f"memref.store {f.sum_lanes(f.sum_pieces(sums))}, %y[{row.index}] : {F32}")
    return f.text()


def reduction(W, P, form):
    """Sums of 256 threads with 8 elements each, through shared memory and shuffles.

    tree     shared memory halves down to a warp, which finishes by shuffles
    shuffle  each warp by shuffles (its 32 / W vectors), then the first warp
    """
    f = Function("reduction", [("in", F32), ("out", F32), ("blocks", "index")], W)
    shared, zero = "memref<256xf32>", f.number("0.0")
    memory = f.value(f"memref.alloca() {{alignment = 64 : i64}} : {shared}")
    at0 = f.index(0)

    def own(base, t, pieces):
        with f.loop(0, 8 * 256, 256, [zero] * pieces, f.vector) as k:
            at = f.add(f.add(base, k.index), t)
            f.give([f.float("arith.addf", k.arguments[p], f.load("%in", f.add(at, p * W)))
                    for p in range(pieces)], f.vector)
        return k.results

    def warp(pieces):
        """Lane 0 of the tree over 32 lanes: offsets of a vector or more add whole pieces."""
        while len(pieces) > 1:
            half = len(pieces) // 2
            pieces = [f.float("arith.addf", a, b) for a, b in zip(pieces[:half], pieces[half:])]
        return f.sum_lanes(pieces[0])

    with f.loop(0, "%blocks", 1) as block:
        base = f.mul(block.index, 8 * 256)
        if form == "tree":
            with f.loop(0, 256, P * W) as t:
                for p, sum in enumerate(own(base, t.index, P)):
                    f.store(sum, memory, f.add(t.index, p * W), shared)
            for half in (128, 64):
                with f.loop(0, half, P * W) as t:
                    for p in range(P):
                        at = f.add(t.index, p * W)
                        sum = f.float("arith.addf", f.load(memory, at, shared),
                                      f.load(memory, f.add(at, half), shared))
                        f.store(sum, memory, at, shared)
            pieces = [f.float("arith.addf", f.load(memory, f.index(p), shared),
                              f.load(memory, f.index(p + 32), shared)) for p in range(0, 32, W)]
            result = warp(pieces)
        else:
            per_warp = 32 // W
            jam = max(1, P // per_warp)
            with f.loop(0, 256, 32 * jam) as t:
                sums = own(base, t.index, per_warp * jam)
                number = f.value(f"arith.divui {t.index}, {f.index(32)} : index")
                for w in range(jam):
                    sum = warp(sums[w * per_warp:(w + 1) * per_warp])
                    f.put(f"memref.store {sum}, {memory}[{f.add(number, w)}] : {shared}")
            result = f.sum_lanes(f.load(memory, at0, shared, "vector<8xf32>"), 8)
        f.put(f"memref.store {result}, %out[{block.index}] : {F32}")
    return f.text()


def byte_filter(W, P, form):
    """A 3 x 3 Gauss filter (1 2 1) on bytes, guarded as the stencil.

    narrow  16-bit lanes, twice as many; the tail masked (AVX-512) or scalar (AVX2)
    int     32-bit lanes, as the source computes
    shifted as narrow, from the first thread that is not guarded: no head
    pair    as narrow; two pieces are narrowed to one vector of bytes and stored at once
    """
    f = Function("bytes", [("in", I8), ("out", I8), ("w", "index"), ("h", "index")], W)
    bits = 32 if form == "int" else 16
    lanes = W if form == "int" else 2 * W
    small, wide = f"vector<{lanes}xi8>", f"vector<{lanes}xi{bits}>"
    right, bottom = f.sub("%w", 1), f.sub("%h", 1)
    step = lanes * P

    def weigh(read, at, type, narrow, rounding, shifts):
        def widen(v):
            return f.value(f"arith.extui {v} : {narrow} to {type}")

        def one_two_one(a, b, c):
            twice = f.value(f"arith.shli {b}, {shifts[0]} : {type}")
            return f.float("arith.addi", f.float("arith.addi", a, c, type=type), twice, type=type)

        columns = []
        for dx in (-1, 0, 1):
            rows = [widen(read(f.add(f.add(at, f.mul("%w", dy)) if dy else at, dx)))
                    for dy in (-1, 0, 1)]
            columns.append(one_two_one(*rows))
        sum = f.float("arith.addi", one_two_one(*columns), rounding, type=type)
        return f.value(f"arith.shrui {sum}, {shifts[1]} : {type}")

    def narrow(v, type, to):
        return f.value(f"arith.trunci {v} : {type} to {to}")

    def constants(type, scalar):
        return [f.value(f"arith.constant {n if scalar else f'dense<{n}>'} : {type}") for n in (8, 1, 4)]

    rounding, *shifts = constants(wide, False)
    rounding1, *shifts1 = constants("i32", True)
    zero = f.value(f"arith.constant dense<0> : {small}")
    full = lambda at: f.load("%in", at, I8, small)

    def one(row, x):
        at = f.add(row, x)
        sum = weigh(lambda a: f.scalar("%in", a, I8), at, "i32", "i8", rounding1, shifts1)
        f.put(f"memref.store {narrow(sum, 'i32', 'i8')}, %out[{at}] : {I8}")

    def masked(row, x, lower):
        at, many = f.add(row, x), f"vector<{lanes}xi1>"
        mask = f.first(f.sub(right, x), many)
        if lower:
            mask = f.value(f"arith.xori {mask}, {f.first(f.sub(1, x), many)} : {many}")
        read = lambda a: f.masked_load("%in", a, mask, zero, I8, small, many)
        sum = weigh(read, at, wide, small, rounding, shifts)
        f.masked_store(narrow(sum, wide, small), "%out", at, mask, I8, small, many)

    with f.loop(1, bottom, 1) as y:
        row = f.mul(y.index, "%w")
        # Interior from the first vector that the guard does not cut. The head is short.
        if form == "shifted":
            begin = f.index(1)
        elif W == 16 and form != "int":
            masked(row, f.index(0), True)
            begin = f.index(lanes)
        else:
            with f.loop(1, lanes, 1) as x:
                one(row, x.index)
            begin = f.index(lanes)
        whole = f.add(begin, f.floor(f.sub(right, begin), step))
        with f.loop(begin, whole, step) as x:
            at = [f.add(f.add(row, x.index), p * lanes) for p in range(P)]
            sums = [weigh(full, a, wide, small, rounding, shifts) for a in at]
            if form == "pair" and P > 1:
                # The wider vector of bytes is a native one: 2 * lanes bytes.
                pair = f"vector<{2 * lanes}xi8>"
                for p in range(0, P, 2):
                    a, b = (narrow(s, wide, small) for s in sums[p:p + 2])
                    both = f.shuffle(a, b, range(2 * lanes), small)
                    f.store(both, "%out", at[p], I8, pair)
            else:
                for a, sum in zip(at, sums):
                    f.store(narrow(sum, wide, small), "%out", a, I8, small)
        # What is left is less than `step`: full vectors first, then the last lanes.
        rest = f.add(whole, f.floor(f.sub(right, whole), lanes))
        if P > 1:
            with f.loop(whole, rest, lanes) as x:
                a = f.add(row, x.index)
                f.store(narrow(weigh(full, a, wide, small, rounding, shifts), wide, small),
                        "%out", a, I8, small)
        if W == 16 and form != "int":
            with f.when(f.compare("slt", rest, right)):
                masked(row, rest, False)
        else:
            with f.loop(rest, right, 1) as x:
                one(row, x.index)
    return f.text()


def matvec(W, P, form):
    """A thread per row: `for (k = 0; k < n; ++k) sum += a[row * n + k] * x[k]`.

    gather      lanes over rows, one gather per k
    inserts     the same with scalar loads that are put together
    transposed  16 bytes of each row at a time, 4 x 4 transposed within 128-bit lanes
    line        as transposed, 64 bytes of each row at a time
    square      W x W loaded along rows and transposed by vector.transpose
    along       lanes along the thread's loop, which reassociates the sum
    """
    f = Function("matvec", [("a", F32), ("x", F32), ("y", F32), ("rows", "index"),
                            ("n", "index")], W)
    zero, everyone, last = f.number("0.0"), f.all(), f.sub("%rows", 1)
    if form == "along":
        with f.loop(0, "%rows", 1) as row:
            base = f.mul(row.index, "%n")
            whole = f.floor("%n", P * W)
            with f.loop(0, whole, P * W, [zero] * P, f.vector) as k:
                at = [f.add(k.index, p * W) for p in range(P)]
                f.give([f.fma(f.load("%a", f.add(base, a)), f.load("%x", a), k.arguments[p])
                        for p, a in enumerate(at)], f.vector)
            with f.loop(whole, "%n", W, [f.sum_pieces(k.results)], f.vector) as r:
                mask = f.first(f.sub("%n", r.index))
                f.give([f.fma(f.masked_load("%a", f.add(base, r.index), mask, zero),
                              f.masked_load("%x", r.index, mask, zero), r.arguments[0])], f.vector)
            f.put(f"memref.store {f.sum_lanes(r.results[0])}, %y[{row.index}] : {F32}")
        return f.text()

    pitch = f.value("arith.index_cast %n : index to i32")
    lanes = f.value(f"arith.constant dense<{list(range(W))}> : {f.integers}")
    pitches = f.value(f"vector.broadcast {pitch} : i32 to {f.integers}")
    strides = f.value(f"arith.muli {lanes}, {pitches} : {f.integers}")

    def column(bases, k):
        """One element of each row."""
        parts = [f.scalar("%a", f.add(b, k)) for b in bases]
        return f.value(f"vector.from_elements {', '.join(parts)} : {f.vector}")

    def transpose4(bases, k):
        """Columns k to k + 3: rows r, r + 4, … side by side, so that no shuffle crosses 128 bits."""
        rows = []
        for r in range(4):
            v = zero
            for q in range(W // 4):
                part = f.load("%a", f.add(bases[r + 4 * q], k), F32, "vector<4xf32>")
                v = f.value(f"vector.insert_strided_slice {part}, {v} {{offsets = [{4 * q}], "
                            f"strides = [1]}} : vector<4xf32> into {f.vector}")
            rows.append(v)
        quads = range(0, W, 4)

        def mix(a, b, pattern):
            return f.shuffle(a, b, [q + (i if i < 4 else i - 4 + W) for q in quads for i in pattern])

        low01, high01 = mix(rows[0], rows[1], [0, 4, 1, 5]), mix(rows[0], rows[1], [2, 6, 3, 7])
        low23, high23 = mix(rows[2], rows[3], [0, 4, 1, 5]), mix(rows[2], rows[3], [2, 6, 3, 7])
        return [mix(low01, low23, [0, 1, 4, 5]), mix(low01, low23, [2, 3, 6, 7]),
                mix(high01, high23, [0, 1, 4, 5]), mix(high01, high23, [2, 3, 6, 7])]

    def square(bases, k):
        type = f"vector<{W}x{W}xf32>"
        v = f.value(f"arith.constant dense<0.0> : {type}")
        for r, base in enumerate(bases):
            part = f.load("%a", f.add(base, k))
            v = f.value(f"vector.insert {part}, {v}[{r}] : {f.vector} into {type}")
        t = f.value(f"vector.transpose {v}, [1, 0] : {type} to {type}")
        return [f.value(f"vector.extract {t}[{r}] : {f.vector} from {type}") for r in range(W)]

    step = {"transposed": 4, "line": 16, "square": W}.get(form, 1)
    few = min(step, 4) if form != "square" else step

    def rows_at(at, full):
        """The rows' offsets."""
        if full:
            base = f.mul(at, "%n")
            return [f.add(base, f.mul("%n", i)) for i in range(W)]
        # Threads past the end read the last row: no mask in the loop, and no address outside.
        return [f.mul(f.value(f"arith.minui {f.add(at, i)}, {last} : index"), "%n")
                for i in range(W)]

    def gathered_rows(at):
        """For gathers: offsets of the rows from row `at`, clamped."""
        limit = f.value(f"arith.index_cast {f.sub(last, at)} : index to i32")
        limit = f.value(f"vector.broadcast {limit} : i32 to {f.integers}")
        near = f.value(f"arith.minsi {lanes}, {limit} : {f.integers}")
        return f.value(f"arith.muli {near}, {pitches} : {f.integers}")

    def group(row, pieces, full):
        at = [f.add(row, p * W) for p in range(pieces)]
        if form == "gather":
            offsets = [strides if full else gathered_rows(a) for a in at]
            bases = [f.mul(a, "%n") for a in at]
            columns = lambda p, k: [f.gather("%a", f.add(bases[p], k), offsets[p], everyone, zero)]
        else:
            bases = [rows_at(a, full) for a in at]
            if form == "inserts":
                columns = lambda p, k: [column(bases[p], k)]
            elif form == "square":
                columns = lambda p, k: square(bases[p], k)
            else:
                columns = lambda p, k: transpose4(bases[p], k)
        whole = f.floor("%n", step)
        with f.loop(0, whole, step, [zero] * pieces, f.vector) as k:
            sums = list(k.arguments)
            # Pieces innermost: no more than four columns and one piece's rows are live at once.
            for s in range(0, step, few):
                uniform = [f.splat(f.scalar("%x", f.add(k.index, s + i))) for i in range(few)]
                for p in range(pieces):
                    for c, x in zip(columns(p, f.add(k.index, s)), uniform):
                        sums[p] = f.fma(c, x, sums[p])
            f.give(sums, f.vector)
        sums = k.results
        if step > 1:
            with f.loop(whole, "%n", 1, sums, f.vector) as k:
                x = f.splat(f.scalar("%x", k.index))
                f.give([f.fma(column(bases[p], k.index), x, k.arguments[p])
                        for p in range(pieces)], f.vector)
            sums = k.results
        for a, sum in zip(at, sums):
            if full:
                f.store(sum, "%y", a)
            else:
                f.masked_store(sum, "%y", a, f.first(f.sub("%rows", a)))

    whole_rows = f.floor("%rows", P * W)
    with f.loop(0, whole_rows, P * W) as row:
        group(row.index, P, True)
    with f.loop(whole_rows, "%rows", W) as row:
        group(row.index, 1, False)
    return f.text()


# The first form of each kernel is the one that the short table compares.
KERNELS = {
    "stencil": (stencil, ["shifted", "peeled", "jam", "branch", "block", "inside", "masked"]),
    "nbody": (nbody, ["exact", "estimate"]),
    "spmv": (spmv, ["inserts", "peeled", "avx2", "flat", "masked"]),
    "reduction": (reduction, ["tree", "shuffle"]),
    "bytes": (byte_filter, ["shifted", "narrow", "pair", "int"]),
    "matvec": (matvec, ["transposed", "line", "square", "gather", "inserts", "along"]),
}

if __name__ == "__main__":
    import sys
    kernel, form, lanes, pieces = sys.argv[1:5]
    print(KERNELS[kernel][0](int(lanes), int(pieces), form), end="")
