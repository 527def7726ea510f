"""Counters from a CSV file: any spreadsheet's export, read as text and judged row by row."""

from __future__ import annotations

import csv
import io
from collections import Counter
from pathlib import Path

from wardesk.documents.files.csv_cells import unguarded
from wardesk.documents.files.untrusted import read_bounded
from wardesk.errors import DamagedFile

LARGEST = 1 << 20
MOST_ROWS = 4000
MOST_COLUMNS = 40
LONGEST_CELL = 200
REQUIRED = ("name", "side")
_UTF8 = "Save it again as “CSV UTF-8”."


def read_csv_forces(file: Path) -> list[dict[str, str]]:
    """The rows of *file* by column, each with ``where``: the file's name and the line.

    Commas, semicolons or tabs; the first line names the columns. Everything is plain text: what
    looks like a formula is never one. UserError if the file cannot be read, DamagedFile with line
    and column if it is wrong.
    """
    lines = csv.reader(io.StringIO(text := _text(file), newline=""), _dialect(text), strict=True)
    try:
        header = _header(next(lines, []), file)
        rows: list[dict[str, str]] = []
        for cells in lines:
            where = f"{file.name}, line {lines.line_num}"
            if not any(cell.strip() for cell in cells):
                continue
            rows.append({**_row(cells, header, where), "where": where})
            if len(rows) > MOST_ROWS:
                raise DamagedFile(f"{where}: more than {MOST_ROWS} rows.", "Use fewer.")
    except csv.Error as error:
        raise DamagedFile(f"{file.name}, line {lines.line_num}: {error}.", "Mend it.") from error
    return rows


def _text(file: Path) -> str:
    data = read_bounded(file, LARGEST, missing="Choose a CSV file.", too_large="Use fewer rows.")
    if b"\0" in data:
        raise DamagedFile(f"{file} is not plain text.", _UTF8)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        text = f"{file.name}, line {line}: this is not UTF-8 text (byte {error.start + 1})."
        raise DamagedFile(text, _UTF8) from error


def _dialect(text: str) -> type[csv.Dialect]:
    """What parts the columns: whichever sign the first line has most of."""
    first = text.partition("\n")[0]

    class Found(csv.excel):
        delimiter = max(",;\t", key=first.count)

    return Found


def _header(cells: list[str], file: Path) -> list[str]:
    header = [cell.strip().lower() for cell in cells]
    while header and not header[-1]:
        header.pop()
    where = f"{file.name}, line 1"
    if len(header) > MOST_COLUMNS:
        raise DamagedFile(f"{where}: more than {MOST_COLUMNS} columns.", "Use fewer.")
    for column in REQUIRED:
        if column not in header:
            advice = "The first line names the columns, as in: name,side,symbol,place"
            raise DamagedFile(f"{where}: there is no column {column!r}.", advice)
    if "" in header:
        raise DamagedFile(f"{where}: column {header.index('') + 1} has no name.", "Name it.")
    twice = next((column for column, n in Counter(header).items() if n > 1), "")
    if twice or "where" in header:
        text = f"the column {twice!r} is there twice" if twice else "no column can be called where"
        raise DamagedFile(f"{where}: {text}.", "Rename it.")
    return header


def _row(cells: list[str], header: list[str], where: str) -> dict[str, str]:
    for number, cell in enumerate(cells, 1):
        column = repr(header[number - 1]) if number <= len(header) else str(number)
        if number > len(header) and cell.strip():
            text = f"{where}, column {column}: there are only {len(header)} columns."
            raise DamagedFile(text, "Put a text that has the separator in it between quotes.")
        if len(cell) > LONGEST_CELL:
            raise DamagedFile(f"{where}, column {column}: the text is too long.", "Shorten it.")
        if not cell.isprintable():
            text = f"{where}, column {column}: the text has line breaks or control signs."
            raise DamagedFile(text, "Take them out.")
    # An empty cell says nothing, so that what it leaves out is what is usual.
    pairs = zip(header, cells, strict=False)
    return {column: unguarded(cell.strip()) for column, cell in pairs if cell.strip()}
