"""Results: columns, events, pictures."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Iterator, Mapping, NamedTuple, Sequence, Union, overload

import numpy as np

from . import _kerf
from ._messages import Message, messages_of
from ._tables import Values, html_table, need_pandas

if TYPE_CHECKING:
    import pandas
    from numpy.typing import NDArray

_EVENT_KINDS = ("time", "state", "program")


class Event(NamedTuple):
    """An event of a run."""

    time: float
    #: "time": at an instant known before; "state": where a condition changed; "program": of a combined program
    kind: str
    #: The conditions that changed, as the source writes them; of a combined program the name of the event.
    cause: str
    #: The point of the result that shows the model after the event; the point before it may show the same time
    #: before the event. None: it was not kept.
    point: int | None


class Events(Sequence[Event]):
    """The events of a run in their order."""

    def __init__(self, events: Sequence[Event]) -> None:
        self._events = list(events)

    @overload
    def __getitem__(self, key: int) -> Event: ...
    @overload
    def __getitem__(self, key: slice) -> Events: ...
    def __getitem__(self, key: int | slice) -> Event | Events:
        return Events(self._events[key]) if isinstance(key, slice) else self._events[key]

    def __len__(self) -> int:
        return len(self._events)

    def __repr__(self) -> str:
        return "[" + ", ".join(f"{e.time:.6g} {e.cause}".strip() for e in self._events) + "]"

    def _columns(self) -> dict[str, list[Any]]:
        return {name: [getattr(e, name) for e in self._events] for name in ("time", "kind", "cause")}

    @property
    def times(self) -> NDArray[np.float64]:
        return np.array([event.time for event in self._events], dtype=np.float64)

    def to_dataframe(self) -> pandas.DataFrame:
        """The same as a data frame of pandas."""
        return need_pandas().DataFrame(self._columns())

    def _repr_html_(self) -> str:
        return html_table(self._columns())


class Figure:
    """A picture of a result. Notebooks show it; `save` writes it to a file."""

    def __init__(self, core: _kerf.Result, arguments: tuple[Any, ...]) -> None:
        self._core = core
        self._arguments = arguments
        #: The picture as SVG.
        self.svg: str = core.plot(*(*arguments, False))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a file .svg, or .html: a page that zooms and reads values."""
        name = os.fspath(path)
        if not name.endswith((".svg", ".html")):
            raise ValueError(f"{name}: pictures are files .svg and .html; matplotlib makes others of plot(…, ax=axes)")
        text = self.svg if name.endswith(".svg") else self._core.plot(*(*self._arguments, True))
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)

    def _repr_svg_(self) -> str:
        return self.svg


class Result(Mapping[str, "NDArray[Any]"]):
    """What a run computed. `r["h"]` is an array with as many values as `r.time`, which cannot be written to: it is the
    memory of the run itself. Values of Boolean and Integer variables are arrays of bool and int64."""

    def __init__(self, core: _kerf.Result) -> None:
        self._core = core
        self._typed: dict[str, NDArray[Any]] = {}

    def __getitem__(self, name: str) -> NDArray[Any]:
        if name == "time":
            return self._core.time()
        typed = self._typed.get(name)
        if typed is not None:
            return typed
        signal = self._core.find(name)
        values: NDArray[Any] = self._core.values(signal)
        kind = self._core.type(signal)
        if kind != 0:
            # Before a failed start they need not be numbers.
            if not np.isfinite(values).all():
                return values
            values = values.astype(np.bool_ if kind == 2 else np.int64)
            values.flags.writeable = False
            self._typed[name] = values
        return values

    def __iter__(self) -> Iterator[str]:
        return iter([signal[0] for signal in self._core.signals()])

    def __len__(self) -> int:
        return self._core.n_signals

    def __contains__(self, name: object) -> bool:
        if not isinstance(name, str):
            return False
        try:
            return name == "time" or self._core.find(name) >= 0
        except KeyError:
            return False

    # Arrays have no truth of their own, so neither have mappings of them.
    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return self is other

    @property
    def time(self) -> NDArray[np.float64]:
        """Two points with the same time show the model before and after an event."""
        return self._core.time()

    @property
    def events(self) -> Events:
        return Events([Event(t, _EVENT_KINDS[kind], text, point) for t, kind, text, point in self._core.events()])

    @property
    def final(self) -> Values:
        """The values at the last point."""
        if self._core.n_points == 0:
            return Values({})
        return Values({name: self[name][-1].item() for name in self})

    @property
    def is_complete(self) -> bool:
        """False: the run ended before its stop time."""
        return self._core.is_complete

    @property
    def statistics(self) -> dict[str, float]:
        """Steps, evaluations, events, seconds."""
        return self._core.statistics()

    @property
    def messages(self) -> list[Message]:
        """Warnings and notes of the run."""
        return messages_of(self._core.messages())

    def unit(self, name: str) -> str:
        """The unit of a signal; "" if it has none."""
        return self._core.signals()[self._core.find(name)][2]

    def to_dataframe(self, *, parameters: bool = False) -> pandas.DataFrame:
        """A data frame over the time; parameters=True: with columns for parameters as well."""
        pandas = need_pandas()
        names = [name for name, _, _, _, is_constant in self._core.signals() if parameters or not is_constant]
        frame = pandas.DataFrame({name: self[name] for name in names}, index=pandas.Index(self.time, name="time"))
        for name, _, unit, _, _ in self._core.signals():
            if unit and name in frame:
                frame[name].attrs["unit"] = unit
        return frame

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a trajectory file, .csv or .mat."""
        self._core.write(os.fspath(path))

    def plot(
        self,
        *signals: Union[str, Sequence[str]],
        versus: str | None = None,
        title: str | None = None,
        width: float = 900,
        height: float = 300,
        ax: Any = None,
    ) -> Any:
        """Draws signals: `r.plot("h", "v")` in one panel, `r.plot(["h"], ["v"])` in two; all that vary if none are
        named.

        versus         the signal on the horizontal axis in place of the time
        width, height  in pixels; the height is that of each panel
        ax             axes of matplotlib to draw on, which are returned then; otherwise a `Figure`
        """
        panels: list[list[str]] = [[]]
        for one in signals:
            if isinstance(one, str):
                panels[-1].append(one)
            else:
                panels += [list(one), []] if not panels[-1] else [list(one), []]
        panels = [panel for panel in panels if panel]
        if ax is not None:
            return self._draw(ax, panels, versus, title)
        names: list[str] = []
        for panel in panels:
            names += ([""] if names else []) + panel
        for name in [*names, versus or ""]:
            if name and name != "time":
                self._core.find(name)
        return Figure(self._core, (names, versus or "", title or "", float(width), float(height)))

    def _draw(self, ax: Any, panels: list[list[str]], versus: str | None, title: str | None) -> Any:
        names = [name for panel in panels for name in panel]
        if not names:
            names = [name for name, _, _, _, is_constant in self._core.signals() if not is_constant]
        x = self[versus] if versus else self.time
        for name in names:
            ax.plot(x, self[name], label=name)
        ax.set_xlabel(versus or "time [s]")
        ax.legend()
        if title:
            ax.set_title(title)
        return ax

    def __repr__(self) -> str:
        points = self._core.n_points
        span = f", time {self.time[0]:g} to {self.time[-1]:g}" if points else ""
        ending = "" if self.is_complete else ", incomplete"
        return f"<kerf.Result: {len(self)} signals, {points} points{span}{ending}>"

    def _repr_html_(self) -> str:
        rows = self._core.signals()
        last = [self[row[0]][-1].item() for row in rows] if self._core.n_points else ["" for _ in rows]
        table = {
            "signal": [row[0] for row in rows],
            "at the end": last,
            "unit": [row[2] for row in rows],
            "description": [row[1] for row in rows],
        }
        import html

        return f"<p>{html.escape(repr(self))}</p>{html_table(table)}"
