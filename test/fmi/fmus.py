"""FMUs that Kerf exports, run by FMPy, against `kerf simulate`.

    fmus.py --kerf build/kerf --list FILE [--seed N --count N] [--work FOLDER]

Each line of the list names a model: TARGET [CLASS] | stop | options of kerf | inputs. Without a stop it is that of the model.
Inputs are a + b*time, written u=a:b. A model that `kerf simulate` cannot run, or that `kerf fmu` refuses with a reason, says
nothing; with --count others take its place.

Every model is exported for FMI 2.0 and 3.0, checked by FMPy's validation, and simulated as model exchange and as
co-simulation (of FMI 3.0 also in event mode), in the program fmusim as well if it is named, and once more with other values of
parameters. At each point of the grid the values must be those of
`kerf simulate`, up to a tolerance relative to the size of the variable; around an event, where either may be first, up to what
the variable does within a short distance.
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
import zipfile

import fmpy
import numpy as np
from fmpy.validation import validate_fmu

INTERVALS = 200
# Relative to the size of the variable, for runs with RUN_TOLERANCE.
TOLERANCE = 1e-3
# Relative to the median of all sizes.
SMALL = 1e-3
RUN_TOLERANCE = 1e-8
# The same where an imported FMU integrates by itself: with the tolerance of its default experiment, not with that of the run.
OWN_TOLERANCE = 2e-2
CLOSE_TOLERANCE = 1e-11
LOOSE_TOLERANCE = 1e-6
# In intervals.
EVENT_WINDOW = 0.02
HUGE = 1e100


# To fmusim times are the same that are so near [s].
FMUSIM_SAME_TIME = 1.1e-5

COMPILER = ["cc", "-std=c99", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-fvisibility=hidden"]

# So many variables of a model are compared, chosen at random.
MOST_VARIABLES = 300
# So many parameters get other values.
MOST_PARAMETERS = 12


class Failure(Exception):
    """What is wrong."""


class Unfit(Exception):
    """Why a model says nothing."""


def run_kerf(kerf, arguments, limit):
    done = subprocess.run([kerf, *arguments], capture_output=True, text=True, timeout=limit)
    return done.returncode, done.stdout, done.stderr


def read_csv(path, elements=None):
    """Columns by name; of an array, the values of which stand in one cell, one for each of its `elements`."""
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    names = [name.strip() for name in rows[0]]
    if elements:
        names = [element for name in names for element in elements.get(name, [name])]
        rows = [[x for cell in row for x in cell.split()] for row in rows]
    values = np.array([[float(x) for x in row] for row in rows[1:]], dtype=float).reshape(-1, len(names))
    return {name: np.ascontiguousarray(values[:, k]) for k, name in enumerate(names)}


def interpolated(times, values, t, first, last):
    """The values at t by a straight line between the points next to it; `first` and `last`: indices around all t."""
    low, high = max(first - 1, 0), min(last + 1, len(times))
    return np.interp(t, times[low:high], values[low:high])


def bounds(times, values, t, window, first, last):
    """The least and the largest value of a trajectory with jumps within the window around t, which holds points first … last - 1."""
    ends = interpolated(times, values, [t - window, t, t + window], first, last)
    return min(ends.min(), values[first:last].min(initial=np.inf)), max(ends.max(), values[first:last].max(initial=-np.inf))


def differences(reference, result, grid, step, near=0.0):
    """The largest difference relative to the size of its variable, and what has it. A point as `near` as that stands for a point of the
    grid, and is not compared."""
    worst, blame = 0.0, ""
    times, window = reference["time"], EVENT_WINDOW * step
    sizes = [np.abs(reference[name]).max() for name in result.dtype.names if name != "time" and name in reference]
    # What is small beside most others may be nothing but the difference of two of them.
    least = max(SMALL * float(np.median(sizes)) if sizes else 0, 1e-12)
    firsts, lasts = np.searchsorted(times, grid - window, "left"), np.searchsorted(times, grid + window, "right")
    slack = np.maximum(1e-6 * step, 1e-14 * np.abs(grid))
    found = np.ascontiguousarray(result["time"])
    lefts, rights = np.searchsorted(found, grid - slack, "left"), np.searchsorted(found, grid + slack, "right")
    for k, t in enumerate(grid):
        # The model may have ended both runs, one a rounding error before the other.
        is_end = k == len(grid) - 1 and t - found[-1] <= 1.01 * step
        if lefts[k] == rights[k] and not is_end and np.abs(found - t).min() > near * max(1, abs(t)):
            raise Failure(f"no point at {t}")
    for name in result.dtype.names:
        if name == "time" or name not in reference:
            continue
        # Such a value means infinity.
        expected, got = np.clip(reference[name], -HUGE, HUGE), np.clip(np.asarray(result[name], dtype=float), -HUGE, HUGE)
        scale = max(np.abs(expected).max(), least)
        for k in np.flatnonzero(lefts < rights):
            values = got[lefts[k]:rights[k]]
            low, high = bounds(times, expected, grid[k], window, firsts[k], lasts[k])
            distance = np.maximum(np.maximum(low - values, values - high), 0).min() / scale
            if np.isnan(distance):
                raise Failure(f"{name} is not a number at {grid[k]:.6g}")
            if distance > worst:
                worst, blame = distance, f"{name} at {grid[k]:.6g}"
    return worst, blame


def export(kerf, model, fmu, version, limit):
    begin = clock.perf_counter()
    code, _, errors = run_kerf(kerf, ["fmu", *model[0], *model[2], "--fmi", str(version), "-o", str(fmu)], limit)
    seconds = clock.perf_counter() - begin
    if code != 0:
        reason = [line for line in errors.splitlines() if "error:" in line][:1]
        raise (Unfit if "cannot become an FMU" in errors or "--source" in model[2] and ("cannot be translated" in errors or "C has no" in errors) else Failure)(f"kerf fmu: {reason}")
    if problems := validate_fmu(str(fmu)):
        raise Failure(f"FMI {version}: {problems[:3]}")
    if "--source" in model[2]:
        build(fmu, version)
    return seconds


def build(fmu, version):
    """Compiles the C source of an FMU and puts the code into it."""
    platform = "linux64" if version == 2 else "x86_64-linux"
    with zipfile.ZipFile(fmu, "a") as archive, tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(archive.extract(next(n for n in archive.namelist() if n.endswith(".c")), folder))
        code = source.with_suffix(".so")
        done = subprocess.run([*COMPILER, str(source), "-o", str(code), "-lm"], capture_output=True, text=True)
        if done.returncode != 0:
            raise Failure(f"FMI {version}: {done.stderr[:400]}")
        archive.write(code, f"binaries/{platform}/{code.name}")


def run_reference(kerf, model, work, limit):
    output = work / "reference.csv"
    stop = ["--stop", repr(model[1])] if model[1] else []
    for name, (a, b) in model[3].items():
        stop += ["--input", f"{name}=({a!r}) + ({b!r})*time"]
    try:
        code, _, errors = run_kerf(kerf, ["simulate", *model[0], *(word for word in model[2] if word != "--source"), *stop, "--intervals", str(INTERVALS),
                                          *([] if "--tolerance" in model[2] else ["--tolerance", repr(RUN_TOLERANCE)]), "--protected", "--output", str(output)], limit)
    except subprocess.TimeoutExpired:
        raise Unfit(f"kerf simulate takes longer than {limit} s") from None
    if code != 0:
        raise Unfit(f"kerf simulate: {[line for line in errors.splitlines() if 'error:' in line][:1]}")
    return read_csv(output)


def elements_of(variable):
    """The names that `kerf simulate` gives to the elements of an array, in order; of a scalar its own."""
    sizes = [int(d.start) for d in variable.dimensions]
    before, behind = (variable.name[:-1], ")") if sizes and variable.name.startswith("der(") else (variable.name, "")
    return [before + "[" + ",".join(str(k + 1) for k in index) + "]" + behind for index in np.ndindex(*sizes)] if sizes else [variable.name]


def with_elements(result, elements):
    """A column for each element in place of one for each array."""
    columns = {"time": result["time"]}
    for name in result.dtype.names[1:]:
        values = result[name].reshape(len(result), -1)
        columns.update(zip(elements[name], values.T))
    flat = np.zeros(len(result), dtype=[(name, float) for name in columns])
    for name, values in columns.items():
        flat[name] = values
    return flat


def run_fmusim(fmusim, fmu, kind, names, elements, reference, tolerance, work, limit):
    """The FMU in the simulator of the Reference FMUs."""
    output = work / "fmusim.csv"
    arguments = ["--interface-type", "me" if kind == "ModelExchange" else "cs", "--solver", "cvode", "--tolerance", repr(tolerance),
                 "--start-time", repr(reference.start), "--stop-time", repr(reference.stop), "--output-interval", repr(reference.step), "--output-file", str(output)]
    for name in names:
        arguments += ["--output-variable", name]
    try:
        done = subprocess.run([fmusim, *arguments, str(fmu)], capture_output=True, text=True, timeout=limit)
    except subprocess.TimeoutExpired:
        raise Unfit(f"fmusim takes longer than {limit} s") from None
    if done.returncode != 0:
        is_host = "[CVODE ERROR]" in done.stdout + done.stderr
        raise (HostFailure if is_host else Failure)(f"fmusim: {(done.stdout + done.stderr)[-400:]}")
    columns = read_csv(output, elements)
    result = np.zeros(len(columns["time"]), dtype=[(name, float) for name in columns])
    for name, values in columns.items():
        result[name] = values
    return result


class Reference:
    """A run of `kerf simulate`, and how far another run is from it."""

    def __init__(self, kerf, model, work, limit):
        self.given = kerf, model, work, limit
        self.points = run_reference(kerf, model, work, limit)
        self.start, self.stop = float(self.points["time"][0]), float(self.points["time"][-1])
        if not self.stop > self.start:
            raise Unfit("the model ends the run")
        self.step = communication_step(self.points["time"], (self.stop - self.start) / INTERVALS)
        self.grid = self.start + self.step * np.arange(int(round((self.stop - self.start) / self.step)) + 1)
        self.is_longer = False

    def distance_of(self, result, near=0.0):
        worst, blame = differences(self.points, result, self.grid, self.step, near)
        if worst > TOLERANCE and not self.is_longer:
            self.run_longer()
            worst, blame = differences(self.points, result, self.grid, self.step, near)
        return worst, blame

    def run_longer(self):
        """An event at the end may be before or after it; so what follows the end counts as well."""
        self.is_longer = True
        kerf, model, work, limit = self.given
        try:
            beyond = run_reference(kerf, (model[0], self.stop + EVENT_WINDOW * self.step, model[2], model[3]), work, limit)
        except Unfit:
            return
        behind = beyond["time"] > self.stop
        self.points = {name: np.concatenate([values, beyond[name][behind]]) for name, values in self.points.items()}

    def repeats(self):
        """Whether another tolerance gives the same trajectory: chaotic models have none to compare with."""
        kerf, model, work, limit = self.given
        other = run_reference(kerf, (model[0], self.stop, [*model[2], "--tolerance", "3e-9"], model[3]), work, limit)
        names = [name for name in self.points if name in other]
        result = np.zeros(len(other["time"]), dtype=[(name, float) for name in names])
        for name in names:
            result[name] = other[name]
        return differences(self.points, result, self.grid, self.step)[0] <= TOLERANCE


def communication_step(times, asked):
    """The distance of communication points: what was asked for, or what a program says itself."""
    grid = times[0] + asked * np.arange(INTERVALS + 1)
    nearest = np.clip(np.searchsorted(times, grid - 1e-6 * asked), 0, len(times) - 1)
    if np.abs(times[nearest] - grid).max() <= 1e-6 * asked:
        return asked
    steps = np.diff(np.unique(times))
    values, counts = np.unique(np.round(steps[steps > 1e-6 * asked] / asked, 9), return_counts=True)
    return float(values[np.argmax(counts)]) * asked


def inputs_of(model, start, stop):
    """Inputs for FMPy: straight lines, by two points."""
    if not model[3]:
        return {}
    table = np.array([tuple([t] + [a + b * t for a, b in model[3].values()]) for t in (start, 2 * stop - start)],
                     dtype=[(name, float) for name in ["time", *model[3]]])
    return {"input": table}


def change_parameters(description, rng):
    """Other values for some of the parameters that may be set, a little larger or smaller; arrays as a whole."""
    settable = [v for v in description.modelVariables if v.causality == "parameter" and v.type in ("Real", "Float64")]
    return {v.name: [float(x) * rng.uniform(0.95, 1.05) for x in v.start.split()]
            for v in rng.sample(settable, min(len(settable), MOST_PARAMETERS))}


class HostFailure(Failure):
    """The integrator of a host gives up."""


def run_fmpy(fmu, kind, model, reference, names, limit, tolerance=RUN_TOLERANCE, **more):
    """FMPy's CVODE makes 500 steps between two points at most; and where a model jumps without an event (noEvent), it may get over
    the jump with a larger tolerance only."""
    for part, tolerance in ([(1, tolerance), (20, tolerance), (20, LOOSE_TOLERANCE)] if kind == "ModelExchange" else [(1, tolerance)]):
        try:
            return try_fmpy(fmu, kind, model, reference, reference.step / part, names, limit, tolerance, **more)
        except HostFailure as error:
            failure = error
    raise failure


def try_fmpy(fmu, kind, model, reference, step, names, limit, tolerance, **more):
    told = []
    begin = clock.perf_counter()
    try:
        result = fmpy.simulate_fmu(
            str(fmu), fmi_type=kind, **inputs_of(model, reference.start, reference.stop), start_time=reference.start,
            stop_time=reference.stop, output_interval=step, relative_tolerance=tolerance, output=names,
            record_events=False, timeout=limit, logger=lambda *args: told.append(args), **more)
    except Exception as error:
        said = b"; ".join(m for entry in told for m in entry if isinstance(m, bytes)).decode(errors="replace")
        raise (HostFailure if "CVode error" in str(error) else Failure)(f"{kind}: {error} {said[-400:]}") from error
    # FMPy has ended it, then.
    if clock.perf_counter() - begin > limit:
        raise Unfit(f"the run of the FMU takes longer than {limit} s")
    return result


def run_imported(kerf, fmu, kind, model, reference, work, limit, tolerance=RUN_TOLERANCE):
    """The FMU in Kerf itself."""
    output = work / "imported.csv"
    arguments = ["simulate", str(fmu), "--trust", str(fmu), "--type", kind, "--start", repr(reference.start), "--stop", repr(reference.stop),
                 "--intervals", str(len(reference.grid) - 1), "--tolerance", repr(tolerance), "--output", str(output)]
    if kind == "cs":
        arguments += ["--set", f"communicationStep={reference.step!r}", "--set", f"communicationStart={reference.start!r}"]
    for name, (a, b) in model[3].items():
        arguments += ["--input", f"{name}=({a!r}) + ({b!r})*time"]
    try:
        code, _, errors = run_kerf(kerf, arguments, limit)
    except subprocess.TimeoutExpired:
        raise Unfit(f"the run of the FMU in Kerf takes longer than {limit} s") from None
    if code != 0:
        raise Failure(f"imported, {kind}: {[line for line in errors.splitlines() if 'error:' in line][:1]}")
    columns = read_csv(output)
    result = np.zeros(len(columns["time"]), dtype=[(name, float) for name in columns])
    for name, values in columns.items():
        result[name] = values
    return result


def compare_changed(kerf, model, changed, fmu, names, elements, work, limit):
    """The same with other values of parameters, set in the FMU and given to `kerf simulate`."""
    if not changed:
        return 0.0, ""
    given = {element: value for name, values in changed.items() for element, value in zip(elements[name], values)}
    options = model[2] + [word for name, value in given.items() for word in ("--set", f"{name}={value!r}")]
    try:
        reference = Reference(kerf, (model[0], model[1], options, model[3]), work, limit)
    except Unfit:
        return 0.0, ""
    kind = "ModelExchange" if model[3] else "CoSimulation"
    try:
        names = [name for name in names if elements[name][0] in reference.points]
        return reference.distance_of(with_elements(run_fmpy(fmu, kind, model, reference, names, limit, start_values={name: values if len(elements[name]) > 1 else values[0] for name, values in changed.items()}), elements))
    except Unfit:
        return 0.0, ""
    except Failure as error:
        raise Failure(f"with {given}: {error}") from error


def compare(kerf, model, work, versions, limit, rng, fmusim):
    """The largest difference of all runs of a model, who has it, and how long the export takes."""
    worst, blame, export_time = 0.0, "", 0.0
    reference = Reference(kerf, model, work, limit)
    if model[1] and reference.stop < model[1] * (1 - 1e-6):
        raise Unfit("the model ends the run")
    changed = None
    for version in versions:
        fmu = work / f"m{version}.fmu"
        export_time = max(export_time, export(kerf, model, fmu, version, limit))
        description = fmpy.read_model_description(str(fmu))
        elements = {v.name: elements_of(v) for v in description.modelVariables}
        names = [v.name for v in description.modelVariables
                 if elements[v.name][0] in reference.points and v.variability in ("continuous", "discrete") and v.causality != "independent"]
        if len(names) > MOST_VARIABLES:
            names = rng.sample(names, MOST_VARIABLES)

        def note(found, what):
            nonlocal worst, blame
            if found[0] >= worst:
                worst, blame = found[0], f"FMI {version} {what}: {found[1]}"

        # In co-simulation inputs would have steps in place of lines: FMPy 0.3.32 cannot give their derivatives.
        for kind in ["ModelExchange"] + ([] if model[3] else ["CoSimulation"]):
            result = run_fmpy(fmu, kind, model, reference, names, limit)
            found = reference.distance_of(with_elements(result, elements))
            if found[0] > TOLERANCE:
                # FMPy and fmusim integrate with absolute tolerances that know no better size of a state than its nominal value.
                found = reference.distance_of(with_elements(run_fmpy(fmu, kind, model, reference, names, limit, CLOSE_TOLERANCE), elements))
            note(found, kind)
            if kind == "CoSimulation" and version == 3 and description.coSimulation.hasEventMode:
                stopping = run_fmpy(fmu, kind, model, reference, names, limit, use_event_mode=True, early_return_allowed=True)
                note(reference.distance_of(with_elements(stopping, elements)), "CoSimulation with event mode")
            if fmusim and not model[3] and reference.step > 10 * FMUSIM_SAME_TIME:
                for tolerance in [RUN_TOLERANCE, CLOSE_TOLERANCE, LOOSE_TOLERANCE]:
                    try:
                        other = run_fmusim(fmusim, fmu, kind, names, elements, reference, tolerance, work, limit)
                    except HostFailure:
                        if tolerance == LOOSE_TOLERANCE:
                            raise
                        continue
                    found = reference.distance_of(other, FMUSIM_SAME_TIME)
                    if found[0] <= TOLERANCE:
                        break
                note(found, f"{kind} in fmusim")
        for kind in ["me"] + ([] if model[3] else ["cs"]):
            result = run_imported(kerf, fmu, kind, model, reference, work, limit)
            # In co-simulation an array of derivatives is one of variables, each with its subscript at the end.
            shown = [name for name in names if kind == "me" or not name.startswith("der(")]
            lost = {element for name in shown for element in elements[name]} - set(result.dtype.names)
            if lost:
                raise Failure(f"imported, {kind}: no {sorted(lost)[:3]}")
            found = reference.distance_of(result)
            if found[0] > TOLERANCE:
                found = reference.distance_of(run_imported(kerf, fmu, kind, model, reference, work, limit, CLOSE_TOLERANCE))
            if kind == "cs":
                found = (found[0] * TOLERANCE / OWN_TOLERANCE, found[1])
            note(found, f"{kind} in Kerf")
        if changed is None:
            changed = change_parameters(description, rng)
            note(compare_changed(kerf, model, changed, fmu, names, elements, work, limit),
                 "with " + " ".join(f"{n}={v!r}" for n, v in changed.items()))
    if worst > TOLERANCE and not reference.repeats():
        raise Unfit(f"two runs of kerf simulate with different tolerances differ as well ({blame})")
    return worst, blame, export_time


def read_list(path, seed):
    models = []
    for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines():
        # Of a table the first column.
        line = line.split("#")[0].split("\t")[0].strip()
        if line and line != "example":
            parts = [part.strip() for part in line.split("|")] + ["", "", ""]
            inputs = {}
            for word in parts[3].split():
                name, numbers = word.split("=")
                inputs[name] = tuple(float(number) for number in numbers.split(":"))
            models.append((shlex.split(os.path.expandvars(parts[0])), float(parts[1] or 0), shlex.split(parts[2]), inputs))
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
    parser.add_argument("--fmusim", help="the program fmusim of the Reference FMUs, to run all FMUs in it as well")
    parser.add_argument("--source", action="store_true", help="FMUs with C sources, which are compiled here")
    parser.add_argument("--work", help="folder for the FMUs, which stay there")
    given = parser.parse_args()
    models = read_list(given.list, given.seed)
    if given.source:
        models = [(target, stop, [*options, "--source"], inputs) for target, stop, options, inputs in models]
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
                worst, blame, seconds = compare(given.kerf, model, work, versions, given.limit, random.Random(number), given.fmusim)
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
