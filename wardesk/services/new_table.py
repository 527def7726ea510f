"""A scenario pack for a table without rules: made from any map and a table of counters."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from wardesk.documents.csv_forces import read_csv_forces
from wardesk.documents.maps import load_board, read_map, write_map
from wardesk.documents.packs import read_pack, read_scenario
from wardesk.errors import UserError
from wardesk.games.registry import make_rules

GAME, SCENARIO, MAP = "freeform", "table", "map"
_NOT_ID = re.compile(r"[^a-z0-9]+")
_IS_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,63}\Z")


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


def make_table(
    map_path: Path,
    counters: Path | None = None,
    sides: Sequence[str] = (),
    out: Path | None = None,
) -> NewTable:
    """Make the pack folder *out* with a copy of the map, so that it can be given away whole.

    Without *counters* the table is bare; without *sides* they are those of the counters. UserError
    if map or counters cannot be used, or if *out* is there already; nothing is left behind then.
    """
    board = load_board(map_path)
    goal = out if out is not None else Path(f"{_slug(board.id)}-table")
    _judge_place(goal)
    rows = read_csv_forces(counters) if counters is not None else []
    side_rows = [{"id": side, "name": side} for side in sides]
    # The rules read everything once before anything is written.
    rules = make_rules(GAME, board, {"sides": side_rows, "forces": {"counter": rows}}, {})
    title = f"A free table: {board.title}"
    goal.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{goal.name}.", dir=goal.parent) as folder:
        made = Path(folder) / goal.name
        for part in ("scenarios", "maps"):
            (made / part).mkdir(parents=True)
        write_map(read_map(map_path), made / "maps" / MAP)
        if counters is not None:
            (made / "forces.csv").write_bytes(counters.read_bytes())
        _write(made / "pack.toml", _pack_lines(goal.name, title, board.reconstruction))
        _write(made / "scenarios" / f"{SCENARIO}.toml", _scenario_lines(title, rules.sides))
        read_scenario(read_pack(made), SCENARIO)
        made.rename(goal)
    return NewTable(
        pack=str(goal),
        scenario=str(goal / "scenarios" / f"{SCENARIO}.toml"),
        title=title,
        sides=tuple(rules.sides),
        counters=len(rules.setup()[0]) - 1,  # all effects but the turn record make a counter
        cells=len(board.cells),
    )


def _judge_place(goal: Path) -> None:
    if not _IS_ID.match(goal.name):
        raise UserError(
            f"{goal.name!r} cannot be the name of a pack.",
            "Name the folder with small letters, digits and dashes.",
        )
    if goal.exists():
        raise UserError(f"{goal} is there already.", "Choose another folder with --out.")


def _slug(text: str) -> str:
    return _NOT_ID.sub("-", text.lower()).strip("-")[:40] or "free"


def _quoted(text: str) -> str:
    """A TOML string. JSON writes the same escapes, but for one control sign."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _pack_lines(name: str, title: str, reconstruction: bool) -> list[str]:
    notes = ["The map says of itself that it is a reconstruction."] if reconstruction else []
    return [
        "# A table without rules, made by `wardesk new-table`.",
        f"id = {_quoted(name)}",
        f"title = {_quoted(title)}",
        f"game = {_quoted(GAME)}",
        f"scenarios = [{_quoted(SCENARIO)}]",
        f"reconstruction = [{', '.join(_quoted(note) for note in notes)}]",
    ]


def _scenario_lines(title: str, sides: Sequence[str]) -> list[str]:
    lines = [
        f"title = {_quoted(title)}",
        f'map = "maps/{MAP}"',
        f"players = {_quoted(f'1–{len(sides)}' if len(sides) > 1 else '1')}",
        'length = "as long as you like"',
        "complexity = 1",
        "# How many turns a card shows; setup.last_turn ends the game (0 = it goes on).",
        "turns = 10",
        'blurb = "Any map, any counters, no rules."',
        "",
        "[setup]",
        "last_turn = 0",
        'dice = ["1d6", "2d6", "1d10"]',
        "# Also: boxes, cups, tracks and marks; the pack “freeform” shows how.",
    ]
    for side in sides:
        lines += ["", "[[setup.sides]]", f"id = {_quoted(side)}", f"name = {_quoted(side)}"]
    return lines


def _write(file: Path, lines: Sequence[str]) -> None:
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
