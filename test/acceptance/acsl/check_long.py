"""Second answers for the longest ACSL programs, as check.py has them for the others; `python3 check.py` writes all. The
models are written again by hand; nothing here reads ACSL."""
from math import cos, exp, pi, sin, sqrt, tanh

from check import bound, case, plane, rk4, step, table
from check_large import apart


@case
def samrun():
    g = 9.80665
    thrust = table([0, .15, 2.8, 3.2, 9, 9.6, 10, 100], [0, 102e3, 108e3, 24.5e3, 21.5e3, 1.5e3, 0, 0])
    dens = table([0, 1500, 3000, 5000, 8000, 11000, 15000], [1.225, 1.058, .9093, .7364, .5258, .3648, .1948])
    sound = table([0, 11000, 20000], [340.3, 295.1, 295.1])
    cna = table([0, .8, 1.1, 1.6, 2.5, 4], [13.5, 14.6, 16.4, 17.8, 16.2, 14])
    cd0 = table([0, .7, .95, 1.15, 1.6, 2.5, 4], [.34, .35, .48, .62, .51, .4, .31])
    half = [[3.6, 1.45, .52], [4.3, 1.85, .68], [3.1, 1.2, .41]]
    cmt = plane([-.5, -.25, -.1, 0, .1, .25, .5], [.5, 1.2, 3],
                [row + [0] + [-x for x in reversed(row)] for row in half])
    com = {}

    def motion(t, s):
        gt, xt, ht, m, v, gam, q, th, x, h, eint, d, _, _ = s
        mach, qbar = v/sound(h), .5*dens(h)*v**2
        qs, thr = qbar*.0908, thrust(t)
        alp = th - gam
        cn, cd = cna(mach)*alp + 4*d, cd0(mach) + 6*alp**2
        cm = cmt(alp, mach) - 14*d - 450*.34*q/(2*v)
        gamd = (thr*sin(alp) + qs*cn)/(m*v) - g*cos(gam)/v
        sched = 12e4/max(qbar, 3e4)
        err = com["a"] - v*gamd
        fin = bound(-.4, .4, .16*q*sched - 5e-4*sched*err - eint) if t >= com["on"] else 0.0
        ed = 4e-3*err*sched
        if (eint <= -.35 and ed < 0) or (eint >= .35 and ed > 0):
            ed = 0.0
        return [com["t"]/280, -280*cos(gt), 280*sin(gt), -thr/(235*g),
                (thr*cos(alp) - qs*cd)/m - g*sin(gam), gamd, qs*.34*cm/(620*(1 - .85*(1 - m/580))), q,
                v*cos(gam), v*sin(gam), ed, bound(-6, 6, (fin - d)/.025), err**2, max(abs(alp) - .1, 0)]

    def sight(s):
        gt, xt, ht, _, v, gam, _, _, x, h = s[:10]
        dx, dh = xt - x, ht - h
        dvx, dvh = -280*cos(gt) - v*cos(gam), 280*sin(gt) - v*sin(gam)
        rng = sqrt(dx*dx + dh*dh)
        return rng, (dx*dvx + dh*dvh)/rng, (dx*dvh - dh*dvx)/rng**2
    out, times, misses = {}, [], []
    heights = [2000.0, 3500.0, 5000.0, 6000.0]
    for k, ht0 in enumerate(heights):
        s, t, n = [0.0, 11000.0, ht0, 580.0, 35.0, .62, 0.0, .62, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], 0.0, 0
        com.update(a=0.0, t=0.0, on=1e9)
        lamf, locked, fuzed, ended = 0.0, False, 0.0, False
        while not ended:
            rng, rngd, lamd = sight(s)
            if not fuzed and n >= 50:
                if not locked:
                    lamf, locked = lamd, True
                lamf += .35*(lamd - lamf)
                com["a"] = bound(-220, 220, -3.6*rngd*lamf + g*cos(s[5]))
            if n == 180:
                com["t"] = 2*g
            if n == 8:
                com["on"] = 0.0
            n += 1
            # The tables of time have kinks at 0.15, 2.8, 3.2, 9, 9.6 and 10, all of them ends of samples.
            while t < .05*n and not ended:
                def stop(t, s):
                    return sight(s)[1] > 0 or (not fuzed and sight(s)[0] < 60)
                s, t = rk4(motion, s, t, .05*n, 40, stop)
                if t < .05*n:
                    ended = sight(s)[1] > 0
                    fuzed = fuzed or t
        times.append(t)
        misses.append(sight(s)[0])
        out.update({"miss[%d]" % (k + 1): (misses[-1], 2e-4), "tfly[%d]" % (k + 1): (t, 1e-5),
                    "vend[%d]" % (k + 1): (s[4], 1e-5), "almx[%d]" % (k + 1): (s[13], 1e-5)})
        if k == 0:
            first = {"first:" + n: v for n, v in (("miss[1]", (misses[0], 2e-4)), ("v", (s[4], 1e-5)),
                     ("h", (s[9], 1e-5)), ("mass", (s[3], 1e-5)), ("work", (s[12], 1e-4)), ("nsamp", n),
                     ("tfuze", (fuzed, 1e-5)), ("krun", 1))}
    best = min(range(4), key=lambda k: misses[k])
    return {**out, "tmean": (sum(times)/4, 1e-5), "hbest": heights[best], "krun": 4, "tfuze": (fuzed, 1e-5),
            "nsamp": n, **first}


@case
def boiler():
    hsteam = table([20, 60, 100, 130, 150, 170, 200], [2.799, 2.785, 2.725, 2.662, 2.611, 2.548, 2.411])
    hwater = table([20, 60, 100, 130, 150, 170, 200], [.909, 1.213, 1.408, 1.531, 1.61, 1.69, 1.827])
    rhos = table([20, 60, 100, 150, 170, 200], [10, 30.8, 55.4, 96.7, 119.5, 170.2])
    tsat = table([20, 60, 100, 130, 150, 170, 200], [212.4, 275.6, 311, 330.9, 342.2, 352.4, 365.8])
    share = table([0, .5, .75, 1.2], [.25, .295, .315, .335])
    hfw, cps, qmax, effb, lhv = 1.05, .0031, 480.0, .88, 24.0
    wst1 = 170*170/200
    hs0 = hsteam(150)
    hsh0 = hs0 + cps*(538 - tsat(150))

    # The steady start by halving: heat of the risers, less what the water of the same firing needs.
    def lack(fire):
        spray = (effb*share(fire)*qmax*fire - wst1*(hsh0 - hs0))/(hs0 - hfw)
        return effb*(1 - share(fire))*qmax*fire - (wst1 - spray)*(hs0 - hfw), spray
    low, high = .1, 1.5
    for _ in range(100):
        mid = (low + high)/2
        low, high = (low, mid) if lack(mid)[0] > 0 else (mid, high)
    wsp0, fuel0 = lack(low)[1], low*qmax/lhv
    val0, kmw, wf0 = wst1/150, 170/(wst1*(hsh0 - 2.3)), wst1 - wsp0
    job = {"goal": 170.0, "cap": 400.0, "run": False}

    def pi(x, rst, kp, ti, low, high):
        total = kp*x + rst
        out = bound(low, high, total)
        return out, (kp*x + 4*(out - total))/ti

    def parts(t, s):
        (dem, r1, fm, fuel, pd, pdm, m1, swell, levm, wstm, wfwm, r2, wfw, tsh, tshm, r3, wsp, wspm, r4, valve, hp, rh,
         mwm, _, _, _) = s
        rate = 1.0 if job["run"] and dem > 110 else .05
        trim, d1 = pi(150 - pdm, r1, .035, 180, -4, 4)
        fdem = bound(3, 22, fuel0*dem/170 + trim)
        qtot = effb*fuel*lhv
        qsh = qtot*share(fuel*lhv/qmax)
        hs, hw = hsteam(pd), hwater(pd)
        wst = valve*pd
        pdd = (qtot - qsh - wfw*(hw - hfw) - (wst - wsp)*(hs - hw))/(95 + .02*52*(hs - hw))
        level = 1000*m1/(14*(610 - rhos(pd))) + swell
        ltrim, d2 = pi(0 - levm, r2, .12, 150, -60, 60)
        wdem = bound(0, job["cap"], wstm - wspm + ltrim)
        hout = hs + cps*(tsh - tsat(pd))
        spd, d3 = pi(tshm - 538, r3, .05, 90, 0, 14)
        vdem, d4 = pi((dem - mwm)/100, r4, .4, 25, .2, 1.9)
        mw = .32*hp + .68*rh
        d = [bound(-rate, rate, (job["goal"] - dem)/5), d1, (fdem - fm)/24, (fm - fuel)/36, pdd, (pd - pdm)/1.5,
             wfw - (wst - wsp), (-260*pdd - swell)/12, (level - levm)/3, (wst - wstm)/2, (wfw - wfwm)/2, d2,
             bound(-9, 9, (wdem - wfw)/3), (qsh + (wst - wsp)*hs + wsp*hfw - wst*hout)/2.6, (tsh - tshm)/12, d3,
             bound(-1.5, 1.5, (spd - wsp)/4), (wsp - wspm)/2, d4, bound(-.2, .2, (vdem - valve)/.6),
             (wst*(hout - 2.3)*kmw - hp)/.4, (hp - rh)/9, (mw - mwm)/1, fuel, mw/3600, (dem - mw)**2]
        return d, level, mw
    f = lambda t, s: parts(t, s)[0]
    s = [170.0, 0.0, fuel0, fuel0, 150.0, 150.0, 0.0, 0.0, 0.0, wst1, wf0, 0.0, wf0, 538.0, 538.0, wsp0, wsp0, wsp0,
         val0, val0, 170.0, 170.0, 170.0, 0.0, 0.0, 0.0]
    t, alarms, tlow, hist = 0.0, 0, 0.0, [170.0]
    low = high = False
    for k in range(1, 37):
        if k == 4:
            job["goal"] = 200.0
        if k == 14:
            job.update(goal=110.0, cap=125.0, run=True)
        if k == 25:
            job.update(goal=200.0, cap=400.0, run=False)
        while t < 100.0*k:
            def stop(t, s):
                level = parts(t, s)[1]
                return (level < -60) != low or (level > 60) != high
            s, t = rk4(f, s, t, 100.0*k, max(1, round((100.0*k - t)*16)), stop)
            if t < 100.0*k:
                level = parts(t, s)[1]
                if level < -60 and not low:
                    alarms, tlow = alarms + 1, t
                if level > 60 and not high:
                    alarms += 1
                low, high = level < -60, level > 60
        if k % 3 == 0 and len(hist) < 12:
            hist.append(parts(t, s)[2])
    _, level, mw = parts(t, s)
    return {"mw": (mw, 1e-5), "pd": (s[4], 1e-5), "level": (level, 2e-5), "tsh": (s[13], 1e-5), "wsp": (s[16], 1e-5),
            "fire": fuel0*lhv/qmax, "wsp0": wsp0, "coal": (s[23], 1e-5), "mwh": (s[24], 1e-5), "dev": (s[25], 1e-4),
            "heat": (s[23]*lhv/3600/s[24], 1e-5), "avg": (sum(hist)/12, 1e-5), "hist[6]": (hist[5], 1e-5),
            "nalarm": alarms, "tlow": (tlow, 1e-5), "nlog": 12}


@case
def ester():
    vapour = [lambda t: exp(9.3 - 2900/(t - 45)), lambda t: exp(9.6 - 3600/(t - 48))]
    job = {"open": True, "cw": 1.0, "qreb": 5000.0, "fj": [.05 + .01*i for i in (1, 2, 3, 4)], "tb": 420.0}
    rint = list(job["fj"])
    tset = [345.0, 349.0, 352.0, 354.0]

    def boiling(xa):
        t = job["tb"]
        for _ in range(50):
            pa, pb = vapour[0](t), vapour[1](t)
            slope = xa*pa*2900/(t - 45)**2 + (1 - xa)*pb*3600/(t - 48)**2
            dt = (xa*pa + (1 - xa)*pb - 1.2)/slope
            t -= dt
            if abs(dt) < 1e-11*t:
                break
        job["tb"] = t
        return t

    def f(t, s):
        ca, cb, tr, tj, (hd, xa, xb) = s[:4], s[4:8], s[8:12], s[12:16], s[16:19]
        feed = .22 if job["open"] else 0.0
        rec = job["qreb"]/32000/5
        tb = boiling(xa)
        ya = xa*vapour[0](tb)/1.2
        yb = (1 - ya)*xb/(1 - xa)
        ftot = feed + rec
        a, b, before = 5*(feed + rec*ya)/(ftot + 1e-9), rec*5*yb/(ftot + 1e-9), 330.0
        da, db, dr, dj, heat = [], [], [], [], 0.0
        for i in range(4):
            r1, r2 = 1.014e9*exp(-8000/tr[i])*ca[i], 1.5e10*exp(-10000/tr[i])*cb[i]
            q = 1400*(tr[i] - tj[i])
            da.append(ftot/2*(a - ca[i]) - r1)
            db.append(ftot/2*(b - cb[i]) + r1 - r2)
            dr.append(ftot/2*(before - tr[i]) + 30*r1 + 22.5*r2 - q/4000)
            dj.append(job["cw"]*job["fj"][i]/.3*(293 - tj[i]) + q/1254)
            a, b, before = ca[i], cb[i], tr[i]
            heat += q
        lout = max(0.0, .22 + .4*(hd - 1.5))
        return da + db + dr + dj + [ftot - rec - lout, (ftot*(ca[3]/5 - xa) - rec*(ya - xa))/hd,
                                    (ftot*(cb[3]/5 - xb) - rec*(yb - xb))/hd, lout*5*xb, lout*5*(1 - xa - xb), feed*5,
                                    job["qreb"]/2100, heat]
    s = ([2.9, 1.5, .8, .4] + [1.9, 3.2, 3.8, 4.0] + tset + [335.0]*4 + [1.5, .06, .8] + [0.0]*5)
    t, old, nopt, ninter, thot, tcool, hot, below = 0.0, {}, 0, 0, 0.0, 0.0, False, False
    for k in range(1201):
        old[k] = s[17]
        if k % 60 == 0 and k > 0 and job["open"]:
            job["qreb"] = bound(2000, 9000, job["qreb"] + 9000*(old[k - 8] - .03))
            nopt += 1
        errs = [s[8 + i] - tset[i] for i in range(4)]
        rint = [bound(0, .5, r + .015*e*.5/12) for r, e in zip(rint, errs)]
        job["fj"] = [bound(0, .5, r + .015*e) for r, e in zip(rint, errs)]
        if k == 400:
            job["cw"] = .3
        if k == 408:
            job["cw"] = 1.0
        if k == 1200:
            break
        while t < .5*(k + 1):
            stop = lambda t, s: (s[8] > 353) != hot or (s[8] < 342) != below
            s, t = rk4(f, s, t, .5*(k + 1), max(1, round((.5*(k + 1) - t)*16)), stop)
            if t < .5*(k + 1):
                if s[8] > 353 and not hot:
                    job["open"], ninter, thot = False, ninter + 1, t
                if s[8] < 342 and not below:
                    job["open"], tcool = True, t
                hot, below = s[8] > 353, s[8] < 342
    return {"ca[1]": (s[0], 1e-5), "cb[4]": (s[7], 1e-5), "tr[2]": (s[9], 1e-5), "tj[3]": (s[14], 1e-5),
            "xa": (s[17], 1e-5), "xb": (s[18], 1e-5), "tb": (boiling(s[17]), 1e-5), "qreb": (job["qreb"], 1e-5),
            "pmade": (s[19], 1e-5), "waste": (s[20], 1e-5), "used": (s[21], 1e-5), "steam": (s[22], 1e-5),
            "qcool": (s[23], 1e-5), "sel": (s[19]/(s[19] + s[20]), 1e-5), "worst": (max(map(abs, errs)), 1e-5),
            "thot": (thot, 1e-5), "tcool": (tcool, 1e-5), "ninter": ninter, "nscan": 1201, "nopt": nopt}


@case
def heart():
    dose = table([0, 55, 56, 70, 71, 100, 400], [0, 0, 1.2, 1.2, 0, 0, 0])
    h = {"beat": 0.0, "period": 60/72, "el": 2.6, "er": .62, "bleed": 0.0, "infus": 0.0}

    def parts(t, s):
        vlv, vrv, vsa, vsv, vpa, vpv, pbar, rres, rven, rhr, rel, c1, c2, _, _, _ = s
        phase = (t - h["beat"])/(.16 + .18*h["period"])
        act = sin(pi*phase)**2 if phase < 1 else 0.0
        plv, prv = (.08 + (h["el"] - .08)*act)*(vlv - 12), (.06 + (h["er"] - .06)*act)*(vrv - 25)
        psa, psv = (vsa - 560)/1.6, (vsv - 2650*(1 - .09*rven))/90
        ppa, ppv = (vpa - 85)/5, (vpv - 105)/9
        qmit, qaor = max(0, (ppv - plv)/.006), max(0, (plv - psa)/.012)
        qtri, qpul = max(0, (psv - prv)/.005), max(0, (prv - ppa)/.008)
        c = c1*10
        rs = 1.05*(1 + .55*rres)*(1 + (.6*c**2/(1.4**2 + c**2) if c > 0 else 0.0))
        qs, ql = (psa - psv)/rs, (ppa - ppv)/.1
        symp = tanh((90 - pbar)/12)
        return [qmit - qaor, qtri - qpul, qaor - qs, qs + h["infus"] - qtri - h["bleed"], qpul - ql, ql - qmit,
                (psa - pbar)/1.5, (symp - rres)/8, (symp - rven)/15, (symp - rhr)/3, (symp - rel)/5,
                (dose(t) - .021*c1*12 + .006*c2*12)/12, .012*c1 - .006*c2, qaor, plv*qaor, psa], plv - psa, psa
    f = lambda t, s: parts(t, s)[0]
    s = [120.0, 115.0, 710.0, 3100.0, 160.0, 175.0, 90.0] + [0.0]*9
    t, nbeat, nsys, nshock, sv = 0.0, 0, 0, 0, 0.0
    # At the first instant all pressures are at rest and no crossing is counted.
    opened, low = parts(0.0, s)[1] > 0, s[6] < 80
    times = [10.0, 40.0, 55.0, 56.0, 70.0, 71.0, 80.0, 100.0, 105.0, 120.0]
    due = 0.0
    while True:
        if t == due:
            nbeat += 1
            sv, s[13] = s[13], 0.0
            co = sv*60/h["period"]
            rate = 72*(1 + .45*s[9])
            h.update(beat=t, period=60/rate, el=2.6*(1 + .3*s[10]), er=.62*(1 + .3*s[10]))
            due = t + 60/rate
        h["bleed"] = 18.0 if 10 <= t < 40 else 0.0
        h["infus"] = 15.0 if 80 <= t < 105 else 0.0
        if t == 120:
            break
        tend = h["beat"] + .16 + .18*h["period"]
        end = min([due] + [x for x in times + [tend] if x > t])
        n = max(1, int((end - t)/.0005))
        begin = t
        for k in range(n):
            s = step(f, s, t, (end - begin)/n)
            t = begin + (k + 1)*(end - begin)/n
            now = parts(t, s)[1] > 0
            nsys += now and not opened
            nshock += s[6] < 80 and not low
            opened, low = now, s[6] < 80
        t = end
    total = sum(s[:6])
    return {"psa": (parts(t, s)[2], 2e-5), "vlv": (s[0], 2e-5), "vrv": (s[1], 2e-5), "pbar": (s[6], 2e-5),
            "c1": (s[11], 1e-5), "c2": (s[12], 1e-5), "svlast": (sv, 2e-5), "co": (co, 2e-5), "hr": (rate, 2e-5),
            "wkl": (s[14], 2e-5), "pmean": (s[15]/120, 2e-5), "total": (total, 1e-6), "lost": (4380 - total, 1e-6),
            "nbeat": nbeat, "nsys": nsys, "nshock": nshock}


@case
def truck():
    ratio = [3.49, 1.86, 1.41, 1.0, .75]
    torque = plane([60, 110, 160, 210, 260, 300], [0, .5, 1], [[-10, -25, -40, -55, -72, -90],
                                                              [260, 330, 340, 310, 250, 150],
                                                              [430, 560, 600, 570, 480, 330]])
    capac = table([0, .4, .7, .85, .95, 1.02], [.014, .0138, .0125, .0098, .0052, 0])
    gain = table([0, .5, .85, 1.1], [2.1, 1.5, 1, 1])
    slope = table([0, 250, 280, 430, 460, 700, 730, 5000], [0, 0, .045, .045, -.03, -.03, 0, 0])
    shock = table([-2, -.25, -.1, 0, .2, 2], [-16000, -4800, -2900, 0, 7200, 42000])
    c = {}

    def bumpy(s):
        if s <= 0:
            return 0.0
        h = min(s/20, 1.0)*(.012*sin(.9*s) + .006*sin(2.3*s))
        return h + (.04*(1 - cos(pi/3*(s - 150))) if 150 <= s <= 156 else 0.0)

    def wheels(v):
        return max(0, v["v"])/.42*ratio[c["gear"]]*4.6

    def drive(t, v):
        we = v["we"]
        teng = torque(we, v["th"])
        sr = wheels(v)/we
        tp = capac(bound(0, 1.02, sr))*we**2
        wed = (teng - tp)/1.1
        if we <= 75 and wed < 0:
            wed = 0.0
        fd = tp*gain(bound(0, 1.1, sr))*ratio[c["gear"]]*4.6*.92/.42
        acc = (fd - .5*1.2*4.4*v["v"]*abs(v["v"]) - .011*(v["ftf"] + v["ftr"])*bound(-1, 1, v["v"]) -
               7500*9.81*slope(v["x"]))/7500
        return [(c["th"] - v["th"])/.15, wed, acc, v["v"], fd*v["v"], max(0, teng)*we/(42e6*.38)], {"acc": acc}

    def axle(zu, zud, zb, zbd, road, kt, mu, ks, load):
        force = ks*(zb - zu) + shock(zbd - zud)
        ft = max(0, kt*(road - zu) + load)
        return force, ft, (force + ft - load)/mu

    def ride(t, v):
        z, zd, p, pd = v["z"], v["zd"], v["phi"], v["phid"]
        ff, ftf, af = axle(v["zuf"], v["zufd"], z - 2.1*p, zd - 2.1*pd, bumpy(v["s"]), 850e3, 500, 190e3, 33e3)
        fr, ftr, ar = axle(v["zur"], v["zurd"], z + 1.7*p, zd + 1.7*pd, bumpy(v["s"] - 2.1 - 1.7), 1500e3, 800, 260e3,
                           41e3)
        zdd = -(ff + fr)/6200
        return [v["v"], v["zufd"], af, v["zurd"], ar, zd, zdd, pd,
                (2.1*ff - 1.7*fr + .15*6200*1.1*v["acc"])/21000, zdd**2], {"ftf": ftf, "ftr": ftr}
    slow = ["th", "we", "v", "x", "work", "fuel"]
    fast = ["s", "zuf", "zufd", "zur", "zurd", "z", "zd", "phi", "phid", "rough"]

    def job(advance):
        v = dict.fromkeys(slow + fast, 0.0)
        v.update(we=75.0, ftf=33e3, ftr=41e3)
        c.update(gear=0, th=0.0)
        vset, vint, tshift, shifts, least, light = 16.0, .1, -10.0, 0, 1e6, 0
        for k in range(301):
            t = k/10
            wt, ftr = wheels(v), ride(t, {**v, "acc": 0.0})[1]["ftr"]
            vset = 21.0 if k >= 250 else vset
            verr = vset - v["v"]
            vint = bound(0, 1, vint + .02*verr*.1)
            c["th"] = bound(0, 1, .12*verr + vint)
            if k % 5 == 0 and t - tshift >= 1.4:
                step = 1 if wt > 225 and c["gear"] < 4 else -1 if wt < 120 and c["gear"] > 0 else 0
                if step:
                    c["gear"], shifts, tshift = c["gear"] + step, shifts + 1, t
            least, light = min(least, ftr), light + (ftr < 15000)
            if k < 300:
                v = advance(v, t, (k + 1)/10)
        return v, {"gear": c["gear"] + 1, "nshift": shifts, "least": least, "nlight": light, "ncruis": 301}

    def by_parts(v, t, end):
        for name in ("acc", "ftf", "ftr"):
            v.pop(name, None)
        v.update(ride(t, {**v, "acc": 0.0})[1])
        return apart([(4, .02, slow, drive), (4, .002, fast, ride)], v, t, end)

    def together(v, t, end):
        names = slow + fast

        def both(t, s):
            now = dict(zip(names, s))
            now.update(ride(t, {**now, "acc": 0.0})[1])
            rates, shown = drive(t, now)
            return rates + ride(t, {**now, **shown})[0]
        s, _ = rk4(both, [v[n] for n in names], t, end, 200)
        return dict(zip(names, s))
    out = {}
    for prefix, advance, tol in (("", by_parts, 5e-5), ("together:", together, 5e-5)):
        v, more = job(advance)
        for name in ("v", "we", "x", "work", "fuel", "z", "phi", "rough"):
            out[prefix + name] = (v[name], tol)
        out[prefix + "vmean"] = (v["x"]/30, tol)
        out[prefix + "rms"] = (sqrt(v["rough"]/30), tol)
        for name, value in more.items():
            out[prefix + name] = (value, 1e-3 if name == "least" else 2e-6)
    return out


@case
def sludge():
    v1, v2, v3, sat, q0, qret = 2000.0, 2666.0, 2666.0, 8.0, 18446.0, 18446.0
    day = table([0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24],
                [.85, .68, .6, .66, 1.02, 1.32, 1.3, 1.14, 1.03, 1.08, 1.24, 1.08, .85])
    loads = table([0, 3, 6, 9, 12, 15, 18, 21, 24], [.92, .7, .62, 1.18, 1.32, 1.08, 1.02, 1.24, .92])
    now = {"rain": 0, "day": 0, "kla2": 120.0, "kla3": 80.0, "qint": 40000.0, "qw": 0.0, "dose": 8.0}
    sum2, sum3, sumn = 120.0, 80.0, 40000.0

    def tank(c, cin, q, vol, kla):
        ss, xs, xb, xa, xi, so, sn, sh = c
        msub, moxy, mano = ss/(10 + ss), so/(.2 + so), .2/(.2 + so)*sn/(.5 + sn)
        r1, r2 = 4*msub*moxy*xb, 4*msub*mano*.8*xb
        r3 = .5*sh/(1 + sh)*so/(.4 + so)*xa
        r4, r5 = .3*xb, .05*xa
        r7 = 3*(xs/xb)/(.1 + xs/xb)*(moxy + .8*mano)*xb
        made = [r7 - (r1 + r2)/.67, .92*(r4 + r5) - r7, r1 + r2 - r4, r3 - r5, .08*(r4 + r5),
                kla*(sat - so) - .33/.67*r1 - 4.33/.24*r3, r3/.24 - .33/(2.86*.67)*r2,
                .075*r7 - .086*(r1 + r2) - (.086 + 1/.24)*r3]
        return [q/vol*(b - a) + r for a, b, r in zip(c, cin, made)], r1 + r2

    def flows(t):
        hour = 24*(t - now["day"])
        qin = q0*day(hour) + 14000*now["rain"]
        return qin, loads(hour)*(1 - .55*now["rain"])

    def f(t, s):
        a, b, c, r = s[:8], s[8:16], s[16:24], s[24:32]
        qin, load = flows(t)
        qint, qw = now["qint"], now["qw"]
        q1, qs, qe = qin + qret + qint, qin + qret, qin - qw
        feed = [69.5*load, 202*load, 28.2*load, 0, 51.2, 0, 0, 38*load]
        feed[4] *= load
        first = [(qin*x + qret*y + qint*z)/q1 for x, y, z in zip(feed, r, c)]
        da, ga = tank(a, first, q1, v1, 0)
        db, gb = tank(b, a, q1, v2, now["kla2"])
        dc, gc = tank(c, b, q1, v3, now["kla3"])
        thick = qs*(1 - .004)/(qret + qw)
        dr = [((thick if 1 <= k <= 4 else 1)*c[k] - r[k])/.06 for k in range(8)]
        xe = .004*qs/qe*(c[1] + c[2] + c[3] + c[4])
        ntot = r[6] + r[7] + .086*.004*qs/qe*(c[2] + c[3])
        psol, fe = s[32], s[33]
        grown = v1*ga + v2*gb + v3*gc
        rest = [(qin*9.5*load - qe*psol - .017*grown)/(v1 + v2 + v3) - .55*fe*psol, (now["dose"] - fe)/.03,
                now["dose"]*qin*1e-3, qe*(1.5*xe + r[0] + xe + 20*ntot)*1e-3, qe, qe*ntot,
                (v2*now["kla2"] + v3*now["kla3"])*sat/1.8e3, .004*qint + .008*qret + .05*qw,
                qw*.75*(r[1] + r[2] + r[3] + r[4])*1e-3]
        return da + db + dc + dr + rest

    s = [3.0, 60.0, 2300.0, 130.0, 1100.0, .1, 3.0, 6.0, 2.0, 60.0, 2300.0, 130.0, 1100.0, 1.5, 7.0, 6.0,
         1.0, 60.0, 2300.0, 130.0, 1100.0, 1.0, 7.0, 6.0, 1.0, 120.0, 4600.0, 260.0, 2200.0, 1.0, 7.0, 6.0, 1.2, 8.0] + [0.0]*7
    nbad, nturn, shmax, log = 0, 0, 0.0, []
    for k in range(601):  # of 0.005 d
        t = k*.005
        now["rain"], now["day"] = int(270 <= k < 344), min(k, 599)//200

        def pi_step(err, total, high):
            raw = 25*err + total
            moves = not (raw > high and err > 0) and not (raw < 10 and err < 0)
            return bound(10, high, raw), total + 25*err*.01/.02*moves
        if k % 2 == 0:
            now["kla2"], sum2 = pi_step(1.8 - s[13], sum2, 110.0 if 480 <= k < 530 else 240.0)
            now["kla3"], sum3 = pi_step(1.2 - s[21], sum3, 240.0)
        if k % 10 == 0:
            err = 1 - s[6]
            raw = 9000*err + sumn
            now["qint"] = bound(0, 92230, raw)
            sumn += 9000*err*.05/.08*(raw == now["qint"])
        if k % 50 == 0:
            now["qw"] = 620.0 if (k//50) % 4 in (1, 2) else 0.0
        if k % 25 == 0:
            old = now["dose"]
            now["dose"] = 25.0 if s[32] > 2 else bound(0, 25, old + 6*(s[32] - 1))
            nturn += old != now["dose"]
        if k % 100 == 0:
            if len(log) < 6:
                log.append((s[23], s[22]))
            nbad += s[23] > 4 or s[23] + s[22] > 18
            shmax = max(shmax, s[23])
        if k < 600:
            s, _ = rk4(f, s, t, t + .005, 60)
    rates, (qin, _), end = f(3.0, s), flows(3.0), 3.0
    solids = lambda x: 1e-3*(v1*sum(x[1:5]) + v2*sum(x[9:13]) + v3*sum(x[17:21]))
    eqi, vole, nmass, air, pump, made = s[35:]
    age = solids(s)/((made/.75 + 1e-3*.004*(qin + qret)*end*s[18])/end)
    cost = 3*s[34]/end + 25*(air + pump)/end + 75*made/end + 50*eqi/end
    names = {"ss3": 16, "xb3": 18, "xa3": 19, "so2": 13, "so3": 21, "sn1": 6, "sn3": 22, "sh3": 23, "xbr": 26, "psol": 32,
             "fe": 33, "iron": 34}
    out = {name: (s[k], 2e-5) for name, k in names.items()}
    out.update(kla2=(now["kla2"], 2e-5), kla3=(now["kla3"], 2e-5), qint=(now["qint"], 1e-4), dose=(now["dose"], 2e-5), qw=now["qw"],
               nbad=nbad, nturn=nturn, nlog=6, nfail=1, shmax=shmax, best=(min(a for a, _ in log), 2e-5), eqmean=(eqi/end, 2e-5),
               ntmean=(nmass/vole, 2e-5), age=(age, 2e-5), cost=(cost, 2e-5), solids=(solids(s), 1e-5), rise=(solids(rates), 1e-4))
    out.update({f"logsh[{k + 1}]": (a, 2e-5) for k, (a, _) in enumerate(log)})
    out.update({f"logsn[{k + 1}]": (b, 2e-5) for k, (_, b) in enumerate(log)})
    return out
