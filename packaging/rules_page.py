"""The page on rules that are data, made from the structs that read them and their docstrings."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SCHEMA = ROOT / "wardesk" / "games" / "written" / "schema.py"
HEAD = """# Rules as data: the format

This page is made from the program (`python packaging/reference.py`).

A game can be a pack without any program: its rules, charts, counters and victory are data,
played by the game package `written`. *Battle for Moscow* (`campaigns/battle-for-moscow`) is the
whole of an example. Such a pack holds

| file | what is in it |
|---|---|
| `pack.toml` | as in any pack, with `game = "written"` |
| `rules.toml` | the rulebook: each entry below, but the charts |
| `charts.toml` | the charts, as `[[chart]]` |
| `counters.csv` | a line for each counter |
| `maps/…` | maps of hexes, squares or areas |
| `scenarios/*.toml` | as in any pack; `[setup]` is a `ScenarioSetup` |

**Counters.** The columns `id`, `name`, `side`, `class` must be there; `symbol`, `echelon`,
`group`, `place`, `turn`, `face`, `state` and `count` may. Each value of the rules is a column of
its own name; `strength.2` is the figure of the second face, and a counter has a step for each
face. `place` is a cell, a place of the rules (it arrives there on its `turn`), `start:` and a
side (the next cell of the scenario's list), or `pool`. The columns `stripe`, `field` and
`corner` are colours, `#rrggbb`. What the rules do not know stands in the margin of the counter.

**Layers.** A scenario's `[charts]` lays other cells over the charts of its pack:
`chart.crt.rows.3.3 = "EX"`; the chart on the screen says so at the cell.

**Three levels.** A part says by `by` who does it: the program does it and refuses what is
against it, proposes it and warns, or only says it and notes. A phase of the kind `hand` belongs
to the players.

**Faults.** Names that do not exist, charts with holes, results that nobody explains, checks that
lead to themselves, nobody who wins: such a book is refused with its file and entry, at the table
and in the workshop.

**What it does not carry.** Facing, tables of combined arms, simultaneous orders, cards, units
that break down into others, air and naval boxes, overruns and reactions during movement. **What
may be written and is not played yet**, so that the faults warn of it: hidden strengths, moves
one counter in turn (`alternate`), hits, fire back, retreats that push friends away, advances of
more than one cell, exits from the map, the cost of the cell of arrival, hooks. Under `by` other
than *program* results of combat are still worked out by the program.
"""

_WORDS = {
    "Id": "id", "Ids": "list of ids", "Name": "short text", "Words": "text", "str": "text",
    "Count": "0 to 9999", "Amount": "-9999 to 9999", "Amounts": "table of id to number",
    "Numbers": "list of numbers", "TurnFigures": "table of turn to number", "Times": "`[n, of]`",
    "Cells": "list of cells", "DiceName": "dice, such as `2d6`", "Doing": "list of Do",
    "Modifiers": "list of Modifier", "Price": "points or `no`", "bool": "`true` or `false`",
    "Prices": "table of tables of points or `no`", "PlacesBySide": "table of side to ids",
    "int": "number",
}  # fmt: skip
"""Names of types in words."""

_LISTED = {
    node.targets[0].id: node.value
    for node in ast.parse(SCHEMA.read_text("utf-8")).body
    if isinstance(node, ast.Assign)
    and isinstance(node.targets[0], ast.Name)
    and ast.unparse(node.value).startswith("Literal")
}
"""Names of lists of words."""


def rules_page() -> str:
    """The page: every struct in the order of the file, its fields, and what is usual."""
    tree = ast.parse(SCHEMA.read_text("utf-8"))
    found = [HEAD]
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            found.append(f"\n## {node.name}\n\n{_text(ast.get_docstring(node))}\n")
            rows = list(_fields(node))
            if rows:
                found.append(
                    "\n| entry | what it may be | usual | what it is |\n|---|---|---|---|\n"
                )
                found += rows
    return "".join(found)


def _fields(node: ast.ClassDef) -> Iterator[str]:
    """A row for each field, with the string below it."""
    for number, one in enumerate(node.body):
        if not isinstance(one, ast.AnnAssign) or not isinstance(one.target, ast.Name):
            continue
        below = node.body[number + 1] if number + 1 < len(node.body) else None
        said = ""
        if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
            said = _text(str(below.value.value))
        usual = f"`{_text(ast.unparse(one.value))}`" if one.value is not None else "must be said"
        kind = _text(_kind(one.annotation))
        yield f"| `{one.target.id}` | {kind} | {usual} | {said} |\n"


def _kind(node: ast.expr) -> str:
    """A type in a few words: lists of words are listed."""
    match node:
        case ast.Subscript(value=ast.Name(id="Annotated"), slice=ast.Tuple(elts=[inner, *_])):
            return _kind(inner)
        case ast.Subscript(value=ast.Name(id="Literal"), slice=ast.Tuple(elts=words)):
            return ", ".join(f"`{ast.literal_eval(w) or '(nothing)'}`" for w in words)
        case ast.Subscript(value=ast.Name(id="Literal"), slice=word):
            return f"`{ast.unparse(word)}`"
        case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=[inner, *_])):
            return f"list of {_kind(inner)}"
        case ast.Subscript(value=ast.Name(id="dict"), slice=ast.Tuple(elts=[_, value])):
            return f"table of {_kind(value)}"
        case ast.BinOp(left=left, right=right):
            return f"{_kind(left)} or {_kind(right)}"
        case ast.Name(id=name) if name in _LISTED:
            return _kind(_LISTED[name])
        case _:
            return _WORDS.get(ast.unparse(node), ast.unparse(node))


def _text(words: str | None) -> str:
    return " ".join((words or "").replace("``", "`").split()).replace("|", "\\|")
