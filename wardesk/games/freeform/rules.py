"""The rules object of a freeform table: a map, counters, and the manners of the table."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path as File
from random import Random
from typing import Any

import msgspec

from wardesk.engine.draft import Draft
from wardesk.engine.rules import Rules, veiled
from wardesk.engine.types import (
    Answer,
    Choose,
    CreatePiece,
    Effect,
    Path,
    Pieces,
    Reason,
    SetCup,
    SetMark,
    SetTrack,
    replace,
)
from wardesk.errors import UserError
from wardesk.games.freeform import (
    ch01_table,
    ch02_counters,
    ch03_chance,
    ch04_tracks,
    deeds,
    look,
    moves,
)
from wardesk.games.freeform import ch05_in_one_go as in_one_go
from wardesk.games.freeform.doing import anything_hidden, backs, regrouped
from wardesk.games.freeform.forces import read_counters
from wardesk.games.freeform.scenario import as_setup
from wardesk.games.freeform.setup import DEAD, EXIT, FROM, PAINTS, Setup, read_setup, slots
from wardesk.games.freeform.state import (
    DRAWN,
    NOTE,
    TURN,
    AnyFrame,
    Counter,
    Deed,
    Fact,
    State,
    Turn,
)
from wardesk.games.freeform.steps import steps
from wardesk.model.board import Board
from wardesk.model.deeds import DeedLook
from wardesk.model.look import SideLook, TableLook
from wardesk.model.piece_record import PieceRecord
from wardesk.model.rulebook import read_rulebook
from wardesk.words import say

CHAPTERS = (ch01_table, ch02_counters, ch03_chance, ch04_tracks)
"""Importing a chapter registers its steps."""

HANDS = ("any", "own")
"""Values of the option ``hands``: which counters a side may touch (FF 1.2)."""


class FreeformRules(Rules[Counter, AnyFrame]):
    """Any board with anything on it. Holds no state of a game."""

    id = "freeform"
    title = "Freeform"
    piece_type = Counter
    state_type = State
    event_type = Fact
    steps = steps.table

    def __init__(self, board: Board, setup: Mapping[str, Any], options: Mapping[str, Any]) -> None:
        self.board = board
        self.layout = read_setup(setup, board)
        self.turns = self.layout.last_turn
        self.sides = self.layout.side_ids
        self.boxes = tuple(box.id for box in self.layout.boxes)
        self.side_names: Mapping[str, str] = {side.id: side.name for side in self.layout.sides}
        self.record = _record(self.layout)
        self.counters = read_counters(setup.get("forces", {}), self.layout, board)
        self.own_hands = _hands(options) == "own"
        self.facings = 6 if board.kind == "hex" else 8
        """How many ways a counter can face."""
        self.rulebook = read_rulebook(File(__file__).with_name("rulebook.toml"))
        self.side_looks = tuple(
            SideLook(
                side.id,
                side.name,
                side.field or PAINTS[number % len(PAINTS)][0],
                side.bar or PAINTS[number % len(PAINTS)][1],
                slot,
            )
            for number, (side, slot) in enumerate(
                zip(self.layout.sides, slots(self.layout.sides), strict=True)
            )
        )
        self.digest = self._digest(options)

    def _digest(self, options: Mapping[str, Any]) -> str:
        parts = (
            msgspec.json.encode(self.layout),
            msgspec.json.encode(self.counters),
            msgspec.json.encode(dict(options), order="sorted"),
            self.board.digest.encode(),
        )
        return hashlib.sha256(b"\0".join(parts)).hexdigest()

    def next_side(self, side: str) -> str:
        """Who is up after *side*."""
        return self.sides[(self.sides.index(side) + 1) % len(self.sides)]

    # ---- playing --------------------------------------------------------------------------------

    def setup(self) -> tuple[Sequence[Effect], tuple[AnyFrame, ...]]:
        """Everything where the scenario puts it; the first side is up."""
        effects: list[Effect] = [CreatePiece(counter) for counter in self.counters]
        effects.append(SetTrack(TURN, self.layout.turn))
        effects += [SetTrack(track.id, track.value) for track in self.layout.tracks]
        for cup in self.layout.cups:
            effects += [SetCup(cup.id, cup.items), SetCup(f"{cup.id}{DRAWN}", ())]
        effects += [SetMark(f"{row.place}/{row.mark}", True) for row in self.layout.ground]
        effects += [
            SetMark(f"{NOTE}{number}", text) for number, text in enumerate(self.layout.notes, 1)
        ]
        return effects, (Turn(step="now", side=self.layout.first or self.sides[0]),)

    def check(self, state: State, answer: Answer) -> Sequence[Reason]:
        """A move must go somewhere; a group stands in one place (FF 2.1, FF 2.6)."""
        match answer:
            case Path(pieces=pieces, cells=cells):
                if all(state.pieces[p].at == cells[-1] for p in pieces if p in state.pieces):
                    return (Reason("It is there already", "FF 2.1", at=cells[-1]),)
            case Choose(key=key, words=words) if words and state.ask is not None:
                draft: Draft[FreeformRules] = Draft(self, state, umpire=False)
                return in_one_go.reasons(draft, state.ask.who, key, words)
            case Pieces(pieces=pieces) if state.ask is not None and state.ask.kind == "group":
                if len({state.pieces[p].at for p in pieces if p in state.pieces}) > 1:
                    return (Reason("A group stands in one place", "FF 2.6"),)
            case _:
                pass
        return ()

    def alive(self, state: State, frame: AnyFrame) -> bool:
        """Something done to counters ends when they are gone."""
        return not isinstance(frame, Deed) or all(p in state.pieces for p in frame.pieces)

    def reach(self, state: State, pieces: Sequence[str]) -> Mapping[str, Sequence[Reason]]:
        """Every place of the map: nobody counts movement points (FF 2.1)."""
        if state.ask is None or state.ask.shape != "path" or not pieces:
            return {}
        return dict.fromkeys(self.board.cells, ())

    def route(self, state: State, pieces: Sequence[str], goal: str) -> tuple[str, ...]:
        """Straight there."""
        del state, pieces
        return (goal,) if goal in self.board.cells else ()

    # ---- secrets --------------------------------------------------------------------------------

    def view(self, state: State, side: str) -> State:
        """The table as *side* sees it: some counters not at all, some by their backs (FF 2.7).

        While anything is hidden, what the others are asked stays theirs, or the list of counters
        in a question would give it away.
        """
        if side not in self.sides or not anything_hidden(state, side):
            return state
        pieces = {name: c for name, c in state.pieces.items() if c.seen_by(side)}
        pieces |= backs(state.pieces.values(), side)
        pieces |= regrouped(pieces.values())
        ask = state.ask
        if ask is None or ask.who not in self.sides or ask.who == side:
            return replace(state, pieces=pieces)
        up = next(frame.side for frame in state.stack if isinstance(frame, Turn))
        return replace(state, pieces=pieces, ask=veiled(ask), stack=(Turn(step="now", side=up),))

    # ---- players and screens --------------------------------------------------------------------

    def options(self, state: State, n: int, rng: Random) -> list[Answer]:
        """Legal answers: every open button, and *n* moves or picks at random."""
        return moves.options(self, state, n, rng)

    def policy(self, state: State, rng: Random) -> Answer:
        """The scripted player passes."""
        del rng
        return moves.passing(state)

    def score(self, state: State, side: str) -> float:
        """Even, until the players have said who won."""
        if state.result is None or not state.result.winner:
            return 0.5
        return float(state.result.winner == side)

    def as_setup(self, state: State) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """The scenario that begins with everything where it lies in *state* (FF 1.1)."""
        return as_setup(self, state)

    def deeds(
        self, state: State, pieces: Sequence[str] = (), cell: str = ""
    ) -> tuple[DeedLook, ...]:
        """What the side that is up can do in one go (FF 1.1)."""
        return deeds.deeds(self, state, pieces, cell)

    def look(self, state: State) -> TableLook:
        """Everything on the table as data to draw."""
        return look.table(self, state)


def _record(layout: Setup) -> PieceRecord:
    """What a campaign reads: boxes called ``dead``, ``exit…`` and ``from…`` mean what they say."""
    ids = [box.id for box in layout.boxes]
    return PieceRecord(
        steps="steps",
        dead=tuple(one for one in ids if one == DEAD),
        exits=tuple((box.id, box.title) for box in layout.boxes if box.id.startswith(EXIT)),
        stays=tuple(one for one in ids if one.startswith(FROM)),
        aside_is_lost=False,
    )


def _hands(options: Mapping[str, Any]) -> str:
    unknown = sorted(set(options) - {"hands"})
    if unknown:
        raise UserError(
            say("There is no option {unknown!r}.", unknown=unknown[0]), "The only option is hands."
        )
    value = str(options.get("hands", HANDS[0]))
    if value not in HANDS:
        raise UserError(
            say(
                "The option hands is {hands!s}, not {value!r}.",
                hands=" or ".join(HANDS),
                value=value,
            )
        )
    return value
