"""The counters of a scenario, from rows of a table (CSV or TOML) to pieces on the board."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NoReturn, cast

from wardesk.errors import UserError
from wardesk.games.freeform.setup import Setup
from wardesk.games.freeform.state import Counter
from wardesk.model.board import Board
from wardesk.words import say

COLUMNS = (
    "name", "side", "id", "symbol", "echelon", "factors", "reduced", "steps", "place", "colour",
    "bar", "count", "left", "facing", "marks", "group", "hidden", "down", "picture", "back",
    "flipped", "card",
)  # fmt: skip
"""Columns that a table of counters may have; the first two it must have."""
REQUIRED = COLUMNS[:2]
MOST_COUNTERS = 4000
MOST_STEPS = 20
LONGEST = 60

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9 _.#-]*\Z")
_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}\Z")
_PICTURE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*\.(png|jpe?g|webp|svg)\Z", re.IGNORECASE)
_NOT_ID = re.compile(r"[^A-Za-z0-9]+")
_OFF = frozenset({"", "aside", "-"})


class ForcesRow:
    """One row of the table, which knows where it stands when something in it is wrong."""

    def __init__(self, values: Mapping[str, Any], place: str) -> None:
        self.values = values
        self.place = place

    def wrong(self, column: str, text: str, advice: str = "") -> NoReturn:
        """Refuse the row with its place and column."""
        raise UserError(
            say("{place}, column {column!r}: {text}", place=self.place, column=column, text=text),
            advice,
        )

    def text(self, column: str, default: str = "", most: int = LONGEST) -> str:
        """A cell as text, never as anything else: ``=1+1`` stays these four signs."""
        value = self.values.get(column, default)
        if isinstance(value, bool) or not isinstance(value, str | int):
            self.wrong(column, say("{value!r} is neither text nor a whole number.", value=value))
        found = str(value).strip()
        if len(found) > most:
            text = say("the text is longer than {most} characters.", most=most)
            self.wrong(column, text, say("Shorten it."))
        if not found.isprintable():
            text = say("the text has signs that cannot be printed.")
            self.wrong(column, text, say("Take them out."))
        return found

    def number(self, column: str, most: int) -> int:
        """A cell as a whole number from 1 to *most*; 1 when it is empty."""
        found = self.text(column)
        if not found:
            return 1
        if not found.isascii() or not found.isdigit() or not 1 <= int(found[:9]) <= most:
            text = say("{value!r} is not a whole number from 1 to {most}.", value=found, most=most)
            self.wrong(column, text)
        return int(found)

    def colour(self, column: str) -> str:
        """A cell as a colour; empty when it is empty."""
        found = self.text(column)
        if found and not _COLOUR.match(found):
            text = say("{value!r} is no colour.", value=found)
            self.wrong(column, text, say("Write it like #8f9a8c."))
        return found


def read_counters(forces: Mapping[str, Any], setup: Setup, board: Board) -> tuple[Counter, ...]:
    """The counters of *forces* (its ``counter`` rows). UserError with the row and the column."""
    rows: Any = forces.get("counter", ())
    if not isinstance(rows, Sequence) or isinstance(rows, str):
        raise UserError("The forces need their counters as a list of rows ([[counter]]).")
    places, marks = places_of(setup, board), [mark.id for mark in setup.marks]
    found: dict[str, Counter] = {}
    for number, values in enumerate(cast("Sequence[Any]", rows), 1):
        if not isinstance(values, Mapping):
            raise UserError(say("Counter {number!s} of the forces is no row.", number=number))
        plain = cast("Mapping[str, Any]", values)
        where = str(plain.get("where", "")) or say("counter {number} of the forces", number=number)
        row = check_row(plain, where)
        for counter in counters_of_places(row, setup, places, found, marks):
            found[counter.id] = counter
        if len(found) > MOST_COUNTERS:
            raise UserError(
                say(
                    "{place!s}: more than {most_counters!s} counters.",
                    place=row.place,
                    most_counters=MOST_COUNTERS,
                ),
                "Use fewer.",
            )
    return tuple(found.values())


def counters_of_row(
    row: ForcesRow, setup: Setup, board: Board, taken: Mapping[str, Counter], marks: Collection[str]
) -> list[Counter]:
    """The counters of one row, with ids that are not *taken*. UserError as `read_counters`."""
    return counters_of_places(row, setup, places_of(setup, board), taken, marks)


def check_row(values: Mapping[str, Any], place: str, columns: Sequence[str] = COLUMNS) -> ForcesRow:
    """A row of which every column is known; *place* says where it stands. UserError if not."""
    row = ForcesRow({key: value for key, value in values.items() if key != "where"}, place)
    for column in row.values:
        if column not in columns:
            close = difflib.get_close_matches(column, columns, n=1)
            hint = say("There are: {known!s}.", known=", ".join(columns))
            if close:
                hint = say("Did you mean {name!s}?", name=close[0])
            row.wrong(column, say("there is no such column."), hint)
    return row


def places_of(setup: Setup, board: Board) -> dict[str, str]:
    """How people may name a place: by its id, or by its name where only one has it."""
    names: dict[str, list[str]] = {}
    for cell in board.cells.values():
        names.setdefault(cell.name.lower(), []).append(cell.id)
    found = {name: cells[0] for name, cells in names.items() if len(cells) == 1}
    found |= {box.title.lower(): box.id for box in setup.boxes}
    found |= {box.id.lower(): box.id for box in setup.boxes}
    return found | {cell.lower(): cell for cell in board.cells}


def counters_of_places(
    row: ForcesRow,
    setup: Setup,
    places: Mapping[str, str],
    taken: Mapping[str, Counter] | None = None,
    marks: Collection[str] = (),
) -> list[Counter]:
    """The same with *places* already looked up: every way to write one, to its id."""
    taken = taken or {}
    name = row.text("name") or row.wrong(
        "name", say("it is empty."), say("Give the counter a name.")
    )
    count = row.number("count", 99)
    given = row.text("id")
    if given and not _ID.match(given):
        text = say("{value!r} is no id.", value=given)
        row.wrong("id", text, say("Use letters, digits and dashes."))
    if given and (given in taken or given in places.values()):
        text = say("{value!r} is taken already.", value=given)
        row.wrong("id", text, say("Every counter needs its own."))
    steps = row.number("steps", MOST_STEPS)
    side = _side(row, setup)
    others = [other for other in setup.side_ids if other != side]
    made: list[Counter] = []
    used = set(taken) | set(places.values())
    for number in range(1, count + 1):
        counter = Counter(
            id=free_id(given or name, number if count > 1 else 0, used),
            side=side,
            at=_place(row, places),
            name=f"{name} {number}" if count > 1 else name,
            symbol=row.text("symbol").lower() or "infantry",
            echelon=row.text("echelon"),
            factors=_factors(row, "factors"),
            reduced=_factors(row, "reduced"),
            steps=row.number("left", steps) if row.text("left") else steps,
            full_steps=steps,
            field=row.colour("colour"),
            bar=row.colour("bar"),
            facing=row.number("facing", 12) if row.text("facing") else 0,
            marks=_several(row, "marks", marks),
            group=row.text("group"),
            hidden_from=_several(row, "hidden", others),
            down_for=_several(row, "down", others),
            picture=picture_name(row, "picture"),
            back=picture_name(row, "back"),
            flipped=_flipped(row),
            card=row.text("card"),
        )
        used.add(counter.id)
        made.append(counter)
    return made


def free_id(name: str, number: int, used: set[str]) -> str:
    """An id made from the name; numbered where the name alone would not do."""
    stem = name if _ID.match(name) and " " not in name else _NOT_ID.sub("-", name).strip("-")
    stem = stem or "counter"
    wanted = f"{stem}-{number}" if number else stem
    tries = 2
    while wanted in used:
        wanted = f"{stem}-{tries}" if not number else f"{stem}-{number}-{tries}"
        tries += 1
    return wanted


def _side(row: ForcesRow, setup: Setup) -> str:
    wanted = row.text("side")
    for side in setup.sides:
        if wanted.lower() in (side.id.lower(), side.name.lower()):
            return side.id
    known = ", ".join(setup.side_ids)
    return row.wrong(
        "side",
        say("there is no side {side!r}.", side=wanted),
        say("The sides are {known!s}.", known=known),
    )


def _place(row: ForcesRow, places: Mapping[str, str]) -> str | None:
    wanted = row.text("place")
    if wanted.lower() in _OFF:
        return None
    found = places.get(wanted.lower())
    if found is None:
        close = difflib.get_close_matches(wanted.lower(), places, n=1)
        hint = say("Leave it empty to set it aside.")
        if close:
            hint = say("Did you mean {name!s}?", name=places[close[0]])
        text = say("neither map nor boxes have a place {place!r}.", place=wanted)
        row.wrong("place", text, hint)
    return found


def _several(row: ForcesRow, column: str, known: Collection[str]) -> str:
    """Words of a cell, each of which must be known, as they are kept in a counter."""
    found: list[str] = []
    rest = row.text(column, most=20 * LONGEST)
    while rest := rest.lstrip(" ,"):
        # An id may have a space in it, so the longest one that fits is meant.
        fits = [w for w in known if rest == w or rest.startswith((f"{w} ", f"{w},"))]
        if not fits:
            hint = say("There are: {known!s}.", known=", ".join(known) or "–")
            row.wrong(column, say("{value!r} is not known here.", value=rest), hint)
        found.append(max(fits, key=len))
        rest = rest[len(found[-1]) :]
    return ",".join(dict.fromkeys(found))


def picture_name(row: ForcesRow, column: str) -> str:
    """A cell as the name of a picture; empty when it is empty."""
    found = row.text(column)
    if found and not _PICTURE.match(found):
        text = say("{value!r} is no name of a picture.", value=found)
        row.wrong(column, text, say("Name a .png, .jpg, .webp or .svg file."))
    return found


def _flipped(row: ForcesRow) -> bool:
    found = row.text("flipped").lower()
    if found not in ("", "yes", "no"):
        text = say("{value!r} is neither yes nor no.", value=found)
        row.wrong("flipped", text, say("Write yes if the back of the counter is up."))
    return found == "yes"


def _factors(row: ForcesRow, column: str) -> str:
    found = row.text(column)
    parts = found.split("-")
    if len(parts) > 3 or any(len(part) > 4 for part in parts):
        text = say("{value!r} does not fit on a counter.", value=found)
        row.wrong(column, text, say("Write it like 4-3-6."))
    return found
