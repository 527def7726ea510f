"""``wardesk map sight``, ``viewshed``, ``exposure``: who sees whom on a map, and why not.

Exit 0: an answer was given; 2: bad use, or the map cannot be read.
"""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from wardesk.cli.output import AsJson, MapPath, print_json, show, write_viewshed
from wardesk.errors import UserError
from wardesk.words import cited, join, say

if TYPE_CHECKING:
    from wardesk.geometry.sight.policy import SightPolicy
    from wardesk.model.board import Board
    from wardesk.model.sight import SightEvent

# Everything that needs shapely is imported inside the commands, so that `--help` stays quick.

Policy = Annotated[
    str, typer.Option("--policy", help="A sight rule of the map's palette, or one that ships.")
]
Blocks = Annotated[
    list[str] | None,
    typer.Option("--blocks", help="Try a rule of your own: terrain that blocks. Repeat for more."),
]
Target = Annotated[
    str, typer.Option("--target", help="Class of the target, for its range: vehicle, foot.")
]
Conditions = Annotated[
    list[str] | None, typer.Option("--condition", help="A condition that shortens lines: night.")
]
Picture = Annotated[
    Path | None, typer.Option("--png", help="Where to paint a picture of it.", metavar="FILE")
]


def register(app: typer.Typer) -> None:
    """Add the commands to ``wardesk map``."""
    app.command("sight")(sight)
    app.command("viewshed")(viewshed)
    app.command("exposure")(exposure)


def sight(
    path: MapPath,
    a: Annotated[str, typer.Argument(help="The cell to look from.")],
    b: Annotated[str, typer.Argument(help="The cell to look at.")],
    policy: Policy = "",
    blocks: Blocks = None,
    target: Target = "",
    condition: Conditions = None,
    as_json: AsJson = False,
) -> None:
    """Tell whether two cells see each other, and what lies on the line between them."""
    board, rule = _prepared(path, policy, blocks)
    _require_cells(board, a, b)
    _require_words(rule, target, condition)
    conditions = tuple(condition or ())
    found = board.sight(a, b, rule, target or None, conditions=conditions)
    if as_json:
        print_json(found)
        return
    ends = {"a": _named(board, a), "b": _named(board, b), "distance": found.distance}
    show(
        say("{a} sees {b}, {distance} cells away.", **ends)
        if found.clear
        else say("{a} does not see {b}, {distance} cells away.", **ends)
    )
    show(cited(found.reason, found.cite))
    for event in found.events:
        if event.weight or event.kind in ("cell", "fork", "line"):
            show(_event_words(event), 2)
    _show_rule(rule, board)


def viewshed(
    path: MapPath,
    a: Annotated[str, typer.Argument(help="The cell to look from.")],
    reach: Annotated[int, typer.Option("--reach", min=0, help="Cells at most; 0 = all.")] = 0,
    policy: Policy = "",
    blocks: Blocks = None,
    target: Target = "",
    condition: Conditions = None,
    png: Picture = None,
    as_json: AsJson = False,
) -> None:
    """List every cell that can be seen from a cell, or paint them on the map."""
    board, rule = _prepared(path, policy, blocks)
    _require_cells(board, a)
    _require_words(rule, target, condition)
    conditions = tuple(condition or ())
    seen = board.viewshed(a, reach or None, rule, target or None, conditions=conditions)
    if png is not None:
        write_viewshed(board, a, seen, png)
    cells = [cell for cell in board.cells if cell in seen]
    if as_json:
        answer = {"from": a, "reach": reach, "policy": rule.id, "seen": cells}
        if png is not None:
            answer["png"] = str(png)
        print_json(answer)
        return
    values = {"a": _named(board, a), "seen": len(cells), "cells": len(board.cells)}
    show(
        say("{a} sees {seen} of {cells} cells within {reach} cells:", reach=reach, **values)
        if reach
        else say("{a} sees {seen} of {cells} cells:", **values)
    )
    print(textwrap.fill(" ".join(cells), 100, initial_indent="  ", subsequent_indent="  "))
    _show_rule(rule, board)
    if png is not None:
        show(say("The picture is in {file!s}.", file=png))


def exposure(
    path: MapPath,
    reach: Annotated[int, typer.Option("--reach", min=1, help="Cells at most.")] = 8,
    policy: Policy = "",
    blocks: Blocks = None,
    as_json: AsJson = False,
) -> None:
    """Tell from how many cells each cell is seen: where to look from, and where to hide."""
    board, rule = _prepared(path, policy, blocks)
    seen_by = board.exposure(reach, rule)
    if as_json:
        answer = {"reach": reach, "policy": rule.id, "seen_by": seen_by}
        print_json(answer)
        return
    by_number: dict[int, list[str]] = {}
    for cell, number in seen_by.items():
        by_number.setdefault(number, []).append(cell)
    show(say("Seen from so many cells within {reach}:", reach=reach))
    for number in sorted(by_number, reverse=True):
        cells = textwrap.wrap(" ".join(by_number[number]), 92)
        print(f"{number:6}  " + "\n        ".join(cells))
    _show_rule(rule, board)


def _prepared(path: Path, policy: str, blocks: list[str] | None) -> tuple[Board, SightPolicy]:
    """The board and the rule to ask: the one named, one made of kinds, or the palette's first."""
    from wardesk.documents.maps.shipped import shipped_policies
    from wardesk.documents.maps.store import load_board
    from wardesk.geometry.sight.policy import PLAIN, SightPolicy

    board = load_board(path)
    if blocks:
        unknown = [kind for kind in blocks if kind not in board.palette.terrain]
        if unknown:
            known = ", ".join(board.palette.terrain)
            text = say("The map's palette has no terrain “{unknown}”.", unknown=unknown[0])
            raise UserError(text, say("It has: {known}.", known=known))
        title = say("blocked by {kinds}", kinds=join(", ", blocks))
        return board, SightPolicy(id="tried", title=title, cells=dict.fromkeys(blocks, 1))
    if not policy:
        return board, next(iter(board.palette.sight.values()), PLAIN)
    rules = {**shipped_policies(), **board.palette.sight}
    if policy not in rules:
        raise UserError(
            say("There is no sight rule “{policy!s}”.", policy=policy),
            say("There are: {rules!s}.", rules=", ".join(rules)),
        )
    return board, rules[policy]


def _require_cells(board: Board, *cells: str) -> None:
    for cell in cells:
        if cell not in board.cells:
            some = ", ".join(list(board.cells)[:6])
            raise UserError(
                say("The map has no cell “{cell}”.", cell=cell),
                say("Its cells are called {some} …", some=some),
            )


def _require_words(rule: SightPolicy, target: str, conditions: list[str] | None) -> None:
    if target and target not in rule.ranges:
        known = ", ".join(rule.ranges) or say("none")
        raise UserError(
            say("The rule knows no targets “{target}”.", target=target),
            say("It knows: {known}.", known=known),
        )
    for condition in conditions or ():
        if condition not in rule.conditions:
            known = ", ".join(rule.conditions) or say("none")
            raise UserError(
                say("The rule knows no condition “{condition}”.", condition=condition),
                say("It knows: {known}.", known=known),
            )


def _named(board: Board, cell: str) -> str:
    name = board.cells[cell].name
    return cell if name == cell else join(" ", (cell, name))


def _event_words(event: SightEvent) -> str:
    mark = "* " if event.blocks else "  "
    place = f"{event.start[0]:.0f}, {event.start[1]:.0f}"
    if event.kind == "fork":
        left, right = (_branch_words(branch) for branch in (event.left, event.right))
        what = say("fork: left {left}; right {right}", left=left, right=right)
    else:
        what = _place_words(event)
    if event.weight:
        what = say("{what}, weight {weight}", what=what, weight=event.weight)
    return join("", (mark, say("{what}  (at {place!s})", what=what, place=place)))


def _place_words(event: SightEvent) -> str:
    cells = join("/", [cell or say("off the map") for cell in event.cells])
    return join(" ", [part for part in (cells, event.name) if part])


def _branch_words(branch: tuple[SightEvent, ...]) -> str:
    told = [_place_words(one) for one in branch if one.kind == "cell" or one.weight]
    return join(", ", told) or say("nothing")


def _show_rule(rule: SightPolicy, board: Board) -> None:
    title = rule.title or rule.id
    show(
        say("Rule: {rule}. This map is a reconstruction.", rule=title)
        if board.reconstruction
        else say("Rule: {rule}.", rule=title)
    )
