"""Tables, texts and pages as notebooks show them."""

from __future__ import annotations

import html
import os
from typing import TYPE_CHECKING, Any, Iterator, Mapping, Sequence, overload

if TYPE_CHECKING:
    import pandas


def need_pandas() -> Any:
    try:
        import pandas
    except ImportError as error:
        raise ImportError("data frames need pandas: pip install pandas") from error
    return pandas


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return "" if value != value else f"{value:.6g}"
    return html.escape(str(value))


def html_table(columns: Mapping[str, Sequence[object]], limit: int = 60) -> str:
    """An HTML table; of long ones the first and last rows."""
    n = max((len(values) for values in columns.values()), default=0)
    rows: list[int] = list(range(n))
    cut = n > limit
    if cut:
        rows = rows[: limit - 10] + [-1] + rows[-10:]
    head = "".join(f"<th>{html.escape(name)}</th>" for name in columns)
    body = []
    for row in rows:
        cells = "".join(f"<td>{'⋮' if row < 0 else _cell(values[row])}</td>" for values in columns.values())
        body.append(f"<tr>{cells}</tr>")
    foot = f"<p>{n} rows</p>" if cut else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(body)}</tbody></table>{foot}"


class Table(Sequence[dict]):  # type: ignore[type-arg]
    """Rows of named values. `table["mean"]` is a column, `table[0]` a row."""

    def __init__(self, columns: Mapping[str, Sequence[object]]) -> None:
        self._columns = {name: list(values) for name, values in columns.items()}

    @property
    def columns(self) -> list[str]:
        return list(self._columns)

    def __len__(self) -> int:
        return max((len(values) for values in self._columns.values()), default=0)

    @overload
    def __getitem__(self, key: str) -> list[Any]: ...
    @overload
    def __getitem__(self, key: int) -> dict[str, Any]: ...
    @overload
    def __getitem__(self, key: slice) -> Table: ...
    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, str):
            if key not in self._columns:
                raise KeyError(f"there is no column {key!r}; there are {', '.join(self._columns)}")
            return list(self._columns[key])
        if isinstance(key, slice):
            return Table({name: values[key] for name, values in self._columns.items()})
        return {name: values[key] for name, values in self._columns.items()}

    def where(self, **wanted: object) -> Table:
        """The rows that have these values: `table.where(kind="queue")`."""
        rows = [row for row in self if all(row[name] == value for name, value in wanted.items())]
        return Table({name: [row[name] for row in rows] for name in self._columns})

    def to_dataframe(self) -> pandas.DataFrame:
        """The same as a data frame of pandas."""
        return need_pandas().DataFrame(self._columns)

    def __repr__(self) -> str:
        widths = {
            name: max([len(name), *(len(_plain(value)) for value in values)])
            for name, values in self._columns.items()
        }
        lines = ["  ".join(name.ljust(width) for name, width in widths.items())]
        for row in self:
            lines.append("  ".join(_plain(row[name]).ljust(width) for name, width in widths.items()))
        return "\n".join(line.rstrip() for line in lines)

    def _repr_html_(self) -> str:
        return html_table(self._columns)


def _plain(value: object) -> str:
    return html.unescape(_cell(value))


class Values(Mapping[str, float]):
    """Values of variables by name."""

    def __init__(self, values: Mapping[str, float]) -> None:
        self._values = dict(values)

    def __getitem__(self, name: str) -> float:
        if name not in self._values:
            from ._messages import unknown

            raise unknown("variable", name, self._values)
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return repr(self._values)

    def _repr_html_(self) -> str:
        return html_table({"variable": list(self._values), "value": list(self._values.values())})


class Listing(str):
    """A text of many lines, which is shown as it is."""

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return f"<pre>{html.escape(str(self))}</pre>"


class Explanation(Listing):
    """What the compiler did with the equations, and why: a text, and in notebooks a page."""

    page: str

    def __new__(cls, text: str, page: str) -> Explanation:
        made = super().__new__(cls, text)
        made.page = page
        return made

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the page to a file .html."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.page)

    def _repr_html_(self) -> str:
        page = html.escape(self.page, quote=True)
        return f'<iframe srcdoc="{page}" style="width: 100%; height: 40em; border: 1px solid #ccc"></iframe>'
