"""The package itself: its types, its documentation, what it brings along."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path

import kerf
import pytest


def test_everything_public_is_documented() -> None:
    assert kerf.__doc__
    for name in kerf.__all__:
        thing = getattr(kerf, name)
        assert inspect.getdoc(thing), name
        if not inspect.isclass(thing):
            continue
        for member, value in vars(thing).items():
            if not member.startswith("_") and inspect.isfunction(value):
                assert inspect.getdoc(value), f"{name}.{member}"


def test_the_package_is_typed() -> None:
    folder = Path(kerf.__file__).parent
    assert (folder / "py.typed").exists() and (folder / "_kerf.pyi").exists()
    pytest.importorskip("mypy")
    config = Path(__file__).resolve().parents[1] / "pyproject.toml"
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", config, "-p", "kerf"],
        capture_output=True,
        text=True,
        cwd=config.parent / "tests",
    )
    assert checked.returncode == 0, checked.stdout


def test_the_stub_has_what_the_module_has() -> None:
    import ast

    from kerf import _kerf

    stub = ast.parse((Path(kerf.__file__).parent / "_kerf.pyi").read_text())
    declared: dict[str, set[str]] = {}
    for node in stub.body:
        if isinstance(node, ast.ClassDef):
            declared[node.name] = {item.name for item in node.body if isinstance(item, ast.FunctionDef)}
        elif isinstance(node, ast.FunctionDef):
            declared[node.name] = set()
    actual = {
        name: {member for member in vars(value) if not member.startswith("__")} if inspect.isclass(value) else set()
        for name, value in vars(_kerf).items()
        if not name.startswith("_") and name != "version"
    }
    assert {name: members - {"__init__"} for name, members in declared.items()} == actual


def test_the_tree_stands_by_itself() -> None:
    """Nothing of the build or the system but the C and C++ runtime is loaded."""
    folder = Path(kerf.__file__).parent
    if not (folder / "lib").exists():
        pytest.skip("the package is not installed from a wheel")
    script = "import kerf; kerf.loads('model A Real x = time; end A;').simulate(); print(open('/proc/self/maps').read())"
    maps = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    files = {line.split()[-1] for line in maps.splitlines() if ".so" in line}
    ours = {file for file in files if "kerf" in Path(file).name.lower()}
    assert ours and all(str(folder.parent) in file for file in ours)
    for name in ("libLLVM", "libsundials", "libklu", "libfmt", "libhdf5", "libssl", "libcairo"):
        foreign = [file for file in files if Path(file).name.startswith(name) and str(folder.parent) not in file]
        assert not foreign


def test_a_bar_in_a_notebook(monkeypatch: pytest.MonkeyPatch) -> None:
    display = pytest.importorskip("IPython.display")
    from kerf import _progress

    shown: list[str] = []

    class Handle:
        def update(self, page: object) -> None:
            shown.append(page.data)  # type: ignore[attr-defined]

    def show(page: object, display_id: bool) -> Handle:
        shown.append(page.data)  # type: ignore[attr-defined]
        return Handle()

    monkeypatch.setattr(_progress, "in_notebook", lambda: True)
    monkeypatch.setattr(_progress.Bar, "WAIT", 0.0)
    monkeypatch.setattr(display, "display", show)
    bar = _progress.Bar()
    bar(0.25)
    bar(0.5)
    bar.close()
    assert "25 %" in shown[0] and "50 %" in shown[1] and shown[2] == ""
