"""Second answers for the larger ACSL programs, as check.py has them for the others; `python3 check.py` writes both. The
models are written again by hand; nothing here reads ACSL.

Where sections are integrated apart, an answer is that of `apart`, which says in Python what docs/acsl.md says, and the
name with `together:` in front has that of all equations integrated together, for the translation to Modelica.
"""
import math
from math import cos, exp, pi, sin, sqrt, atan2, asin

from check import bound, case, dead, plane, rk4, step, table


class Random:
    """Park and Miller's generator with the transformation of Box and Muller."""

    def __init__(self, seed):
        self.seed = float(seed)

    def uniform(self, low=0.0, high=1.0):
        self.seed = math.fmod(16807*self.seed, 2147483647)
        return low + (high - low)*(self.seed/2147483647)

    def gauss(self, mean, sd):
        u = self.uniform()
        v = self.uniform()
        return mean + sd*(sqrt(-2*math.log(u))*cos(6.283185307179586*v))


CHAINS = {1: ([0], [1]), 2: ([0, .5], [0, 1]), 4: ([0, .5, .5, 1], [1/6, 1/3, 1/3, 1/6])}


def apart(parts, seen, t, end):
    """Parts (order, step, names of states, rates) each by its own method and step; rates(t, v) gives the derivatives of
    its states and a dictionary of what it computes for others. A part steps with what the others have shown at the ends
    of their last steps; parts that end together exchange until nothing changes, a round for each at most."""
    own = [[seen[n] for n in p[2]] for p in parts]
    ends, counts, start = [t]*len(parts), [0]*len(parts), t

    def exchange(now):
        over = [k for k in range(len(parts)) if ends[k] <= now]
        for k in over:
            seen.update(zip(parts[k][2], own[k]))
        for _ in parts:
            fresh = {}
            for k in over:
                fresh.update(parts[k][3](now, seen)[1])
            if all(seen.get(n) == v for n, v in fresh.items()):
                break
            seen.update(fresh)
    for _ in parts:
        for p in parts:
            for n, v in p[3](t, seen)[1].items():
                seen.setdefault(n, v)
    exchange(t)
    now = t
    while now < end:
        for k, (order, h, names, rates) in enumerate(parts):
            if ends[k] > now:
                continue
            counts[k] += 1
            to = start + counts[k]*h
            to = end if to >= end - 1e-9*h else next((e for e in ends if abs(e - to) < 1e-9*h), to)
            dt = to - now
            nodes, weights = CHAINS[order]
            slopes = []
            for node in nodes:
                x = [a + dt*node*s for a, s in zip(own[k], slopes[-1])] if slopes else own[k]
                slopes.append(rates(now + node*dt, {**seen, **dict(zip(names, x))})[0])
            own[k] = [a + dt*sum(w*s[i] for w, s in zip(weights, slopes)) for i, a in enumerate(own[k])]
            ends[k] = to
        now = min(ends)
        exchange(now)
    return seen


@case
def multirate():
    def slow(t, v):
        e = v["sp"] - v["y"]
        return [(1.5*v["pos"] - v["x1"])/5, (v["x1"] - v["y"])/2, .8*e, e*e], {"u": 3*e + v["ei"]}

    def fast(t, v):
        return [v["vel"], 3600*(bound(-2, 2, v["u"]) - v["pos"]) - 84*v["vel"]], {}
    parts = [(4, .1, ["x1", "y", "ei", "cost"], slow), (4, .001, ["pos", "vel"], fast)]
    v = dict.fromkeys(["x1", "y", "ei", "cost", "pos", "vel"], 0.0)
    # The supervisor's section is an event, after which all sections begin anew.
    for k in range(8):
        v.pop("u", None)
        v["sp"] = 1.0 if 5*k < 20 else .5
        v = apart(parts, v, 5.0*k, 5.0*(k + 1))

    def f(t, s):
        x1, y, ei, cost, vel, pos, sp = s
        e = sp - y
        return [(1.5*pos - x1)/5, (x1 - y)/2, .8*e, e*e, 3600*(bound(-2, 2, 3*e + ei) - pos) - 84*vel, vel, 0.0]
    s, _ = rk4(f, [0.0]*6 + [1.0], 0, 20, 40000)
    s[6] = .5
    s, _ = rk4(f, s, 20, 40, 40000)
    return {"y": (v["y"], 1e-9), "pos": (v["pos"], 1e-9), "ei": (v["ei"], 1e-9), "cost": (v["cost"], 1e-9), "nsup": 9,
            "together:y": (s[1], 1e-5), "together:pos": (s[5], 1e-5), "together:ei": (s[2], 1e-5),
            "together:cost": (s[3], 1e-5), "together:nsup": 9}


@case
def reactor():
    bet = [2.15e-4, 1.424e-3, 1.274e-3, 2.568e-3, 7.48e-4, 2.73e-4]
    lam = [.0124, .0305, .111, .301, 1.14, 3.01]
    beta, life = sum(bet), 1e-3
    worth = table([.1*k for k in range(11)],
                  [-.07, -.0685, -.064, -.0565, -.0465, -.035, -.0235, -.0135, -.006, -.0015, 0])
    demand = table([0, 20, 80, 140, 180, 400], [1, 1, .8, .8, .95, .95])
    tc0 = 290 + 3000/100
    tf0 = tc0 + 500
    xe0 = 1.05/(1 + 3.5e-5/2.09e-5)
    rho0 = worth(.62)
    # n, c1…c6, decay heat, fuel, coolant, iodine, xenon, two instruments, energy, rods
    s = [1.0] + [b/(life*a) for b, a in zip(bet, lam)] + [.06, tf0, tc0, 1.0, xe0, 1.0, 2*tc0 - 290, 0.0, .62]
    cmd = {"v": 0.0, "trip": False, "pump": True}

    def f(t, s):
        n, c, (qd, tf, tc, io, xe, nm, tm, _, z) = s[0], s[1:7], s[7:]
        flow = 1.0 if cmd["pump"] else 1/(1 + max(t - 260, 0)/12)
        rho = worth(bound(0, 1, z)) - rho0 - 2.5e-5*(tf - tf0) - 2e-4*(tc - tc0) - .026*(xe - xe0)
        q = 3000*(.94*n + qd)
        zd = -.45 if cmd["trip"] else cmd["v"]
        return ([(rho - beta)/life*n + sum(a*x for a, x in zip(lam, c))] +
                [b/life*n - a*x for b, a, x in zip(bet, lam, c)] +
                [(.06*n - qd)/80, (q - 6*(tf - tc))/33, (6*(tf - tc) - 100*flow*(tc - 290))/70, 2.87e-5*(n - io),
                 2.09e-5*(io + .05*n - xe) - 3.5e-5*n*xe, (n - nm)/.3, (2*tc - 290 - tm)/4, q, zd])
    moves, t = 0, 0.0
    tt, trips = 1e6, 0
    tlow = 260 + 12*(1/.87 - 1)
    while t < 320:
        if not cmd["trip"]:
            err = demand(t) - s[12]
            old = cmd["v"]
            cmd["v"] = bound(-.004, .004, .06*err) if abs(err) > .01 else 0.0
            moves += cmd["v"] != 0 and old == 0
        if t == 260:
            cmd["pump"] = False
        nxt = t + 1
        if t < tlow < nxt:
            s, _ = rk4(f, s, t, tlow, 500)
            cmd["trip"], tt, trips, t = True, tlow, 1, tlow
            # Until the rods are in.
            low = tlow + s[15]/.45
        if cmd["trip"] and t < low < nxt:
            s, _ = rk4(f, s, t, low, 500)
            s[15], t = 0.0, low
        if cmd["trip"] and t >= low:
            s[15] = 0.0
            g = lambda t, s: f(t, s)[:15] + [0.0]
            s, _ = rk4(g, s, t, nxt, 500)
        else:
            s, _ = rk4(f, s, t, nxt, 500)
        t = nxt
    return {"n": (s[0], 1e-5), "tf": (s[8], 1e-5), "tc": (s[9], 1e-5), "xe": (s[11], 1e-5), "z": s[15], "tt": tt,
            "nmove": moves, "ntrip": trips, "energy": (s[14], 1e-5), "gwh": (s[14]/3.6e6, 1e-5)}


def swings(dclear):
    h, e, wb = [23.64, 6.4, 3.01], [1.0566, 1.0502, 1.017], 376.99111843
    d0 = [x*.017453292519943295 for x in (2.2717, 19.7315, 13.1752)]
    tg, tch, gmax = [.2, .15, .15], [.5, .3, .3], [1.2, 1.9, 1.1]
    sym = lambda a, b, c, d, x, y: [[a, b, c], [b, d, x], [c, x, y]]
    pre = sym(.846, .287, .21, .42, .213, .277), sym(-2.988, 1.513, 1.226, -2.724, 1.088, -2.368)
    flt = sym(.657, 0, .07, 0, 0, .174), sym(-3.816, 0, .631, -5.486, 0, -2.796)
    pst = sym(1.181, .138, .191, .389, .199, .273), sym(-2.229, .726, 1.079, -1.953, 1.229, -2.342)

    def power(net, d):
        g, b = net
        return [sum(e[i]*e[j]*(g[i][j]*cos(d[i] - d[j]) + b[i][j]*sin(d[i] - d[j])) for j in range(3))
                for i in range(3)]
    pm0 = power(pre, d0)

    def rates(net, brake):
        def f(t, s):
            d, w, gv, pt = s[:3], s[3:6], s[6:9], s[9:12]
            pe = power(net, d)
            coi = sum(a*x for a, x in zip(h, w))/sum(h)
            gate = [bound(0, gmax[k], pm0[k] - w[k]/(.05*wb)) for k in range(3)]
            return (w + [wb/(2*h[k])*(pt[k] - pe[k] - 2*w[k]/wb - brake*(k == 1)) for k in range(3)] +
                    [(gate[k] - gv[k])/tg[k] for k in range(3)] + [(gv[k] - pt[k])/tch[k] for k in range(3)] +
                    [sum(h[k]*(w[k] - coi)**2 for k in range(3))])
        return f
    s, t = d0 + [0.0]*3 + pm0 + pm0 + [0.0], 0.0
    clear = 1 + dclear
    switch = {1.0: (flt, 0), clear: (pst, 0), clear + .05: (pst, .6), clear + .4: (pst, 0), clear + .7: (pre, 0)}
    net, high, low = (pre, 0), -1000.0, 1000.0
    for at in sorted([.02*k for k in range(301)] + list(switch)):
        if at > t:
            s, _ = rk4(rates(*net), s, t, at, 10)
            t = at
        if at in switch and abs(at/.02 - round(at/.02)) > 1e-6:
            net = switch[at]
            continue
        angle = (s[1] - s[0])/.017453292519943295
        high, low = max(high, angle), min(low, angle)
        if at in switch or abs(at - 1) < 1e-9:
            net = switch[1.0]
    coi = sum(a*x for a, x in zip(h, s[3:6]))/sum(h)
    return {"del21": ((s[1] - s[0])/.017453292519943295, 1e-5), "del31": ((s[2] - s[0])/.017453292519943295, 1e-5),
            "freq": 60*(1 + coi/wb), "pt[2]": (s[10], 1e-5), "a21max": (high, 1e-5), "a21min": (low, 1e-5), "nswit": 5,
            "pload": sum(pm0), "istr": (s[12], 1e-5)}


@case
def network():
    # What network.cmd displays after its second run has six digits.
    late = swings(.107)
    shown = {"command:" + n: (late[n][0], 1e-5) for n in ("del21", "a21max", "a21min")}
    return {**swings(.083), **shown, "command:nswit": 5}


@case
def column():
    n = 10
    eq = lambda x: 2.5*x/(1 + 1.5*x)
    # x, holdups, drum (hd, xd), reboiler (hb, xb), two integrals, steam, off-spec, product
    s = [.1 + .8*i/9 for i in range(n)] + [2.5]*n + [25.0, .94, 30.0, .06, 0.0, 0.0, 0.0, 0.0, 0.0]
    m = {"xd": .94, "xb": .06, "zf": .5, "feed": 10.0}
    out = {}

    def f(t, s):
        x, hm = s[:n], s[n:2*n]
        hd, xd, hb, xb, i1, i2 = s[2*n:2*n + 6]
        ed, eb = .93 - m["xd"], .07 - m["xb"]
        u1, u2 = 12 + 20*(ed + i1), 17 - 25*(eb + i2)
        reflux, boil = bound(2, 30, u1), bound(2, 40, u2)
        out["u"] = (u1, u2)
        v = boil
        l = [(12 if i >= 5 else 22) + (hm[i] - 2.5)/.15 for i in range(n)]
        yb = eq(xb)
        y, before = [], yb
        for i in range(n):
            before = before + .8*(eq(x[i]) - before)
            y.append(before)
        dx, dh = [], []
        for i in range(n):
            rl, rx = (reflux, xd) if i == n - 1 else (l[i + 1], x[i + 1])
            rv, ry = (boil, yb) if i == 0 else (v, y[i - 1])
            ff = m["feed"] if i == 4 else 0.0
            dh.append(rl + rv + ff - l[i] - v)
            dx.append((rl*(rx - x[i]) + rv*(ry - x[i]) + ff*(m["zf"] - x[i]) - v*(y[i] - x[i]))/hm[i])
        dist, bott = max(0, 5 + .5*(hd - 25)), max(0, 5 + .5*(hb - 30))
        return dx + dh + [v - reflux - dist, v*(y[9] - xd)/hd, l[0] - boil - bott, (l[0]*(x[0] - xb) - boil*(yb - xb))/hb,
                          ed/40 if 2 <= u1 <= 30 else 0.0, eb/40 if 2 <= u2 <= 40 else 0.0, boil,
                          dead(-.005, .005, xd - .93)**2, dist*xd]
    old = (.94, .06)
    samples = 0
    for k in range(51):
        t = 3.0*k
        m["xd"], m["xb"] = old
        old = (s[21], s[23])
        samples += 1
        if k == 50:
            break
        for at in (20.0, 80.0):
            if t < at < t + 3:
                s, _ = rk4(f, s, t, at, 400)
                t = at
                m.update({"zf": .54} if at == 20 else {"feed": 9.2})
        s, _ = rk4(f, s, t, 3.0*(k + 1), 600)
    return {"xd": (s[21], 1e-5), "xb": (s[23], 1e-5), "hd": (s[20], 1e-5), "x[5]": (s[4], 1e-5), "steam": (s[26], 1e-5),
            "made": (s[28], 1e-5), "nsamp": samples}


@case
def diabetes():
    basal = table([0, 180, 420, 600, 1020, 1320, 1440, 2000], [.9, 1.15, 1.25, .95, 1, 1.05, .9, .95])
    walk = table([0, 1000, 1010, 1045, 1060, 2000], [0, 0, 1, 1, 0, 0])
    rhythm = table([0, 300, 480, 720, 1200, 2000], [1, .8, .75, 1, 1.1, 1])
    rb = 9*.12*70*.138
    u = {"meal": 0.0, "bolus": 0.0, "stop": False}

    def f(t, s):
        q1, q2, s1, s2, ip, x, ex, g = s[:8]
        rate = (0.0 if u["stop"] else rb*basal(t)) + u["bolus"]
        ra = .9*q2/42*1000/112
        up = (.0021 + max(x, -.0021) + .8*.0021*ex)*g
        return [u["meal"] - q1/42, (q1 - q2)/42, rate - s1/55, (s1 - s2)/55, s2/(55*8.4) - .138*ip,
                .022*(7.2e-4*rhythm(t)*(ip - 9) - x), (walk(t) - ex)/25,
                .0021*120 - up - .0009*max(g - 180, 0) + ra,
                1.0 if g >= 160 and g != 160 else 0.0, 1.0 if g < 78 else 0.0, g, rate/1000]
    s = [0.0, 0.0, rb*55, rb*55, 9.0, 0.0, 0.0, 128.0] + [0.0]*4
    t, nmeal, ncorr, nstop, nread, iob, gm = 360.0, 0, 0, 0, 0, 0.0, 128.0
    meals, carbs = [420.0, 735.0, 960.0, 1125.0], [55, 80, 25, 90]
    eating = on = False
    plan = [(m, "meal") for m in meals[:1]]
    toff = 1e6

    def to(s, t, end):
        while t < end:
            if u["stop"]:
                stop = lambda t, s: s[7] > 90
            else:
                stop = lambda t, s: s[7] < 78
            s, t = rk4(f, s, t, end, max(1, int(math.ceil((end - t)*20))), stop)
            if t < end:
                u["stop"] = not u["stop"]
                count[0] += u["stop"]
        return s
    count = [0]
    kinks = [1000.0, 1010.0, 1045.0, 1060.0]
    while t < 1800:
        if abs(t/15 - round(t/15)) < 1e-12:
            old, gm = gm, s[7]*(1 + .06*sin(.37*t))
            nread += 1
            iob *= .93
        due = [w for a, w in plan if a == t]
        plan[:] = [(a, w) for a, w in plan if a != t]
        is_meter = abs(t/15 - round(t/15)) < 1e-12
        gmet_meal = old if is_meter else gm
        # Sections that are due at once run in the order in which they are written.
        for w in [w for w in ("meal", "eaten", "given") if w in due]:
            if w == "meal":
                units = carbs[nmeal]/14 + max(gmet_meal - 115, 0)/45
                nmeal += 1
                u["meal"], u["bolus"] = carbs[nmeal - 1]/15, units*1000/5
                iob = (iob/.93 + units)*.93 if is_meter else iob + units
                eating = on = True
                plan += [(t + 15, "eaten"), (t + 5, "given")]
            elif w == "eaten":
                u["meal"], eating = 0.0, False
                if nmeal < 4:
                    plan.append((meals[nmeal], "meal"))
            else:
                u["bolus"], on = 0.0, False
        if is_meter and gm >= 160 and gm >= old and not (eating or on or u["stop"]):
            units = (gm - 115)/45 - iob
            if units >= .3:
                ncorr += 1
                u["bolus"], on = units*1000/5, True
                iob += units
                plan.append((t + 5, "given"))
        nxt = min([15*(math.floor(t/15 + 1e-9) + 1), 1800.0] + [a for a, _ in plan] + [k for k in kinks if k > t])
        s = to(s, t, nxt)
        t = nxt
    # The reading of the end comes before TERMT sees it.
    gm, nread = s[7]*(1 + .06*sin(.37*t)), nread + 1
    return {"g": (s[7], 1e-5), "ip": (s[4], 1e-5), "nmeal": nmeal, "ncorr": ncorr, "nstop": count[0], "nread": nread,
            "dose": (s[11], 1e-5), "thigh": (s[8], 2e-4), "tlow": (s[9], 2e-4), "gmean": (s[10]/1440, 1e-5)}


@case
def antilock():
    ratio = [3.42, 1.94, 1.28, .97, .76]
    torque = table([500, 1000, 1500, 2000, 3000, 4000, 5000, 5500, 6500], [60, 110, 135, 150, 165, 170, 160, 148, 90])
    mu = plane([0, .05, .1, .15, .2, .4, 1], [0, 1],
               [[0, .55, .82, .9, .88, .8, .72], [0, .38, .55, .6, .55, .45, .36]])
    m, r, rpm = 1400.0, .31, 9.549296585513721
    c = {"gear": 0, "open": False, "braking": False, "wet": False, "pcmd": 0.0}

    def f(t, s):
        pb, w, v = s[:3]
        i = ratio[c["gear"]]*3.9
        tdrive = 0.0 if c["open"] or c["braking"] else torque(max(900.0, max(w, 0)*i*rpm))*i*.9
        load = 0.0 if c["open"] or c["braking"] else 1.0
        tbr = 62*pb*bound(-1, 1, w/.2)
        slip = (v - w*r)/max(max(v, .5), w*r)
        fx = -(1 if slip >= 0 else -1)*mu(min(abs(slip), 1.0), 1.0 if c["wet"] else 0.0)*m*9.81
        wd = (tdrive - tbr - fx*r - .012*m*9.81*r*bound(0, 1, v))/(4.2 + load*.18*i*i)
        return [(c["pcmd"] - pb)/(.08 if c["pcmd"] > pb else .025), wd, (fx - .5*1.2*.68*v*abs(v))/m, v, tbr*w]
    s, t, mode, cycles, shifts, tin = [0.0, 3/r, 3.0, 0.0, 0.0], 0.0, 0, 0, 0, 1e6
    xb = vb = 0.0
    k = 0
    while True:
        # The logic at t = k*0.005.
        if c["braking"] and s[2] >= 3:
            slip = (s[2] - s[1]*r)/s[2]
            if mode == 1 and slip > .22:
                mode, c["pcmd"], cycles = 3, 5.0, cycles + 1
            elif mode == 3 and slip < .22:
                mode, c["pcmd"] = 2, s[0]
            elif mode == 2 and slip < .12:
                mode, c["pcmd"] = 1, 110.0
            elif mode == 2 and slip > .22:
                mode, c["pcmd"] = 3, 5.0
        k += 1
        end = .005*k
        while t < end:
            def stop(t, s):
                if t >= tin and c["open"]:
                    return True
                if not c["braking"]:
                    return not c["open"] and max(900.0, s[1]*ratio[c["gear"]]*3.9*rpm) > 5400
                return s[2] < 3 or (not c["wet"] and s[3] - xb > 18)
            s, t = rk4(f, s, t, end, 10, stop)
            if c["open"] and t >= tin:
                c["open"] = False
            elif t < end and not c["braking"] and c["gear"] < 4:
                c["gear"], shifts, c["open"], tin = c["gear"] + 1, shifts + 1, True, t + .35
            elif t < end and c["braking"] and s[2] < 3:
                d = s[3] - xb
                return {"tstop": (t, 1e-5), "dist": (d, 1e-5), "vbrake": (vb, 1e-5), "nshift": shifts,
                        "ncycle": cycles, "work": (s[4], 1e-4), "mumean": ((vb**2 - s[2]**2)/(2*d*9.81), 1e-5)}
            elif t < end and c["braking"]:
                c["wet"] = True
        if abs(end - 14) < 1e-9:
            c["braking"], mode, c["pcmd"] = True, 1, 110.0
            xb, vb = s[3], s[2]


@case
def homing():
    rnd = Random(4711)
    means, spreads, worsts, costs = [], [], [], []
    for navr in (3.0, 4.0, 5.0):
        misses, effort = [], 0.0
        for _ in range(6):
            herr = rnd.gauss(0, .05)
            tb = rnd.uniform(1, 4)
            side = 1.0 if rnd.uniform(-1, 1) >= 0 else -1.0
            lam0 = atan2(900, 3500)
            gm0 = lam0 + asin(250*sin(2.9 - lam0)/600) + herr
            c = {"at": 0.0, "com": 0.0}

            def f(t, s):
                xm, ym, gm, xt, yt, gt, am, _ = s
                return [600*cos(gm), 600*sin(gm), am/600, 250*cos(gt), 250*sin(gt), c["at"]/250,
                        (bound(-250, 250, c["com"]) - am)/.15, am*am]

            def geo(s):
                xm, ym, gm, xt, yt, gt, _, _ = s
                dx, dy = xt - xm, yt - ym
                dvx, dvy = 250*cos(gt) - 600*cos(gm), 250*sin(gt) - 600*sin(gm)
                rng = sqrt(dx*dx + dy*dy)
                return rng, (dx*dvx + dy*dvy)/rng, (dx*dvy - dy*dvx)/rng**2
            s, t, k, lamf, blind, ended = [0.0, 0.0, gm0, 3500.0, 900.0, 2.9, 0.0, 0.0], 0.0, 0, 0.0, False, False
            while not ended:
                if not blind:
                    lamf += .4*(geo(s)[2] + rnd.gauss(0, .0004) - lamf)
                    c["com"] = -navr*geo(s)[1]*lamf
                k += 1
                end = .05*k
                while t < end and not ended:
                    to = tb if t < tb < end else end
                    stop = lambda t, s: geo(s)[1] > 0 or (not blind and geo(s)[0] < 80)
                    s, t = rk4(f, s, t, to, 25, stop)
                    if t < to:
                        blind = True
                        ended = geo(s)[1] > 0
                    elif t == tb:
                        c["at"] = side*6*9.81
            misses.append(geo(s)[0])
            effort += s[7]
        mean = sum(misses)/6
        means.append(mean)
        spreads.append(sqrt(max(sum(x*x for x in misses) - 6*mean**2, 0)/5))
        worsts.append(max(misses))
        costs.append(effort/6)
    best = min(range(3), key=lambda k: means[k])
    out = {"nrun": 18, "kbest": best + 1, "best": 3.0 + best}
    for k in range(3):
        out["mean[%d]" % (k + 1)] = (means[k], 1e-4)
        out["spread[%d]" % (k + 1)] = (spreads[k], 1e-3)
        out["worst[%d]" % (k + 1)] = (worsts[k], 1e-4)
        out["cost[%d]" % (k + 1)] = (costs[k], 1e-5)
    return out


@case
def pitchaxis():
    clift = table([-.2, -.1, 0, .1, .16, .2, .25, .35], [-.8, -.25, .28, .82, 1.1, 1.22, 1.25, 1.05])
    cmom = plane([-.2, 0, .1, .2, .35], [0, .3, .6], [[.21, .03, -.06, -.155, -.36], [.2, .025, -.066, -.162, -.37],
                                                     [.18, .01, -.085, -.185, -.4]])
    lapse = table([0, 1000, 2000, 4000, 8000], [1, .93, .86, .73, .5])
    g, m, iyy, sw, cb = 9.80665, 64000.0, 3.2e6, 124.6, 4.17
    c = {"de": -.028, "th": .42, "hcom": 1500.0, "flap": False}

    def frame(t, v):
        vel, alf, q, theta, h, ql = (v[k] for k in ("vel", "alf", "q", "theta", "h", "ql"))
        rho = 1.225*exp(-h/9000)
        qs = .5*rho*vel**2*sw
        wg = 3.0*(1 - cos(2*pi*(t - 55)/4)) if 55 < t < 59 else 0.0
        ag = alf + wg/vel
        cl = clift(ag) + .35*v["de"] + 5.5*q*cb/(2*vel) + .35*v["flap"]
        cd = .018 + .045*cl**2 + .03*v["flap"]
        cm = (cmom(ag, vel/(340.3 - .0041*h)) - 1.35*(v["de"] + .5*v["stab"]) - .05*v["flap"] - 22*q*cb/(2*vel))
        lift, drag, thrust = qs*cl, qs*cd, 2.2e5*lapse(h)*v["thr"]
        gam = theta - alf
        gamd = (lift + thrust*sin(alf))/(m*vel) - g*cos(gam)/vel
        return [(thrust*cos(alf) - drag)/m - g*sin(gam), q - gamd, (qs*cb*cm + thrust*1.2)/iyy, q, vel*sin(gam),
                (q - ql)/3, (h - c["hcom"])**2], {"qw": q - ql}

    def servos(t, v):
        de, ded, st, std, thr = (v[k] for k in ("de", "ded", "stab", "std", "thr"))
        acc = 625*(bound(-.4, .4, c["de"]) - de) - 35*ded
        acs = 144*(bound(-.05, .05, -.4*v["qw"]) - st) - 19.2*std
        return [bound(-.7, .7, ded), bound(-28, 28, acc), bound(-.3, .3, std), bound(-12, 12, acs),
                (bound(.05, 1, c["th"]) - thr)/2.5, .1 if c["run"] else 0.0], {}
    slow = ["vel", "alf", "q", "theta", "h", "ql", "eint"]
    fast = ["de", "ded", "stab", "std", "thr", "flap"]
    begin = dict(zip(slow, [140.0, .062, 0.0, .062, 1500.0, 0.0, 0.0]))
    begin.update(zip(fast, [-.028, 0.0, 0.0, 0.0, .42, 0.0]))

    def fly(advance):
        v, hint, vint = dict(begin), 0.0, 0.0
        c.update({"de": -.028, "th": .42, "hcom": 1500.0, "flap": False})
        for k in range(801):
            t = k/10
            herr = c["hcom"] - v["h"]
            hint = bound(-300, 300, hint + herr*.1)
            com = bound(-.14, .14, .062 + .0016*herr + .0001*hint)
            c["de"] = -.028 - 1.6*(com - v["theta"]) + 1.1*v["q"]
            verr = 140 - v["vel"]
            vint = bound(-60, 60, vint + verr*.1)
            c["th"] = .42 + .05*verr + .005*vint
            if k % 10 == 0:
                c["hcom"] = 1620.0 if t > 7.5 else c["hcom"]
                c["flap"] = c["flap"] or t > 39.5
            c["run"] = c["flap"] and k < 500
            if k < 800:
                v = advance(v, t, (k + 1)/10)
        return v

    def both(t, v):
        v = {**v, "qw": v["q"] - v["ql"]}
        return frame(t, v)[0] + servos(t, v)[0]

    def together(v, t, end):
        names = slow + fast
        s, _ = rk4(lambda t, s: both(t, dict(zip(names, s))), [v[n] for n in names], t, end, 100)
        return dict(zip(names, s))

    def by_parts(v, t, end):
        v.pop("qw", None)
        return apart([(4, .01, slow, frame), (4, .002, fast, servos)], v, t, end)
    out = {}
    for prefix, advance, tol in (("", by_parts, 3e-5), ("together:", together, 1e-5)):
        v = fly(advance)
        for name in ("vel", "alf", "theta", "h", "de", "thr", "flap", "eint"):
            out[prefix + name] = (v[name], tol)
        out[prefix + "nauto"] = 801
    return out
