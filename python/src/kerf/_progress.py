"""A bar that shows how far a run is."""

from __future__ import annotations

import sys
import time
from typing import Any


def in_notebook() -> bool:
    """Whether a notebook shows what is displayed."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return type(shell).__name__ == "ZMQInteractiveShell"


class Bar:
    """Called with the part that is done. Runs that take less than half a second show nothing."""

    WAIT = 0.5

    def __init__(self) -> None:
        self._begin = time.monotonic()
        self._handle: Any = None
        self._in_notebook = in_notebook()

    def __call__(self, part: float) -> None:
        if time.monotonic() - self._begin < self.WAIT:
            return
        if self._in_notebook:
            self._display(part)
        else:
            done = round(40 * part)
            end = "\n" if part >= 1 else ""
            sys.stderr.write(f"\r[{'#' * done}{'.' * (40 - done)}] {100 * part:3.0f} %{end}")
            sys.stderr.flush()

    def _display(self, part: float) -> None:
        from IPython import display

        page = display.HTML(f'<progress value="{part:.4f}" max="1"></progress> {100 * part:.0f} %')
        if self._handle is None:
            self._handle = display.display(page, display_id=True)
        else:
            self._handle.update(page)

    def close(self) -> None:
        """Takes the bar away."""
        if self._handle is not None:
            from IPython import display

            self._handle.update(display.HTML(""))
        elif not self._in_notebook and time.monotonic() - self._begin >= self.WAIT:
            sys.stderr.write("\r" + " " * 50 + "\r")
            sys.stderr.flush()
