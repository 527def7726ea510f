"""Tables of figures in a rulebook as sheets: the cells of a chart, costs by class and ground."""

from __future__ import annotations

import re
from typing import Any

import msgspec
from msgspec import Struct

from wardesk.services.play.chart_book import FigureSheet, SheetCell
from wardesk.services.rulebooks.draft import BookDraft, Steps, found
from wardesk.services.rulebooks.form import is_table
from wardesk.services.rulebooks.names import BookNames
from wardesk.words import say

Places = dict[str, Steps]
"""Where each cell of a sheet stands, by its path."""


def tables_of(kind: type[Struct], steps: Steps) -> tuple[Steps, ...]:
    """The tables of figures that an entry of a type has."""
    return tuple((*steps, f.name) for f in msgspec.structs.fields(kind) if is_table(f.type))


def results_sheet(draft: BookDraft, rows: Steps) -> tuple[FigureSheet, Places]:
    """The cells of a chart; a hole is a cell without words."""
    table = found(draft.raw, rows, {})
    columns = tuple(map(str, found(draft.raw, (*rows[:-1], "columns"), ())))
    places: Places = {}

    def cell(row: str, number: int) -> SheetCell:
        steps = (*rows, row, number)
        path = ".".join(map(str, steps))
        places[path] = steps
        there = table[row]
        text = str(there[number]) if number < len(there) else ""
        return SheetCell(path, text, "", text)

    cells = tuple(tuple(cell(row, k) for k in range(len(columns))) for row in table)
    sheet = FigureSheet(
        key=".".join(map(str, rows)), title=say("Results"), cite="", columns=columns,
        rows=tuple(table), cells=cells,
    )  # fmt: skip
    return sheet, places


def cost_sheet(draft: BookDraft, steps: Steps, names: BookNames) -> tuple[FigureSheet, Places]:
    """Points by class and kind of ground, side or line; what the rules do not say is the map's."""
    kinds = {"cost": names.ids("terrain"), "side_cost": names.ids("border"),
             "along": names.ids("road")}.get(str(steps[-1]), {})  # fmt: skip
    table: dict[str, dict[str, Any]] = found(draft.raw, steps, {})
    classes = {c.get("moves") or c.get("id", ""): c.get("name", "")
               for c in draft.raw.get("classes", ())}  # fmt: skip
    columns = list(dict.fromkeys([*classes, *table]))
    rows = list(dict.fromkeys([*kinds, *(key for inside in table.values() for key in inside)]))
    usual = "1" if steps[-1] == "cost" else ""
    places: Places = {}

    def cell(row: str, column: str) -> SheetCell:
        at = (*steps, column, row)
        path = ".".join(map(str, at))
        places[path] = at
        own = table.get(column, {}).get(row)
        if own is None:
            return SheetCell(path, usual, "", usual)
        return SheetCell(path, str(own), "own", usual)

    cells = tuple(tuple(cell(row, column) for column in columns) for row in rows)
    sheet = FigureSheet(
        key=".".join(map(str, steps)), title=say("Costs"), cite="",
        columns=tuple(classes.get(column) or column for column in columns),
        rows=tuple(kinds.get(row) or f"{row} ?" for row in rows), cells=cells,
    )  # fmt: skip
    return sheet, places


def value_of_cell(text: str, steps: Steps) -> Any:  # noqa: ANN401 - plain values
    """What was typed into a cell; None takes a cost away, a hole stays in a chart."""
    text = text.strip().replace("−", "-")
    if isinstance(steps[-1], int):
        return text
    if not text:
        return None
    return int(text) if re.fullmatch(r"\d{1,4}", text) else text
