"""Texts in a CSV file that a spreadsheet opens and never runs, and back."""

from __future__ import annotations

import csv
import io
import re

_RUNS = re.compile("'*[=+\\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
"""How a cell begins that some spreadsheet takes for a formula; the wide signs count as well."""
_NUMBER = re.compile(r"[+-]?[0-9]*(?:[.,][0-9]+)?\Z")


def guarded(cell: object) -> object:
    """*cell* with a quotation mark before it if a spreadsheet might run it; numbers stay numbers.

    What was written so before gets one more, so that `unguarded` gives every text back.
    """
    if not isinstance(cell, str) or _NUMBER.match(cell):
        return cell
    return f"'{cell}" if _RUNS.match(cell) else cell


def safe_cell(cell: object) -> object:
    """*cell* to be written by `csv.writer`: `guarded`, and in one row.

    The writer puts line feeds between quotation marks but not carriage returns, which end a row.
    """
    if isinstance(cell, str):
        cell = cell.replace("\r\n", "\n").replace("\r", "\n")
    return guarded(cell)


def unguarded(cell: str) -> str:
    """The text that `guarded` was given."""
    if cell.startswith("'") and _RUNS.match(cell) and not _NUMBER.match(cell):
        return cell[1:]
    return cell


def pasted(text: str) -> tuple[tuple[str, ...], ...]:
    """Cells from the clipboard: tabs as a spreadsheet has them, else commas or semicolons."""
    first = text.partition("\n")[0]
    sign = max("\t,;", key=first.count)
    return tuple(tuple(row) for row in csv.reader(io.StringIO(text.strip("\n")), delimiter=sign))
