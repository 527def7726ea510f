"""Charts laid over charts: the cells of a printed sheet, changed one by one, each with its origin.

A chart is plain data as a TOML file holds it: tables, rows, cells. What is laid over it names the
same cells; nothing is added, nothing goes, and a cell stays of its kind.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, cast

from msgspec import Struct

from wardesk.model.look import Origin
from wardesk.words import Text, join, say

Cell = int | str | bool
"""What may be typed into a chart."""
_LABELS = frozenset(
    {"id", "kind", "level", "name", "cite", "title", "reconstruction", "stated", "deduced",
     "deduced_costs", "winner", "side", "work", "onto"}
)  # fmt: skip
"""Keys that say what a figure is, and are none."""
_IDS = ("id", "kind", "level")
"""Keys that name a row of a list, where no two rows have the same."""
_MOST = 9999
_LONGEST = 40


class LaidCell(Struct, frozen=True):
    """One cell that another value is laid over; *path* is its tables, rows and name with dots."""

    path: str
    value: Cell
    origin: Origin


class ChartFault(Struct, frozen=True):
    """Why something cannot be laid over a chart."""

    path: str
    text: Text | str

    @property
    def sentence(self) -> Text | str:
        """The cell and what is wrong with it."""
        return join(": ", (self.path, self.text))


class LaidCharts(Struct, frozen=True):
    """Charts with what was laid over them."""

    values: Mapping[str, Any]
    cells: tuple[LaidCell, ...] = ()
    """The cells that are not as shipped, or were set back to that over another layer."""
    faults: tuple[ChartFault, ...] = ()
    """What could not be laid; everything else was."""


def lay(base: LaidCharts, over: Mapping[str, Any], origin: Origin) -> LaidCharts:
    """*over* on *base*, nested as in a file or flat by path: what is there, and of its kind."""
    done = {cell.path: cell for cell in base.cells}
    found, faults = flat(base.values, over)
    values: Any = base.values
    for path, new in found.items():
        place = find(values, path)
        if new != place.value or type(new) is not type(place.value):
            values = _put(values, place.steps, new)
            done[path] = LaidCell(path, new, origin)
    cells = tuple(done[path] for path in sorted(done))
    return LaidCharts(values, cells, (*base.faults, *faults))


def flat(
    values: Mapping[str, Any], over: Mapping[str, Any]
) -> tuple[dict[str, Cell], list[ChartFault]]:
    """What *over* says of each cell of *values*, by its path; and what it says of none."""
    faults: list[ChartFault] = []
    found: dict[str, Cell] = {}
    for path, given in _given(values, over, (), faults):
        try:
            place = find(values, path)
            found[place.path] = fitting(place.value, given, beside=place.beside)
        except ValueError as error:
            faults.append(ChartFault(path, cast("str", error.args[0])))
    return found, faults


class ChartPlace(Struct, frozen=True):
    """Where a cell stands."""

    path: str
    """As it is written: rows that have names by these, all others counted from 0."""
    steps: tuple[str | int, ...]
    value: Cell
    beside: tuple[Any, ...] = ()
    """All cells of its row; empty where it stands in none."""


def find(values: Mapping[str, Any], path: str) -> ChartPlace:
    """The cell at *path*. ValueError with a sentence where there is none."""
    at: Any = values
    steps: list[str | int] = []
    written: list[str] = []
    beside: tuple[Any, ...] = ()
    parts = path.split(".")
    while parts:
        if isinstance(at, Mapping):
            table = cast("Mapping[str, Any]", at)
            # a key of a table may have a dot of its own ("4.0")
            n = next((n for n in range(len(parts), 0, -1) if ".".join(parts[:n]) in table), 0)
            key = ".".join(parts[:n])
            if not n:
                raise ValueError(say("there is no such figure"))
            if key in _LABELS and not _tables(table[key]):
                raise ValueError(say("this is a name or a source, and no figure"))
            steps.append(key)
            written.append(key)
            at, beside = table[key], ()
        elif isinstance(at, Sequence) and not isinstance(at, str):
            rows, n = cast("Sequence[Any]", at), 1
            number = row_number(rows, parts[0])
            if number is None:
                raise ValueError(say("there is no such row or column"))
            steps.append(number)
            written.append(row_name(rows, number))
            at, beside = rows[number], tuple(rows)
        else:
            raise ValueError(say("there is no such figure"))
        parts = parts[n:]
    if isinstance(at, Mapping | Sequence) and not isinstance(at, str):
        raise ValueError(say("this is a whole table; name one of its cells"))
    return ChartPlace(".".join(written), tuple(steps), cast("Cell", at), beside)


def fitting(old: Cell, given: object, *, beside: Iterable[object] = ()) -> Cell:
    """*given* as the kind of cell that *old* is. ValueError with a sentence if it cannot be.

    A number may stand where a text does, for sheets print both; so may a text that is one.
    """
    mixed = {type(cell) for cell in beside} >= {int, str}
    if isinstance(old, bool):
        words = {"true": True, "yes": True, "false": False, "no": False}
        found = words.get(given.lower()) if isinstance(given, str) else given
        if isinstance(found, bool):
            return found
        raise ValueError(say("this is yes or no, not {given!s}", given=_quoted(given)))
    if isinstance(given, bool) or not isinstance(given, int | str):
        raise ValueError(say("{given!s} is no cell of a chart", given=_quoted(given)))
    text = str(given).strip().replace("−", "-")
    whole = text.removeprefix("+").removeprefix("-").isdecimal() and len(text) <= 12
    if (isinstance(old, int) or mixed) and whole:
        if abs(int(text)) > _MOST:
            raise ValueError(say("{given!s} is beyond {most}", given=text, most=_MOST))
        return int(text)
    if isinstance(old, int) and not mixed:
        raise ValueError(say("this is a whole number, not {given!s}", given=_quoted(given)))
    text = str(given).strip()
    if not text or len(text) > _LONGEST or not text.isprintable():
        raise ValueError(say("this is a text of 1 to {most} letters", most=_LONGEST))
    return text


def cells(values: Mapping[str, Any]) -> Iterator[ChartPlace]:
    """Every cell of charts that may be changed, in the order of the file."""
    yield from _cells(values, (), (), ())


def nested(found: Mapping[str, Cell]) -> dict[str, Any]:
    """Cells by path as the tables of a file."""
    made: dict[str, Any] = {}
    for path in found:
        *head, last = path.split(".")
        at = made
        for part in head:
            at = at.setdefault(part, {})
        at[last] = found[path]
    return made


def row_number(rows: Sequence[Any], name: str) -> int | None:
    """The row of a list that has a *name*, else the one with that number, counted from 0."""
    for key in _IDS:
        named = _named(rows, key)
        if name in named:
            return named.index(name)
    return int(name) if name.isdecimal() and len(name) < 6 and int(name) < len(rows) else None


def row_name(rows: Sequence[Any], number: int) -> str:
    """What `row_number` finds a row by."""
    named = next((found for key in _IDS if (found := _named(rows, key))), None)
    return str(named[number]) if named else str(number)


def _named(rows: Sequence[Any], key: str) -> list[object]:
    """What every row has under *key*, where no two have the same; empty otherwise."""
    if not rows or not all(isinstance(row, Mapping) and key in row for row in rows):
        return []
    found = [cast("Mapping[str, object]", row)[key] for row in rows]
    return found if len(set(found)) == len(found) else []


# ---- walking ------------------------------------------------------------------------------------


def _given(
    base: Any,  # noqa: ANN401 - whatever a chart holds
    over: Any,  # noqa: ANN401 - whatever a file holds
    path: tuple[str, ...],
    faults: list[ChartFault],
) -> Iterator[tuple[str, object]]:
    """What *over* says of each cell: no deeper than *base* goes."""
    if isinstance(over, Mapping):
        for key, value in cast("Mapping[Any, Any]", over).items():
            whole = (*path, str(key))
            if not isinstance(value, Mapping | list | tuple):
                yield ".".join(whole), value
                continue
            inner = _inside(base, str(key))
            if inner is None:
                faults.append(ChartFault(".".join(whole), say("there is no such figure")))
            else:
                yield from _given(inner, value, whole, faults)
    elif isinstance(over, Sequence) and not isinstance(over, str):
        rows = cast("Sequence[Any]", over)
        old = cast("Sequence[Any]", base)
        if not isinstance(base, Sequence) or isinstance(base, str) or len(old) != len(rows):
            faults.append(ChartFault(".".join(path), say("this row has another number of cells")))
            return
        for number, value in enumerate(rows):
            part = row_name(old, number)
            if isinstance(value, Mapping | list | tuple):
                yield from _given(old[number], value, (*path, part), faults)
            else:
                yield ".".join((*path, part)), value
    else:
        yield ".".join(path), over


def _inside(base: Any, key: str) -> Any:  # noqa: ANN401 - as `_given`
    """The part of *base* that *key* names, None where there is none; keys may be paths."""
    at: Any = base
    for part in key.split("."):
        if isinstance(at, Mapping) and part in at:
            at = cast("Mapping[str, Any]", at)[part]
        elif isinstance(at, Sequence) and not isinstance(at, str):
            rows = cast("Sequence[Any]", at)
            number = row_number(rows, part)
            if number is None:
                return None
            at = rows[number]
        else:
            return None
    return at


def _put(values: Any, steps: tuple[str | int, ...], new: Cell) -> Any:  # noqa: ANN401 - as `_given`
    """*values* with *new* in one place; everything that it shares with the old is untouched."""
    if not steps:
        return new
    step, *rest = steps
    copied: Any = values.copy()  # a table or a row, as a file has them
    copied[step] = _put(values[step], tuple(rest), new)
    return copied


def _cells(
    at: Any,  # noqa: ANN401 - as `_given`
    steps: tuple[str | int, ...],
    written: tuple[str, ...],
    beside: tuple[Any, ...],
) -> Iterator[ChartPlace]:
    if isinstance(at, Mapping):
        for key, value in cast("Mapping[str, Any]", at).items():
            if key not in _LABELS or _tables(value):
                yield from _cells(value, (*steps, key), (*written, key), ())
    elif isinstance(at, Sequence) and not isinstance(at, str):
        rows = cast("Sequence[Any]", at)
        for number, value in enumerate(rows):
            name = row_name(rows, number)
            yield from _cells(value, (*steps, number), (*written, name), tuple(rows))
    else:
        yield ChartPlace(".".join(written), steps, cast("Cell", at), beside)


def _tables(value: object) -> bool:
    """Whether *value* is a list of tables."""
    return isinstance(value, list | tuple) and bool(value) and isinstance(value[0], Mapping)  # pyright: ignore[reportUnknownArgumentType]


def _quoted(given: object) -> str:
    return f"{given!r}"[:60]
