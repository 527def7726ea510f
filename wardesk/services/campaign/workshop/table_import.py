"""An order of battle from somebody's spreadsheet: which column is what, and which lines fit."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence

from msgspec import Struct

from wardesk.documents.files.csv_cells import unguarded
from wardesk.documents.packs.csv_forces import LONGEST_CELL, MOST_COLUMNS, MOST_ROWS
from wardesk.documents.packs.order_of_battle import COLUMNS, START
from wardesk.errors import UserError
from wardesk.services.campaign.workshop.draft import DesignDraft, free_id
from wardesk.services.campaign.workshop.sheets import named
from wardesk.words import say

_MOST_STEPS = 9
LEAVE = ""
"""A column that is not taken."""
_CALLED: Mapping[str, tuple[str, ...]] = {
    "unit": ("id", "unit id", "key", "kürzel"),
    "name": ("unit", "unit name", "einheit", "name", "bezeichnung", "counter"),
    "side": ("side", "seite", "army", "nation", "nationality", "partei"),
    "formation": ("formation", "regiment", "brigade", "battalion", "kampfgruppe", "verband"),
    "formation_name": ("formation_name", "formation name"),
    "division": ("division", "div", "corps", "korps"),
    "division_name": ("division_name", "division name"),
    "symbol": ("symbol", "type", "typ", "arm", "waffengattung", "art"),
    "echelon": ("echelon", "size", "größe", "ebene"),
    "steps": ("steps", "stufen", "strength", "stärke", "step"),
    "arrives": ("arrives", "arrival", "turn", "ankunft", "zug"),
    "at": ("at", "where", "hex", "place", "ort"),
    "gate": ("gate", "if", "condition"), "note": ("note", "notes", "remark", "bemerkung"),
}  # fmt: skip
"""What others call our columns, in small letters."""


class PastedTable(Struct, frozen=True):
    """A table with the names of its columns."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


class Wrong(Struct, frozen=True):
    """A cell that cannot be taken: its line (the head is the first) and its column."""

    line: int
    column: int
    text: str


class ImportPreview(Struct, frozen=True, kw_only=True):
    """What would come of a table."""

    units: tuple[Mapping[str, str], ...]
    sides: tuple[tuple[str, str], ...]
    """Sides that there are not yet."""
    wrong: tuple[Wrong, ...]


def read_pasted(text: str) -> PastedTable:
    """A table from the clipboard or a file: tabs, semicolons or commas. UserError if it is none."""
    text = text.lstrip("\ufeff").strip("\n")
    first = text.partition("\n")[0]
    sign = max("\t;,", key=first.count)
    try:
        rows = [
            tuple(unguarded(cell.strip()) for cell in row)
            for row in csv.reader(io.StringIO(text), delimiter=sign, strict=True)
            if any(cell.strip() for cell in row)
        ]
    except csv.Error as error:
        raise UserError(say("This is no table: {error}.", error=error)) from error
    if len(rows) < 2:
        raise UserError("This is no table.", "Its first line names the columns, units follow.")
    if len(rows) > MOST_ROWS or max(map(len, rows)) > MOST_COLUMNS:
        raise UserError(
            say("More than {rows} lines or {columns} columns.", rows=MOST_ROWS,
                columns=MOST_COLUMNS)
        )  # fmt: skip
    return PastedTable(rows[0], tuple(rows[1:]))


def matched(draft: DesignDraft, head: Sequence[str]) -> tuple[str, ...]:
    """For every column what it is, as far as its name says; `LEAVE` where it does not."""
    found: list[str] = []
    games = {name.lower(): key.lower() for key, name in draft.games.items()}
    ours = [each.lower() for each in head]
    for word in ours:
        key = LEAVE
        if word in games or word in games.values():
            key = games.get(word, word)
        elif word in COLUMNS and (word != "unit" or "name" in ours):
            key = word
        else:
            key = next((ours_ for ours_, called in _CALLED.items() if word in called), LEAVE)
        found.append(key if key not in found else LEAVE)
    return tuple(found)


def take(
    draft: DesignDraft, table: PastedTable, columns: Sequence[str], *, add: bool
) -> ImportPreview:
    """The units of the lines that fit, and what is wrong with the others.

    With *add* they come to those that are there; else they take their place.
    """
    sides = dict(named(draft, "sides"))
    by_name = {name.lower(): key for key, name in sides.items()}
    taken = {line["unit"] for line in draft.units} if add else set[str]()
    new: dict[str, str] = {}
    units: list[Mapping[str, str]] = []
    wrong: list[Wrong] = []
    for number, cells in enumerate(table.rows, 2):
        line = {key: cell for key, cell in zip(columns, cells, strict=False) if key and cell}
        bad = _judged(columns, cells, number)
        name = line.get("name") or line.get("unit", "")
        if not name:
            bad = bad or Wrong(number, 0, say("it has no name"))
        unit = line.get("unit") or free_id(name, taken)
        if unit in taken:
            bad = bad or Wrong(number, _at(columns, "unit"), say("the unit is there twice"))
        if bad is not None:
            wrong.append(bad)
            continue
        side = line.get("side") or next(iter(sides), "red")
        side = by_name.get(side.lower(), side)
        if side not in sides and side not in new:
            key = free_id(side, set(sides) | set(new))
            by_name[side.lower()], new[key] = key, side
            side = key
        taken.add(unit)
        units.append(_filled(line, unit, name, side))
    return ImportPreview(units=tuple(units), sides=tuple(new.items()), wrong=tuple(wrong))


def _at(columns: Sequence[str], key: str) -> int:
    return columns.index(key) if key in columns else 0


def _judged(columns: Sequence[str], cells: Sequence[str], number: int) -> Wrong | None:
    for at, cell in enumerate(cells):
        if len(cell) > LONGEST_CELL:
            return Wrong(number, at, say("the text is too long"))
        if not cell.isprintable():
            return Wrong(number, at, say("the text has line breaks or control signs"))
        key = columns[at] if at < len(columns) else LEAVE
        if key == "steps" and cell and not (cell.isdigit() and int(cell) <= _MOST_STEPS):
            return Wrong(number, at, say("“{cell}” is not a number of steps, 0 to 9", cell=cell))
    return None


def _filled(line: Mapping[str, str], unit: str, name: str, side: str) -> Mapping[str, str]:
    """A line with what every unit needs: short names for formation and division are made."""
    made = {**line, "unit": unit, "name": name, "side": side}
    for key in ("division", "formation"):
        if told := made.get(key):
            short = free_id(told, set())
            if short != told:
                made.setdefault(f"{key}_name", told)
                made[key] = short
    if not made.get("formation"):
        made["formation"] = made.get("division", "") and f"{made['division']}-units"
        made["formation"] = made["formation"] or f"{side}-units"
        if made.get("division_name"):
            made.setdefault("formation_name", made["division_name"])
    made.setdefault("arrives", START)
    return made


def with_taken(draft: DesignDraft, taken: ImportPreview, *, add: bool) -> DesignDraft:
    """A draft with these units; every unit gets a counter of its own name where it has none."""
    games = [game.lower() for game in draft.games]
    fresh = [
        {**line, **{game: line["unit"] for game in games if not any(line.get(g) for g in games)}}
        for line in taken.units
    ]
    units = (*draft.units, *fresh) if add else tuple(fresh)
    sides = [*draft.rows("sides"), *({"id": key, "name": name} for key, name in taken.sides)]
    used = {line["side"] for line in units}
    if not add:  # sides of the template that nobody fights for go
        kept = [side for side in sides if side.get("id") in used]
        sides = kept if len(kept) > 1 else sides
    raw = {**draft.raw, "sides": sides}
    gone = {row["id"] for row in draft.rows("sides")} - {side["id"] for side in sides}
    if gone:
        raw["seats"] = [row for row in draft.rows("seats") if row.get("side") not in gone]
        raw["nodes"] = [
            {**row, "outcomes": [*(key for key, _name in taken.sides),
                                 *(one for one in row.get("outcomes", ()) if one not in gone)]}
            for row in draft.rows("nodes")
        ]  # fmt: skip
    return DesignDraft(raw, units, draft.atlas)
