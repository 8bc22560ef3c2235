"""FMUs of models; what is in them is tested in test/fmi."""

from __future__ import annotations

import subprocess
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import kerf
import pytest

from conftest import BALL


def description(path: Path) -> ElementTree.Element:
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        return ElementTree.fromstring(archive.read("modelDescription.xml"))


@pytest.mark.parametrize("fmi", [2, 3])
def test_fmus_are_those_of_the_command_line(program: Path, tmp_path: Path, fmi: int) -> None:
    source = tmp_path / "ball.mo"
    source.write_text(BALL)
    kerf.load(source).fmu(tmp_path / "mine.fmu", fmi=fmi)
    subprocess.run([program, "fmu", source, "--fmi", str(fmi), "-o", tmp_path / "other.fmu"], check=True)
    mine, other = description(tmp_path / "mine.fmu"), description(tmp_path / "other.fmu")
    assert mine.get("fmiVersion") == f"{fmi}.0"
    for one in (mine, other):
        one.attrib.pop("guid" if fmi == 2 else "instantiationToken")
    assert ElementTree.tostring(mine) == ElementTree.tostring(other)


def test_types_and_mistakes(ball: kerf.Model, tmp_path: Path) -> None:
    ball.fmu(tmp_path / "me.fmu", type="me")
    assert [e.tag for e in description(tmp_path / "me.fmu") if e.tag in ("ModelExchange", "CoSimulation")] == ["ModelExchange"]
    with pytest.raises(ValueError, match="xx"):
        ball.fmu(tmp_path / "no.fmu", type="me,xx")
    with pytest.raises(kerf.Error, match="there is no FMI 4"):
        ball.fmu(tmp_path / "no.fmu", fmi=4)
    assert not (tmp_path / "no.fmu").exists()
