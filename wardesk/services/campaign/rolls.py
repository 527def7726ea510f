"""Many dice of one action as a table: shown with what each face brings, typed, pasted, rolled."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from wardesk.campaign.actions import CampaignAction, Cast, Param, ThrownRow, Values, row_words
from wardesk.campaign.choices import choices
from wardesk.campaign.ledger.events import LedgerEvent
from wardesk.campaign.ledger.proposal import FACES
from wardesk.documents.files.csv_cells import pasted
from wardesk.errors import UserError
from wardesk.services.campaign.actions import actions_of, find_action, read_values
from wardesk.services.campaign.rights import Allowed
from wardesk.words import say, say_count

if TYPE_CHECKING:
    from wardesk.services.campaign.desk import CampaignDesk

ROWS, DICE = "rows", "dice"
"""The words of an action that the table fills in."""
_NAME, _DIE = "unit", "die"


class RollColumn(Struct, frozen=True, kw_only=True):
    """What each row may be told by itself, besides its die."""

    name: str
    label: str
    number: bool = False
    choices: tuple[tuple[str, str], ...] = ()


class RollTable(Struct, frozen=True, kw_only=True):
    """Everything that waits for a die of one action."""

    action: str
    title: str
    cite: str
    rows: tuple[Cast, ...]
    columns: tuple[RollColumn, ...] = ()
    troubles: dict[str, str] = {}
    """What is wrong with what a row was told, by its key."""
    seeded: bool = False
    """Whether the campaign's own seed can roll what is not typed."""


class PastedRolls(Struct, frozen=True, kw_only=True):
    """Rows as they were read from a spreadsheet."""

    rows: tuple[ThrownRow, ...] = ()
    troubles: tuple[str, ...] = ()
    """The lines that could not be read, a sentence each."""


def rolled_at_once(desk: CampaignDesk) -> tuple[str, ...]:
    """The actions that roll many dice at once."""
    return tuple(each.id for each in actions_of(desk.design) if each.casts is not None)


def roll_table(
    desk: CampaignDesk, action: str, words: Mapping[str, str], rows: Sequence[ThrownRow] = ()
) -> RollTable:
    """What waits for a die, with what its *rows* were told. `Refused` when nothing waits.

    A row that was told something impossible stands as if it were told nothing, with its trouble.
    """
    found = find_action(desk.design, action)
    casts = _casts(desk, found, words, ())
    told = {row.key: row for row in rows}
    shown: list[Cast] = []
    troubles: dict[str, str] = {}
    for cast in casts:
        row = told.get(cast.key)
        if row is None or not any(row.words.values()):
            shown.append(cast)
            continue
        try:
            shown += _casts(desk, found, words, (replace(row, die=None),))
        except UserError as error:
            shown.append(cast)
            troubles[cast.key] = error.message
    return RollTable(
        action=action, title=found.title, cite=found.cite, rows=tuple(shown),
        columns=tuple(_column(desk, each) for each in found.row_params), troubles=troubles,
        seeded=desk.seeded,
    )  # fmt: skip


def _casts(
    desk: CampaignDesk, action: CampaignAction, words: Mapping[str, str], rows: Sequence[ThrownRow]
) -> Sequence[Cast]:
    if action.casts is None:
        raise UserError(
            say("{action} rolls no table of dice.", action=action.id),
            say("These do: {listed}.", listed=", ".join(rolled_at_once(desk))),
        )
    values: Values = read_values(desk.design, desk.state, action, words)
    return action.casts(desk.design, desk.state, {**values, ROWS: tuple(rows)})


def _column(desk: CampaignDesk, param: Param) -> RollColumn:
    return RollColumn(
        name=param.name, label=param.title, number=param.kind == "number",
        choices=tuple(choices(desk.design, desk.state, param.of)) if param.of else (),
    )  # fmt: skip


def die_trouble(die: str) -> str:
    """Why this is no face of the die, empty where it is one or nothing stands there."""
    if not die.strip() or (die.strip().isdigit() and int(die) < FACES):
        return ""
    return say("not on a d10: 0 to 9")


def fate(cast: Cast, die: int) -> str:
    """What a die brings to a row."""
    return cast.results[die]


def expected(rows: Sequence[Cast]) -> dict[str, float]:
    """How many rows come to each result on average, in the order of the table."""
    found: Counter[str] = Counter()
    order = sorted(rows, key=lambda row: row.proposal.modifier)
    for row in order:
        for result in row.results:
            found[result] += 1
    return {result: ways / FACES for result, ways in found.items()}


def enter_rolls(
    desk: CampaignDesk,
    action: str,
    words: Mapping[str, str],
    rows: Sequence[ThrownRow],
    *,
    rest: bool = False,
    allowed: Allowed | None = None,
) -> list[LedgerEvent]:
    """Enter the rows that have a die; with *rest* the campaign's seed rolls all that have none.

    UserError when a row is wrong: nothing is written then.
    """
    table = roll_table(desk, action, words, rows)
    if table.troubles:
        raise UserError(next(iter(table.troubles.values())))
    names = {cast.key: cast.name for cast in table.rows}
    told = {row.key: row for row in rows}
    for row in rows:
        if row.key not in names:
            raise UserError(say("{unit} does not wait for a die.", unit=row.key))
        if row.die is not None and not 0 <= row.die < FACES:
            raise UserError(
                say("{unit}: a die shows 0 to 9, not {die}.", unit=names[row.key], die=row.die)
            )
    typed = [row for row in rows if row.die is not None]
    others = [told.get(key, ThrownRow(key=key)) for key in names]
    others = [row for row in others if row.die is None] if rest else []
    if not typed and not others:
        raise UserError("No die is there.", "Type dice, paste them, or have them rolled.")
    if others and not desk.seeded:
        raise UserError("This campaign's dice are typed.", "Type a die for each row.")
    events: list[LedgerEvent] = []
    for part in (typed, others):
        if part:
            given = {**words, ROWS: row_words(part)}
            events += desk.act(action, given, allowed=allowed).events
    return events


# ---- spreadsheets -------------------------------------------------------------------------------


def as_cells(table: RollTable, rows: Sequence[ThrownRow] = ()) -> tuple[tuple[str, ...], ...]:
    """The table for a spreadsheet, with its head; `read_pasted` reads it again."""
    told = {row.key: row for row in rows}
    heads = ("id", _NAME, "of", "at", *(column.name for column in table.columns), _DIE)
    lines: list[tuple[str, ...]] = [heads]
    for cast in table.rows:
        row = told.get(cast.key, ThrownRow(key=cast.key))
        own = (row.words.get(column.name, "") for column in table.columns)
        die = "" if row.die is None else str(row.die)
        lines.append((cast.key, cast.name, cast.of, cast.at, *own, die))
    return tuple(lines)


def read_pasted(table: RollTable, text: str, first: int = 0) -> PastedRolls:
    """Rows from a spreadsheet, a mail or a text; nothing is entered.

    Numbers alone are dice, downwards from row *first*. Otherwise each line names its unit, then
    its die, then what it is told, in the order of the columns; a head of names may say otherwise.
    """
    lines = [list(map(str.strip, line)) for line in pasted(text.strip("\r\n")) if any(line)]
    lines = [_in_two(line) for line in lines]
    if lines and all(len(line) == 1 and line[0].isdigit() for line in lines):
        return _downwards(table, [line[0] for line in lines], first)
    heads = [_NAME, _DIE, *(column.name for column in table.columns)]
    if lines and (named := _heads(table, lines[0])):
        heads, lines = named, lines[1:]
    rows: dict[str, ThrownRow] = {}
    troubles: list[str] = []
    for line in lines:
        cells = dict(zip(heads, line, strict=False))
        row = _read_line(table, cells)
        if isinstance(row, ThrownRow):
            rows[row.key] = row
        elif row:
            troubles.append(row)
    return PastedRolls(rows=tuple(rows.values()), troubles=tuple(troubles))


def _in_two(line: list[str]) -> list[str]:
    """``3/506 PIR   4`` in one cell, as a mail has it, is a name and a die."""
    found = re.fullmatch(r"(\S.*?)\s+(\d+)", line[0]) if len(line) == 1 else None
    return list(found.groups()) if found else line


def _downwards(table: RollTable, dice: Sequence[str], first: int) -> PastedRolls:
    below = table.rows[first:]
    rows, troubles = list[ThrownRow](), list[str]()
    for cast, die in zip(below, dice, strict=False):
        if die_trouble(die):
            troubles.append(say("{unit}: {die} is {why}.", unit=cast.name, die=die,
                                why=die_trouble(die)))  # fmt: skip
        else:
            rows.append(ThrownRow(key=cast.key, die=int(die)))
    if len(dice) > len(below):
        more = len(dice) - len(below)
        troubles.append(say_count("one die is left over", "{n} dice are left over", n=more))
    return PastedRolls(rows=tuple(rows), troubles=tuple(troubles))


def _heads(table: RollTable, line: Sequence[str]) -> list[str]:
    """The names of columns that a first line gives, in any language of the labels; else none."""
    known = {"id": "id", _NAME: _NAME, _DIE: _DIE, "d10": _DIE, "of": "of", "at": "at"}
    known |= {column.name: column.name for column in table.columns}
    known |= {column.label.casefold(): column.name for column in table.columns}
    found = [known.get(cell.casefold(), "") for cell in line]
    return found if _DIE in found else []


def _read_line(table: RollTable, cells: Mapping[str, str]) -> ThrownRow | str:
    """A row, or why the line is none; empty for one that says nothing."""
    key = _key(table, cells.get("id", ""), cells.get(_NAME, ""), cells.get("of", ""))
    if isinstance(key, tuple):
        return key[0]
    name = next(cast.name for cast in table.rows if cast.key == key)
    words = {column.name: cells.get(column.name, "") for column in table.columns}
    words = {word: text for word, text in words.items() if text}
    for column in table.columns:
        given = words.get(column.name, "")
        if column.number and given and not given.isdigit():
            return say("{unit}: {given!r} is no number.", unit=name, given=given)
    die = cells.get(_DIE, "")
    if die_trouble(die):
        return say("{unit}: {die} is {why}.", unit=name, die=die, why=die_trouble(die))
    if not die and not words:
        return ""
    return ThrownRow(key=key, die=int(die) if die else None, words=words)


def _key(table: RollTable, key: str, name: str, of: str) -> str | tuple[str]:
    """The row that a line is about; else why none, in a tuple."""
    keys = {cast.key for cast in table.rows}
    for word in (key, name):
        if word in keys:
            return word
    wanted = name.casefold()
    found = [each for each in table.rows if each.name.casefold() == wanted]
    if len(found) > 1 and of:
        found = [each for each in found if each.of.casefold() == of.casefold()]
    if len(found) == 1:
        return found[0].key
    if found:
        listed = ", ".join(each.key for each in found)
        return (say("“{name}” is several: write one of {listed}.", name=name, listed=listed),)
    names = {each.name.casefold(): each.name for each in table.rows}
    near = get_close_matches(wanted, list(names), n=1, cutoff=0.5)
    if near:
        return (
            say("“{name}” does not wait for a die; {near} does.", name=name or key,
                near=names[near[0]]),
        )  # fmt: skip
    return (say("“{name}” does not wait for a die.", name=name or key),)
