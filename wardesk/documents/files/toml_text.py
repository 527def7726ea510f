"""Plain values as TOML text that a person can read and change: the form of packs."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

_BARE = re.compile(r"[A-Za-z0-9_-]+\Z")


def toml_text(values: Mapping[str, Any], comment: str = "") -> str:
    """*values* as a TOML document: words, numbers, lists, tables and lists of tables.

    None is left out, which is how TOML says nothing. TypeError for what TOML has no form for.
    """
    lines = [f"# {line}" for line in comment.splitlines()]
    _table(values, (), lines)
    return "\n".join(lines).strip() + "\n"


def _table(values: Mapping[str, Any], path: tuple[str, ...], lines: list[str]) -> None:
    later: list[tuple[str, Any]] = []
    for key, value in values.items():
        if isinstance(value, Mapping) or _is_rows(value):
            later.append((key, value))
        elif value is not None:
            lines.append(f"{_key(key)} = {_value(value)}")
    for key, value in later:
        inner = (*path, key)
        name = ".".join(_key(part) for part in inner)
        for row in value if _is_rows(value) else (value,):
            lines += ["", f"[[{name}]]" if _is_rows(value) else f"[{name}]"]
            _table(row, inner, lines)


def _is_rows(value: object) -> bool:
    """A list of tables; an empty list is a plain one."""
    if isinstance(value, str) or not isinstance(value, Sequence) or not value:
        return False
    return all(isinstance(row, Mapping) for row in value)  # pyright: ignore[reportUnknownVariableType]


def _key(key: str) -> str:
    return key if _BARE.match(key) else quoted(key)


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, Sequence):
        parts = [_value(part) for part in value]  # pyright: ignore[reportUnknownVariableType]
        one = f"[{', '.join(parts)}]"
        return one if len(one) <= 90 else "[\n" + "".join(f"    {p},\n" for p in parts) + "]"
    raise TypeError(f"TOML has no form for {type(value).__name__}")


def quoted(text: str) -> str:
    """A TOML string. JSON writes the same escapes, but for one control sign."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
