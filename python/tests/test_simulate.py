"""Whole runs, against closed forms and the command line."""

from __future__ import annotations

import gc
import json
import math
import subprocess
import threading
import time
import weakref
from pathlib import Path

import kerf
import numpy as np
import pytest
from conftest import BALL


@pytest.mark.parametrize("e", [0.7, 0.75, 0.83])
def test_the_ball_bounces_where_the_closed_form_has_it(ball: kerf.Model, e: float) -> None:
    g = 9.81
    r = ball.simulate(stop=2, tolerance=1e-10, e=e)
    times = [math.sqrt(2 / g)]
    while times[-1] < 2:
        times.append(times[-1] + 2 * e ** len(times) * math.sqrt(2 * g) / g)
    bounces = [event for event in r.events if r["v"][event.point - 1] < 0]
    assert np.allclose([event.time for event in bounces], times[:-1], atol=1e-6)
    assert {(event.kind, event.cause) for event in bounces} == {("state", "h < 0")}
    for event in bounces:
        assert r["v"][event.point] == pytest.approx(-e * r["v"][event.point - 1], abs=1e-12)
    for t, h in zip(r.time, r["h"]):
        k = sum(t >= at for at in times)
        if k == 0:
            expected = 1 - g * t * t / 2
        else:
            since = t - times[k - 1]
            expected = e**k * math.sqrt(2 * g) * since - g * since * since / 2
        assert h == pytest.approx(expected, abs=1e-5)


def test_results_are_those_of_the_command_line(ball: kerf.Model, program: Path, tmp_path: Path) -> None:
    path = tmp_path / "ball.mo"
    path.write_text(BALL)
    for solver in ("cvode", "radau", "dopri45"):
        out = subprocess.run(
            [program, "simulate", path, "--stop", "1.5", "--set", "e=0.6", "--solver", solver, "--json"],
            capture_output=True,
            text=True,
        )
        if out.returncode != 0 and "there is no solver" in out.stderr:
            continue
        told = json.loads(out.stdout)
        r = ball.simulate({"e": 0.6}, stop=1.5, solver=solver)
        assert r.statistics["state_events"] == told["statistics"]["state_events"]
        for name, value in told["final"].items():
            if name in r:
                assert r.final[name] == pytest.approx(value, rel=1e-12, abs=1e-12), (solver, name)


def test_parameters_by_keyword_and_dictionary(ball: kerf.Model) -> None:
    same = [ball.simulate(stop=1, e=0.5), ball.simulate({"e": 0.5}, stop=1), ball.simulate({"e": 0.5}, stop=1, e=0.9)]
    assert all((r["h"] == same[0]["h"]).all() for r in same)
    assert (same[0]["e"] == 0.5).all()
    assert ball.simulate(stop=1, h=2)["h"][0] == 2
    assert ball.simulate({"h": np.float64(2)}, stop=1)["h"][0] == 2
    clash = kerf.loads("model C\n  parameter Real stop = 1;\n  Real x = stop * time;\nend C;\n")
    assert clash.simulate({"stop": 3}, stop=2)["x"][-1] == 6
    dots = kerf.loads("model D\n  model P\n    parameter Real k = 1;\n  end P;\n  P p;\n  Real x = p.k * time;\nend D;\n")
    assert dots.simulate({"p.k": 5}, stop=1)["x"][-1] == 5


def test_misspelt_names_and_wrong_types(ball: kerf.Model) -> None:
    with pytest.raises(KeyError, match="no variable 'ee'; did you mean 'e'"):
        ball.simulate(ee=1)
    with pytest.raises(KeyError, match="no signal 'hh'; did you mean 'h'"):
        ball.simulate(stop=0.1)["hh"]
    with pytest.raises((TypeError, RuntimeError)):
        ball.simulate(e="half")
    with pytest.raises(kerf.Error):
        ball.simulate(e=math.nan)
    with pytest.raises(kerf.Error, match="solver"):
        ball.simulate(solver="nonesuch")
    with pytest.raises(kerf.Error, match="tolerance"):
        ball.simulate(tolerance=3)


def test_arrays_look_into_the_result() -> None:
    model = kerf.loads(BALL)
    r = model.simulate(stop=0.4)
    h = r["h"]
    assert h.dtype == np.float64 and not h.flags.owndata and not h.flags.writeable
    assert np.shares_memory(h, r["h"])
    with pytest.raises(ValueError):
        h[0] = 3
    expected = h.copy()
    watch = weakref.ref(r)
    del r, model
    gc.collect()
    assert watch() is None
    # The memory is there as long as the array is.
    for _ in range(20):
        kerf.loads(BALL).simulate(stop=0.4)
    assert (h == expected).all()


def test_types(ball: kerf.Model) -> None:
    text = """model T
  Integer n(start = 0, fixed = true);
  Boolean late = time >= 2.5;
  parameter Integer step = 2;
equation
  when sample(1, 1) then
    n = pre(n) + step;
  end when;
end T;
"""
    r = kerf.loads(text).simulate(stop=3.5)
    assert r["n"].dtype == np.int64 and r["late"].dtype == np.bool_ and r["step"].dtype == np.int64
    assert r["n"][-1] == 6 and r["late"][-1] and not r["late"][0]
    assert r["n"] is r["n"]
    assert list(r.events.times) == [1, 2, 2.5, 3]
    assert {event.kind for event in r.events} == {"time"}
    assert "e" in ball.simulate(stop=0.1) and "time" in ball.simulate(stop=0.1) and 3 not in ball.simulate(stop=0.1)


def test_options(ball: kerf.Model) -> None:
    r = ball.simulate(start=0, stop=0.4, intervals=4, solver="radau", variables=["h"])
    assert list(r) == ["h"] and list(r.time) == pytest.approx([0, 0.1, 0.2, 0.3, 0.4])
    assert list(ball.simulate(stop=0.1, variables="[hv]*" if False else "h*")) == ["h"]
    assert len(ball.simulate(stop=0.4, every_step=True, intervals=1).time) > 2
    assert ball.simulate(stop=0.4, interpret=True)["h"][-1] == pytest.approx(1 - 9.81 * 0.16 / 2)
    with pytest.raises(kerf.Error) as caught:
        ball.simulate(stop=2, max_events=3)
    assert caught.value.result is not None


def test_inputs_are_tables_and_functions(rc: kerf.Model) -> None:
    # y' = u - y: for u = t it is t - 1 + exp(-t).
    def exact(t: np.ndarray) -> np.ndarray:
        return t - 1 + np.exp(-t)

    for given in (lambda t: t, ([0, 10], [0, 10]), (np.array([0.0, 10.0]), np.array([0, 10]))):
        r = rc.simulate(stop=3, tolerance=1e-9, inputs={"u": given})
        assert np.allclose(r["y"], exact(r.time), atol=1e-7)
    step = rc.simulate(stop=3, tolerance=1e-9, inputs={"u": ([1.0], lambda t: float(t >= 1))})
    late = step.time > 1
    assert np.allclose(step["y"][late], 1 - np.exp(-(step.time[late] - 1)), atol=1e-7)
    assert rc.simulate(stop=1, u=2)["y"][-1] == pytest.approx(2 * (1 - math.exp(-1)), rel=1e-4)
    with pytest.raises(TypeError, match="pair of times"):
        rc.simulate(inputs={"u": 3})  # type: ignore[dict-item]
    with pytest.raises(ValueError, match="as many values"):
        rc.simulate(inputs={"u": ([0, 1, 2], [0, 1])})
    with pytest.raises(KeyError):
        rc.simulate(inputs={"w": lambda t: t})


def test_exceptions_of_functions_come_through(rc: kerf.Model) -> None:
    with pytest.raises(ZeroDivisionError):
        rc.simulate(stop=3, inputs={"u": lambda t: 1 / 0})
    with pytest.raises((TypeError, RuntimeError)):
        rc.simulate(stop=3, inputs={"u": lambda t: "much"})  # type: ignore[dict-item,return-value]
    # The model is as good as before.
    assert rc.simulate(stop=1, u=1)["y"][-1] == pytest.approx(1 - math.exp(-1), rel=1e-4)


def test_failed_runs_leave_what_they_computed() -> None:
    model = kerf.loads("model F\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = x ^ 2;\nend F;\n")
    with pytest.raises(kerf.Error) as caught:
        model.simulate(stop=2)
    r = caught.value.result
    assert r is not None and not r.is_complete
    good = r.time < 0.9
    assert good.any() and np.allclose(r["x"][good], 1 / (1 - r.time[good]), rtol=1e-2)
    assert "incomplete" in repr(r)


SLOW = """model Slow
  Real x[40](each start = 1, each fixed = true);
equation
  for i in 1:40 loop
    der(x[i]) = 50 * sin(300 * i * time) - x[i];
  end for;
end Slow;
"""


def test_other_threads_go_on_during_a_run() -> None:
    model = kerf.loads(SLOW)
    done: list[kerf.Result] = []
    thread = threading.Thread(target=lambda: done.append(model.simulate(stop=2)))
    thread.start()
    n = 0
    while thread.is_alive():
        time.sleep(0.001)
        n += 1
    thread.join()
    assert done[0].is_complete
    # Each turn needs the interpreter, which the run does not have meanwhile.
    assert n > 10


def test_threads_have_the_same_results(ball: kerf.Model) -> None:
    def run(to: list[kerf.Result]) -> None:
        for k in range(20):
            to.append(ball.simulate(stop=1, e=0.5 + k / 100))

    results: list[list[kerf.Result]] = [[] for _ in range(3)]
    threads = [threading.Thread(target=run, args=(to,)) for to in results[1:]]
    for thread in threads:
        thread.start()
    run(results[0])
    for thread in threads:
        thread.join()
    for one in results[1:]:
        assert all((a["h"] == b["h"]).all() for a, b in zip(results[0], one))


def test_progress_and_ending_a_run() -> None:
    model = kerf.loads(SLOW)
    parts: list[float] = []
    model.simulate(stop=2, progress=parts.append)
    assert parts and parts == sorted(parts) and 0 <= parts[0] and parts[-1] <= 1

    class Enough(Exception):
        pass

    def end(part: float) -> None:
        raise Enough

    with pytest.raises(Enough):
        model.simulate(stop=50, progress=end)


def test_a_bar_on_the_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from kerf._progress import Bar

    monkeypatch.setattr(Bar, "WAIT", 0.0)
    kerf.loads(SLOW).simulate(stop=2, progress=True)
    assert "%" in capsys.readouterr().err


def test_an_interrupt_ends_a_run(tmp_path: Path) -> None:
    import signal
    import sys

    script = f"import kerf\nm = kerf.loads('''{SLOW}''')\nprint('runs', flush=True)\nm.simulate(stop=1e5)\n"
    process = subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "runs\n"
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=60)
    assert "KeyboardInterrupt" in told


def test_runs_cost_little_more_than_themselves() -> None:
    model = kerf.loads("model D\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -x;\nend D;\n")
    model.simulate()
    overheads = []
    for _ in range(200):
        begin = time.perf_counter()
        r = model.simulate(intervals=10)
        overheads.append(time.perf_counter() - begin - r.statistics["run_seconds"])
    # The least one is that of an idle machine; bench/python.py measures.
    assert min(overheads) < 1e-3
