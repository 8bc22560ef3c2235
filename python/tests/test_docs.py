"""The manual does what it says: its blocks run one after the other, and print what stands there."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path
from typing import Any

import pytest


@pytest.mark.filterwarnings("ignore::kerf.Warning")
def test_the_manual(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (source / "docs/python.md").read_text()
    (tmp_path / "examples").symlink_to((source / "examples").resolve())
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, Any] = {}
    printed = ""
    n_compared = 0
    for info, text in re.findall(r"^```(.*?)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL):
        if info.startswith("modelica "):
            Path(info.split()[1]).write_text(text)
        elif info == "python":
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                exec(compile(text, "docs/python.md", "exec"), namespace)
            printed = out.getvalue()
        elif info == "output":
            pattern = ".*".join(re.escape(part) for part in text.strip().split("…"))
            assert re.fullmatch(pattern, printed.strip()), printed
            n_compared += 1
    assert n_compared >= 6
