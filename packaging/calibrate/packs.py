"""Writes figures into the files of a pack, and leaves everything else in them as it stands."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from wardesk import paths
from wardesk.engine.types import Value
from wardesk.errors import UserError


def scenario_file(scenario: str) -> Path:
    """The file of a shipped scenario."""
    pack, _, name = scenario.partition("/")
    return paths.campaigns() / pack / "scenarios" / f"{name}.toml"


def put_figure(file: Path, figure: str, value: Value) -> None:
    """Put a figure of the set-up in its place. UserError when the file does not have it."""
    text = file.read_text()
    *head, last = figure.split(".")
    row = "(?:(?!\\[).*\\n)*?"  # lines of the table that is begun
    tables = [rf"\[setup\.{re.escape('.'.join(head))}\]\n"]
    if len(head) == 2:  # a row of a list, by its name
        tables.append(rf'\[\[setup\.{head[0]}\]\]\n{row}name = "{re.escape(head[1])}"\n')
    where = rf'((?:{"|".join(tables)}){row}"?{re.escape(last)}"? = )[^\s#]+'
    text, done = re.subn(where, lambda found: f"{found[1]}{json.dumps(value)}", text, count=1)
    if not done:
        raise UserError(f"{file} does not have the figure {figure}.", "Write it there by hand.")
    file.write_text(text)


def put_table(file: Path, name: str, row: Mapping[str, Any]) -> None:
    """Put a table in the place of the one that has its name, or before ``[setup]``."""
    _put(file, f"[{name}]\n{_lines(row)}", rf"\[{re.escape(name)}\]\n(?:(?!\[).*\n)*")


def put_rows(file: Path, name: str, rows: Sequence[Mapping[str, Any]]) -> None:
    """Put a list of tables in the place of the one that has its name, or before ``[setup]``."""
    text = "\n".join(f"[[{name}]]\n{_lines(row)}" for row in rows)
    _put(file, text, rf"(?:\[\[{re.escape(name)}\]\]\n(?:(?!\[).*\n)*)+")


def _lines(row: Mapping[str, Any]) -> str:
    return "".join(f"{key} = {_toml(value)}\n" for key, value in row.items())


def _toml(value: object) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_toml(each)}" for key, each in value.items()) + " }"
    return json.dumps(value, ensure_ascii=False)


def _put(file: Path, block: str, there: str) -> None:
    text, done = re.subn(there, lambda _: f"{block}\n", file.read_text(), count=1)
    if not done:
        before = "[briefing.sides." if "[briefing.sides." in text else "[setup]\n"
        at = text.index(before)
        text = f"{text[:at]}{block}\n{text[at:]}"
    file.write_text(text)
