#!/usr/bin/env python3
"""What Python adds to a run, and what two threads gain. Run by a Python that has the package: python bench/python.py

A run is measured beside what it says about itself; the rest is preparation, the result and Python.
"""

from __future__ import annotations

import sys
import threading
import time

import kerf

SMALL = """model Small
  parameter Real a = 1;
  Real x(start = 1, fixed = true);
equation
  der(x) = -a * x;
end Small;
"""


def runs(model: kerf.Model, n: int) -> float:
    begin = time.perf_counter()
    for _ in range(n):
        model.simulate(stop=1, intervals=10)
    return time.perf_counter() - begin


def overhead(model: kerf.Model, intervals: int) -> tuple[float, float]:
    """Median of the time of a run, and of what it takes above itself [s]."""
    whole, above = [], []
    for _ in range(2000):
        begin = time.perf_counter()
        result = model.simulate(stop=1, intervals=intervals)
        seconds = time.perf_counter() - begin
        whole.append(seconds)
        above.append(seconds - result.statistics["run_seconds"])
    return sorted(whole)[1000], sorted(above)[1000]


def main() -> int:
    model = kerf.loads(SMALL)
    runs(model, 100)
    missed = 0

    def target(text: str, is_met: bool) -> None:
        nonlocal missed
        missed += not is_met
        print(f"{text}: {'met' if is_met else 'MISSED'}")

    for intervals in (10, 500):
        whole, above = overhead(model, intervals)
        print(f"{intervals:4} intervals: a run takes {1e6 * whole:6.1f} µs, {1e6 * above:5.1f} µs above the run itself")
        target("less than 100 µs above the run itself", above < 100e-6)
    begin = time.perf_counter()
    values = [1 + k / 10000 for k in range(10_000)]
    for a in values[:1000]:
        model.simulate(stop=1, intervals=10, a=a)
    each = (time.perf_counter() - begin) / 1000
    print(f"10 000 runs with different parameter values: {10_000 * each:.2f} s, from the first 1000")
    target("less than 10 s", 10_000 * each < 10)
    n = 4000
    one = runs(model, n)
    threads = [threading.Thread(target=runs, args=(model, n // 2)) for _ in range(2)]
    begin = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    two = time.perf_counter() - begin
    print(f"{n} runs: {one:.2f} s in one thread, {two:.2f} s in two: {one / two:.2f} times as fast")
    target("1.6 times as fast in two threads", one / two > 1.6)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
