"""Counters from a CSV file: any spreadsheet's export, read as text and judged row by row."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path

from wardesk.documents.files.csv_cells import unguarded
from wardesk.documents.files.pictures import COLUMNS, keep_picture
from wardesk.documents.files.untrusted import read_bounded
from wardesk.errors import DamagedFile, UserError
from wardesk.words import join, say

LARGEST = 1 << 20
MOST_ROWS = 4000
MOST_COLUMNS = 40
LONGEST_CELL = 200
REQUIRED = ("name", "side")
CARDS = ("name", "deck")
"""The columns that a table of cards must have."""
_AS_IN = {REQUIRED: ("symbol", "place"), CARDS: ("text", "picture", "back")}
_UTF8 = say("Save it again as “CSV UTF-8”.")


def read_csv_forces(
    file: Path, required: Sequence[str] = REQUIRED, known: Sequence[str] = ()
) -> list[dict[str, str]]:
    """The rows of *file* by column, each with ``where``: the file's name and the line.

    The first line names the columns: any, or with *known* only these. Commas, semicolons or tabs.
    Everything is plain text: what looks like a formula is never one.

    UserError if the file cannot be read, DamagedFile with line and column if it is wrong.
    """
    lines = csv.reader(io.StringIO(text := _text(file), newline=""), _dialect(text), strict=True)
    try:
        header = _header(next(lines, []), file, required, known)
        rows: list[dict[str, str]] = []
        for cells in lines:
            where = say("{file}, line {line_num}", file=file.name, line_num=lines.line_num)
            if not any(cell.strip() for cell in cells):
                continue
            rows.append({**_row(cells, header, where), "where": where})
            if len(rows) > MOST_ROWS:
                raise DamagedFile(
                    say("{where}: more than {most_rows!s} rows.", where=where, most_rows=MOST_ROWS),
                    "Use fewer.",
                )
    except csv.Error as error:
        raise DamagedFile(
            say(
                "{file!s}, line {line_num!s}: {error}.",
                file=file.name,
                line_num=lines.line_num,
                error=error,
            ),
            "Mend it.",
        ) from error
    return rows


def read_csv_with_pictures(file: Path, required: Sequence[str] = REQUIRED) -> list[dict[str, str]]:
    """The same, with the pictures that rows name beside the file kept under the names given.

    Errors as `read_csv_forces`, and UserError or DamagedFile with the line for a picture.
    """
    rows = read_csv_forces(file, required)
    for row in rows:
        for column in COLUMNS:
            if picture := row.get(column):
                try:
                    row[column] = keep_picture(file.parent / picture)
                except UserError as error:
                    said = join(": ", (row["where"], error.message))
                    raise type(error)(said, error.advice) from error
    return rows


Rows = Sequence[Mapping[str, str]]


def strange_columns(rows: Rows, known: Sequence[str]) -> dict[str, str]:
    """The columns of *rows* that are not *known*, each with the one it may mean, or ""."""
    found = dict.fromkeys(column for row in rows for column in row if column != "where")
    return {
        column: next(iter(get_close_matches(column, known, n=1, cutoff=0.8)), "")
        for column in found
        if column not in known
    }


def fitted(rows: Rows, taken: Mapping[str, str], known: Sequence[str]) -> list[dict[str, str]]:
    """*rows* with *known* columns only: strange ones *taken* as these, the others left out.

    Where several are the same column, their cells stand in it one after the other, with hyphens
    between. UserError for one that is taken as no known one.
    """
    for column, other in taken.items():
        if other and other not in known:
            raise UserError(
                say("{column!s} cannot be taken as {other!s}.", column=column, other=other),
                say("Take it as one of these: {known!s}.", known=", ".join(known)),
            )
    made: list[dict[str, str]] = []
    for row in rows:
        new: dict[str, str] = {}
        for column, cell in row.items():
            goal = column if column in known or column == "where" else taken.get(column, "")
            if goal:
                new[goal] = f"{new[goal]}-{cell}" if goal in new else cell
        made.append(new)
    return made


def _text(file: Path) -> str:
    data = read_bounded(
        file, LARGEST, missing=say("Choose a CSV file."), too_large=say("Use fewer rows.")
    )
    if b"\0" in data:
        raise DamagedFile(say("{file!s} is not plain text.", file=file), _UTF8)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        text = say(
            "{file}, line {line}: this is not UTF-8 text (byte {start}).",
            file=file.name,
            line=line,
            start=error.start + 1,
        )
        raise DamagedFile(text, _UTF8) from error


def _dialect(text: str) -> type[csv.Dialect]:
    """What parts the columns: whichever sign the first line has most of."""
    first = text.partition("\n")[0]

    class FoundDialect(csv.excel):
        delimiter = max(",;\t", key=first.count)

    return FoundDialect


def _header(
    cells: list[str], file: Path, required: Sequence[str], known: Sequence[str]
) -> list[str]:
    header = [cell.strip().lower() for cell in cells]
    while header and not header[-1]:
        header.pop()
    where = say("{file}, line 1", file=file.name)
    if len(header) > MOST_COLUMNS:
        raise DamagedFile(
            say(
                "{where}: more than {most_columns!s} columns.",
                where=where,
                most_columns=MOST_COLUMNS,
            ),
            "Use fewer.",
        )
    for column in required:
        if column not in header:
            advice = say(
                "The first line names the columns, as in: {columns!s}",
                columns=",".join((*required, *_AS_IN.get(tuple(required), ()))),
            )
            raise DamagedFile(
                say("{where}: there is no column {column!r}.", where=where, column=column), advice
            )
    if "" in header:
        raise DamagedFile(
            say("{where}: column {index!s} has no name.", where=where, index=header.index("") + 1),
            "Name it.",
        )
    twice = next((column for column, n in Counter(header).items() if n > 1), "")
    if twice or "where" in header:
        text = (
            say("the column {twice!r} is there twice", twice=twice)
            if twice
            else say("no column can be called where")
        )
        raise DamagedFile(say("{where}: {text}.", where=where, text=text), "Rename it.")
    strange = set(header) - {column.lower() for column in known} if known else ()
    for column in header:
        if column in strange:
            text = say("{where}: nobody knows the column {column!r}.", where=where, column=column)
            raise DamagedFile(text, say("Columns: {known}.", known=", ".join(known)))
    return header


def _row(cells: list[str], header: list[str], where: str) -> dict[str, str]:
    for number, cell in enumerate(cells, 1):
        column = repr(header[number - 1]) if number <= len(header) else str(number)
        if number > len(header) and cell.strip():
            text = say(
                "{where}, column {column!s}: there are only {number!s} columns.",
                where=where,
                column=column,
                number=len(header),
            )
            raise DamagedFile(text, "Put a text that has the separator in it between quotes.")
        if len(cell) > LONGEST_CELL:
            raise DamagedFile(
                say(
                    "{where}, column {column!s}: the text is too long.",
                    where=where,
                    column=column,
                ),
                "Shorten it.",
            )
        if not cell.isprintable():
            text = say(
                "{where}, column {column!s}: the text has line breaks or control signs.",
                where=where,
                column=column,
            )
            raise DamagedFile(text, "Take them out.")
    # An empty cell says nothing, so that what it leaves out is what is usual.
    pairs = zip(header, cells, strict=False)
    return {column: unguarded(cell.strip()) for column, cell in pairs if cell.strip()}
