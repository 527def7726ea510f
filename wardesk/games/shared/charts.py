"""The charts of a printed game: its ``tables.toml``, and what scenario and owner lay over it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar, TypeVar, cast

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from wardesk.errors import UserError
from wardesk.model.charts import Cell, ChartFault, LaidCell, LaidCharts, cells, find, lay
from wardesk.model.look import Origin
from wardesk.model.scenario import CHARTS
from wardesk.words import readied, say

LAYERS: tuple[Origin, ...] = ("scenario", "own")
"""What may be laid over the shipped charts, the uppermost last."""
T = TypeVar("T", bound="PrintedTables")


class BadCell(ValueError):
    """A cell that its chart cannot read."""

    def __init__(self, path: str, text: str) -> None:
        super().__init__(text)
        self.path = path


def rising(path: str, row: Sequence[int]) -> None:
    """`BadCell` unless each figure of a chart's *row* is greater than the one before it."""
    for number, (less, more) in enumerate(pairwise(row), 1):
        if more <= less:
            raise BadCell(f"{path}.{number}", say("{more} does not rise above {less}",
                                                  more=more, less=less))  # fmt: skip


def positive(path: str, *figures: int) -> None:
    """`BadCell` unless what a game divides by, or counts up to, is above nothing."""
    for number, figure in enumerate(figures):
        if figure < 1:
            where = f"{path}.{number}" if len(figures) > 1 else path
            raise BadCell(where, say("{figure} is not above nothing", figure=figure))


class Charted(Struct, frozen=True, kw_only=True):
    """A chart, or a row of one, that knows which of its cells something was laid over."""

    laid: tuple[tuple[str, Origin], ...] = ()
    """Names or places of its cells (``rows.3.3``), and who laid them."""

    def laid_by(self, path: str) -> Origin:
        """Who laid another value over a cell; empty where nobody did."""
        for name, origin in self.laid:
            if name == path:
                return origin
        return ""


class PrintedTables(Struct, frozen=True, kw_only=True):
    """Everything in a game's ``tables.toml``."""

    file: ClassVar[Path]
    scenario_says: ClassVar[frozenset[str]] = frozenset()
    """Figures that every scenario sets itself, so that nothing laid over them would count."""
    over: tuple[LaidCell, ...] = ()
    """The cells that are not as shipped."""

    def judge(self) -> None:
        """ValueError with a sentence unless the charts are whole."""

    @classmethod
    def shipped(cls) -> LaidCharts:
        """The charts as plain values."""
        return _shipped(cls.file)

    @classmethod
    def read(cls: type[T], file: Path | None = None) -> T:
        """The charts of *file*, the shipped ones if none. ValueError when they are not whole."""
        if file is None:
            return _whole(cls)
        return cls._typed(LaidCharts(msgspec.toml.decode(file.read_bytes())))

    @classmethod
    def layered(cls, layers: Mapping[str, Mapping[str, Any]]) -> LaidCharts:
        """The charts with *layers* over them, and what in these makes no sense."""
        laid = cls.shipped()
        for origin in LAYERS:
            laid = lay(laid, layers.get(origin, {}), origin)
        fixed = [
            ChartFault(cell.path, say("the scenario says this, not the charts"))
            for cell in laid.cells
            if cell.path in cls.scenario_says
        ]
        faults = (*laid.faults, *fixed)
        if not faults:
            try:
                cls._typed(laid)
            except (ValueError, LookupError) as error:
                faults = (_fault(error, laid.cells),)
        return LaidCharts(laid.values, laid.cells, faults)

    @classmethod
    def of(cls: type[T], setup: Mapping[str, Any]) -> tuple[T, dict[str, Any]]:
        """The charts of a game with *setup*, and what else stands there.

        UserError for layers that make no sense.
        """
        rest = dict(setup)
        layers = cast("Mapping[str, Mapping[str, Any]]", rest.pop(CHARTS, {}))
        if not any(layers.values()):
            return cls.read(), rest
        laid = cls.layered(layers)
        refuse(laid)
        return cls._typed(laid), rest

    @classmethod
    def _typed(cls: type[T], laid: LaidCharts) -> T:
        found = msgspec.convert(laid.values, readied(cls))
        for cell in laid.cells:
            found = _marked(found, cell.path.split("."), cell.origin)
        found.judge()
        return replace(found, over=laid.cells)

    def digest(self) -> bytes:
        """Names these charts; those that ship by the bytes of their file."""
        shipped = self.file.read_bytes()
        was = dict(_flat(type(self)))
        changed = [(c.path, c.value) for c in self.over if was.get(c.path) != c.value]
        if not changed:
            return shipped
        return shipped + hashlib.sha256(msgspec.json.encode(changed)).digest()


class WorkedExample(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A case that the printed rules work out: what its cells must say for it to come out so."""

    cite: str
    text: str
    cells: dict[str, Cell]


class ExampleCheck(Struct, frozen=True):
    """A worked example against some charts."""

    example: WorkedExample
    wrong: tuple[tuple[str, Cell, Cell], ...] = ()
    """Cells that say something else: path, what is printed, what stands there."""


class _Examples(Struct, frozen=True):
    example: tuple[WorkedExample, ...] = ()


def checked_examples(
    kind: type[PrintedTables], values: Mapping[str, Any]
) -> tuple[ExampleCheck, ...]:
    """The worked examples of a game's printed rules against charts with these *values*."""
    file = kind.file.with_name("examples.toml")
    if not file.exists():
        return ()
    known = msgspec.toml.decode(file.read_bytes(), type=readied(_Examples)).example
    return tuple(
        ExampleCheck(
            one,
            tuple(
                (path, wanted, found)
                for path, wanted in one.cells.items()
                if (found := find(values, path).value) != wanted
            ),
        )
        for one in known
    )


def refuse(laid: LaidCharts) -> None:
    """UserError with the first faults of what was laid over charts, if there are any."""
    if laid.faults:
        more = len(laid.faults) - 1
        first = laid.faults[0].sentence
        raise UserError(
            say("The charts cannot be laid over: {fault}", fault=first)
            if not more
            else say("The charts cannot be laid over: {fault} (and {more} more)",
                     fault=first, more=more),
            "Mend or remove these cells; `wardesk charts GAME --check` lists all of them.",
        )  # fmt: skip


@cache
def _shipped(file: Path) -> LaidCharts:
    return LaidCharts(msgspec.toml.decode(file.read_bytes()))


@cache
def _whole(kind: type[T]) -> T:
    return kind._typed(_shipped(kind.file))  # pyright: ignore[reportPrivateUsage]


@cache
def _flat(kind: type[PrintedTables]) -> tuple[tuple[str, object], ...]:
    return tuple((place.path, place.value) for place in cells(kind.shipped().values))


def _marked(found: Any, path: list[str], origin: Origin) -> Any:  # noqa: ANN401 - any chart
    """*found* with the innermost chart on *path* told who laid its cell."""
    name = path[0]
    if isinstance(found, Struct):
        inner = getattr(found, name, None)
        if len(path) > 1 and isinstance(inner, Struct | tuple):
            marked = _marked(inner, path[1:], origin)
            if marked is not inner:
                return replace(found, **{name: marked})
        if isinstance(found, Charted):
            return replace(found, laid=(*found.laid, (".".join(path), origin)))
        return cast("Any", found)
    rows = cast("tuple[Any, ...]", found)
    if len(path) == 1:
        return rows
    for number, row in enumerate(rows):
        named = (getattr(row, key, None) for key in ("id", "kind", "level"))
        if isinstance(row, Struct) and (name in named or name == str(number)):
            marked = _marked(row, path[1:], origin)
            return rows if marked is row else (*rows[:number], marked, *rows[number + 1 :])
    return rows


def _fault(error: Exception, laid: tuple[LaidCell, ...]) -> ChartFault:
    """What a chart says of itself, at the cell that it names."""
    text = error.args[0] if error.args else str(error)
    if isinstance(error, BadCell):
        return ChartFault(error.path, text)
    told, _, where = str(text).partition(" - at `$.")
    if where:
        return ChartFault(where.rstrip("`").replace("[", ".").replace("]", ""), told)
    return ChartFault(laid[0].path if len(laid) == 1 else "", text)
