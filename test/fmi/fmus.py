"""FMUs that Kerf exports, run by FMPy, against `kerf simulate`.

    fmus.py --kerf build/kerf --list FILE [--seed N --count N] [--work FOLDER]

Each line of the list names a model: TARGET [CLASS] | stop | options of kerf. Without a stop it is that of the model. A model that
`kerf simulate` cannot run, or that `kerf fmu` refuses with a reason, says nothing; with --count others take its place. Every model is exported for FMI 2.0 and 3.0,
checked by FMPy's validation, and simulated as model exchange and as co-simulation. At each point of the grid the values
must be those of `kerf simulate`, up to a tolerance relative to the size of the variable; around an event, where either may
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
# Relative to the size of the variable, for runs with RUN_TOLERANCE.
TOLERANCE = 1e-3
# Relative to the median of all sizes.
SMALL = 1e-3
RUN_TOLERANCE = 1e-8
# In intervals.
EVENT_WINDOW = 0.02


# So many variables of a model are compared, chosen at random.
MOST_VARIABLES = 300


class Failure(Exception):
    """What is wrong."""


class Unfit(Exception):
    """Why a model says nothing."""


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
    """The largest difference relative to the size of its variable, and what has it."""
    worst, blame = 0.0, ""
    times = reference["time"]
    sizes = [np.abs(reference[name]).max() for name in result.dtype.names if name != "time" and name in reference]
    # What is small beside most others may be nothing but the difference of two of them.
    least = max(SMALL * float(np.median(sizes)) if sizes else 0, 1e-12)
    for name in result.dtype.names:
        if name == "time" or name not in reference:
            continue
        expected, got = reference[name], np.asarray(result[name], dtype=float)
        scale = max(np.abs(expected).max(), least)
        for t in grid:
            low, high = bounds(times, expected, t, EVENT_WINDOW * step)
            left, right = np.searchsorted(result["time"], t - 1e-9 * max(1, abs(t)), "left"), np.searchsorted(
                result["time"], t + 1e-9 * max(1, abs(t)), "right")
            if left == right:
                # The model may have ended both runs, one a rounding error before the other.
                if t == grid[-1] and t - result["time"][-1] <= 1.01 * step:
                    continue
                raise Failure(f"no point at {t}")
            distance = min(max(low - value, value - high, 0) for value in got[left:right])
            if distance / scale > worst:
                worst, blame = distance / scale, f"{name} at {t:.6g}"
    return worst, blame


def export(kerf, model, fmu, version, limit):
    begin = clock.perf_counter()
    code, _, errors = run_kerf(kerf, ["fmu", *model[0], *model[2], "--fmi", str(version), "-o", str(fmu)], limit)
    seconds = clock.perf_counter() - begin
    if code != 0:
        reason = [line for line in errors.splitlines() if "error:" in line][:1]
        raise (Unfit if "cannot become an FMU" in errors else Failure)(f"kerf fmu: {reason}")
    if problems := validate_fmu(str(fmu)):
        raise Failure(f"FMI {version}: {problems[:3]}")
    return seconds


def run_reference(kerf, model, work, limit):
    output = work / "reference.csv"
    stop = ["--stop", repr(model[1])] if model[1] else []
    try:
        code, _, errors = run_kerf(kerf, ["simulate", *model[0], *model[2], *stop, "--intervals", str(INTERVALS),
                                          "--tolerance", repr(RUN_TOLERANCE), "--protected", "--output", str(output)], limit)
    except subprocess.TimeoutExpired:
        raise Unfit(f"kerf simulate takes longer than {limit} s") from None
    if code != 0:
        raise Unfit(f"kerf simulate: {[line for line in errors.splitlines() if 'error:' in line][:1]}")
    return read_csv(output)


def compare(kerf, model, work, versions, limit, rng):
    """The largest difference of all runs of a model, who has it, and how long the export takes."""
    worst, blame, export_time = 0.0, "", 0.0
    reference = run_reference(kerf, model, work, limit)
    start, stop = reference["time"][0], reference["time"][-1]
    if not stop > start or (model[1] and stop < model[1] * (1 - 1e-6)):
        raise Unfit("the model ends the run")
    grid = np.linspace(start, stop, INTERVALS + 1)
    for version in versions:
        fmu = work / f"m{version}.fmu"
        export_time = max(export_time, export(kerf, model, fmu, version, limit))
        description = fmpy.read_model_description(str(fmu))
        shown = [v.name for v in description.modelVariables
                 if v.name in reference and v.variability in ("continuous", "discrete") and v.causality != "independent"]
        if len(shown) > MOST_VARIABLES:
            shown = rng.sample(shown, MOST_VARIABLES)
        for kind in ("ModelExchange", "CoSimulation"):
            told = []
            try:
                begin = clock.perf_counter()
                result = fmpy.simulate_fmu(
                    str(fmu), fmi_type=kind, start_time=start, stop_time=stop, output_interval=(stop - start) / INTERVALS,
                    relative_tolerance=RUN_TOLERANCE, output=shown, record_events=False, timeout=limit,
                    logger=lambda *args: told.append(args))
            except Exception as error:
                said = b"; ".join(m for entry in told for m in entry if isinstance(m, bytes)).decode(errors="replace")
                raise Failure(f"FMI {version} {kind}: {error} {said[-400:]}") from error
            if clock.perf_counter() - begin > limit:
                raise Unfit(f"the run of the FMU takes longer than {limit} s")
            distance, where = differences(reference, result, grid, (stop - start) / INTERVALS)
            if distance >= worst:
                worst, blame = distance, f"FMI {version} {kind}: {where}"
    return worst, blame, export_time


def read_list(path, seed):
    models = []
    for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines():
        # Of a table the first column.
        line = line.split("#")[0].split("\t")[0].strip()
        if line and line != "example":
            parts = [part.strip() for part in line.split("|")] + ["", ""]
            models.append((shlex.split(os.path.expandvars(parts[0])), float(parts[1] or 0), shlex.split(parts[2])))
    if seed is not None:
        random.Random(seed).shuffle(models)
    return models


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kerf", required=True)
    parser.add_argument("--list", required=True)
    parser.add_argument("--count", type=int, help="that many models of the list, in random order (default: all)")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--fmi", default="2,3")
    parser.add_argument("--limit", type=float, default=60, help="seconds for a run")
    parser.add_argument("--work", help="folder for the FMUs, which stay there")
    given = parser.parse_args()
    models = read_list(given.list, given.seed)
    versions = [int(v) for v in given.fmi.split(",")]
    n_good = n_bad = n_unfit = 0
    for number, model in enumerate(models):
        if given.count and n_good + n_bad >= given.count:
            break
        name = " ".join([*model[0], *model[2]])
        with tempfile.TemporaryDirectory(prefix="kerf-fmus-") as scratch:
            work = pathlib.Path(given.work) / str(number) if given.work else pathlib.Path(scratch)
            work.mkdir(parents=True, exist_ok=True)
            try:
                worst, blame, seconds = compare(given.kerf, model, work, versions, given.limit, random.Random(number))
                if worst <= TOLERANCE:
                    n_good += 1
                    print(f"ok   {worst:8.1e} {seconds:6.2f} s  {name}", flush=True)
                else:
                    n_bad += 1
                    print(f"BAD  {worst:8.1e} {seconds:6.2f} s  {name}: {blame}", flush=True)
            except Unfit as reason:
                n_unfit += 1
                print(f"-    {name}: {reason}", flush=True)
            except (Failure, subprocess.TimeoutExpired) as failure:
                n_bad += 1
                print(f"BAD  {name}: {failure}", flush=True)
    print(f"{n_good} models agree, {n_bad} do not, {n_unfit} were passed over (seed {given.seed})")
    return 1 if n_bad or not n_good else 0


if __name__ == "__main__":
    sys.exit(main())
