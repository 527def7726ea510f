"""A campaign of one's own as sheets of cells: forces, battles, flags, tables, checklist, seats.

A sheet is what a person fills in; the files of the pack are written from it. What no sheet shows
(routes, boxes, pools) stays as it stands in the file.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

from wardesk.documents.files.atomic import write_atomically
from wardesk.documents.files.untrusted import read_toml
from wardesk.documents.packs.campaign_packs import CAMPAIGN
from wardesk.documents.packs.csv_forces import read_csv_forces
from wardesk.documents.packs.order_of_battle import COLUMNS, FILE, REQUIRED
from wardesk.documents.packs.pack_writer import csv_text, toml_text
from wardesk.errors import UserError
from wardesk.services.campaign.workshop import Judged, judge
from wardesk.words import say

Cells = tuple[tuple[str, ...], ...]
Kind = Literal["text", "number", "list", "value"]
LARGEST = 8 << 20


class Column(Struct, frozen=True, kw_only=True):
    """One column of a sheet."""

    key: str
    title: str
    hint: str = ""
    kind: Kind = "text"


class Sheet(Struct, frozen=True, kw_only=True):
    """Rows of cells under their columns."""

    key: str
    title: str
    words: str
    columns: tuple[Column, ...]
    rows: Cells


class Start(Struct, frozen=True, kw_only=True):
    """What is asked about a campaign before its sheets."""

    name: str
    first_day: date
    days: int
    slots: tuple[str, ...]


def _column(key: str, title: str, hint: str = "", kind: Kind = "text") -> Column:
    return Column(key=key, title=title, hint=hint, kind=kind)


_PLAIN: Mapping[str, tuple[str, str, tuple[Column, ...]]] = {
    "flags": (
        say("Flags"), say("What the campaign keeps in mind; conditions ask for flag.NAME."), (
            _column("id", say("Flag")), _column("name", say("Means")),
            _column("kind", say("Kind"), "bool, int, str"),
            _column("words", say("Words"), say("for a word: what it may be"), "list"),
            _column("start", say("At first"), say("empty: not yet known"), "value"),
        )),
    "checklist": (
        say("Checklist"), say("The lines of a turn; one without table and action is only noted."), (
            _column("id", say("Line")), _column("title", say("Words")),
            _column("slots", say("Turns"), say("empty: every turn"), "list"),
            _column("who", say("Who"), say("a seat")),
            _column("table", say("Rolls on"), say("a table")),
            _column("action", say("Action"), "move-box, flag, points …"),
        )),
    "seats": (
        say("Seats"), say("Who may know what: commanders see their own formations alone."), (
            _column("id", say("Seat")), _column("name", say("Name")),
            _column("role", say("Role"), "umpire, commander-in-chief, commander, observer"),
            _column("side", say("Side")),
            _column("formations", say("Commands"), say("empty: the whole side"), "list"),
        )),
    "sides": (
        say("Sides"), say("The parties at war."),
        (_column("id", say("Side")), _column("name", say("Name"))),
    ),
}  # fmt: skip
"""Sheets that are the rows of one table of the file, as they stand."""
_UNITS: Mapping[str, tuple[str, str]] = {
    "unit": (say("Unit"), say("a short name that no other unit has")),
    "side": (say("Side"), ""),
    "formation": (say("Formation"), say("a short name")),
    "name": (say("Name"), ""),
    "formation_name": (say("Formation’s name"), ""),
    "division": (say("Division"), say("a short name")),
    "division_name": (say("Division’s name"), ""),
    "symbol": (say("Symbol"), "infantry, armour, artillery, recon, engineer …"),
    "echelon": (say("Size"), "company, battalion, …"),
    "steps": (say("Steps"), "0–9"),
    "arrives": (say("Arrives"), say("a turn, or start")),
    "gate": (say("If"), "flag.bridges >= 2"),
    "at": (say("Where"), say("a hex, or words")),
    "note": (say("Note"), ""),
}
_BATTLES = (
    _column("id", say("Battle")), _column("name", say("Name")),
    _column("start", say("Begins"), say("a turn, such as 13 May Morning")),
    _column("outcomes", say("May be won by"), kind="list"),
    _column("after", say("Comes after"), say("a battle")),
    _column("condition", say("If"), "scenario.first.winner = red"),
    _column("back", say("Steps back"), say("come back to every unit on the way"), "number"),
    _column("scenario", say("Table"), "pack/scenario"),
    _column("decides", say("Decides")),
)  # fmt: skip
_ROWS = (
    _column("table", say("Die table")), _column("title", say("Title")),
    _column("low", say("Lowest roll"), say("empty: and less"), "number"),
    _column("high", say("Highest roll"), say("empty: and more"), "number"),
    _column("result", say("Result")),
    _column("then", say("Does"), "flag bridges = 2; points red 3"),
)  # fmt: skip
_MODIFIERS = (
    _column("table", say("Die table")), _column("label", say("Modifier")),
    _column("value", say("Adds"), kind="number"),
    _column("condition", say("While"), "weather = rain"),
)  # fmt: skip


# ---- reading ------------------------------------------------------------------------------------


def read_start(folder: Path) -> Start:
    """Name and calendar. UserError where the file cannot be read."""
    raw = read_toml(folder / CAMPAIGN, LARGEST)
    calendar = raw.get("calendar", {})
    first = calendar.get("first_day", date(1944, 6, 6))
    return Start(
        name=str(raw.get("name", "")),
        first_day=first if isinstance(first, date) else date.fromisoformat(str(first)),
        days=int(calendar.get("days", 1)),
        slots=tuple(calendar.get("slots", ("Day",))),
    )


def read_sheets(folder: Path) -> tuple[Sheet, ...]:
    """All sheets, in the order in which a campaign grows. UserError where a file is unreadable."""
    raw = read_toml(folder / CAMPAIGN, LARGEST)
    found = [_units(folder, list(raw.get("games", {}))), _battles(raw)]
    found += [_plain(raw, key) for key in ("flags",)]
    found += [_tables(raw), _modifiers(raw)]
    found += [_plain(raw, key) for key in ("checklist", "sides", "seats")]
    return tuple(found)


def _units(folder: Path, games: Sequence[str]) -> Sheet:
    place = folder / FILE
    lines = read_csv_forces(place, REQUIRED) if place.is_file() else []
    used = {key for line in lines for key, cell in line.items() if cell}
    always = (*REQUIRED, "name", "formation_name", "steps", "arrives", "gate")
    keys = [*(key for key in COLUMNS if key in always or key in used), *map(str.lower, games)]
    return Sheet(
        key="units", title=say("Forces"),
        words=say("One line a unit; the columns of battles hold its counter there."),
        columns=tuple(
            _column(key, *_UNITS.get(key, (say("In {battle!s}", battle=key), say("its counter"))))
            for key in keys
        ),
        rows=tuple(tuple(line.get(key, "") for key in keys) for line in lines),
    )  # fmt: skip


def _battles(raw: Mapping[str, Any]) -> Sheet:
    links = {str(row.get("end")): row for row in raw.get("links", [])}
    rows: list[tuple[str, ...]] = []
    for node in raw.get("nodes", []):
        link = links.get(str(node.get("id")), {})
        carry = (link.get("carry") or [{}])[0]
        row = {**node, "after": link.get("start", ""), "condition": link.get("condition", ""),
               "back": carry.get("steps", "")}  # fmt: skip
        rows.append(_cells(row, _BATTLES))
    words = say("What is fought, and in which order; what is left of one may fight in the next.")
    return Sheet(
        key="battles", title=say("Battles"), words=words, columns=_BATTLES, rows=tuple(rows)
    )


def _tables(raw: Mapping[str, Any]) -> Sheet:
    rows = [
        _cells({**line, "table": table.get("id"), "title": table.get("title"),
                "then": "; ".join(line.get("then", ()))}, _ROWS)
        for table in raw.get("tables", [])
        for line in table.get("rows", [])
    ]  # fmt: skip
    words = say("One line a result, for a die of 0 to 9 with its modifiers.")
    return Sheet(key="tables", title=say("Tables"), words=words, columns=_ROWS, rows=tuple(rows))


def _modifiers(raw: Mapping[str, Any]) -> Sheet:
    rows = [
        _cells({**line, "table": table.get("id")}, _MODIFIERS)
        for table in raw.get("tables", [])
        for line in table.get("modifiers", [])
    ]
    words = say("What is added to the die of a table while something holds.")
    return Sheet(
        key="modifiers", title=say("Modifiers"), words=words, columns=_MODIFIERS, rows=tuple(rows)
    )


def _plain(raw: Mapping[str, Any], key: str) -> Sheet:
    title, words, columns = _PLAIN[key]
    rows = tuple(_cells(row, columns) for row in raw.get(key, []))
    return Sheet(key=key, title=title, words=words, columns=columns, rows=rows)


def _cells(row: Mapping[str, Any], columns: Sequence[Column]) -> tuple[str, ...]:
    return tuple(_cell(row.get(column.key)) for column in columns)


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return ", ".join(str(each) for each in value)
    return str(value)


# ---- writing ------------------------------------------------------------------------------------


def keep(folder: Path, start: Start, sheets: Mapping[str, Cells]) -> Judged:
    """Write the files of a campaign from its sheets, and say what is wrong with it now.

    A campaign that is not finished is kept as well. UserError, with sheet and line, for a cell that
    cannot be read: nothing is written then.
    """
    raw = read_toml(folder / CAMPAIGN, LARGEST)
    before = {sheet.key: sheet for sheet in read_sheets(folder)}
    rows = {
        key: _read(before[key], cells) for key, cells in sheets.items() if key in before
    }  # fmt: skip
    if not start.name.strip():
        raise UserError("The campaign needs a name.", "Give it one with letters or digits.")
    raw["name"] = start.name.strip()
    calendar = dict(raw.get("calendar", {}))
    raw["calendar"] = calendar | {
        "first_day": start.first_day.isoformat(), "days": start.days, "slots": list(start.slots)
    }  # fmt: skip
    for key in _PLAIN:
        if key in rows:
            raw[key] = [_merged(raw.get(key, []), row, key) for row in rows[key]]
    if "battles" in rows:
        _write_battles(raw, rows["battles"])
    if "tables" in rows:
        _write_tables(raw, rows["tables"], rows.get("modifiers", []))
    units = rows.get("units")
    if units is not None:
        write_atomically(folder / FILE, csv_text([_words(row) for row in units]).encode())
    write_atomically(folder / CAMPAIGN, toml_text(_ordered(raw)).encode())
    return judge(folder)


def _ordered(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Plain values before tables; empty lists left out."""
    kept = {key: value for key, value in raw.items() if value not in ([], {}, None)}
    kept.setdefault("ruleset", "")
    return kept


def _words(row: Mapping[str, Any]) -> dict[str, str]:
    return {key: str(value) for key, value in row.items()}


def _merged(old: Sequence[Mapping[str, Any]], row: dict[str, Any], key: str) -> dict[str, Any]:
    """A row with what no column shows kept from the row of its id."""
    shown = {column.key for column in _PLAIN[key][2]}
    was = next((each for each in old if each.get("id") == row.get("id")), {})
    rest = {name: value for name, value in was.items() if name not in shown}
    if key == "checklist":
        row.setdefault("slots", [])
        rest.setdefault("cite", "campaign")
        row.setdefault("who", "umpire")
    return {**row, **rest}


def _read(sheet: Sheet, cells: Cells) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for number, line in enumerate(cells, 1):
        if not any(cell.strip() for cell in line):
            continue
        where = say("{sheet}, line {number}", sheet=sheet.title, number=number)
        row: dict[str, Any] = {}
        for column, cell in zip(sheet.columns, line, strict=True):
            if cell.strip():
                row[column.key] = _value(where, column, cell.strip())
        found.append(row)
    return found


def _value(where: str, column: Column, cell: str) -> Any:  # noqa: ANN401 - what a cell may hold
    if column.kind == "list":
        return [word.strip() for word in cell.split(",") if word.strip()]
    if column.kind == "number" and not cell.lstrip("+-").isdigit():
        raise UserError(
            say("{where}: {column} is a number, not {cell!r}.", where=where, column=column.title,
                cell=cell)
        )  # fmt: skip
    if column.kind == "number":
        return int(cell)
    if column.kind == "value":
        if cell in ("yes", "no"):
            return cell == "yes"
        return int(cell) if cell.lstrip("-").isdigit() else cell
    return cell


def _write_battles(raw: dict[str, Any], rows: Sequence[dict[str, Any]]) -> None:
    old = {str(row.get("id")): row for row in raw.get("nodes", [])}
    was = {str(row.get("end")): row for row in raw.get("links", [])}
    games = dict(raw.get("games", {}))
    nodes: list[dict[str, Any]] = []
    links: list[dict[str, Any]] = []
    for row in rows:
        key = str(row.get("id", ""))
        before = old.get(key, {})
        game = before.get("game") or key
        games.setdefault(game, str(row.get("name", key)))
        shown = {"id", "name", "start", "outcomes", "scenario", "decides"}
        kept = {name: value for name, value in before.items() if name not in shown}
        nodes.append(
            {"kind": "battle", "basis": "guess", **kept, "game": game}
            | {name: value for name, value in row.items() if name in shown}
        )
        if after := row.get("after"):
            link = {**was.get(key, {}), "start": after, "end": key}
            link["condition"] = row.get("condition")
            back = row.get("back")
            rules = link.get("carry", [])
            if len(rules) < 2 and back:  # several rules are more than one cell can say
                rule = {"select": "*", "transform": "restore", **(rules[0] if rules else {})}
                link["carry"] = [{**rule, "steps": back}]
            links.append(link)
    raw["nodes"], raw["links"] = nodes, links
    named = {node["game"] for node in nodes}
    raw["games"] = {key: name for key, name in games.items() if key in named} or games


def _write_tables(
    raw: dict[str, Any], rows: Sequence[dict[str, Any]], modifiers: Sequence[dict[str, Any]]
) -> None:
    old = {str(table.get("id")): table for table in raw.get("tables", [])}
    made: dict[str, dict[str, Any]] = {}
    for row in rows:
        key = str(row.get("table", ""))
        table = made.setdefault(
            key, {"cite": "campaign", **old.get(key, {}), "id": key, "rows": [], "modifiers": []}
        )
        if row.get("title"):
            table["title"] = row["title"]
        line = {name: row[name] for name in ("low", "high", "result") if name in row}
        if row.get("then"):
            line["then"] = [each.strip() for each in row["then"].split(";") if each.strip()]
        table["rows"].append(line)
    for row in modifiers:
        table = made.get(str(row.get("table", "")))
        if table is None:
            raise UserError(
                say("There is no table {table!r}.", table=row.get("table", "")),
                "Give it results on the sheet of tables first.",
            )
        table["modifiers"].append({name: row[name] for name in row if name != "table"})
    for table in made.values():
        table["modified"] = bool(table["modifiers"]) or bool(table.get("modified"))
    raw["tables"] = list(made.values())


def pasted(text: str) -> Cells:
    """Cells from the clipboard: tabs as a spreadsheet has them, else commas or semicolons."""
    first = text.partition("\n")[0]
    sign = max("\t,;", key=first.count)
    return tuple(tuple(row) for row in csv.reader(io.StringIO(text.strip("\n")), delimiter=sign))
