"""The counters of a rulebook as a sheet: a column for each value, another face in more columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from msgspec.structs import replace

from wardesk.errors import UserError
from wardesk.model.look import CounterLook, SideLook
from wardesk.services.campaign.workshop.sheets import Cells, DesignSheet, SheetColumn
from wardesk.services.rulebooks.draft import COLUMNS, BookDraft, Line
from wardesk.words import say

_PLAIN: Mapping[str, tuple[str, str]] = {
    "id": (say("Short name"), say("that no other counter has")),
    "name": (say("Name"), ""), "side": (say("Side"), ""), "class": (say("Class"), ""),
    "symbol": (say("Symbol"), say("empty: that of its class")), "echelon": (say("Size"), ""),
    "group": (say("Group"), say("for rules that ask for it")),
    "place": (say("Place"), say("a cell, a place, start:SIDE or pool")),
    "turn": (say("Turn"), say("on which it arrives; empty: there at first")),
    "face": (say("Face"), say("that it begins with")),
    "count": (say("Count"), say("so many alike")),
}  # fmt: skip
_FIELDS, _BARS = ("#8f9a8a", "#b98a80", "#b0a080", "#8a97a8"), ("#3f4a42", "#6e2f27", "#54482e",
                                                               "#34404e")  # fmt: skip


def columns_of(draft: BookDraft) -> tuple[str, ...]:
    """The columns of the sheet: what every counter has, a column for each value, what was there."""
    values = [str(row["id"]) for row in _rows(draft, "values") if "id" in row]
    own = [column for line in draft.counters for column in line]
    faces = [column for value in values for column in dict.fromkeys(own)
             if column.startswith(f"{value}.")]  # fmt: skip
    first = [*COLUMNS, "symbol", *values, *faces, "place", "turn"]
    return tuple(dict.fromkeys([*first, *own]))


def counters_sheet(draft: BookDraft) -> DesignSheet:
    """The counters as cells."""
    columns = columns_of(draft)
    return DesignSheet(
        key="counters", title=say("Counters"),
        words=say("One line a counter. A column with .2 behind the value is its second face."),
        columns=tuple(_column(draft, key) for key in columns),
        rows=tuple(tuple(line.get(key, "") for key in columns) for line in draft.counters),
    )  # fmt: skip


def _column(draft: BookDraft, key: str) -> SheetColumn:
    names = {str(row.get("id")): str(row.get("name", "")) for row in _rows(draft, "values")}
    value, _dot, face = key.partition(".")
    title, hint = _PLAIN.get(key, (names.get(value) or key, ""))
    if face and value in names:
        title = say("{value}, face {n}", value=names[value], n=face)
    lists = {"side": "sides", "class": "classes"}
    rows = _rows(draft, lists[key]) if key in lists else ()
    choices = tuple((str(r.get("id")), str(r.get("name") or r.get("id"))) for r in rows)
    return SheetColumn(key=key, title=title, hint=hint, choices=choices)


def _rows(draft: BookDraft, key: str) -> Sequence[Mapping[str, Any]]:
    rows = draft.raw.get(key, ())
    return [row for row in rows if isinstance(row, Mapping)] if isinstance(rows, list) else ()  # pyright: ignore[reportUnknownVariableType]


def with_cells(draft: BookDraft, columns: Sequence[str], cells: Cells) -> BookDraft:
    """A draft whose counters are these cells; a line without a short name gets one."""
    lines: list[Line] = []
    taken = {row[0] for row in cells if row and row[0]}
    for cell_row in cells:
        line = dict(zip(columns, cell_row, strict=False))
        if not any(line.values()):
            continue
        if not line.get("id"):
            line["id"] = next(one for k in range(1, 9999) if (one := f"c{k}") not in taken)
            taken.add(line["id"])
        lines.append(line)
    return replace(draft, counters=tuple(lines))


def face_columns(draft: BookDraft) -> tuple[str, ...]:
    """The columns that a face more of every counter would have."""
    values = [str(row["id"]) for row in _rows(draft, "values") if "id" in row]
    there = columns_of(draft)
    n = next(k for k in range(2, 10) if not any(f"{value}.{k}" in there for value in values))
    return tuple(f"{value}.{n}" for value in values)


def with_face(draft: BookDraft) -> BookDraft:
    """A draft in which every counter has one face more, with half of its figures."""
    new = face_columns(draft)

    def half(text: str) -> str:
        return str((int(text) + 1) // 2) if text.isdecimal() else text

    lines = [
        {**line, **{column: half(line.get(column.partition(".")[0], "")) for column in new}}
        for line in draft.counters
    ]
    return replace(draft, counters=tuple(lines))


def matched_columns(draft: BookDraft, columns: Sequence[str]) -> dict[str, str]:
    """As what each column of somebody's table is taken, "" for one that is left out."""
    known = {key.casefold(): key for key in columns_of(draft)}
    names = {str(c.title).casefold(): c.key for c in counters_sheet(draft).columns}
    spelled = names | known
    found: dict[str, str] = {}
    for column in columns:
        near = get_close_matches(column.casefold().strip(), spelled, n=1, cutoff=0.75)
        goal = spelled[near[0]] if near else ""
        found[column] = goal if goal not in found.values() else ""
    return found


def with_table(
    draft: BookDraft, rows: Sequence[Mapping[str, str]], columns: Mapping[str, str]
) -> BookDraft:
    """A draft with a table of somebody's in place of all counters; its columns are taken as told.

    Sides and classes may be named by their names. UserError where nothing of it is taken.
    """
    taken = {old: new for old, new in columns.items() if new}
    if not taken or not rows:
        raise UserError(
            "Nothing of the table would be taken.", "Say as what its columns are taken."
        )
    by_name = {
        key: {str(r.get("name", "")).casefold(): str(r.get("id")) for r in _rows(draft, table)}
        for key, table in (("side", "sides"), ("class", "classes"))
    }
    keys = list(dict.fromkeys([*COLUMNS, *taken.values()]))

    def cell(row: Mapping[str, str], key: str) -> str:
        old = next((o for o, new in taken.items() if new == key), "")
        text = row.get(old, "").strip()
        return by_name.get(key, {}).get(text.casefold(), text)

    cells = tuple(tuple(cell(row, key) for key in keys) for row in rows)
    return with_cells(draft, keys, cells)


# ---- how a counter looks ------------------------------------------------------------------------


def drawn_faces(draft: BookDraft, number: int) -> tuple[tuple[CounterLook, ...], SideLook]:
    """A counter as it is drawn, face by face, with the colours of its side."""
    line = draft.counters[number]
    sides = list(_rows(draft, "sides"))
    at = next((k for k, side in enumerate(sides) if side.get("id") == line.get("side")), 0)
    said = sides[at] if sides else {}
    side = SideLook(
        str(said.get("id", "")), str(said.get("name", "")),
        _colour(said.get("field"), _FIELDS[at % 4]), _colour(said.get("bar"), _BARS[at % 4]),
    )  # fmt: skip
    classes = {str(row.get("id")): row for row in _rows(draft, "classes")}
    symbol = line.get("symbol") or str(classes.get(line.get("class", ""), {}).get("symbol", ""))
    slots = {str(row.get("slot")): str(row["id"]) for row in _rows(draft, "values")
             if row.get("slot") and "id" in row}  # fmt: skip
    faces = [1] + [n for n in range(2, 10) if any(line.get(f"{v}.{n}") for v in slots.values())]
    return tuple(_face(line, n, slots, symbol, side.id) for n in faces), side


def _face(
    line: Line, n: int, slots: Mapping[str, str], symbol: str, side: str
) -> CounterLook:  # fmt: skip
    def figure(slot: str) -> str:
        value = slots.get(slot, "")
        return (line.get(f"{value}.{n}") if n > 1 else "") or line.get(value, "")

    left = "-".join(filter(None, (figure("left"), figure("middle"))))
    name = line.get("name", "")
    return CounterLook(
        piece=line.get("id", ""), side=side, at="", title=name, symbol=symbol,
        echelon=line.get("echelon", ""), left=left, right=figure("right"), shield=figure("shield"),
        left_exponent=figure("exponent"), reduced=n > 1, text=name,
    )  # fmt: skip


def _colour(text: object, otherwise: str) -> str:
    given = str(text or "")
    sound = len(given) == 7 and given[0] == "#" and all(c in "0123456789abcdefABCDEF"
                                                        for c in given[1:])  # fmt: skip
    return given if sound else otherwise
