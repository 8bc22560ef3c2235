"""Combined programs."""

from __future__ import annotations

import json
import math
import subprocess
from pathlib import Path

import kerf
import pytest
from conftest import SHOP


@pytest.fixture(scope="module")
def shop() -> kerf.Program:
    return kerf.loads(SHOP, "cosy")


def test_a_queue_has_the_mean_of_theory(shop: kerf.Program) -> None:
    lines: list[str] = []
    runs = shop.simulate(replications=20, print=lines.append)
    assert len(runs) == 20 and lines == ["OPEN"] * 20
    stay = runs.means.where(name="STAY")[0]
    assert abs(stay["mean"] - 1) < 3 * stay["half_width"] and stay["replications"] == 20
    means = runs.statistics.where(name="STAY")
    assert sum(means["mean"]) / 20 == pytest.approx(stay["mean"])
    assert means["replication"] == list(range(1, 21))
    for run in runs:
        own = run.statistics.where(name="STAY")[0]
        assert own["count"] == run.final["SERVED"] == run.result["SERVED"][-1] == sum(run.histograms["STAY"].counts)
        assert run.is_complete and (run.start, run.end) == (0, 2000)
    assert "STAY" in runs._repr_html_() and "≤ 0.5" in runs[0].histograms["STAY"]._repr_html_()
    frame = pytest.importorskip("pandas") and runs.statistics.to_dataframe()
    assert set(frame["kind"]) == {"collect", "queue", "resource"}


def test_seeds_and_workers(shop: kerf.Program) -> None:
    def means(**options: int) -> list[float]:
        return shop.simulate(replications=4, print=None, **options).means["mean"]  # type: ignore[arg-type]

    assert means() == means() != means(seed=5)
    assert means() == means(workers=2)


def test_programs_are_those_of_the_command_line(source: Path, program: Path) -> None:
    path = source / "examples/cosy/bank.cosy"
    told = json.loads(
        subprocess.run([program, "simulate", path, "--json"], capture_output=True, text=True, check=True).stdout
    )
    runs = kerf.load(path).simulate()
    assert len(runs) == len(told["runs"]) == 3
    for run, expected in zip(runs, told["runs"]):
        assert run.n_events == expected["events"]["count"]
        assert run.given == f"TELLERS = {expected['given']['TELLERS']:.0f}"
        for name, value in expected["final"].items():
            if not isinstance(value, list):
                assert run.final[name] == value
        for name, values in expected["collect"].items():
            assert run.statistics.where(name=name, kind="collect")[0]["mean"] == values["mean"]
        assert len(run.events) == len(expected["events"]["list"])
    assert runs[0].result["WAITING"].mean() > 3 * runs[2].result["WAITING"].mean()
    assert runs[0].result.plot("WAITING").svg


def test_equations_in_programs(source: Path) -> None:
    runs = kerf.load(source / "examples/cosy/van-der-pol.cosy").simulate()
    assert len(runs) == 11 and all(run.is_complete for run in runs)
    # The limit cycle of Van der Pol's equation has an amplitude of 2, whatever its stiffness.
    for run in runs[2:5]:
        assert run.result["X1"][-200:].max() == pytest.approx(2, abs=0.1)


def test_mistakes(shop: kerf.Program, tmp_path: Path) -> None:
    with pytest.raises(kerf.Error) as caught:
        kerf.loads("PROGRAM X (INPUT, OUTPUT);\nEND .\n", "cosy")
    assert caught.value.messages[0].line > 0
    with pytest.raises(kerf.Error, match="replications"):
        shop.simulate(replications=0)
    with pytest.raises(ValueError, match="COSY"):
        kerf.loads(SHOP, "cosy", values={"X": 1})

    class Enough(Exception):
        pass

    def refuse(line: str) -> None:
        raise Enough(line)

    with pytest.raises(Enough):
        shop.simulate(print=refuse)


def test_what_ends_early_leaves_its_runs(shop: kerf.Program) -> None:
    with pytest.raises(kerf.Error) as caught:
        shop.simulate(max_events=100, print=None)
    experiment = caught.value.experiment
    assert experiment is not None and not experiment[-1].is_complete
    assert experiment[-1].final["SERVED"] > 0


def test_a_model_that_names_its_process(tmp_path: Path) -> None:
    """h' = q - c h from 2 and from 4, where the process sets q to 1 at time 1."""
    (tmp_path / "tank.dym").write_text(
        "@process fill.cosy\nmodel tank\n  input q\n  local h\n  parameter c = 2\n  h' = q - c*h\nend\n"
    )
    (tmp_path / "fill.cosy").write_text(
        "PROGRAM FILL;\nSUBMODEL T;\nVAR TEVENT ON;\nSTORE T.H;\n"
        "EXPERIMENT INITCOND T.H = (2.0, 4.0); SIMULATE FROM 0.0 TO 2.0 END;\n"
        "SYSTEM\n  INITIAL T.Q := 0.0; SCHEDULE ON AT 1.0 END;\n"
        "  DISCRETE EVENTS ON: T.Q := 1.0 END END END\nEND\nEND .\n"
    )
    for c in (2.0, 1.0):
        runs = kerf.load(tmp_path / "tank.dym", values={"c": c}).simulate(tolerance=1e-9)
        for run, begin in zip(runs, (2, 4)):
            expected = 1 / c + (begin * math.exp(-c) - 1 / c) * math.exp(-c)
            assert run.final["T.h"] == pytest.approx(expected, abs=1e-6)
