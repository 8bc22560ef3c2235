"""Results as tables, pictures and files."""

from __future__ import annotations

import builtins
from pathlib import Path
from typing import Any

import kerf
import numpy as np
import pytest


@pytest.fixture(scope="module")
def result(ball: kerf.Model) -> kerf.Result:
    return ball.simulate(stop=1)


def test_data_frames(result: kerf.Result, ball: kerf.Model) -> None:
    pandas = pytest.importorskip("pandas")
    frame = result.to_dataframe()
    assert frame.index.name == "time" and list(frame.columns)[:2] == ["h", "v"]
    assert "e" not in frame and "e" in result.to_dataframe(parameters=True)
    assert (frame["h"].to_numpy() == result["h"]).all()
    assert isinstance(result.events.to_dataframe(), pandas.DataFrame)
    assert ball.parameters.to_dataframe().loc["e", "start"] == 0.7


def test_without_pandas(result: kerf.Result, monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def refuse(name: str, *rest: Any) -> Any:
        if name == "pandas":
            raise ImportError("no pandas")
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(ImportError, match="pip install pandas"):
        result.to_dataframe()


def test_pictures(result: kerf.Result, tmp_path: Path) -> None:
    figure = result.plot("h", "v", title="A ball")
    assert figure._repr_svg_().startswith("<svg") and "A ball" in figure.svg
    assert result.plot(["h"], ["v"]).svg.count("time [s]") >= 1
    one, two = result.plot("h", "v"), result.plot(["h"], ["v"])
    assert one.svg != two.svg
    assert result.plot("v", versus="h").svg != result.plot("v").svg
    assert result.plot().svg
    figure.save(tmp_path / "ball.svg")
    figure.save(tmp_path / "ball.html")
    assert "<html" in (tmp_path / "ball.html").read_text()
    with pytest.raises(ValueError, match="svg"):
        figure.save(tmp_path / "ball.png")
    with pytest.raises(KeyError, match="did you mean"):
        result.plot("hh")


def test_matplotlib(result: kerf.Result) -> None:
    matplotlib = pytest.importorskip("matplotlib")
    matplotlib.use("Agg")
    from matplotlib import pyplot

    _, axes = pyplot.subplots()
    assert result.plot("h", "v", ax=axes) is axes
    assert [line.get_label() for line in axes.lines] == ["h", "v"]
    assert (axes.lines[0].get_ydata() == result["h"]).all()


def test_files(result: kerf.Result, tmp_path: Path) -> None:
    result.save(tmp_path / "ball.csv")
    with open(tmp_path / "ball.csv") as file:
        names = [name.strip('"') for name in file.readline().strip().split(",")]
    table = np.loadtxt(tmp_path / "ball.csv", delimiter=",", skiprows=1)
    assert (table[:, names.index("h")] == result["h"]).all()
    result.save(tmp_path / "ball.mat")
    assert (tmp_path / "ball.mat").stat().st_size > 1000
    with pytest.raises(kerf.Error):
        result.save(tmp_path / "nowhere" / "ball.csv")


def test_displays(result: kerf.Result) -> None:
    assert "525 points" in repr(result) or "points" in repr(result)
    page = result._repr_html_()
    assert "height" in page and "m/s" in page
    assert "h &lt; 0" in result.events._repr_html_()
    assert "h < 0" in repr(result.events)
    assert result.unit("h") == "m"
    assert result.final["h"] == result["h"][-1]
    assert result.statistics["steps"] > 0
    assert isinstance(result.messages, list)


def test_tables() -> None:
    table = kerf.Table({"name": ["a", "b", "c"], "x": [1.5, 2.5, float("nan")], "y": [True, False, True]})
    assert len(table) == 3 and table["x"][:2] == [1.5, 2.5] and table[1] == {"name": "b", "x": 2.5, "y": False}
    assert len(table[1:]) == 2 and table.where(y=True)["name"] == ["a", "c"]
    assert repr(table).splitlines()[0].split() == ["name", "x", "y"]
    assert len(kerf.Table({"n": list(range(1000))})._repr_html_()) < 5000
    with pytest.raises(KeyError, match="there are name, x, y"):
        table["z"]
