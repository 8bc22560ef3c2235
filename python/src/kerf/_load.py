"""From files, classes and texts to models."""

from __future__ import annotations

import os
from typing import Any, Iterable, Mapping, Union, cast

from . import _kerf
from ._messages import Error
from ._model import Model
from ._program import Program

PathOrName = Union[str, "os.PathLike[str]"]
_LANGUAGES = {"modelica": 0, "dymola": 1, "acsl": 2}
_ENDINGS = {"modelica": ".mo", "dymola": ".dym", "acsl": ".csl", "cosy": ".cosy"}


def _texts(values: Mapping[str, object] | None) -> list[str]:
    def text_of(value: object) -> str:
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, str):
            return value
        if isinstance(value, int):
            return str(value)
        return repr(float(cast(Any, value)))

    return [f"{name}={text_of(value)}" for name, value in (values or {}).items()]


class Session:
    """Where libraries are, and who is trusted: what several models share.

    libraries  files to be read before a model's, and folders that hold Modelica libraries
    trust      libraries, folders or files whose functions in C may be compiled and called
    cache      a folder for caches; False: none is used; None: that of the command line
    """

    def __init__(
        self,
        *,
        libraries: Iterable[PathOrName] = (),
        trust: Iterable[PathOrName] = (),
        cache: PathOrName | bool | None = None,
    ) -> None:
        self._core = _kerf.Session()
        for library in _listed(libraries):
            self._core.add_library(os.fspath(library))
        for one in _listed(trust):
            self._core.add_trust(os.fspath(one))
        if cache is False:
            self._core.set_cache("")
        elif cache is not None and cache is not True:
            self._core.set_cache(os.fspath(cache))

    def load(
        self,
        target: PathOrName,
        *,
        language: str | None = None,
        model: str | None = None,
        values: Mapping[str, object] | None = None,
        start: Mapping[str, object] | None = None,
        inputs: Mapping[str, str] | None = None,
        implicit: bool = False,
    ) -> Any:
        """As the function `kerf.load`."""
        target = os.fspath(target)
        if language is not None or "\n" in target:
            return self.loads(
                target,
                language or "modelica",
                model=model,
                values=values,
                start=start,
                inputs=inputs,
                implicit=implicit,
            )
        options = _options(model, values, start, inputs, implicit)
        if not target.endswith(".cosy"):
            try:
                return Model(self._core.load(target, options))
            except Error as error:
                # The model names a process that acts on it.
                if error.code != "model-with-process":
                    raise
        return Program(self._core.load_program(target, options))

    def loads(
        self,
        text: str,
        language: str = "modelica",
        *,
        name: str | None = None,
        model: str | None = None,
        values: Mapping[str, object] | None = None,
        start: Mapping[str, object] | None = None,
        inputs: Mapping[str, str] | None = None,
        implicit: bool = False,
    ) -> Any:
        """As the function `kerf.loads`."""
        if language not in _ENDINGS:
            raise ValueError(f"there is no language {language!r}; there are {', '.join(_ENDINGS)}")
        options = _options(model, values, start, inputs, implicit)
        shown = name if name is not None else f"<text{_ENDINGS[language]}>"
        if language == "cosy":
            if options:
                raise ValueError("a COSY program takes no values, start values, inputs or class name")
            return Program(self._core.load_program_text(text, shown))
        return Model(self._core.load_text(text, _LANGUAGES[language], shown, options))


def _listed(given: Iterable[PathOrName] | PathOrName) -> list[PathOrName]:
    return [given] if isinstance(given, (str, os.PathLike)) else list(given)


def _options(
    model: str | None,
    values: Mapping[str, object] | None,
    start: Mapping[str, object] | None,
    inputs: Mapping[str, str] | None,
    implicit: bool,
) -> dict[str, Any]:
    options: dict[str, Any] = {}
    if model is not None:
        options["model"] = model
    if values:
        options["values"] = _texts(values)
    if start:
        options["starts"] = _texts(start)
    if inputs:
        options["inputs"] = [f"{name}={text}" for name, text in inputs.items()]
    if implicit:
        options["implicit"] = True
    return options


def load(
    target: PathOrName,
    *,
    language: str | None = None,
    model: str | None = None,
    libraries: Iterable[PathOrName] = (),
    trust: Iterable[PathOrName] = (),
    cache: PathOrName | bool | None = None,
    values: Mapping[str, object] | None = None,
    start: Mapping[str, object] | None = None,
    inputs: Mapping[str, str] | None = None,
    implicit: bool = False,
) -> Any:
    """Compiles a model, or reads a combined program.

    target     a file .mo, .dym, .csl, .cosy or .kerf, the name of a Modelica class, or a text (of several lines)
    language   the language of a text: "modelica", "dymola", "acsl" or "cosy"
    model      the class to take; otherwise the last one in the file
    libraries  files to be read before, and folders that hold Modelica libraries
    trust      libraries, folders or files whose functions in C may be compiled and called
    values     parameters by name, put in before the model is compiled: those that decide sizes and structure
               can be given nowhere else
    start      start values and guesses by name, likewise
    inputs     inputs as expressions of time: {"u": "sin(time)"}
    implicit   the solver "ida" will be used

    Gives a `Model`; a `Program` for COSY and for models on which a process acts.
    """
    session = Session(libraries=libraries, trust=trust, cache=cache)
    return session.load(
        target, language=language, model=model, values=values, start=start, inputs=inputs, implicit=implicit
    )


def loads(
    text: str,
    language: str = "modelica",
    *,
    name: str | None = None,
    model: str | None = None,
    libraries: Iterable[PathOrName] = (),
    trust: Iterable[PathOrName] = (),
    cache: PathOrName | bool | None = None,
    values: Mapping[str, object] | None = None,
    start: Mapping[str, object] | None = None,
    inputs: Mapping[str, str] | None = None,
    implicit: bool = False,
) -> Any:
    """Compiles a model from its text; `name` stands for the file in messages. The rest is as in `load`."""
    session = Session(libraries=libraries, trust=trust, cache=cache)
    return session.loads(
        text, language, name=name, model=model, values=values, start=start, inputs=inputs, implicit=implicit
    )
