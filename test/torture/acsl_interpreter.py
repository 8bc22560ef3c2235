"""A plain interpreter of ACSL programs, written from docs/acsl.md and not from Kerf's sources.

Each line of standard input is a JSON object {"text": program, "set": {name: value}}; the answer is a line
{"names": [...], "rows": [[time, ...], ...]} with a row for each communication point and for the end, or {"error": why}.

Integration is the classic method of Runge and Kutta with small fixed steps. Each relation and each branch of a function
that is evaluated is noted; a step in which a note changes is halved until it is too short to matter, so that nothing is
stepped over and no formula for the location of events is needed.
"""
import bisect
import json
import math
import re
import sys

STEPS_PER_INTERVAL = 16
SHORTEST = 1e-10

TOKEN = re.compile(r"""\s*(?:
    (?P<num>(?:\d+\.(?![A-Za-z]+\.)\d*|\.\d+|\d+)(?:[EeDd][+-]?\d+)?)|
    (?P<dot>\.[A-Za-z]+\.)|
    (?P<name>[A-Za-z_]\w*)|
    (?P<op>\*\*|<=|>=|==|/=|[-+*/()=,:<>])
)""", re.X)
RELATIONS = {".LT.": "<", ".LE.": "<=", ".GT.": ">", ".GE.": ">=", ".EQ.": "==", ".NE.": "/="}


def tokens_of(text):
    out, at = [], 0
    text = text.rstrip()
    while at < len(text):
        m = TOKEN.match(text, at)
        if not m:
            raise ValueError("unexpected text: " + text[at:])
        at = m.end()
        kind = m.lastgroup
        value = m.group(kind)
        if kind == "dot":
            value = value.upper()
            kind, value = ("op", RELATIONS[value]) if value in RELATIONS else ("dot", value)
        if kind == "name":
            value = value.lower()
        out.append((kind, value))
    return out


class Parser:
    """Expressions as Python functions of the machine."""

    def __init__(self, tokens, machine):
        self.t, self.k, self.m, self.reads = tokens, 0, machine, set()

    def peek(self):
        return self.t[self.k] if self.k < len(self.t) else ("end", "")

    def take(self, value=None):
        token = self.peek()
        if value is not None and token[1] != value:
            raise ValueError("expected %s before %s" % (value, self.t[self.k:]))
        self.k += 1
        return token

    def accept(self, *values):
        if self.peek()[1] in values and self.peek()[0] != "name":
            return self.take()[1]
        return None

    def expression(self):
        left = self.conjunction()
        while self.accept(".OR."):
            left = self.both(left, self.conjunction(), lambda a, b: bool(a) or bool(b))
        return left

    def conjunction(self):
        left = self.negation()
        while self.accept(".AND."):
            left = self.both(left, self.negation(), lambda a, b: bool(a) and bool(b))
        return left

    def negation(self):
        if self.accept(".NOT."):
            inner = self.negation()
            return lambda: not inner()
        return self.relation()

    def relation(self):
        left = self.sum()
        op = self.accept("<", "<=", ">", ">=", "==", "/=")
        if not op:
            return left
        right = self.sum()
        compare = {"<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b,
                   ">=": lambda a, b: a >= b, "==": lambda a, b: a == b, "/=": lambda a, b: a != b}[op]
        note = self.m.note
        return lambda: note(compare(left(), right()))

    def both(self, a, b, f):
        return lambda: f(a(), b())

    def sum(self):
        sign = self.accept("+", "-")
        left = self.product()
        if sign == "-":
            first = left
            left = lambda: -first()
        while True:
            op = self.accept("+", "-")
            if not op:
                return left
            right = self.product()
            left = self.both(left, right, (lambda a, b: a + b) if op == "+" else (lambda a, b: a - b))

    def product(self):
        left = self.power()
        while True:
            op = self.accept("*", "/")
            if not op:
                return left
            right = self.power()
            left = self.both(left, right, (lambda a, b: a * b) if op == "*" else divide)

    def power(self):
        base = self.primary()
        if self.accept("**"):
            exponent = self.power()
            return self.both(base, exponent, lambda a, b: a ** b)
        return base

    def arguments(self):
        found = []
        self.take("(")
        while not self.accept(")"):
            found.append(self.expression())
            self.accept(",")
        return found

    def delay(self):
        # What is delayed is read from the past, so that it need not be known now.
        self.take("(")
        read_now = set(self.reads)
        signal = self.expression()
        self.reads = read_now
        self.take(",")
        early = self.expression()
        self.take(",")
        delay = self.expression()
        while not self.accept(")"):
            self.take()
        past = Past(signal)
        self.m.pasts.append(past)
        v, note = self.m.v, self.m.note

        def value():
            at = v["t"] - delay()
            if note(at < 0):
                return early()
            note(past.part(at))
            return past.value(at)
        return value

    def primary(self):
        kind, value = self.take()
        if kind == "num":
            if re.fullmatch(r"\d+", value):
                number = int(value)
            else:
                number = float(value.lower().replace("d", "e"))
            return lambda: number
        if value == "(":
            inner = self.expression()
            self.take(")")
            return inner
        if value in (".TRUE.", ".FALSE."):
            return lambda: value == ".TRUE."
        if kind != "name":
            raise ValueError("unexpected " + value)
        if self.peek()[1] != "(":
            self.reads.add(value)
            v = self.m.v
            return lambda: v[value]
        if value == "delay":
            return self.delay()
        arguments = self.arguments()
        if value in self.m.arrays:
            self.reads.add(value)
            v = self.m.v
            index = arguments[0]
            return lambda: v[value][int(index()) - 1]
        if value in self.m.tables:
            table = self.m.tables[value]
            return lambda: table(*[a() for a in arguments])
        function = getattr(self.m, "f_" + value, None)
        if function is None:
            raise ValueError("no function " + value)
        if value in ("step", "ramp", "pulse", "harm"):
            self.reads.add("t")
        return lambda: function(*[a() for a in arguments])


def divide(a, b):
    if isinstance(a, int) and isinstance(b, int):
        q = abs(a) // abs(b)
        return q if (a >= 0) == (b >= 0) else -q
    return a / b


class Past:
    """What a signal was: a parabola through three values of each step, and parts between which it may jump."""

    def __init__(self, signal):
        self.signal, self.begins, self.steps, self.parts = signal, [], [], []

    def add(self, t, h, values, part):
        self.begins.append(t)
        self.steps.append((t, h, values))
        self.parts.append(part)

    def find(self, t):
        return max(bisect.bisect_right(self.begins, t) - 1, 0)

    def part(self, t):
        return self.parts[self.find(t)] if self.parts else 0

    def value(self, t):
        t0, h, (a, b, c) = self.steps[self.find(t)]
        s = (t - t0) / h
        return a + s * (4 * b - 3 * a - c) + 2 * s * s * (a - 2 * b + c)


class Machine:
    def __init__(self, text, given):
        self.v, self.trace, self.arrays, self.tables, self.integers = {"t": 0.0}, [], {}, {}, set()
        self.constants, self.given = {}, given
        self.cint = 0.1
        self.initial, self.dynamic, self.derivative, self.discrete, self.terminal = [], [], [], {}, []
        self.termt, self.pasts, self.part = [], [], 0
        self.parse(text)

    # Notes of what is discontinuous.
    def note(self, value):
        self.trace.append(value)
        return value

    def f_rsw(self, c, a, b): return a if c else b
    def f_isw(self, c, a, b): return a if c else b
    def f_sin(self, x): return math.sin(x)
    def f_cos(self, x): return math.cos(x)
    def f_exp(self, x): return math.exp(x)
    def f_sqrt(self, x): return math.sqrt(x)
    def f_atan(self, x): return math.atan(x)
    def f_tanh(self, x): return math.tanh(x)
    def f_float(self, x): return float(x)
    def f_int(self, x): return self.note(int(x))
    def f_mod(self, a, b): return int(math.fmod(a, b))
    def f_abs(self, x): return x if self.note(x >= 0) else -x
    def f_amax1(self, *a): return a[self.note(max(range(len(a)), key=lambda k: a[k]))]
    def f_amin1(self, *a): return a[self.note(min(range(len(a)), key=lambda k: a[k]))]
    def f_max(self, *a): return self.f_amax1(*a)
    def f_min(self, *a): return self.f_amin1(*a)
    def f_sign(self, a, b): return abs(a) if self.note(b >= 0) else -abs(a)
    def f_dim(self, a, b): return a - b if self.note(a > b) else 0.0
    def f_step(self, z): return 1.0 if self.note(self.v["t"] >= z) else 0.0
    def f_ramp(self, z): return self.v["t"] - z if self.note(self.v["t"] >= z) else 0.0
    def f_harm(self, z, w, p): return math.sin(w * (self.v["t"] - z) + p) if self.note(self.v["t"] >= z) else 0.0

    def f_pulse(self, z, period, width):
        if not self.note(self.v["t"] >= z):
            return 0.0
        return 1.0 if self.note(math.fmod(self.v["t"] - z, period) < width) else 0.0

    def f_bound(self, low, high, x): return low if self.note(x < low) else high if self.note(x > high) else x

    def f_dead(self, low, high, x):
        return x - low if self.note(x < low) else x - high if self.note(x > high) else 0.0

    def f_fcnsw(self, p, a, b, c): return a if self.note(p < 0) else c if self.note(p > 0) else b
    def f_qntzr(self, p, x): return p * self.note(math.floor(x / p + 0.5))

    def line(self, xs, ys, x):
        k = 0
        while k < len(xs) - 2 and x >= xs[k + 1]:
            k += 1
        self.note(k)
        return ys[k] + (ys[k + 1] - ys[k]) * (x - xs[k]) / (xs[k + 1] - xs[k])

    def table(self, sizes, numbers):
        if len(sizes) == 1:
            xs, ys = numbers[:sizes[0]], numbers[sizes[0]:]
            return lambda x: self.line(xs, ys, x)
        n, m = sizes
        xs, ys, z = numbers[:n], numbers[n:n + m], numbers[n + m:]
        return lambda x, y: self.line(ys, [self.line(xs, z[j * n:(j + 1) * n], x) for j in range(m)], y)

    # The text as statements.
    def parse(self, text):
        text = re.sub(r"\.\.\.[ \t]*\n", " ", text)
        statements = []
        for raw in text.split("\n"):
            raw = re.sub(r'"[^"]*"', " ", raw).split("!")[0]
            statements += [s.strip() for s in raw.split("$") if s.strip()]
        # Declarations may stand anywhere.
        rest = [s for s in statements if not self.declare(s)]
        body = {"initial": self.initial, "dynamic": self.dynamic, "derivative": self.derivative, "terminal": self.terminal}
        stack, k = [], 0
        while k < len(rest):
            word = re.match(r"[A-Za-z]\w*|\d+", rest[k]).group().lower()
            if word == "program":
                stack.append("program")
            elif word in body:
                stack.append(word)
            elif word == "discrete":
                name = rest[k].split()[1].lower()
                self.discrete[name] = {"interval": None, "body": [], "next": None}
                stack.append(("discrete", name))
            elif word == "interval":
                name, value = [p.strip() for p in rest[k].split(None, 1)[1].split("=")]
                self.discrete[stack[-1][1]]["interval"] = float(value)
                self.v[name.lower()] = float(value)
            elif word == "procedural":
                end = k + 1
                while rest[end].split()[0].lower() != "end":
                    end += 1
                self.derivative.append(rest[k + 1:end])
                k = end
            elif word == "nosort":
                # A block that ends where the section does, if not before.
                end = k + 1
                while not re.match(r"(SORT|END)$", rest[end], re.I):
                    end += 1
                self.derivative.append(rest[k + 1:end])
                k = end - (rest[end].lower() == "end")
            elif word == "end":
                stack.pop()
            elif isinstance(stack[-1], tuple):
                self.discrete[stack[-1][1]]["body"].append(rest[k])
            else:
                body[stack[-1]].append(rest[k])
            k += 1

    def declare(self, s):
        word, _, rest = s.partition(" ")
        word = word.upper()
        if word == "CINTERVAL":
            self.cint = float(rest.split("=")[1])
        elif word == "CONSTANT":
            for name, value in re.findall(r"(\w+)\s*=\s*(-?[\d.]+(?:[Ee][+-]?\d+)?)", rest):
                self.constants[name.lower()] = float(value)
        elif word == "INTEGER":
            self.integers |= {n.strip().lower() for n in rest.split(",")}
        elif word == "LOGICAL":
            self.integers |= set()
        elif word == "ARRAY":
            for name, n in re.findall(r"(\w+)\((\d+)\)", rest):
                self.arrays[name.lower()] = int(n)
        elif word == "TABLE":
            head, numbers, _ = rest.split("/")
            parts = [p.strip() for p in head.split(",")]
            sizes = [int(p) for p in parts[2:] if p]
            self.tables[parts[0].lower()] = self.table(sizes, [float(n) for n in numbers.split(",")])
        else:
            return False
        return True

    # Statements in order as instructions: (kind, ...).
    def compile(self, lines):
        code, labels, fixes, stack, reads, writes, loops = [], {}, [], [], set(), set(), []

        def expression(text):
            p = Parser(tokens_of(text), self)
            value = p.expression()
            if p.peek()[0] != "end":
                raise ValueError("unexpected end of " + text)
            reads.update(p.reads)
            return value

        def condition(text):
            depth = 0
            for at, c in enumerate(text):
                depth += (c == "(") - (c == ")")
                if depth == 0 and c == ")":
                    return text[text.index("(") + 1:at], text[at + 1:].strip()
            raise ValueError(text)

        def simple(s):
            upper = s.upper()
            if upper.startswith("GO TO"):
                fixes.append((len(code), s[5:].strip().lower()))
                code.append(["jump", None])
            elif upper.startswith("SCHEDULE"):
                m = re.match(r"SCHEDULE\s+(\w+)\s+\.(\w\w)\.\s+(.*)", s, re.I)
                code.append(["at", m.group(1).lower(), expression(m.group(3))])
            elif upper.startswith("TERMT"):
                code.append(["end", expression(condition(s)[0])])
            elif upper == "CONTINUE":
                code.append(["nothing"])
            else:
                left, right = s.split("=", 1)
                target = tokens_of(left)
                integral = re.match(r"INTEG\s*\((.*)\)$", right.strip(), re.I)
                if integral:
                    # Integrated is what the expression is here, whatever its variables become further down.
                    p = Parser(tokens_of("(" + integral.group(1) + ")"), self)
                    a = p.arguments()
                    reads.update(p.reads)
                    state, v = target[0][1], self.v
                    self.states.append((state, lambda: v[state + "__r"], a[1]))
                    code.append(["set", state + "__r", None, a[0], False])
                    return
                index = expression(left[left.index("(") + 1:left.rindex(")")]) if len(target) > 1 else None
                name = target[0][1]
                writes.add(name)
                code.append(["set", name, index, expression(right), name in self.integers])

        for s in lines:
            label = re.match(r"(\w+)\s*:\s*|(\d+)\s+", s)
            name = None
            if label:
                name = (label.group(1) or label.group(2)).lower()
                labels[name] = len(code)
                s = s[label.end():]
            upper = s.upper()
            if re.match(r"IF\s*\(", upper):
                text, then = condition(s)
                code.append(["unless", expression(text), None])
                if then.upper() == "THEN":
                    stack.append(([len(code) - 1], []))
                else:
                    at = len(code) - 1
                    simple(then)
                    code[at][2] = len(code)
            elif upper.startswith("ELSE"):
                open_, ends = stack[-1]
                ends.append(len(code))
                code.append(["jump", None])
                code[open_.pop()][2] = len(code)
                if "IF" in upper:
                    code.append(["unless", expression(condition(s[4:])[0]), None])
                    open_.append(len(code) - 1)
            elif re.match(r"END\s*IF", upper):
                open_, ends = stack.pop()
                for at in open_:
                    code[at][2] = len(code)
                for at in ends:
                    code[at][1] = len(code)
            elif upper.startswith("DO "):
                m = re.match(r"DO\s+(\d+)\s+(\w+)\s*=\s*([^,]*),(.*)", s, re.I)
                var = m.group(2).lower()
                writes.add(var)
                code.append(["set", var, None, expression(m.group(3)), True])
                last = expression(m.group(4))
                test = len(code)
                v = self.v
                code.append(["unless", lambda var=var, last=last: v[var] <= last(), None])
                loops.append((m.group(1), var, test))
            else:
                simple(s)
            while name and loops and loops[-1][0] == name:
                _, var, test = loops.pop()
                v = self.v
                code.append(["set", var, None, lambda var=var: v[var] + 1, True])
                code.append(["jump", test])
                code[test][2] = len(code)
        for at, label in fixes:
            code[at][1] = labels[label]
        return {"code": code, "reads": reads, "writes": writes}

    def execute(self, code):
        at, v, count = 0, self.v, 0
        while at < len(code):
            step = code[at]
            kind = step[0]
            at += 1
            count += 1
            if count > 100000:
                raise ValueError("endless loop")
            if kind == "set":
                value = step[3]()
                value = int(value) if step[4] else float(value)
                if step[2] is None:
                    v[step[1]] = value
                else:
                    v[step[1]][int(step[2]()) - 1] = value
            elif kind == "unless":
                if not step[1]():
                    at = step[2]
            elif kind == "jump":
                at = step[1]
            elif kind == "at":
                self.discrete[step[1]]["next"] = step[2]()
            elif kind == "end" and step[1]():
                self.is_over = True

    # DERIVATIVE: states, and the other statements in an order in which they can be computed.
    def prepare(self):
        self.states, self.blocks, self.crossings, self.ends = [], [], [], []
        for s in self.derivative:
            if isinstance(s, list):
                block = self.compile(s)
                block["reads"] -= block["writes"]
                self.blocks.append(block)
                continue
            upper = s.upper()
            if upper.startswith("SCHEDULE"):
                m = re.match(r"SCHEDULE\s+(\w+)\s+\.(\w\w)\.\s+(.*)", s, re.I)
                p = Parser(tokens_of(m.group(3)), self)
                self.crossings.append((m.group(1).lower(), m.group(2).upper(), p.expression()))
                continue
            if upper.startswith("TERMT"):
                self.ends.append(Parser(tokens_of(s[5:]), self).expression())
                continue
            left, right = [p.strip() for p in s.split("=", 1)]
            m = re.match(r"(INTEG|LIMINT|REALPL|LEDLAG|CMPXPL)\s*\((.*)\)$", right, re.I)
            if not m:
                self.blocks.append(self.compile([s]))
                continue
            self.operator(left.lower(), m.group(1).lower(), "(" + m.group(2) + ")")
        done = {"t"} | set(self.v) | {name for name, _, _ in self.states}
        ordered, waiting = [], self.blocks
        while waiting:
            ready = [b for b in waiting if b["reads"] - b["writes"] <= done]
            if not ready:
                raise ValueError("loop or unknown name among " + ", ".join(sorted(set().union(*[b["reads"] for b in waiting]) - done)))
            ordered += ready
            for b in ready:
                done |= b["writes"]
            waiting = [b for b in waiting if b not in ready]
        self.blocks = ordered

    def operator(self, name, which, arguments):
        p = Parser(tokens_of(arguments), self)
        a = p.arguments()
        v, note = self.v, self.note
        if which == "integ":
            self.states.append((name, a[0], a[1]))
        elif which == "limint":
            def rate():
                d, x, low, high = a[0](), v[name], a[2](), a[3]()
                if note(x >= high) and note(d > 0) or note(x <= low) and note(d < 0):
                    return 0.0
                return d
            self.states.append((name, rate, a[1]))
        elif which == "realpl":
            self.states.append((name, lambda: (a[1]() - v[name]) / a[0](), a[2]))
        elif which == "cmpxpl":
            rate_name = name + "__d"
            self.states.append((rate_name, lambda: (a[2]() - a[1]() * v[rate_name] - v[name]) / a[0](), a[3]))
            self.states.append((name, lambda: v[rate_name], a[4]))
        else:
            inner = name + "__w"
            self.states.append((inner, lambda: (a[2]() - v[name]) / a[1](), lambda: a[3]() - a[0]() / a[1]() * a[2]()))
            self.blocks.append({"code": [["set", name, None, lambda: v[inner] + a[0]() / a[1]() * a[2](), False]],
                                "reads": set(p.reads), "writes": {name}})

    def evaluate(self):
        self.trace.clear()
        for block in self.blocks:
            self.execute(block["code"])
        rates = [rate() for _, rate, _ in self.states]
        for _, _, e in self.crossings:
            value = e()
            self.trace.append((value > 0, value < 0))
        for e in self.ends:
            e()
        self.signals = [past.signal() for past in self.pasts]
        return rates, list(self.trace)

    def step(self, h):
        v, names = self.v, [name for name, _, _ in self.states]
        t0, x0 = v["t"], [v[n] for n in names]
        held = dict((k, list(x) if isinstance(x, list) else x) for k, x in v.items())

        def at(c, rates):
            v["t"] = t0 + c * h
            for n, x, r in zip(names, x0, rates):
                v[n] = x + c * h * r
            return self.evaluate()
        zero = [0.0] * len(names)
        k1, p0 = at(0, zero)
        s0 = self.signals
        k2, p1 = at(0.5, k1)
        k3, p2 = at(0.5, k2)
        k4, p3 = at(1, k3)
        total = [(a + 2 * b + 2 * c + d) / 6 for a, b, c, d in zip(k1, k2, k3, k4)]
        end, p4 = at(1, total)
        is_smooth = p0 == p1 == p2 == p3 == p4
        if h <= SHORTEST or is_smooth:
            if self.pasts:
                # The cubic through both ends gives the middle; the stages are not that accurate.
                s2 = self.signals
                at(0.5, [s + (a - e) / 4 for a, e, s in zip(k1, end, total)])
                for past, values in zip(self.pasts, zip(s0, self.signals, s2)):
                    past.add(t0, h, values, self.part)
                at(1, total)
            self.part += not is_smooth
            return True
        v.update(held)
        return False

    def run_section(self, name):
        self.part += 1
        self.execute(self.discrete[name]["compiled"]["code"])

    def due(self):
        t = self.v["t"]
        return [n for n, d in self.discrete.items() if d["next"] is not None and d["next"] <= t + 1e-9]

    def run_due(self):
        """Sections whose time has come, in the order in which they are written."""
        for name in self.due():
            d = self.discrete[name]
            d["next"] = None if d["interval"] is None else d["start"] + d["interval"] * (d["count"] + 1)
            d["count"] = d.get("count", 0) + 1
            self.run_section(name)

    def run(self):
        self.is_over = False
        for name in self.constants:
            self.v[name] = int(self.constants[name]) if name in self.integers else self.constants[name]
        self.v.update({n: float(x) for n, x in self.given.items()})
        for name, n in self.arrays.items():
            self.v[name] = [0.0] * n
        initial, dynamic = self.compile(self.initial), self.compile(self.dynamic)
        for d in self.discrete.values():
            d["compiled"] = self.compile(d["body"])
            d["start"], d["count"] = 0.0, 0
            if d["interval"] is not None:
                d["next"] = 0.0
        for part in [dynamic] + [d["compiled"] for d in self.discrete.values()]:
            for name in part["writes"]:
                self.v.setdefault(name, 0 if name in self.integers else 0.0)
        self.execute(initial["code"])
        self.prepare()
        for name, _, start in self.states:
            if not name.endswith("__w"):
                self.v[name] = float(start())
        # The input of LEDLAG at the start may need what is computed, by another LEDLAG among others.
        inner = [(name, start) for name, _, start in self.states if name.endswith("__w")]
        self.v.update({name: 0.0 for name, _ in inner})
        for _ in inner:
            self.evaluate()
            self.v.update({name: float(start()) for name, start in inner})
        self.evaluate()
        self.run_due()
        self.evaluate()
        self.execute(dynamic["code"])
        self.is_over = False
        self.was_end = [e() for e in self.ends]
        rows, k = [self.row()], 0
        while not self.is_over:
            k += 1
            self.until(k * self.cint)
            if not self.is_over:
                self.execute(dynamic["code"])
            # What is true from the start on ends the run at the first communication point.
            self.is_over = self.is_over or any(self.was_end)
            rows.append(self.row())
            if k > 2000:
                raise ValueError("no end")
        names = [n for n in self.v if not isinstance(self.v[n], list) and "__" not in n]
        return {"names": names, "rows": [[r.get(n, 0) for n in names] for r in rows]}

    def row(self):
        return dict(self.v)

    def until(self, end):
        v, h = self.v, self.cint / STEPS_PER_INTERVAL
        size = h
        while v["t"] < end - 1e-12 and not self.is_over:
            times = [d["next"] for d in self.discrete.values() if d["next"] is not None] + [end]
            goal = min([x for x in times if x > v["t"] + 1e-12] + [end])
            before = [(e() > 0, e() < 0) for _, _, e in self.crossings]
            try_ = min(size, goal - v["t"])
            if not self.step(try_):
                size = try_ / 2
                continue
            if abs(v["t"] - goal) < 1e-12:
                v["t"] = goal
            size = min(h, size * 2)
            self.events(before)
            is_end = [e() for e in self.ends]
            self.is_over = any(now and not before for now, before in zip(is_end, self.was_end))
            self.was_end = is_end

    def events(self, before):
        self.evaluate()
        after = [(e() > 0, e() < 0) for _, _, e in self.crossings]
        for (name, how, _), (was_up, was_down), (is_up, is_down) in zip(self.crossings, before, after):
            rises, falls = is_up and not was_up, is_down and not was_down
            if how == "XP" and rises or how == "XN" and falls or how == "XZ" and (rises or falls):
                self.run_section(name)
        self.run_due()
        self.evaluate()


def main():
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer = Machine(request["text"], request.get("set", {})).run()
        except Exception as error:  # Told to the test, which shows the program.
            answer = {"error": "%s: %s" % (type(error).__name__, error)}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
