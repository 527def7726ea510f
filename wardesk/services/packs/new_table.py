"""A scenario pack for a table without rules: made from any map and counters, by wizard or line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct, structs

from wardesk.documents.maps.store import load_board
from wardesk.documents.packs.csv_forces import (
    CARDS,
    REQUIRED,
    fitted,
    read_csv_with_pictures,
    strange_columns,
)
from wardesk.documents.packs.pack_writer import NewPack, judge_place, slug, write_pack
from wardesk.engine.rules import Rules
from wardesk.engine.types import CreatePiece
from wardesk.errors import UserError
from wardesk.games.freeform import preview as table_preview
from wardesk.games.freeform.cards import COLUMNS as CARD_COLUMNS
from wardesk.games.freeform.forces import COLUMNS as COUNTER_COLUMNS
from wardesk.games.registry import make_rules
from wardesk.model.board import Board
from wardesk.model.look import CounterLook
from wardesk.words import say

GAME, SCENARIO = "freeform", "table"
MOST_SIDES = 6

SidePlan = Mapping[str, str]
"""``id``, ``name`` and, if they are chosen, ``field`` and ``bar``: the colours of its counters."""


class NewTable(Struct, frozen=True, kw_only=True):
    """What was made."""

    pack: str
    """The pack's folder."""
    scenario: str
    """The scenario's file, to be played by this name."""
    title: str
    sides: tuple[str, ...]
    counters: int
    cells: int
    cards: int = 0
    """Rows of cards."""
    left_out: tuple[str, ...] = ()
    """Columns of the tables that say nothing to a table without rules."""


class TablePlan(Struct, frozen=True, kw_only=True):
    """A table that may be made: a map, and what lies on it at first."""

    map: Path
    title: str = ""
    sides: Sequence[SidePlan] = ()
    """In the order of their turns; without any they are those of the counters."""
    counters: Sequence[Mapping[str, str]] = ()
    """Rows of a table of counters."""
    last_turn: int = 0
    cards: Sequence[Mapping[str, str]] = ()
    """Rows of a table of cards."""


def plan_rules(plan: TablePlan) -> tuple[Board, Rules[Any, Any]]:
    """Board and rules of *plan*: everything is read and judged, nothing is written.

    UserError with file, row and column, or with what else does not fit.
    """
    board = load_board(plan.map)
    if len(plan.sides) > MOST_SIDES:
        raise UserError(
            say("{number!s} sides are too many.", number=len(plan.sides)),
            say("{most_sides!s} is the most.", most_sides=MOST_SIDES),
        )
    setup = {
        "sides": [dict(side) for side in plan.sides],
        "forces": {"counter": list(plan.counters), "card": list(plan.cards)},
    }
    return board, make_rules(GAME, board, setup, {})


def judge_rows(plan: TablePlan) -> list[tuple[int, UserError]]:
    """What is wrong with the counters, by their number from 0, so that all can be shown at once.

    UserError when the map or the sides cannot be used at all.
    """
    setup = {"sides": [dict(side) for side in plan.sides]}
    return table_preview.judge_rows(setup, plan.counters, load_board(plan.map))


def judge_cards(sides: Sequence[SidePlan], rows: Sequence[Mapping[str, str]]) -> None:
    """UserError with row and column when the cards cannot be used."""
    table_preview.judge_cards(sides, rows)


def preview(sides: Sequence[SidePlan], row: Mapping[str, str]) -> CounterLook:
    """What a counter would look like. UserError when a field of it does not fit."""
    return table_preview.counter_look(sides, row)


def make_planned(plan: TablePlan, goal: Path) -> NewTable:
    """Make the pack folder *goal* with a copy of the map, so that it can be given away whole.

    UserError as `plan_rules`, or if *goal* is there already; nothing is left behind then.
    """
    judge_place(goal)
    board, rules = plan_rules(plan)
    title = plan.title.strip() or f"A free table: {board.title}"
    sides = [dict(side) for side in plan.sides] or [{"id": s, "name": s} for s in rules.sides]
    players = f"1–{len(sides)}" if len(sides) > 1 else "1"
    note = "The map says of itself that it is a reconstruction."
    new = NewPack(
        title=title,
        game=GAME,
        scenario=SCENARIO,
        scenario_row={
            "title": title,
            "players": players,
            "length": "as long as you like",
            "complexity": 1,
            "turns": plan.last_turn or 10,
            "blurb": "Any map, any counters, no rules.",
            "setup": {
                "last_turn": plan.last_turn,
                "dice": ["1d6", "2d6", "1d10"],
                "sides": sides,
            },
        },
        map=plan.map,
        counters=[{k: v for k, v in row.items() if k != "where"} for row in plan.counters],
        cards=[{k: v for k, v in row.items() if k != "where"} for row in plan.cards],
        reconstruction=[note] if board.reconstruction else [],
    )
    write_pack(goal, new)
    counters = [effect for effect in rules.setup()[0] if isinstance(effect, CreatePiece)]
    return NewTable(
        pack=str(goal),
        scenario=str(goal / "scenarios" / f"{SCENARIO}.toml"),
        title=title,
        sides=tuple(rules.sides),
        counters=len(counters),
        cards=len(plan.cards),
        cells=len(board.cells),
    )


def make_table(
    map_path: Path,
    counters: Path | None = None,
    sides: Sequence[str] = (),
    out: Path | None = None,
    cards: Path | None = None,
    columns: Mapping[str, str] | None = None,
) -> NewTable:
    """Make a pack from a map and CSV files of counters and *cards*.

    In *out* or a folder named after the map. *columns* says as what strange columns are taken; the
    other strange ones are left out.

    Without *counters* the table is bare; without *sides* they are those of the counters. UserError
    if map or counters cannot be used, or if *out* is there already; nothing is left behind then.
    """
    board = load_board(map_path)
    goal = out if out is not None else Path(f"{slug(board.id)}-table")
    judge_place(goal)
    named = [{"id": side, "name": side} for side in sides]
    taken = columns or {}
    rows, left = _table_rows(counters, REQUIRED, COUNTER_COLUMNS, taken)
    drawn, more = _table_rows(cards, CARDS, CARD_COLUMNS, taken)
    unused = sorted(taken.keys() - {*left, *more})
    if unused:
        raise UserError(
            say("There is no strange column {column!r}.", column=unused[0]),
            "Name a column of the file that a table does not know.",
        )
    plan = TablePlan(map=map_path, sides=named, counters=rows, cards=drawn)
    found = tuple(column for column in (*left, *more) if not taken.get(column))
    return structs.replace(make_planned(plan, goal), left_out=found)


def _table_rows(
    file: Path | None, required: Sequence[str], known: Sequence[str], taken: Mapping[str, str]
) -> tuple[list[dict[str, str]], list[str]]:
    """The rows of a CSV file as a table without rules knows them, and its strange columns."""
    if file is None:
        return [], []
    rows = read_csv_with_pictures(file, required)
    return fitted(rows, taken, known), list(strange_columns(rows, known))
