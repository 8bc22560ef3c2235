"""Kerf: a compiler and simulator for equation-based models.

>>> import kerf
>>> m = kerf.load("ball.mo")
>>> r = m.simulate(stop=3, e=0.8)
>>> r["h"], r.time, r.events
>>> r.plot("h", "v")

Models are Modelica, DYMOLA (1978 and 1991) and ACSL; combined programs are COSY. See `load`.
"""

from . import _kerf
from ._load import Session, load, loads
from ._messages import Error, Message, Warning
from ._model import Linear, Model, Variable, Variables
from ._program import Experiment, Histogram, Program, ProgramRun
from ._result import Event, Events, Figure, Result
from ._run import Run
from ._tables import Explanation, Listing, Table, Values

__version__: str = _kerf.version

__all__ = [
    "Error",
    "Event",
    "Events",
    "Experiment",
    "Explanation",
    "Figure",
    "Histogram",
    "Linear",
    "Listing",
    "Message",
    "Model",
    "Program",
    "ProgramRun",
    "Result",
    "Run",
    "Session",
    "Table",
    "Values",
    "Variable",
    "Variables",
    "Warning",
    "load",
    "loads",
]

# Users know the classes by these names, not by the files that they stand in.
for _name in __all__:
    globals()[_name].__module__ = __name__
del _name
