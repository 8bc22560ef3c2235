"""What the compiler and runs have to tell: exceptions and warnings."""

from __future__ import annotations

import difflib
import logging
import os
import sys
import warnings
from typing import TYPE_CHECKING, Any, Iterable, NamedTuple

if TYPE_CHECKING:
    from . import _kerf
    from ._program import Experiment
    from ._result import Result

_LEVELS = ("note", "warning", "error")
_FOLDER = os.path.dirname(os.path.abspath(__file__))
_log = logging.getLogger("kerf")


class Message(NamedTuple):
    """A message with its place; lines and columns count from 1, and 0 means that there is none."""

    level: str
    #: Stable, such as "unknown-name"; "" for a note that belongs to the message before it.
    code: str
    text: str
    file: str
    line: int
    column: int
    #: As the command line prints it: place, text, source line, caret, notes.
    rendered: str


class Error(Exception):
    """A model that cannot be compiled, or a run that failed.

    `str(error)` is what the command line prints, with source lines and carets; `messages` are its parts. A run that
    failed half-way leaves what it had computed in `result` (of a combined program, in `experiment`).
    """

    messages: list[Message]
    result: Result | None
    experiment: Experiment | None

    def __init__(self, text: str, messages: Iterable[Message] = ()) -> None:
        super().__init__(text)
        self.messages = list(messages)
        self.result = None
        self.experiment = None

    @property
    def code(self) -> str:
        """The code of the first error among the messages."""
        return next((m.code for m in self.messages if m.level == "error"), "")


class Warning(UserWarning):  # noqa: A001
    """What the compiler or a run warns of; `warnings.filterwarnings` decides what becomes of it."""

    def __init__(self, message: Message | str) -> None:
        super().__init__(message.rendered.rstrip() if isinstance(message, Message) else message)
        self.message = message if isinstance(message, Message) else None


class UnknownName(KeyError):
    """A variable that there is not; the text names the nearest one that there is."""

    def __str__(self) -> str:
        return str(self.args[0])


def messages_of(raw: Iterable[tuple[int, str, str, str, int, int, str]]) -> list[Message]:
    return [Message(_LEVELS[one[0]], *one[1:]) for one in raw]


def unknown(what: str, name: str, names: Iterable[str]) -> UnknownName:
    # Case counts for little: R is nearer to r than to anything else.
    by_key = {one.casefold(): one for one in names}
    near = difflib.get_close_matches(name.casefold(), list(by_key), n=1, cutoff=0.5)
    hint = f"; did you mean {by_key[near[0]]!r}?" if near else ""
    return UnknownName(f"there is no {what} {name!r}{hint}")


def make_error(
    text: str, raw: list[Any], result: _kerf.Result | None, experiment: _kerf.Experiment | None
) -> Error:
    from ._program import Experiment
    from ._result import Result

    error = Error(text.rstrip(), messages_of(raw))
    if result is not None:
        error.result = Result(result)
    if experiment is not None:
        error.experiment = Experiment(experiment)
    return error


def _stack_level() -> int:
    """How far up the code stands that called the package."""
    level = 1
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_FOLDER):
        frame = frame.f_back
        level += 1
    return level


def warn(raw: list[Any]) -> None:
    for message in messages_of(raw):
        if message.level == "warning":
            warnings.warn(Warning(message), stacklevel=_stack_level())
        elif message.code:
            _log.info("%s", message.rendered.rstrip())
