"""Models: what they tell about themselves, and what can be asked of them."""

from __future__ import annotations

import os
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Callable, Iterable, Iterator, Mapping, Sequence, Union

import numpy as np

from . import _kerf
from ._messages import unknown
from ._options import Progress, inputs_of, run_options, values_of
from ._progress import Bar
from ._result import Result
from ._run import Run
from ._tables import Explanation, Listing, Values, html_table, need_pandas

if TYPE_CHECKING:
    import pandas
    from numpy.typing import ArrayLike, NDArray

#: A pair of times and values, linear between; a function of time; or a pair of the instants where a function is
#: not smooth, and the function.
Input = Union[
    "tuple[ArrayLike, ArrayLike]", Callable[[float], float], "tuple[ArrayLike, Callable[[float], float]]"
]

_KINDS = ("constant", "parameter", "input", "state", "algebraic", "discrete")
_TYPES = ("Real", "Integer", "Boolean")


@dataclass(frozen=True)
class Variable:
    """A scalar variable; elements of arrays are variables of their own, `x[2]`."""

    name: str
    description: str
    unit: str
    display_unit: str
    quantity: str
    #: "constant", "parameter", "input", "state", "algebraic" or "discrete"
    kind: str
    #: "Real", "Integer" or "Boolean"
    type: str
    is_output: bool
    is_protected: bool
    is_final: bool
    #: Another value needs another compilation: give it to `load`.
    is_structural: bool
    #: Of a state: the start value is an initial condition.
    is_fixed: bool
    is_derivative: bool
    #: The value of a parameter, the start value of the others.
    start: float
    min: float
    max: float
    nominal: float


class Variables(Mapping[str, Variable]):
    """Variables by name, in the order of declaration."""

    def __init__(self, variables: Sequence[Variable]) -> None:
        self._variables = {variable.name: variable for variable in variables}

    def __getitem__(self, name: str) -> Variable:
        if name not in self._variables:
            raise unknown("variable", name, self._variables)
        return self._variables[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._variables)

    def __len__(self) -> int:
        return len(self._variables)

    def __repr__(self) -> str:
        return "{" + ", ".join(f"{v.name}: {v.start:g}" for v in self._variables.values()) + "}"

    def _repr_html_(self) -> str:
        shown = ("name", "start", "unit", "kind", "type", "description")
        return html_table({name: [getattr(v, name) for v in self._variables.values()] for name in shown})

    def to_dataframe(self) -> pandas.DataFrame:
        """The same as a data frame of pandas."""
        rows = [{f.name: getattr(v, f.name) for f in fields(v)} for v in self._variables.values()]
        frame = need_pandas().DataFrame(rows, columns=[f.name for f in fields(Variable)])
        return frame.set_index("name")


@dataclass(frozen=True)
class Linear:
    """x' = A x + B u, y = C x + D u near a point, where the names of `x`, `u` and `y` have these values."""

    A: NDArray[np.float64]
    B: NDArray[np.float64]
    C: NDArray[np.float64]
    D: NDArray[np.float64]
    x: Values
    u: Values
    y: Values

    @property
    def states(self) -> list[str]:
        return list(self.x)

    @property
    def inputs(self) -> list[str]:
        return list(self.u)

    @property
    def outputs(self) -> list[str]:
        return list(self.y)

    def eigenvalues(self) -> NDArray[np.complex128]:
        """Those of A."""
        return np.asarray(np.linalg.eigvals(self.A), dtype=np.complex128)

    def _repr_html_(self) -> str:
        parts = []
        for name, matrix, rows, columns in (
            ("A", self.A, self.states, self.states),
            ("B", self.B, self.states, self.inputs),
            ("C", self.C, self.outputs, self.states),
            ("D", self.D, self.outputs, self.inputs),
        ):
            table: dict[str, list[object]] = {name: list(rows)}
            table.update({column: list(matrix[:, k]) for k, column in enumerate(columns)})
            parts.append(html_table(table))
        return "".join(parts)


class Model:
    """A compiled model. It never changes; any number of threads may run it at once."""

    def __init__(self, core: _kerf.Model) -> None:
        self._core = core
        self._variables: Variables | None = None

    @property
    def name(self) -> str:
        return self._core.name

    @property
    def n_equations(self) -> int:
        return self._core.n_equations

    @property
    def variables(self) -> Variables:
        """All variables with their attributes."""
        if self._variables is None:
            self._variables = Variables(
                [Variable(*(*v[:5], _KINDS[v[5]], _TYPES[v[6]], *v[7:])) for v in self._core.variables()]
            )
        return self._variables

    @property
    def parameters(self) -> Variables:
        """Parameters; `start` is the value that each has unless a run gives another one."""
        return self._of(lambda variable: variable.kind == "parameter")

    @property
    def states(self) -> Variables:
        """States, in the order of the integrator."""
        known = list(self.variables.values())
        return Variables([known[index] for index in self._core.states() if index < len(known)])

    @property
    def inputs(self) -> Variables:
        return self._of(lambda variable: variable.kind == "input")

    @property
    def outputs(self) -> Variables:
        return self._of(lambda variable: variable.is_output)

    def _of(self, belongs: Callable[[Variable], bool]) -> Variables:
        return Variables([variable for variable in self.variables.values() if belongs(variable)])

    def simulate(
        self,
        values: Mapping[str, float] | None = None,
        /,
        *,
        start: float | None = None,
        stop: float | None = None,
        solver: str | None = None,
        tolerance: float | None = None,
        absolute_tolerance: float | None = None,
        max_step: float | None = None,
        step: float | None = None,
        intervals: int | None = None,
        every_step: bool = False,
        variables: Sequence[str] | None = None,
        protected: bool = False,
        inputs: Mapping[str, Input] | None = None,
        check_tolerance: bool = False,
        max_events: int | None = None,
        interpret: bool = False,
        progress: Progress = None,
        **parameters: float,
    ) -> Result:
        """Runs the model.

        Values of parameters, initial values of states, guesses and constant inputs are keywords,
        `m.simulate(stop=3, e=0.8)`, or stand in a dictionary, `m.simulate({"R1.R": 10}, stop=3)`: names with dots, and
        those that are options here, can be given in no other way. Where both have a name, the dictionary counts.

        What is not given is as the model says.

        start, stop         of the time
        solver              as `kerf simulate --solver` has them: "cvode", "radau", "ida", "auto", …
        tolerance           relative; absolute_tolerance=0 follows the magnitude of each state
        max_step, step      the longest step; the first one, or that of methods with fixed steps
        intervals           number of communication intervals; every_step=True: results after each step as well
        variables           patterns of those to keep, with * and ?; protected=True: protected ones as well
        inputs              by name (times, values), a function of time, or (instants, function); the function is smooth
                            between the instants
        check_tolerance     runs again with a tenth of the tolerance, and warns if the results move visibly
        max_events          ends the run after so many
        interpret           does without machine code
        progress            True: a bar; False: none; a function gets the part that is done; None: a bar in notebooks
        """
        options = run_options(
            start=start,
            stop=stop,
            solver=solver,
            tolerance=tolerance,
            absolute_tolerance=absolute_tolerance,
            max_step=max_step,
            step=step,
            intervals=intervals,
            every_step=every_step,
            variables=variables,
            protected=protected,
            check_tolerance=check_tolerance,
            max_events=max_events,
            interpret=interpret,
            progress=progress,
        )
        try:
            return Result(self._core.simulate(values_of(values, parameters), inputs_of(inputs), options))
        finally:
            bar = options.get("progress")
            if isinstance(bar, Bar):
                bar.close()

    def run(
        self,
        values: Mapping[str, float] | None = None,
        /,
        *,
        start: float | None = None,
        stop: float | None = None,
        solver: str | None = None,
        tolerance: float | None = None,
        absolute_tolerance: float | None = None,
        max_step: float | None = None,
        step: float | None = None,
        intervals: int | None = None,
        every_step: bool = False,
        variables: Sequence[str] | None = None,
        protected: bool = False,
        inputs: Mapping[str, Input] | None = None,
        max_events: int | None = None,
        interpret: bool = False,
        **parameters: float,
    ) -> Run:
        """A run that is driven from here, step by step; options as in `simulate`.

        with m.run(stop=3) as run:
            run.step_to(1.0)
            run["h"]
            run.set(e=0.5)
        """
        options = run_options(
            start=start,
            stop=stop,
            solver=solver,
            tolerance=tolerance,
            absolute_tolerance=absolute_tolerance,
            max_step=max_step,
            step=step,
            intervals=intervals,
            every_step=every_step,
            variables=variables,
            protected=protected,
            max_events=max_events,
            interpret=interpret,
            progress=False,
        )
        core = _kerf.begin(self._core, values_of(values, parameters), inputs_of(inputs), options)
        return Run(core, self)

    def steady(self, values: Mapping[str, float] | None = None, /, **parameters: float) -> Values:
        """The values of all variables where all derivatives are zero. Values are given as in `simulate`; those of states
        are guesses."""
        found = self._core.steady(values_of(values, parameters))
        return Values(dict(zip(self.variables, found)))

    def linearize(
        self,
        *,
        time: float | None = None,
        start: float = 0.0,
        steady: bool = False,
        inputs: Sequence[str] = (),
        outputs: Sequence[str] = (),
    ) -> Linear:
        """A linear model near a point of the run from `start`, at `time`; or near the steady state.

        inputs, outputs: all of the model unless some are named.
        """
        parts = self._core.linearize(
            steady, start, start if time is None else time, list(inputs), list(outputs)
        )
        points = [Values(dict(zip(*parts[which]))) for which in "xuy"]
        return Linear(parts["A"], parts["B"], parts["C"], parts["D"], *points)

    def equations(self, solved: bool = False) -> Listing:
        """The equations; solved=True: solved, in the order of computation."""
        return Listing(self._core.equations(solved))

    def explain(self) -> Explanation:
        """What the compiler did with the equations, and why. In notebooks a page; `save` writes it to a file."""
        return Explanation(self._core.explain(False), self._core.explain(True))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a file .kerf that `load` and `kerf simulate` read without the source."""
        self._core.write(os.fspath(path))

    def fmu(self, path: str | os.PathLike[str], *, fmi: int = 2, type: Iterable[str] | str = ("me", "cs")) -> None:
        """Writes an FMU of FMI 2.0 (`fmi=3`: 3.0) for model exchange ("me"), co-simulation ("cs") or both."""
        types = type.split(",") if isinstance(type, str) else list(type)
        for name in types:
            if name not in ("me", "cs"):
                raise ValueError(f"there is no type {name!r} of FMU; there are 'me' and 'cs'")
        self._core.write_fmu(os.fspath(path), fmi, "me" in types, "cs" in types)

    def __repr__(self) -> str:
        n = len(self._core.states())
        return f"<kerf.Model {self.name}: {self.n_equations} equations, {n} state{'' if n == 1 else 's'}>"

    def _repr_html_(self) -> str:
        head = f"<p><b>{self.name}</b>: {self.n_equations} equations, {len(self._core.states())} states</p>"
        return head + self.parameters._repr_html_()
