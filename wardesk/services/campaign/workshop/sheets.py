"""A campaign of one's own as sheets of cells: forces, flags, tables, checklist, places, seats.

A sheet is what a person fills in; a draft is changed by it. What no column shows stays as it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from wardesk.campaign.operation.dice import DICE, TEN, die_words
from wardesk.documents.packs.order_of_battle import COLUMNS, REQUIRED
from wardesk.errors import UserError
from wardesk.services.campaign.workshop.draft import DesignDraft, Row, changed, with_units
from wardesk.words import say

Cells = tuple[tuple[str, ...], ...]
Kind = Literal["text", "number", "decimal", "list", "value"]
Choices = tuple[tuple[str, str], ...]


class SheetColumn(Struct, frozen=True, kw_only=True):
    """One column of a sheet."""

    key: str
    title: str
    hint: str = ""
    kind: Kind = "text"
    choices: Choices = ()
    """What a cell is picked from, values with their words; other values can be typed."""


class DesignSheet(Struct, frozen=True, kw_only=True):
    """Rows of cells under their columns."""

    key: str
    title: str
    words: str
    columns: tuple[SheetColumn, ...]
    rows: Cells


class _Table(Struct, frozen=True, kw_only=True):
    """A table of the file that is a sheet as it stands."""

    title: str
    words: str
    columns: tuple[SheetColumn, ...]
    defaults: Mapping[str, Any] = {}
    """What a new row has besides what its cells say."""


def _column(
    key: str, title: str, hint: str = "", kind: Kind = "text", choices: Choices = ()
) -> SheetColumn:
    return SheetColumn(key=key, title=title, hint=hint, kind=kind, choices=choices)


_GUESS = {"basis": "guess"}
_PLAIN: Mapping[str, _Table] = {
    "flags": _Table(
        title=say("Flags"),
        words=say("What the campaign keeps in mind; conditions ask for flag.NAME."),
        columns=(
            _column("id", say("Flag")), _column("name", say("Means")),
            _column("kind", say("Kind"), choices=(
                ("bool", say("yes or no")), ("int", say("a number")), ("str", say("a word")))),
            _column("words", say("Words"), say("for a word: what it may be"), "list"),
            _column("start", say("At first"), say("empty: not yet known"), "value"),
        )),
    "pools": _Table(
        title=say("Pools"), words=say("Goods that run out: trucks, bridges, chits."),
        defaults={**_GUESS, "kind": "goods"}, columns=(
            _column("id", say("Pool")), _column("name", say("Name")),
            _column("owner", say("Owner"), say("a formation, if anybody")),
            _column("count", say("At first"), kind="number"),
        )),
    "points": _Table(
        title=say("Points"), words=say("What brings victory points, and how many."),
        defaults={"cite": "campaign"}, columns=(
            _column("id", say("Line")), _column("title", say("For")),
            _column("side", say("Side")), _column("points", say("Points"), kind="number"),
        )),
    "boxes": _Table(
        title=say("Boxes for formations"), words=say("Places in which formations stand."),
        defaults=_GUESS, columns=(_column("id", say("Short name")), _column("name", say("Name")))),
    "box_edges": _Table(
        title=say("Ways"), words=say("From which box one goes to which; without any, to all."),
        defaults=_GUESS, columns=(
            _column("start", say("From")), _column("end", say("To")),
            _column("one_way", say("One way"), choices=(("yes", say("yes")), ("no", say("no"))),
                    kind="value"),
        )),
    "bridges": _Table(
        title=say("Bridges"), words=say("Crossings that can be wired, blown and mended."),
        defaults=_GUESS, columns=(
            _column("id", say("Bridge")), _column("name", say("Name")),
            _column("game", say("Game")),
            _column("kind", say("Over"), choices=(
                ("river", say("a river")), ("stream", say("a stream")), ("rail", say("rails")))),
        )),
    "checklist": _Table(
        title=say("Checklist"),
        words=say("The lines of a turn; one without table and action is only noted."),
        defaults={"cite": "campaign", "slots": (), "who": "umpire"}, columns=(
            _column("id", say("Line")), _column("title", say("Words")),
            _column("slots", say("Turns"), say("empty: every turn"), "list"),
            _column("who", say("Who")), _column("table", say("Rolls on")),
            _column("action", say("Action")),
        )),
    "seats": _Table(
        title=say("Seats"), words=say("Who commands what, and so what he may know."),
        columns=(
            _column("id", say("Seat")), _column("name", say("Name")),
            _column("role", say("Role"), choices=(
                ("umpire", say("umpire")), ("commander-in-chief", say("commander-in-chief")),
                ("commander", say("commander")), ("observer", say("observer")))),
            _column("side", say("Side")),
            _column("formations", say("In command of"), say("empty: the whole side"), "list"),
            _column("sight", say("Sees (hexes)"), say("empty: plays without fog"), "number"),
        )),
    "sides": _Table(
        title=say("Sides"), words=say("The parties at war."),
        columns=(_column("id", say("Side")), _column("name", say("Name")))),
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
    "gate": (say("Gate"), say("a condition, like {text}", text="flag.bridges >= 2")),
    "at": (say("Where"), say("a hex, or words")),
    "note": (say("Note"), ""),
}
_SYMBOLS: Choices = (
    ("infantry", say("infantry")), ("infantry.airborne", say("airborne")),
    ("armour", say("armour")), ("artillery", say("artillery")), ("anti-tank", say("anti-tank")),
    ("recon", say("reconnaissance")), ("engineer", say("engineer")),
    ("headquarters", say("headquarters")), ("supply", say("supply")),
)  # fmt: skip
_DONE: Choices = (
    ("", ""), ("move-box", say("A formation goes into a box")),
    ("points", say("Victory points by hand")), ("pool", say("Goods are used or come back")),
    ("flag", say("Something is noted as a fact")), ("set-weather", say("The weather is set")),
    ("note", say("Write something down")),
)  # fmt: skip
"""Actions that a line of a checklist may stand for, as their own list calls them."""
_ROWS = (
    _column("table", say("Die table")), _column("title", say("Title")),
    _column("die", say("Die"), choices=tuple((each, die_words(each)) for each in DICE)),
    _column("seen", say("Told"), choices=(
        ("", say("everybody")), ("umpire", say("the umpire alone")))),
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
_ROUTES = (
    _column("route", say("Route")), _column("name", say("Name")), _column("stop", say("Stop")),
    _column("at", say("Stop’s name")), _column("km", say("Kilometre"), kind="decimal"),
    _column("game", say("Game")),
    _column("over", say("Over"), say("bridges on the way to it"), "list"),
)  # fmt: skip
KEYS = ("units", "flags", "pools", "points", "boxes", "box_edges", "routes", "bridges", "tables",
        "modifiers", "checklist", "sides", "seats")  # fmt: skip
"""All sheets, in the order in which a campaign grows."""


# ---- reading ------------------------------------------------------------------------------------


def sheet_of(draft: DesignDraft, key: str) -> DesignSheet:
    """One sheet by its key."""
    match key:
        case "units":
            return _units(draft)
        case "tables":
            rows = [
                {**line, "table": table.get("id"), "title": table.get("title"),
                 "die": table.get("die", TEN), "seen": table.get("seen"),
                 "then": "; ".join(line.get("then", ()))}
                for table in draft.rows("tables") for line in table.get("rows", [])
            ]  # fmt: skip
            words = say("One line a result. Modifiers are added to the die.")
            return _sheet(draft, key, say("Tables"), words, _ROWS, rows)
        case "modifiers":
            rows = [{**line, "table": table.get("id")}
                    for table in draft.rows("tables")
                    for line in table.get("modifiers", [])]  # fmt: skip
            words = say("What is added to the die of a table while something holds.")
            return _sheet(draft, key, say("Modifiers"), words, _MODIFIERS, rows)
        case "routes":
            rows = [
                {"route": route.get("id"), "name": route.get("name"), "stop": stop.get("id"),
                 "at": stop.get("name"), "km": stop.get("km"), "game": stop.get("game"),
                 "over": stop.get("over")}
                for route in draft.rows("routes") for stop in route.get("stops", [])
            ]  # fmt: skip
            words = say("One line a stop, in the order in which its marker reaches them.")
            return _sheet(draft, key, say("Routes"), words, _ROUTES, rows)
        case _:
            table = _PLAIN[key]
            return _sheet(draft, key, table.title, table.words, table.columns, draft.rows(key))


def sheets_of(draft: DesignDraft) -> tuple[DesignSheet, ...]:
    """All sheets, in the order in which a campaign grows."""
    return tuple(sheet_of(draft, key) for key in KEYS)


def _sheet(
    draft: DesignDraft, key: str, title: str, words: str, columns: tuple[SheetColumn, ...],
    rows: Sequence[Mapping[str, Any]],
) -> DesignSheet:  # fmt: skip
    told = tuple(_told(draft, key, column) for column in columns)
    cells = tuple(tuple(_cell(row.get(column.key)) for column in columns) for row in rows)
    return DesignSheet(key=key, title=title, words=words, columns=told, rows=cells)


def _told(draft: DesignDraft, sheet: str, column: SheetColumn) -> SheetColumn:
    """A column with what the draft has for its cells to be picked from."""
    from msgspec.structs import replace

    found = _choices(draft, sheet, column.key)
    return replace(column, choices=found) if found else column


def _choices(draft: DesignDraft, sheet: str, key: str) -> Choices:
    match key:
        case "side":
            return named(draft, "sides")
        case "game":
            return tuple(draft.games.items())
        case "who":
            return named(draft, "seats")
        case "table" if sheet == "checklist":
            return (("", ""), *named(draft, "tables", "title"))
        case "table" if sheet == "modifiers":
            return named(draft, "tables", "title")
        case "action" if sheet == "checklist":
            return _DONE
        case "start" | "end" if sheet == "box_edges":
            return named(draft, "boxes")
        case "owner":
            return (("", ""), *formations(draft))
        case _:
            return ()


def named(draft: DesignDraft, table: str, name: str = "name") -> Choices:
    """The rows of a table by id, with their names."""
    rows = [(str(row.get("id", "")), row) for row in draft.rows(table)]
    return tuple((key, str(row.get(name) or key)) for key, row in rows)


def formations(draft: DesignDraft) -> Choices:
    """Divisions and formations of the order of battle by their short names."""
    found: dict[str, str] = {}
    for line in draft.units:
        for key in ("division", "formation"):
            if line.get(key):
                found.setdefault(line[key], line.get(f"{key}_name") or line[key])
    return tuple(found.items())


def _units(draft: DesignDraft) -> DesignSheet:
    used = {key for line in draft.units for key, cell in line.items() if cell}
    games = {game.lower(): name for game, name in draft.games.items()}
    always = (*REQUIRED, "name", "formation_name", "division", "symbol", "steps", "arrives")
    keys = [*(key for key in COLUMNS if key in always or key in used), *games]
    columns: list[SheetColumn] = []
    for key in keys:
        title, hint = _UNITS.get(key, (say("In {battle!s}", battle=games.get(key, key)),
                                       say("its counter there")))  # fmt: skip
        choices = named(draft, "sides") if key == "side" else ()
        if key == "symbol":
            choices = _SYMBOLS
        columns.append(_column(key, title, hint, choices=choices))
    return DesignSheet(
        key="units", title=say("Forces"),
        words=say("One line a unit; the columns of battles hold its counter there."),
        columns=tuple(columns),
        rows=tuple(tuple(line.get(key, "") for key in keys) for line in draft.units),
    )  # fmt: skip


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, list | tuple):
        return ", ".join(str(each) for each in value)
    return str(value)


# ---- changing -----------------------------------------------------------------------------------


def with_cells(draft: DesignDraft, key: str, cells: Cells) -> DesignDraft:
    """A draft with other cells on one sheet. UserError, with line and column, for a wrong cell."""
    sheet = sheet_of(draft, key)
    rows = _read(sheet, cells)
    if key == "units":
        shown = {column.key for column in sheet.columns}
        was = {line.get("unit"): line for line in draft.units}
        units: list[dict[str, str]] = []
        for row in rows:
            rest = was.get(row.get("unit"), {})
            units.append({**{column.key: str(row.get(column.key, "")) for column in sheet.columns},
                          **{name: rest[name] for name in rest if name not in shown}})  # fmt: skip
        return with_units(draft, units)

    def change(raw: Row) -> None:
        match key:
            case "tables":
                _write_tables(raw, rows)
            case "modifiers":
                _write_modifiers(raw, rows)
            case "routes":
                _write_routes(raw, rows)
            case _:
                raw[key] = [_merged(raw.get(key, []), row, key, at) for at, row in enumerate(rows)]

    return changed(draft, change)


def _merged(old: Sequence[Row], row: Row, key: str, at: int) -> Row:
    """A row with what no column shows kept from the row of its id, or else of its place."""
    table = _PLAIN[key]
    shown = {column.key for column in table.columns}
    by_id = next((each for each in old if "id" in each and each["id"] == row.get("id")), None)
    was = by_id if by_id is not None else old[at] if "id" not in shown and at < len(old) else {}
    rest = {name: value for name, value in was.items() if name not in shown}
    return {**{name: value for name, value in table.defaults.items() if name not in rest},
            **row, **rest}  # fmt: skip


def _read(sheet: DesignSheet, cells: Cells) -> list[Row]:
    found: list[Row] = []
    for number, line in enumerate(cells, 1):
        if not any(cell.strip() for cell in line):
            continue
        where = say("{sheet}, line {number}", sheet=sheet.title, number=number)
        row: Row = {}
        for column, cell in zip(sheet.columns, line, strict=True):
            if cell.strip():
                row[column.key] = _value(where, column, cell.strip())
        found.append(row)
    return found


def _value(where: str, column: SheetColumn, cell: str) -> Any:  # noqa: ANN401 - what a cell may hold
    if column.kind == "list":
        return [word.strip() for word in cell.split(",") if word.strip()]
    if column.kind in ("number", "decimal"):
        try:
            return int(cell) if column.kind == "number" else float(cell)
        except ValueError:
            raise UserError(
                say("{where}: {column} is a number, not {cell!r}.", where=where,
                    column=column.title, cell=cell)
            ) from None  # fmt: skip
    if column.kind == "value":
        if cell in ("yes", "no"):
            return cell == "yes"
        return int(cell) if cell.lstrip("-").isdigit() else cell
    return cell


def _write_tables(raw: Row, rows: Sequence[Row]) -> None:
    old = {str(table.get("id")): table for table in raw.get("tables", [])}
    made: dict[str, Row] = {}
    lines: dict[str, list[Row]] = {}
    for row in rows:
        key = str(row.get("table", ""))
        if key not in made:
            made[key] = {"cite": "campaign", **old.get(key, {}), "id": key}
            lines[key] = []
            made[key].pop("seen", None)  # its first line says it, or nothing does
        table = made[key]
        for name in ("title", "die", "seen"):
            if row.get(name):
                table[name] = row[name]
        line = {name: row[name] for name in ("low", "high", "result") if name in row}
        if row.get("then"):
            line["then"] = [each.strip() for each in row["then"].split(";") if each.strip()]
        lines[key].append(line)
    for key, table in made.items():
        table["rows"] = lines[key]
        table.setdefault("title", table["id"])
    raw["tables"] = list(made.values())


def _write_modifiers(raw: Row, rows: Sequence[Row]) -> None:
    tables = {str(table.get("id")): table for table in raw.get("tables", [])}
    had = {key for key, table in tables.items() if table.get("modifiers")}
    for table in tables.values():
        table["modifiers"] = []
    for row in rows:
        table = tables.get(str(row.get("table", "")))
        if table is None:
            raise UserError(
                say("There is no table {table!r}.", table=row.get("table", "")),
                "Give it results on the sheet of tables first.",
            )
        table["modifiers"].append({name: row[name] for name in row if name != "table"})
    for key, table in tables.items():
        if table["modifiers"] or key in had:
            table["modified"] = bool(table["modifiers"])


def _write_routes(raw: Row, rows: Sequence[Row]) -> None:
    old = {str(route.get("id")): route for route in raw.get("routes", [])}
    made: dict[str, Row] = {}
    stops: dict[str, list[Row]] = {}
    for row in rows:
        key = str(row.get("route", ""))
        route = made.setdefault(key, {"start": "", **old.get(key, {}), "id": key})
        if row.get("name"):
            route["name"] = row["name"]
        was = {each.get("id"): each for each in old.get(key, {}).get("stops", [])}
        rest = {name: value for name, value in was.get(row.get("stop"), _GUESS).items()
                if name not in ("id", "name", "km", "game", "over")}  # fmt: skip
        stop = {
            "id": row.get("stop", ""),
            "name": row.get("at") or row.get("stop", ""),
            "km": row.get("km", float(len(stops.get(key, ())))),
            "game": row.get("game", ""),
        }
        if row.get("over"):
            stop["over"] = row["over"]
        stops.setdefault(key, []).append({**stop, **rest})
    for key, route in made.items():
        route["stops"] = stops[key]
        route.setdefault("name", key)
    raw["routes"] = list(made.values())
