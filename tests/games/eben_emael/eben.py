"""A table for tests: lay a position out, then give answers and dice one by one."""

from __future__ import annotations

from random import Random
from typing import Any

from wardesk.documents.maps.store import load_board
from wardesk.documents.packs.store import find_scenario
from wardesk.engine.dice import SeededDice
from wardesk.engine.kernel import Stamp, advance, begin, edit
from wardesk.engine.legality import check
from wardesk.engine.types import (
    Allocate,
    Cells,
    Choose,
    Outcome,
    Path,
    Pieces,
    Roll,
    replace,
)
from wardesk.games.eben_emael.state import BELGIAN, FortCounter, Turn
from wardesk.games.registry import make_rules

INFO = find_scenario("eben-emael/historical")


def make(**options: Any):
    """Rules over the shipped map and forces."""
    setup = {**INFO.setup, **INFO.forces}
    return make_rules("eben-emael", load_board(INFO.map), setup, options)


RULES = make()
STAY = make(sallies="stay", march_fire="attack")
"""As games were played before counterattacks left after their battle."""


class Ready:
    """Tables of one scenario: `fresh` begins it, `lay` lays a position out."""

    def __init__(self, info: Any, options: dict[str, Any]) -> None:
        setup = {**info.setup, **info.forces}
        self.rules = make_rules("eben-emael", load_board(info.map), setup, options)
        self.fort = self.rules.setting.fort

    def fresh(self) -> Table:
        return fresh(self.rules)

    def lay(self, *args: Any, **more: Any) -> Table:
        return lay(*args, rules=self.rules, **more)


def ready(info: Any = None, **options: Any) -> Ready:
    """The full-readiness scenario, or another one."""
    return Ready(info or find_scenario("eben-emael/full-readiness"), options)


def sally(piece: str, at: str, men: int = 20, *, inside: bool = False, **more: Any) -> FortCounter:
    return FortCounter(
        id=piece,
        side=BELGIAN,
        at=at,
        kind="sally",
        name=piece,
        men=men,
        full_men=men,
        inside=inside,
        **more,
    )


def garrison(piece: str, at: str, men: int = 20, **more: Any) -> FortCounter:
    """Men who serve the weapons of a work, or of a post (*inside* = False), as garrisons do."""
    return replace(sally(piece, at, men, **{"inside": True, **more}), kind="garrison")


class Table:
    """A game in progress."""

    def __init__(self, rules, state, event, *, umpire: bool = False) -> None:
        self.rules, self.state, self.event, self.umpire = rules, state, event, umpire
        self.events = [event]

    @property
    def ask(self):
        return self.state.ask

    @property
    def pieces(self):
        return self.state.pieces

    def give(self, answer, reason: str = ""):
        stamp = Stamp(id=self.event.id + 1, parent=self.event.id, reason=reason)
        self.event, self.state = advance(self.rules, self.state, answer, stamp, umpire=self.umpire)
        self.events.append(self.event)
        return self

    def choose(self, key: str):
        return self.give(Choose(key))

    def roll(self, *dice: int):
        assert self.ask.shape == "roll", self.ask
        return self.give(Roll(dice))

    def pick(self, *pieces: str):
        return self.give(Pieces(pieces))

    def at(self, *cells: str):
        return self.give(Cells(cells))

    def go(self, piece: str, *cells: str):
        return self.give(Path((piece,), cells))

    def share(self, **amounts: int):
        return self.give(Allocate({k.replace("_", "-"): n for k, n in amounts.items()}))

    def rule(self, reason: str = "", **value: Any):
        return self.give(Outcome(value), reason)

    def against(self, answer) -> list[str]:
        """Cites of the reasons against *answer*."""
        return [r.cite for r in check(self.rules, self.state, answer, umpire=self.umpire)[0]]

    def against_path(self, piece: str, *cells: str) -> list[str]:
        """Cites of the reasons against a move."""
        return self.against(Path((piece,), cells))

    def told(self) -> str:
        return "; ".join(line.text for line in self.event.story)

    def finish(self, seed: int = 1):
        """Play at random to the end."""
        dice, rng, chances = SeededDice(seed), Random(seed), 0
        while self.ask is not None:
            if self.ask.who == "chance":
                self.give(dice.answer(self.ask, 0, chances))
                chances += 1
            elif self.ask.who == "umpire":
                self.give(Outcome(self.ask.proposed))
            else:
                self.give(self.rules.sample(self.state, rng))
        return self


def fresh(rules=RULES, *, umpire: bool = False) -> Table:
    """A game at its first question."""
    event, state = begin(rules, umpire=umpire)
    return Table(rules, state, event, umpire=umpire)


def lay(
    step: str,
    germans: dict[str, str] | None = None,
    belgians: tuple[FortCounter, ...] = (),
    *,
    rules=RULES,
    umpire: bool = False,
    turn: int = 3,
    marks: dict[str, Any] | None = None,
    german_hand: tuple[str, ...] = (),
    belgian_hand: tuple[str, ...] = (),
    tracks: dict[str, int] | None = None,
    changes: dict[str, dict[str, Any]] | None = None,
    without: tuple[str, ...] = (),
) -> Table:
    """A position in the middle of a turn: squads by sector, Belgian counters, the phase."""
    _, first = begin(rules, umpire=umpire)
    placed = germans or {}
    pieces = {}
    for piece in first.pieces.values():
        at = placed.get(piece.id) if piece.kind == "squad" else piece.at
        pieces[piece.id] = replace(piece, **{"at": at, **(changes or {}).get(piece.id, {})})
    pieces.update({b.id: b for b in belgians})
    for piece in without:
        del pieces[piece]
    used = {*german_hand, *belgian_hand}
    cups = {
        "pool": tuple(c for c in first.cups["pool"] if c not in used),
        "german_hand": german_hand,
        "belgian_hand": belgian_hand,
    }
    state = replace(
        first,
        pieces=pieces,
        marks=marks or {},
        tracks={**first.tracks, "turn": turn, "landed": 9, **(tracks or {})},
        cups=cups,
        stack=(Turn(step=step),),
        ask=None,
    )
    event, state = edit(
        rules, state, (), Stamp(id=1, parent=0, author="test", reason="laid out"), umpire=umpire
    )
    return Table(rules, state, event, umpire=umpire)
