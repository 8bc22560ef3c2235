"""Combined programs: COSY, and models on which processes act."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Callable, Iterator, Sequence, overload

from . import _kerf
from ._messages import Message, messages_of
from ._result import Events, Result
from ._tables import Table, Values, html_table

_KINDS = ("collect", "time average", "queue", "resource", "mean")
_NUMBERS = ("count", "mean", "deviation", "min", "max", "half_width", "mean_time", "now", "capacity")


@dataclass(frozen=True)
class Histogram:
    """The first count is of what lies up to `first_limit`, the last one of what lies above the others, which are each
    `width` wide."""

    name: str
    first_limit: float
    width: float
    counts: tuple[int, ...]

    @property
    def limits(self) -> list[float]:
        """The upper limits of all counts but the last."""
        return [self.first_limit + k * self.width for k in range(len(self.counts) - 1)]

    def _repr_html_(self) -> str:
        names = [f"≤ {limit:g}" for limit in self.limits] + [f"> {self.limits[-1]:g}"]
        return html_table({self.name: names, "count": self.counts})


class ProgramRun:
    """One run of a program."""

    def __init__(self, experiment: Experiment, index: int) -> None:
        self._experiment = experiment
        self._index = index
        core = experiment._core
        (
            #: Which SIMULATE of the program, from 1 on, and which of its replications.
            self.frame,
            self.replication,
            self.is_complete,
            self.start,
            self.end,
            self.n_events,
            self.transaction_steps,
            #: What the lists of the program gave this run: "TELLERS = 3".
            self.given,
        ) = core.run(index)

    @property
    def result(self) -> Result:
        """The points of the run, if they were kept, and its events."""
        return Result(self._experiment._core.result(self._index))

    @property
    def events(self) -> Events:
        return self.result.events

    @property
    def final(self) -> Values:
        """The values of all variables at the end."""
        names = self._experiment._names
        return Values(dict(zip(names, self._experiment._core.final(self._index, len(names)))))

    @property
    def statistics(self) -> Table:
        """What was observed: variables after COLLECT and TIMEPERS, queues, resources."""
        return _statistics([(self, row) for row in self._experiment._core.statistics(self._index)], of_runs=False)

    @property
    def histograms(self) -> dict[str, Histogram]:
        listed = self._experiment._core.histograms(self._index)
        return {name: Histogram(name, limit, width, tuple(counts)) for name, limit, width, counts in listed}

    def __repr__(self) -> str:
        given = f", {self.given}" if self.given else ""
        return f"<kerf.ProgramRun: time {self.start:g} to {self.end:g}, {self.n_events} events{given}>"


def _statistics(rows: Sequence[tuple[ProgramRun | None, tuple[Any, ...]]], of_runs: bool) -> Table:
    columns: dict[str, list[Any]] = {}
    if of_runs:
        columns["run"] = [run._index + 1 for run, _ in rows if run is not None]
        columns["replication"] = [run.replication for run, _ in rows if run is not None]
        columns["given"] = [run.given for run, _ in rows if run is not None]
    columns["name"] = [row[1] for _, row in rows]
    columns["kind"] = [_KINDS[row[0]] for _, row in rows]
    for k, name in enumerate(_NUMBERS):
        columns[name] = [row[3 + k] for _, row in rows]
    return Table(columns)


class Experiment(Sequence[ProgramRun]):
    """All runs that a program made: `experiment[0]` is the first."""

    def __init__(self, core: _kerf.Experiment, names: Sequence[str] = ()) -> None:
        self._core = core
        self._names = list(names)

    @overload
    def __getitem__(self, key: int) -> ProgramRun: ...
    @overload
    def __getitem__(self, key: slice) -> list[ProgramRun]: ...
    def __getitem__(self, key: int | slice) -> ProgramRun | list[ProgramRun]:
        indices = range(len(self))[key]
        return ProgramRun(self, indices) if isinstance(indices, int) else [ProgramRun(self, k) for k in indices]

    def __len__(self) -> int:
        return self._core.n_runs

    def __iter__(self) -> Iterator[ProgramRun]:
        return (ProgramRun(self, k) for k in range(len(self)))

    @property
    def statistics(self) -> Table:
        """What was observed in each run; `to_dataframe` makes a data frame of it."""
        rows = [(run, row) for run in self for row in self._core.statistics(run._index)]
        return _statistics(rows, of_runs=True)

    @property
    def means(self) -> Table:
        """Means over replications, each with half the width of its interval of 95 % confidence."""
        rows = self._core.means()
        return Table(
            {
                "name": [row[1] for row in rows],
                "given": [row[2] for row in rows],
                "replications": [int(row[3]) for row in rows],
                "mean": [row[4] for row in rows],
                "deviation": [row[5] for row in rows],
                "half_width": [row[8] for row in rows],
            }
        )

    @property
    def cross(self) -> Result:
        """What CROSSPLOT stored, a point for each."""
        return Result(self._core.cross())

    @property
    def messages(self) -> list[Message]:
        """Warnings and notes of all runs."""
        return messages_of(self._core.messages())

    def __repr__(self) -> str:
        return f"<kerf.Experiment: {len(self)} run{'' if len(self) == 1 else 's'}>"

    def _repr_html_(self) -> str:
        table = self.means if self._core.means() else self.statistics
        return f"<p>{len(self)} runs</p>{table._repr_html_()}"


class Program:
    """A combined program: a file .cosy, or a model on which processes act. Any number of threads may run it."""

    def __init__(self, core: _kerf.Program) -> None:
        self._core = core

    @property
    def name(self) -> str:
        return self._core.name

    @property
    def variables(self) -> Table:
        """Names, units and types; elements of arrays one by one."""
        rows = self._core.variables()
        kinds = ("Real", "Integer", "Boolean")
        return Table(
            {
                "name": [row[0] for row in rows],
                "unit": [row[1] for row in rows],
                "type": [kinds[row[2]] for row in rows],
            }
        )

    def simulate(
        self,
        *,
        replications: int = 1,
        antithetic: bool = False,
        seed: int = 0,
        workers: int = 1,
        solver: str | None = None,
        tolerance: float | None = None,
        absolute_tolerance: float | None = None,
        max_step: float | None = None,
        keep_points: bool = True,
        max_events: int | None = None,
        interpret: bool = False,
        print: Callable[[str], object] | None = print,  # noqa: A002
    ) -> Experiment:
        """Makes all runs that the program asks for. What is not given is as the program says.

        replications   more than 1: each run so often, with other random numbers
        antithetic     replications in pairs, of which the second takes 1 - u for each random number u
        seed           added to all seeds of the program
        workers        processes that share the replications, forks of this one; 0: one for each core
        keep_points    the points of each run; False: those of the last one, and of those that the program saves
        print          takes each line that the program prints; None: nobody does
        """
        given = {
            "replications": replications,
            "antithetic": antithetic,
            "seed": seed,
            "workers": workers,
            "solver": solver,
            "tolerance": tolerance,
            "absolute_tolerance": absolute_tolerance,
            "max_step": max_step,
            "keep_points": keep_points,
            "max_events": max_events,
            "interpret": interpret,
        }
        options = {name: value for name, value in given.items() if value is not None}
        names = [row[0] for row in self._core.variables()]
        from ._messages import Error

        try:
            return Experiment(self._core.run(options, print), names)
        except Error as error:
            if error.experiment is not None:
                error.experiment._names = names
            raise

    def __repr__(self) -> str:
        return f"<kerf.Program {self.name}>"
