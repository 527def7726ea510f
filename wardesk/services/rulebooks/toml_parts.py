"""TOML as a person writes a rulebook: a head for each part, one line for each small thing in it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from wardesk.documents.packs.pack_writer import quoted

_BARE = re.compile(r"[A-Za-z0-9_-]+\Z")
_WIDE = 96
"""Letters of a line that is not broken."""


def parts_text(values: Mapping[str, Any]) -> str:
    """A rulebook, or its charts, as a TOML document; empty lists and None are left out."""
    lines: list[str] = []
    later: list[str] = []
    for key, value in values.items():
        if _is_rows(value):
            for row in value:
                _part(key, row, later, many=True)
        elif isinstance(value, Mapping):
            _part(key, value, later, many=False)  # pyright: ignore[reportUnknownArgumentType]
        elif value not in (None, []):
            lines.append(f"{_key(key)} = {_inline(value)}")
    return "\n".join([*lines, *later]).strip() + "\n"


def _part(name: str, part: Mapping[str, Any], lines: list[str], *, many: bool) -> None:
    head = _key(name)
    lines += ["", f"[[{head}]]" if many else f"[{head}]"]
    tables: list[tuple[str, Mapping[str, Any]]] = []
    for key, value in part.items():
        if value is None:
            continue
        whole = f"{_key(key)} = {_inline(value)}"
        if len(whole) <= _WIDE:
            lines.append(whole)
        elif isinstance(value, Mapping):
            tables.append((key, value))  # pyright: ignore[reportUnknownArgumentType]
        elif isinstance(value, Sequence) and not isinstance(value, str):
            inside = "".join(f"  {_inline(one)},\n" for one in value)  # pyright: ignore[reportUnknownVariableType]
            lines.append(f"{_key(key)} = [\n{inside}]")
        else:
            lines.append(whole)
    for key, table in tables:
        lines.append(f"[{head}.{_key(key)}]")
        lines += [f"{_key(k)} = {_inline(value)}" for k, value in table.items()]


def _is_rows(value: object) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(r, Mapping) for r in value)  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]


def _key(key: str) -> str:
    return key if _BARE.match(key) else quoted(key)


def _inline(value: Any) -> str:  # noqa: ANN401 - plain values of TOML
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, Mapping):
        inside = ", ".join(f"{_key(str(k))} = {_inline(v)}" for k, v in value.items())  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, Sequence):
        return f"[{', '.join(map(_inline, value))}]"  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
    raise TypeError(f"TOML has no form for {type(value).__name__}")
