"""Options and values of runs in the form of the extension module."""

from __future__ import annotations

from typing import Any, Callable, Mapping, Union

import numpy as np

from ._progress import Bar, in_notebook

#: True, False, a function of the part that is done, or None.
Progress = Union[bool, Callable[[float], object], None]


def values_of(given: Mapping[str, float] | None, keywords: dict[str, float]) -> dict[str, float]:
    if not given:
        return keywords
    return {**keywords, **given}


def run_options(*, progress: Progress, **given: Any) -> dict[str, Any]:
    options = {name: value for name, value in given.items() if value is not None and value is not False}
    if "variables" in options:
        patterns = options["variables"]
        options["variables"] = [patterns] if isinstance(patterns, str) else list(patterns)
    if progress is None:
        progress = in_notebook()
    if progress is True:
        options["progress"] = Bar()
    elif progress is not False:
        options["progress"] = progress
    return options


def inputs_of(inputs: Mapping[str, Any] | None) -> dict[str, tuple[Any, Any, Any]]:
    """By name: times, values, function."""
    if not inputs:
        return {}
    return {name: _input(name, given) for name, given in inputs.items()}


def _input(name: str, given: Any) -> tuple[Any, Any, Any]:
    if callable(given):
        return (None, None, given)
    try:
        times, values = given
    except (TypeError, ValueError):
        raise TypeError(
            f"the input {name!r} must be a pair of times and values, a function, or a pair of instants and a function"
        ) from None
    if callable(values):
        return (_array(times), None, values)
    return (_array(times), _array(values), None)


def _array(given: Any) -> Any:
    return np.ascontiguousarray(np.atleast_1d(given), dtype=np.float64)
