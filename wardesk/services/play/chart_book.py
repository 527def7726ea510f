"""The charts of a game as sheets: to type one's own printed ones into, and see what comes of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, cast

from msgspec import Struct

from wardesk.documents.files.untrusted import is_there
from wardesk.errors import UserError
from wardesk.games.shared.charts import ExampleCheck, checked_examples
from wardesk.model.charts import Cell, ChartFault, ChartPlace, cells, find, fitting, flat
from wardesk.model.look import ChartLook, Origin
from wardesk.services.play.own_charts import (
    charts_or_refuse,
    own_cells,
    own_file,
    read_cells,
    write_cells,
)
from wardesk.services.play.tables import load_game_table, scenario_info
from wardesk.words import Text, join, say


class SheetCell(Struct, frozen=True):
    """One cell of a sheet."""

    path: str
    text: str
    origin: Origin
    shipped: str
    """What stands there without any own cell."""


class FigureSheet(Struct, frozen=True):
    """A chart, or the single figures of one; ``cells[row][column]``, None where nothing stands."""

    key: str
    title: str
    cite: str
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    cells: tuple[tuple[SheetCell | None, ...], ...]


class ChartBook:
    """The charts of a game with its owner's cells, until they are kept. Every change can be undone.

    *looks* are the charts as a screen shows them; heads and titles are theirs.
    """

    def __init__(
        self,
        game: str,
        looks: Sequence[ChartLook] = (),
        scenario: Mapping[str, Any] | None = None,
        *,
        pack: str = "",
    ) -> None:
        """With a *pack* it is the owner's cells for its scenarios only, over those for the game."""
        self.game, self.file = game, own_file(pack or game)
        self._under = own_cells(game) if pack else {}
        self._charts = charts_or_refuse(game)
        self._looks = {look.id: look for look in looks}
        self._scenario = scenario or {}
        self.problems: tuple[Text | str, ...] = ()
        """What in the owner's file is none; it is put aside when cells are kept."""
        self._kept: dict[str, Cell] = {}
        if is_there(self.file):
            try:
                self._kept, faults = read_cells(self.file, self._charts)
                self.problems = tuple(fault.sentence for fault in faults)
            except UserError as error:
                self.problems = (error.message,)
        self._steps: list[dict[str, Cell]] = [dict(self._kept)]
        self._at = 0
        self._work_out()

    # ---- what there is --------------------------------------------------------------------------

    @property
    def own(self) -> Mapping[str, Cell]:
        """The owner's cells by path."""
        return self._steps[self._at]

    @property
    def faults(self) -> tuple[Text | str, ...]:
        """Why these charts cannot be played with, a sentence each; none while they can."""
        return tuple(fault.sentence for fault in self._laid.faults)

    @property
    def changed(self) -> bool:
        """Whether anything is not kept yet."""
        return self.own != self._kept

    @property
    def can_undo(self) -> bool:
        """Whether there is a step back."""
        return self._at > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is a step on again."""
        return self._at + 1 < len(self._steps)

    def _work_out(self) -> None:
        own = {**self._under, **self.own}
        self._laid = self._charts.layered({"scenario": self._scenario, "own": own})
        self._origins: dict[str, Origin] = {c.path: c.origin for c in self._laid.cells}
        below = {"scenario": self._scenario, "own": self._under}
        self._below = self._charts.layered(below).values

    def sheets(self) -> tuple[FigureSheet, ...]:
        """Every chart, in the order of the file."""
        found: list[FigureSheet] = []
        values = self._laid.values
        places = [one for one in cells(values) if one.path not in self._charts.scenario_says]
        for key, group in groupby(places, key=lambda place: str(place.steps[0])):
            found += self._sheets_of(key, values[key], list(group))
        return tuple(found)

    def examples(self) -> tuple[ExampleCheck, ...]:
        """The worked examples of the printed rules, and whether these charts give what they say."""
        return checked_examples(self._charts, self._laid.values)

    # ---- changing -------------------------------------------------------------------------------

    def put(self, path: str, text: object) -> Text | str:
        """Type *text* into a cell; why it cannot stand there, empty if it does."""
        try:
            place = find(self._charts.shipped().values, path)
            new = fitting(place.value, text, beside=place.beside)
        except ValueError as error:
            return cast("str", error.args[0])
        wrong = self._step(self._with({place.path: new}))
        return wrong.text if wrong else ""

    def put_many(self, typed: Mapping[str, str]) -> tuple[Text | str, ...]:
        """Type many cells in one step; what cannot stand, a sentence each, is left as it was."""
        found, faults = flat(self._charts.shipped().values, typed)
        wrong = self._step(self._with(found)) if found else None
        return tuple(fault.sentence for fault in (*faults, *([wrong] if wrong else [])))

    def _with(self, typed: Mapping[str, Cell]) -> dict[str, Cell]:
        """The own cells with those that were *typed*; what stands there anyway is none of them."""
        same = {path for path, cell in typed.items() if find(self._below, path).value == cell}
        return {p: cell for p, cell in {**self.own, **typed}.items() if p not in same}

    def reset(self, *paths: str) -> None:
        """Let cells be as shipped again; all of them where none is named."""
        gone = set(paths) if paths else set(self.own)
        self._step({path: cell for path, cell in self.own.items() if path not in gone})

    def undo(self) -> bool:
        """One step back; False at the first."""
        return self._go(-1)

    def redo(self) -> bool:
        """One step on again; False at the last."""
        return self._go(1)

    def _go(self, way: int) -> bool:
        if not 0 <= self._at + way < len(self._steps):
            return False
        self._at += way
        self._work_out()
        return True

    def _step(self, own: dict[str, Cell]) -> ChartFault | None:
        """Take *own*, unless a chart cannot read one of its new cells: then what is wrong."""
        if own == self.own:
            return None
        before = set(self._laid.faults)
        self._steps[self._at + 1 :] = [own]
        self._at += 1
        self._work_out()
        new = [f for f in self._laid.faults if f not in before and f.path in own]
        if new and own.get(new[0].path) != self._steps[self._at - 1].get(new[0].path):
            self._steps.pop()
            self._at -= 1
            self._work_out()
            return new[0]
        return None

    # ---- files ----------------------------------------------------------------------------------

    def keep(self) -> Path:
        """Write the owner's cells, which new games then take. UserError if they make no sense."""
        if self.faults:
            raise UserError(say("The charts cannot be played with: {fault}.", fault=self.faults[0]))
        if self.problems:
            self.file.replace(self.file.with_suffix(".toml.old"))
        write_cells(self.file, self.own)
        self._kept, self.problems = dict(self.own), ()
        return self.file

    def take_in(self, file: Path) -> tuple[Text | str, ...]:
        """Lay the cells of *file* over; what in it is none, a sentence each.

        UserError where it cannot be read.
        """
        found, faults = read_cells(file, self._charts)
        wrong = self._step(self._with(found))
        return tuple(fault.sentence for fault in (*faults, *([wrong] if wrong else [])))

    def give_out(self, file: Path) -> None:
        """Write the owner's cells to *file*. UserError if it cannot be."""
        write_cells(file, self.own)

    # ---- sheets ---------------------------------------------------------------------------------

    def _sheets_of(self, key: str, table: Any, places: list[ChartPlace]) -> Iterator[FigureSheet]:  # noqa: ANN401
        look = self._looks.get(key)
        title = look.title if look is not None else words_of(key)
        cite = str(table.get("cite", "")) if isinstance(table, Mapping) else ""
        left = {place.path: place for place in places}
        if isinstance(table, list | tuple):
            yield self._rows_sheet(key, title, cast("Sequence[Mapping[str, Any]]", table), left)
        elif isinstance(table, Mapping):
            head = cast("Mapping[str, Any]", table)
            for name in ("rows", "faces"):
                if name in head:
                    yield self._dice_sheet(key, name, title, cite, head, left)
            for name, part in head.items():
                if _even(part):
                    yield self._columns_sheet(f"{key}.{name}", cite, part, left)
        if left:
            whole = len(left) == len(places)
            words = title if whole else join(", ", (title, say("figures")))
            yield self._list_sheet(key if whole else f"{key}.figures", words, cite, left)

    def _columns_sheet(
        self,
        key: str,
        cite: str,
        part: Mapping[str, Sequence[Cell]],
        left: dict[str, ChartPlace],
    ) -> FigureSheet:
        """Columns of the same length by their names, as some games print their weapons."""
        rows = range(len(next(iter(part.values()))))
        cells_of = tuple(
            tuple(self._cell(left.pop(f"{key}.{name}.{n}")) for name in part) for n in rows
        )
        title = join(", ", [words_of(one) for one in key.split(".")])
        return FigureSheet(
            key, title, cite, tuple(map(words_of, part)), tuple(map(str, rows)), cells_of
        )

    def _list_sheet(
        self, key: str, title: str, cite: str, left: dict[str, ChartPlace]
    ) -> FigureSheet:
        """Figures below one another; those of one row stand in it side by side."""
        lines: dict[str, list[ChartPlace]] = {}
        for path, place in left.items():
            inside = isinstance(place.steps[-1], int)
            lines.setdefault(path.rpartition(".")[0] if inside else path, []).append(place)
        wide = max(map(len, lines.values()))
        heads = (join(", ", [words_of(part) for part in line.split(".")[1:]]) for line in lines)
        cells_of = tuple(
            (*map(self._cell, found), *[None] * (wide - len(found))) for found in lines.values()
        )
        columns = ("",) if wide == 1 else tuple(map(str, range(wide)))
        return FigureSheet(key, title, cite, columns, tuple(heads), cells_of)

    def _dice_sheet(
        self,
        key: str,
        name: str,
        title: str,
        cite: str,
        table: Mapping[str, Any],
        left: dict[str, ChartPlace],
    ) -> FigureSheet:
        """A chart of rows and columns, with its heads and what else runs along them as rows."""
        look = self._looks.get(key)
        grid = [row if isinstance(row, list | tuple) else [row] for row in table[name]]
        wide = max(map(len, grid))
        said = look is not None and len(look.rows) == len(grid) and len(look.columns) == wide
        heads = look.rows if said and look else tuple(map(str, range(len(grid))))
        along = [
            n for n, row in table.items()
            if n != name and isinstance(row, list | tuple) and len(row) == wide > 1
            and f"{key}.{n}.0" in left
        ]  # fmt: skip
        lines: list[tuple[str, list[str]]] = []
        for r, row in enumerate(grid):
            flat_row = not isinstance(table[name][r], list | tuple)
            paths = [f"{key}.{name}.{r}" if flat_row else f"{key}.{name}.{r}.{c}"
                     for c in range(len(row))]  # fmt: skip
            lines.append((heads[r], paths))
        lines += [(words_of(n), [f"{key}.{n}.{c}" for c in range(wide)]) for n in along]
        columns = look.columns if said and look else tuple(map(str, range(wide)))
        cells_of = tuple(
            tuple(
                self._cell(left.pop(path), look if said and r < len(grid) else None, r, c)
                if path in left
                else None
                for c, path in enumerate(paths)
            )
            for r, (_, paths) in enumerate(lines)
        )
        return FigureSheet(key, title, cite, columns, tuple(head for head, _ in lines), cells_of)

    def _rows_sheet(
        self,
        key: str,
        title: str,
        rows: Sequence[Mapping[str, Any]],
        left: dict[str, ChartPlace],
    ) -> FigureSheet:
        """A list of tables: a row for each, a column for each figure that any has."""
        names = dict.fromkeys(
            str(place.steps[2]) for place in left.values() if len(place.steps) == 3
        )
        by_row: dict[int, dict[str, ChartPlace]] = {}
        for place in tuple(left.values()):
            if len(place.steps) == 3:
                by_row.setdefault(cast("int", place.steps[1]), {})[str(place.steps[2])] = left.pop(
                    place.path
                )
        heads = [
            str(row.get("name") or words_of(str(row.get("id") or row.get("kind") or row.get("level")
                                                or row.get("work") or n)))
            for n, row in enumerate(rows)
        ]  # fmt: skip
        cells_of = tuple(
            tuple(
                self._cell(found[name]) if name in (found := by_row.get(n, {})) else None
                for name in names
            )
            for n in range(len(rows))
        )
        return FigureSheet(key, title, "", tuple(map(words_of, names)), tuple(heads), cells_of)

    def _cell(
        self, place: ChartPlace, look: ChartLook | None = None, row: int = -1, column: int = -1
    ) -> SheetCell:
        shipped = find(self._below, place.path).value
        origin: Origin = self._origins.get(place.path, "")
        if not origin and look is not None and look.origins and row >= 0:
            told = look.origins[row][column]
            origin = "" if told in ("own", "scenario") else told
        return SheetCell(
            place.path, as_typed(place.value), origin or shipped_origin(self._below, place),
            as_typed(shipped),
        )  # fmt: skip


def open_book(game: str, scenario: str = "") -> ChartBook:
    """The charts of a game, with what a *scenario* lays over them if one is named. UserError."""
    looks = load_game_table(game).rules.showing.charts()
    return ChartBook(game, looks, scenario_info(scenario).charts if scenario else None)


def as_typed(value: Cell) -> str:
    """A cell as it is typed."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def words_of(key: str) -> str:
    """A key of a file as words, which a catalogue may know: ``out_of_command``."""
    words = [_SHORT.get(word, word) for word in key.split("_")]
    return " ".join([words[0][:1].upper() + words[0][1:], *words[1:]])


_SHORT = {"hq": "HQ", "tq": "TQ", "aa": "AA"}


def _even(part: object) -> bool:
    """Whether *part* is columns of the same number of cells, by name."""
    if not isinstance(part, Mapping) or not part:
        return False
    columns = list(cast("Mapping[str, object]", part).values())
    return all(isinstance(one, list | tuple) for one in columns) and (
        len({len(cast("Sequence[object]", one)) for one in columns}) == 1
    )


def shipped_origin(values: Mapping[str, Any], place: ChartPlace) -> Origin:
    """Where a cell is from that nobody laid anything over; empty where the file does not say."""
    top = values.get("reconstruction")
    if isinstance(top, Mapping):
        sure = place.steps[-1] not in top.get(place.steps[0], ())
        top = None if sure else True
    tables: list[Any] = [values]
    for step in place.steps[:-1]:
        tables.append(tables[-1][step])
    for depth in range(len(tables) - 1, 0, -1):
        table = tables[depth]
        if not isinstance(table, Mapping):
            continue
        name, number = place.steps[depth], place.steps[-1]
        listed = [word for word in ("stated", "deduced") if isinstance(table.get(word), list)]
        for word in cast("list[Origin]", listed):
            beside = {
                row[number] for row in table.values()
                if isinstance(row, list) and isinstance(number, int) and number < len(row)
                and not isinstance(row[number], list)
            } if len(place.steps) > depth + 1 else set()  # fmt: skip
            if (
                name in table[word]
                or number in table[word]
                or beside & {one for one in table[word] if isinstance(one, int)}
            ):
                return word
        if listed:
            return "rebuilt"
        if isinstance(table.get("reconstruction"), bool):
            return "rebuilt" if table["reconstruction"] else "stated"
    return "rebuilt" if top else ""
