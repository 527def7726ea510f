"""A table for tests: lay units out, then give answers and dice one by one."""

from __future__ import annotations

from collections import Counter
from typing import Any

from wardesk.documents.maps.store import load_board
from wardesk.documents.packs.store import find_scenario
from wardesk.engine.kernel import Stamp, advance, begin, edit
from wardesk.engine.legality import check
from wardesk.engine.types import Cells, Choose, Outcome, Path, Pieces, Roll, SetPiece, replace
from wardesk.games.registry import make_rules
from wardesk.games.remagen.state import Turn, Unit
from wardesk.games.remagen.tables import TABLES

INFO = find_scenario("remagen/7-march-1945")


def make(**options: Any):
    """Rules over the shipped map and forces."""
    return make_rules("remagen", load_board(INFO.map), {**INFO.setup, **INFO.forces}, options)


RULES = make()


class Table:
    """A game in progress."""

    def __init__(self, rules, state, event, *, umpire: bool = False) -> None:
        self.rules, self.state, self.event, self.umpire = rules, state, event, umpire

    @property
    def ask(self):
        return self.state.ask

    @property
    def frame(self):
        return self.state.stack[-1]

    def unit(self, piece: str) -> Unit:
        return self.state.pieces[piece]

    def at(self, piece: str) -> str | None:
        return self.state.pieces[piece].at

    def give(self, answer, reason: str = ""):
        wrong = [r for r in check(self.rules, self.state, answer, umpire=self.umpire)[0]
                 if r.level == "illegal"]  # fmt: skip
        assert not wrong or self.umpire, wrong
        stamp = Stamp(id=self.event.id + 1, parent=self.event.id, reason=reason)
        self.event, self.state = advance(self.rules, self.state, answer, stamp, umpire=self.umpire)
        return self

    def choose(self, key: str):
        return self.give(Choose(key))

    def roll(self, *dice: int):
        assert self.ask.shape == "roll", self.ask
        return self.give(Roll(dice))

    def pick(self, *pieces: str):
        return self.give(Pieces(pieces))

    def cell(self, *cells: str):
        return self.give(Cells(cells))

    def go(self, pieces: str, *cells: str):
        return self.give(Path(tuple(pieces.split()), cells))

    def rule(self, reason: str = "", **value: Any):
        return self.give(Outcome(value), reason)

    def against(self, pieces: str, *cells: str) -> set[str]:
        """Cites of the reasons against sending pieces somewhere."""
        answer = Path(tuple(pieces.split()), cells)
        return {r.cite for r in check(self.rules, self.state, answer, umpire=False)[0]}

    def put(self, piece: str, cell: str):
        """An umpire's edit: *piece* stands in *cell*."""
        stamp = Stamp(id=self.event.id + 1, parent=self.event.id, author="test", reason="moved")
        put = (SetPiece(piece, "at", cell),)
        self.event, self.state = edit(self.rules, self.state, put, stamp, umpire=self.umpire)
        return self

    @property
    def keys(self) -> set[str]:
        return {c.key for c in self.ask.choices if not c.refused}

    def told(self) -> str:
        return "; ".join(line.text for line in self.event.story)


def units(*rows: str) -> dict[str, Unit]:
    """Rows such as ``us medium_tank K7``; numbers count by side and kind. ``x3`` = three."""
    count: Counter[str] = Counter()
    found: dict[str, Unit] = {}
    for row in rows:
        side, kind, at, *more = row.split()
        for _ in range(int(more[0][1:]) if more else 1):
            count[f"{side}-{kind}"] += 1
            name = f"{side}-{kind}-{count[f'{side}-{kind}']}"
            figures = TABLES.units[kind].figures
            found[name] = Unit(id=name, side=side, at=at, kind=kind, figures=figures)
    return found


def lay(
    step: str,
    *rows: str,
    turn: int = 4,
    rules=RULES,
    marks: dict[str, Any] | None = None,
    tracks: dict[str, int] | None = None,
    changes: dict[str, dict[str, Any]] | None = None,
    umpire: bool = False,
) -> Table:
    """A position at the beginning of a phase, with nobody but *rows* in the game."""
    _, first = begin(rules, umpire=umpire)
    pieces = units(*rows)
    for piece, fields in (changes or {}).items():
        pieces[piece] = replace(pieces[piece], **fields)
    state = replace(
        first,
        pieces=pieces,
        marks=marks or {},
        tracks={"turn": turn, "quota used": 0, **(tracks or {})},
        stack=(Turn(step=step),),
        ask=None,
    )
    event, state = edit(
        rules, state, (), Stamp(id=1, parent=0, author="test", reason="laid out"), umpire=umpire
    )
    return Table(rules, state, event, umpire=umpire)


def fresh(rules=RULES) -> Table:
    """The game as it begins."""
    event, state = begin(rules, umpire=False)
    return Table(rules, state, event)
