"""FMUs that Kerf exports, run by FMPy, against `kerf simulate`.

    fmus.py --kerf build/kerf --list FILE [--seed N --count N] [--work FOLDER]

Each line of the list names a model: TARGET [CLASS] | stop | options of kerf. Every model is exported for FMI 2.0 and 3.0,
checked by FMPy's validation, and simulated as model exchange and as co-simulation. At each point of the grid the values
must be those of `kerf simulate`, up to a tolerance relative to the range of the variable; around an event, where either may
be first, up to what the variable does within a short distance.
"""
import argparse
import csv
import os
import pathlib
import random
import shlex
import subprocess
import sys
import tempfile
import time as clock

import fmpy
import numpy as np
from fmpy.validation import validate_fmu

INTERVALS = 200
# Relative to the range of the variable, for runs with RUN_TOLERANCE.
TOLERANCE = 2e-3
RUN_TOLERANCE = 1e-8
# In intervals.
EVENT_WINDOW = 0.02


class Failure(Exception):
    pass


def run_kerf(kerf, arguments, limit):
    done = subprocess.run([kerf, *arguments], capture_output=True, text=True, timeout=limit)
    return done.returncode, done.stdout, done.stderr


def read_csv(path):
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    names = [name.strip() for name in rows[0]]
    values = np.array([[float(x) for x in row] for row in rows[1:]], dtype=float).reshape(-1, len(names))
    return {name: values[:, k] for k, name in enumerate(names)}


def bounds(times, values, t, window):
    """The least and the largest value of a trajectory with jumps within the window around t."""
    first, last = np.searchsorted(times, t - window, "left"), np.searchsorted(times, t + window, "right")
    inside = values[first:last]
    ends = [np.interp(t - window, times, values), np.interp(t, times, values), np.interp(t + window, times, values)]
    every = np.concatenate([inside, ends])
    return every.min(), every.max()


def differences(reference, result, grid, step):
    """The largest difference relative to the range of its variable, and what has it."""
    worst, blame = 0.0, ""
    times = reference["time"]
    for name in result.dtype.names:
        if name == "time" or name not in reference:
            continue
        expected, got = reference[name], np.asarray(result[name], dtype=float)
        scale = max(np.ptp(expected), 1e-3 * np.abs(expected).max(), 1e-9)
        for t in grid:
            low, high = bounds(times, expected, t, EVENT_WINDOW * step)
            left, right = np.searchsorted(result["time"], t - 1e-9 * max(1, abs(t)), "left"), np.searchsorted(
                result["time"], t + 1e-9 * max(1, abs(t)), "right")
            if left == right:
                raise Failure(f"no point at {t}")
            distance = min(max(low - value, value - high, 0) for value in got[left:right])
            if distance / scale > worst:
                worst, blame = distance / scale, f"{name} at {t:.6g}"
    return worst, blame


def compare(kerf, model, work, versions, limit):
    """The largest difference of all runs of a model, and how large the FMU is."""
    target, stop, options = model
    output = work / "reference.csv"
    run = ["--stop", repr(stop), "--intervals", str(INTERVALS), "--tolerance", repr(RUN_TOLERANCE)]
    code, _, errors = run_kerf(kerf, ["simulate", *target, *options, *run, "--protected", "--output", str(output)], limit)
    if code != 0:
        raise Failure(f"kerf simulate failed: {errors.strip()[-300:]}")
    reference = read_csv(output)
    start = reference["time"][0]
    grid = np.linspace(start, stop, INTERVALS + 1)
    worst, blame, export_time = 0.0, "", 0.0
    for version in versions:
        fmu = work / f"m{version}.fmu"
        begin = clock.perf_counter()
        code, _, errors = run_kerf(kerf, ["fmu", *target, *options, "--fmi", str(version), "-o", str(fmu)], limit)
        export_time = max(export_time, clock.perf_counter() - begin)
        if code != 0:
            raise Failure(f"kerf fmu failed: {errors.strip()[-300:]}")
        if problems := validate_fmu(str(fmu)):
            raise Failure(f"FMI {version}: {problems[:3]}")
        shown = [v.name for v in fmpy.read_model_description(str(fmu)).modelVariables
                 if v.name in reference and v.variability in ("continuous", "discrete") and v.causality != "independent"]
        for kind in ("ModelExchange", "CoSimulation"):
            told = []
            try:
                result = fmpy.simulate_fmu(
                    str(fmu), fmi_type=kind, start_time=start, stop_time=stop, output_interval=(stop - start) / INTERVALS,
                    relative_tolerance=RUN_TOLERANCE, output=shown, record_events=False, timeout=limit,
                    logger=lambda *args: told.append(args))
            except Exception as error:
                said = b"; ".join(m for entry in told for m in entry if isinstance(m, bytes)).decode(errors="replace")
                raise Failure(f"FMI {version} {kind}: {error} {said[-400:]}") from error
            distance, where = differences(reference, result, grid, (stop - start) / INTERVALS)
            if distance >= worst:
                worst, blame = distance, f"FMI {version} {kind}: {where}"
    return worst, blame, export_time


def read_list(path, chosen, seed):
    models = []
    for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines():
        line = line.split("#")[0].strip()
        if not line:
            continue
        parts = [part.strip() for part in line.split("|")] + ["", ""]
        models.append((shlex.split(os.path.expandvars(parts[0])), float(parts[1] or 1), shlex.split(parts[2])))
    if chosen and chosen < len(models):
        models = random.Random(seed).sample(models, chosen)
    return models


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kerf", required=True)
    parser.add_argument("--list", required=True)
    parser.add_argument("--count", type=int, default=0, help="that many models of the list, chosen at random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fmi", default="2,3")
    parser.add_argument("--limit", type=float, default=60, help="seconds for a run")
    parser.add_argument("--work", help="folder for the FMUs, which stay there")
    given = parser.parse_args()
    models = read_list(given.list, given.count, given.seed)
    versions = [int(v) for v in given.fmi.split(",")]
    n_bad = 0
    for number, model in enumerate(models):
        with tempfile.TemporaryDirectory(prefix="kerf-fmus-") as scratch:
            work = pathlib.Path(given.work or scratch) / str(number) if given.work else pathlib.Path(scratch)
            work.mkdir(parents=True, exist_ok=True)
            name = " ".join([*model[0], *model[2]])
            try:
                worst, blame, seconds = compare(given.kerf, model, work, versions, given.limit)
                good = worst <= TOLERANCE
                print(f"{'ok  ' if good else 'BAD '} {worst:8.1e} {seconds:6.2f} s  {name}" + ("" if good else f"  {blame}"), flush=True)
            except (Failure, subprocess.TimeoutExpired) as failure:
                good = False
                print(f"BAD  {name}: {failure}", flush=True)
            n_bad += not good
    print(f"{len(models) - n_bad} of {len(models)} models agree (seed {given.seed})")
    return 1 if n_bad or not models else 0


if __name__ == "__main__":
    sys.exit(main())
