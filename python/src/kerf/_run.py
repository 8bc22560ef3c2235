"""Runs that are driven step by step."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Iterable, Mapping, Union

from . import _kerf
from ._messages import unknown
from ._options import values_of
from ._result import Result

if TYPE_CHECKING:
    from ._model import Model

Value = Union[float, int, bool]


class Run:
    """A run step by step; `Model.run` makes it. It belongs to one thread at a time."""

    def __init__(self, core: _kerf.Run, model: Model) -> None:
        self._core = core
        self._model = model

    def __enter__(self) -> Run:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Ends the run and gives back what it holds. What `result` has given remains."""
        self._core.close()

    def initialize(self) -> None:
        """Solves the initialization problem; the first step does so if need be."""
        self._core.initialize()

    def step(self) -> float:
        """One step of the integrator, with the events in it; gives the time."""
        self._core.step()
        return self._core.time

    def step_to(self, time: float) -> None:
        """Up to that time, and no further."""
        self._core.step_to(time)

    @property
    def time(self) -> float:
        return self._core.time

    @property
    def is_done(self) -> bool:
        return self._core.is_done

    @property
    def n_events(self) -> int:
        """Number of events so far."""
        return self._core.n_events

    def _index(self, name: str) -> int:
        index = self._model._core.find(name)
        if index == 0xFFFF_FFFF:
            raise unknown("variable", name, self._model.variables)
        return index

    def get(self, names: Iterable[str]) -> dict[str, Value]:
        """The present values of several variables."""
        listed = list(names)
        values = self._core.get([self._index(name) for name in listed])
        return {name: self._typed(name, value) for name, value in zip(listed, values)}

    def _typed(self, name: str, value: float) -> Value:
        kind = self._model.variables[name].type
        if kind == "Real" or value != value:
            return value
        return bool(value) if kind == "Boolean" else int(value)

    def __getitem__(self, name: str) -> Value:
        """The present value of a variable."""
        return self.get([name])[name]

    def set(self, values: Mapping[str, float] | None = None, /, **parameters: float) -> None:
        """Before initialization as in `simulate`; afterwards parameters, inputs and states change, which is an event at
        the present time."""
        given = values_of(values, parameters)
        self._core.set([self._index(name) for name in given], [float(value) for value in given.values()])

    def result(self) -> Result:
        """What has been computed so far."""
        return Result(self._core.result())

    def __repr__(self) -> str:
        return f"<kerf.Run of {self._model.name}>"
