"""A form that a rule system gives out, to work a case of a real table out: fields and their words.

What stands in a form is a mapping of keys to texts, the same as on the command line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, Protocol

from msgspec import Struct

from wardesk.model.look import CaseLook
from wardesk.model.rulebook import Rulebook

Values = Mapping[str, str]
Rows = tuple[Mapping[str, str], ...]


class Only(Struct, frozen=True):
    """Something that counts only while the field *key* has one of these *values*."""

    key: str
    values: tuple[str, ...]


class SheetChoice(Struct, frozen=True):
    """One of several things to choose."""

    id: str
    name: str
    only: Only | None = None


class SheetField(Struct, frozen=True, kw_only=True):
    """One thing that a case depends on."""

    key: str
    title: str
    kind: Literal["choice", "choices", "number", "yes", "text", "rows"]
    """*choices*: any number of them, joined by ``+``. *text*: any words; its choices are offered.
    *rows*: a table of `columns`."""
    usual: str = ""
    """What holds while nothing is written."""
    choices: tuple[SheetChoice, ...] = ()
    least: int = 0
    most: int = 999
    hint: str = ""
    only: Only | None = None
    columns: tuple[SheetField, ...] = ()
    add: str = ""
    """Words of the button that adds a row."""
    before: str = ""
    """The word that stands before the value in the line of a row: ``across``."""
    after: str = ""
    """What stands right behind it: the ``x`` of ``3x``."""


class SheetGroup(Struct, frozen=True):
    """Fields that belong together."""

    title: str
    fields: tuple[SheetField, ...]


class Worksheet(Struct, frozen=True, kw_only=True):
    """The form of one table of a rule system."""

    id: str
    """The table, as ``wardesk odds`` calls it."""
    title: str
    text: str
    """What it is good for, in a sentence or two."""
    groups: tuple[SheetGroup, ...]
    start: Mapping[str, str]
    """A case to begin with, which makes sense as it stands."""

    def fields(self) -> Iterator[SheetField]:
        """Every field in the order of the form."""
        for group in self.groups:
            yield from group.fields


class FilledSheet(Struct, frozen=True):
    """A form with a case of a game in it."""

    sheet: str
    values: Mapping[str, str]


class Desk(Protocol):
    """A rule system at a board of one's own: its rulebook, its forms, and what they come to."""

    @property
    def title(self) -> str:
        """What it is called."""
        ...

    @property
    def rulebook(self) -> Rulebook:
        """Every rule that a case may cite."""
        ...

    def sheets(self) -> tuple[Worksheet, ...]:
        """The forms that can be filled in, the most useful one first."""
        ...

    def odds(self, table: str, values: Values) -> CaseLook:
        """What a form comes to. UserError that says what does not fit, and how to mend it."""
        ...


def counts(only: Only | None, values: Values) -> bool:
    """Whether what depends on *only* counts in a form with these *values*."""
    return only is None or values.get(only.key, "") in only.values


# ---- rows as text -------------------------------------------------------------------------------


def write_row(columns: Sequence[SheetField], cells: Mapping[str, str]) -> str:
    """The line of a row: ``3x infantry 7 division across border``. Empty values are left out."""
    parts = [
        " ".join(filter(None, (column.before, f"{value}{column.after}")))
        for column in columns
        if (value := cells.get(column.key, ""))
    ]
    return " ".join(parts)


def write_rows(columns: Sequence[SheetField], rows: Sequence[Mapping[str, str]]) -> str:
    """All rows in one text, commas between them."""
    return ", ".join(write_row(columns, cells) for cells in rows)


def read_rows(columns: Sequence[SheetField], text: str) -> Rows:
    """The rows of a text that `write_rows` wrote, or that a person typed in the same order.

    What cannot be read is left out: the usual value holds.
    """
    return tuple(_read_row(columns, line) for line in text.split(",") if line.strip())


def _read_row(columns: Sequence[SheetField], line: str) -> Mapping[str, str]:
    words = line.split()
    found: dict[str, str] = {}
    for column in columns:
        if column.before:
            if words[:1] == [column.before]:
                words.pop(0)
                found[column.key] = words.pop(0) if words else ""
            continue
        fits = bool(words) and _fits(column, words[0])
        found[column.key] = words.pop(0).removesuffix(column.after) if fits else column.usual
    return found


def _fits(column: SheetField, word: str) -> bool:
    """Whether a word can be the value of a column."""
    if column.kind == "number":
        return re.fullmatch(rf"\d+{re.escape(column.after)}", word) is not None
    return word in (choice.id for choice in column.choices)
