"""Runs step by step."""

from __future__ import annotations

import math

import kerf
import numpy as np
import pytest


def test_a_run_in_steps_is_the_run_at_once(ball: kerf.Model) -> None:
    whole = ball.simulate(stop=2)
    with ball.run(stop=2) as run:
        while not run.is_done:
            run.step()
        stepped = run.result()
    assert all((whole[name] == stepped[name]).all() for name in whole)
    assert (whole.time == stepped.time).all()
    assert whole.events.times.tolist() == stepped.events.times.tolist()


def test_values_and_changes(rc: kerf.Model) -> None:
    with rc.run(stop=4, tolerance=1e-9, u=1) as run:
        with pytest.raises(kerf.Error, match="initialized"):
            run["y"]
        run.initialize()
        assert (run.time, run["y"]) == (0, 0)
        run.step_to(1)
        assert run.time == 1 and run["y"] == pytest.approx(1 - math.exp(-1), abs=1e-7)
        run.set(u=0)
        run.step_to(2)
        assert run["y"] == pytest.approx((1 - math.exp(-1)) * math.exp(-1), abs=1e-7)
        run.set({"y": 5})
        assert run.get(["y", "u"]) == {"y": 5, "u": 0}
        assert run.n_events >= 2
        run.step_to(4)
        assert run.is_done
        assert run["y"] == pytest.approx(5 * math.exp(-2), abs=1e-6)
        with pytest.raises(kerf.Error, match="over"):
            run.set(u=1)
        with pytest.raises(KeyError, match="did you mean"):
            run["yy"]
        result = run.result()
    assert result["y"][-1] == pytest.approx(5 * math.exp(-2), abs=1e-6)
    with pytest.raises(ValueError, match="closed"):
        run.step()
    assert "Rc" in repr(run)


def test_values_before_the_start(ball: kerf.Model) -> None:
    with ball.run(stop=1) as run:
        run.set(h=3, e=0.5)
        run.step_to(0.1)
        assert run["h"] == pytest.approx(3 - 9.81 * 0.01 / 2)
        assert run["e"] == 0.5
        with pytest.raises(kerf.Error, match="cannot go"):
            run.step_to(0.05)


def test_types_of_values() -> None:
    with kerf.loads("model T\n  Boolean b = time > 1;\n  Integer n = if b then 2 else 1;\nend T;\n").run(stop=2) as run:
        run.step_to(2)
        assert run["b"] is True and run["n"] == 2 and isinstance(run["n"], int)


def test_functions_as_inputs(rc: kerf.Model) -> None:
    with rc.run(stop=3, tolerance=1e-9, inputs={"u": lambda t: t}) as run:
        run.step_to(3)
        assert run["y"] == pytest.approx(2 + math.exp(-3), abs=1e-7)

    def late(t: float) -> float:
        if t > 1:
            raise LookupError("no value after 1")
        return 1.0

    with rc.run(stop=3, inputs={"u": late}) as run:
        run.step_to(0.5)
        with pytest.raises(LookupError, match="no value after 1"):
            run.step_to(3)


def test_a_controller_outside_of_the_model(rc: kerf.Model) -> None:
    """A two-point controller that looks every hundredth keeps y within what it moves in that time."""
    values = []
    with rc.run(stop=10) as run:
        run.initialize()
        for k in range(1, 1001):
            run.set(u=2.0 if run["y"] < 0.5 else 0.0)  # type: ignore[operator]
            run.step_to(k / 100)
            values.append(run["y"])
    settled = np.array(values[200:], dtype=float)
    assert settled.min() > 0.48 and settled.max() < 0.53
