"""Loading, what models tell about themselves, and what is told when that fails."""

from __future__ import annotations

import pickle
import shutil
from pathlib import Path

import kerf
import pytest
from conftest import BALL, RC, SHOP


def test_files_texts_and_languages(tmp_path: Path, source: Path) -> None:
    path = tmp_path / "ball.mo"
    path.write_text(BALL)
    for model in (kerf.load(path), kerf.load(str(path)), kerf.load(BALL), kerf.loads(BALL, "modelica")):
        assert isinstance(model, kerf.Model)
        assert (model.name, model.n_equations, list(model.states)) == ("Ball", 3, ["h", "v"])
    dymola = kerf.loads("model decay\n  parameter a=2\n  local x\n  x' = -a*x\nend\n", "dymola", start={"x": 1})
    assert list(dymola.states) == ["x"]
    acsl = kerf.loads(
        "PROGRAM\nINITIAL\nCONSTANT TSTP=1.0\nEND\nDYNAMIC\nDERIVATIVE\nX=INTEG(-X,1.0)\nEND\nTERMT(T.GE.TSTP)\nEND\nEND\n",
        "acsl",
    )
    assert len(acsl.states) == 1
    assert isinstance(kerf.loads(SHOP, "cosy"), kerf.Program)
    assert isinstance(kerf.load(source / "examples/cosy/bank.cosy"), kerf.Program)
    with pytest.raises(ValueError, match="fortran"):
        kerf.loads(BALL, "fortran")


def test_parts_that_come_with_kerf_are_in_the_package(tmp_path: Path) -> None:
    path = tmp_path / "rc.dym"
    path.write_text(
        "@add electrical.dym\nmodel rc\n  submodel ground\n  submodel (battery) E(E=10)\n  submodel (resistor) R(R=1000)\n"
        "  submodel (capacitor) C(C=1.0E-3)\n  connect ground from E to R to C to ground\nend\n"
    )
    model = kerf.load(path, start={"C.U": 0})
    assert model.simulate(stop=5, tolerance=1e-8)["C.U"][-1] == pytest.approx(10 * (1 - 2.718281828459045**-5), rel=1e-6)


def test_modelica_libraries_that_come_with_kerf() -> None:
    text = """
model Shop
  import DiscreteProcesses.*;
  Source street(a=1, series=1);
  Queue line;
  Server clerk(a=0.5, series=2);
  Sink home;
equation
  connect(street.exit, line.entry);
  connect(line.exit, clerk.entry);
  connect(clerk.exit, home.entry);
end Shop;
"""
    # Its functions in C are compiled on the machine that runs them.
    if shutil.which("cc") is None:
        with pytest.raises(kerf.Error, match="the C compiler `cc` cannot be started"):
            kerf.load(text)
        return
    shop = kerf.load(text)
    # M/M/1 with rates 1 and 2: the mean wait is a half.
    assert shop.simulate(stop=3000, intervals=10)["line.meanWait"][-1] == pytest.approx(0.5, abs=0.15)


def test_a_class_of_a_library(tmp_path: Path) -> None:
    folder = tmp_path / "Own"
    folder.mkdir()
    (folder / "package.mo").write_text(f"within;\npackage Own\n{RC}\nend Own;\n")
    assert kerf.load("Own.Rc", libraries=[tmp_path]).name.endswith("Rc")
    assert kerf.load("Own.Rc", libraries=str(tmp_path)).n_equations == 2


def test_variables_have_attributes(rc: kerf.Model) -> None:
    y = rc.variables["y"]
    assert (y.kind, y.unit, y.description, y.type, y.is_output) == ("state", "V", "voltage", "Real", True)
    assert {name: v.start for name, v in rc.parameters.items()} == {"R": 2, "C": 0.5}
    assert list(rc.inputs) == ["u"]
    assert list(rc.outputs) == ["y"]
    assert "voltage" in rc.variables._repr_html_()
    assert repr(rc.parameters) == "{R: 2, C: 0.5}"
    with pytest.raises(KeyError, match="did you mean 'R'"):
        rc.parameters["r"]


def test_values_that_decide_the_structure() -> None:
    text = "model N\n  parameter Integer n = 2;\n  Real x[n](each start = 1, each fixed = true);\nequation\n  der(x) = -x;\nend N;\n"
    assert len(kerf.loads(text).states) == 2
    assert len(kerf.loads(text, values={"n": 5}).states) == 5
    flags = "model B\n  parameter Boolean b = false;\n  Real x(start = if b then 3 else 1, fixed = true);\nequation\n  der(x) = 0;\nend B;\n"
    assert kerf.loads(flags, values={"b": True}).simulate(stop=1)["x"][0] == 3


def test_errors_have_places_and_carets() -> None:
    with pytest.raises(kerf.Error) as caught:
        kerf.loads("model A\n  Real x;\nequation\n  x = y;\nend A;\n", name="a.mo")
    error = caught.value
    message = error.messages[0]
    assert (message.level, message.code, message.file, message.line, message.column) == (
        "error",
        "undeclared-name",
        "a.mo",
        4,
        7,
    )
    assert error.code == "undeclared-name"
    assert "    4 |   x = y;\n      |       ^" in str(error)
    assert error.result is None


def test_warnings_are_warnings_of_python(recwarn: pytest.WarningsRecorder) -> None:
    text = 'model W\n  Real x(start = 1, fixed = true, unit = "m");\n  Real y(unit = "s");\nequation\n  der(x) = -x;\n  y = x;\nend W;\n'
    kerf.loads(text)
    told = [w for w in recwarn if issubclass(w.category, kerf.Warning)]
    assert told and told[0].filename == __file__
    assert "unit" in str(told[0].message)
    assert told[0].message.message.line > 0  # type: ignore[union-attr]


def test_warnings_may_be_errors() -> None:
    text = 'model W\n  Real x(start = 1, fixed = true, unit = "m");\n  Real y(unit = "s");\nequation\n  der(x) = -x;\n  y = x;\nend W;\n'
    with pytest.raises(kerf.Warning):
        kerf.loads(text)


def test_equations_and_explanations(ball: kerf.Model, rc: kerf.Model, tmp_path: Path) -> None:
    assert "der(v) = -g" in ball.equations()
    assert repr(ball.equations()) == str(ball.equations())
    assert rc.equations(solved=True) != rc.equations()
    explanation = ball.explain()
    assert "h < 0" in explanation
    assert "<iframe" in explanation._repr_html_()
    explanation.save(tmp_path / "why.html")
    assert "<html" in (tmp_path / "why.html").read_text()


def test_compiled_files(ball: kerf.Model, tmp_path: Path) -> None:
    ball.save(tmp_path / "ball.kerf")
    again = kerf.load(tmp_path / "ball.kerf")
    assert (again.simulate(stop=1)["h"] == ball.simulate(stop=1)["h"]).all()
    with pytest.raises(kerf.Error, match="compiled"):
        again.equations()


def test_sessions(tmp_path: Path) -> None:
    session = kerf.Session(libraries=[tmp_path], cache=tmp_path / "cache")
    assert session.loads(BALL).name == "Ball"
    with pytest.raises(kerf.Error):
        kerf.Session(libraries=[tmp_path / "nowhere"]).loads(BALL)


def test_linear_models_and_steady_states(rc: kerf.Model) -> None:
    linear = rc.linearize(outputs=["y"])
    assert (linear.A, linear.B, linear.C, linear.D) == ([[-1]], [[1]], [[1]], [[0]])
    assert (linear.states, linear.inputs, linear.outputs) == (["y"], ["u"], ["y"])
    assert list(linear.eigenvalues()) == [-1]
    assert rc.steady(u=3)["y"] == pytest.approx(3)
    assert "<table>" in linear._repr_html_() + rc.steady(u=3)._repr_html_()
    with pytest.raises(kerf.Error):
        rc.linearize(inputs=["w"])


def test_representations(ball: kerf.Model) -> None:
    assert repr(ball) == "<kerf.Model Ball: 3 equations, 2 states>"
    assert "<table>" in ball._repr_html_()
    assert kerf.__version__.count(".") == 2
    with pytest.raises(TypeError):
        pickle.dumps(ball)
