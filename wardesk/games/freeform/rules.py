"""The rules object of a freeform table: a map, counters, and the manners of the table."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path as File
from random import Random
from typing import Any

import msgspec
from msgspec import Struct

from wardesk.engine.cached import cached_property
from wardesk.engine.draft import Draft
from wardesk.engine.rules import Rules, Showing, Thinking, listed, veiled
from wardesk.engine.types import (
    Answer,
    Choose,
    CreatePiece,
    Decision,
    Effect,
    Path,
    Pieces,
    Reason,
    SetCup,
    SetMark,
    SetTrack,
    replace,
)
from wardesk.games.freeform import (
    actions,
    ch01_table,
    ch02_counters,
    ch03_chance,
    ch04_tracks,
    ch06_cards,
    look,
)
from wardesk.games.freeform import ch05_in_one_go as in_one_go
from wardesk.games.freeform.cards import laid_out, veiled_cups
from wardesk.games.freeform.ch01_table import END, PASS
from wardesk.games.freeform.permissions import BACK, anything_hidden, backs, regrouped, steps
from wardesk.games.freeform.scenario import as_setup
from wardesk.games.freeform.setting import Setting, read_setting
from wardesk.games.freeform.setup import DEAD, EXIT, FROM, Setup
from wardesk.games.freeform.state import (
    DRAWN,
    NOTE,
    TURN,
    AnyFrame,
    Counter,
    Fact,
    SingleDeed,
    State,
    Turn,
)
from wardesk.games.shared.kept_looks import KeptLooks
from wardesk.model.board import Board
from wardesk.model.deeds import DeedLook
from wardesk.model.look import CounterFact, TableLook, TrackLook, TurnMoment
from wardesk.model.piece_record import PieceRecord
from wardesk.model.rulebook import read_rulebook
from wardesk.words import say

CHAPTERS = (ch01_table, ch02_counters, ch03_chance, ch04_tracks, ch06_cards)
"""Importing a chapter registers its steps."""

END_ODDS = 0.05
"""How often ending the game is among the answers on offer: a random game should see some play."""


class FreeformRules(
    Rules[Counter, AnyFrame], Showing[Counter, AnyFrame], Thinking[Counter, AnyFrame]
):
    """Any board with anything on it. Holds no state of a game."""

    id = "freeform"
    title = say("Freeform")
    piece_type = Counter
    state_type = State
    event_type = Fact
    steps = steps.table
    looks_ahead = False
    endings = frozenset((f"now/{PASS}", f"now/{END}"))

    def __init__(self, board: Board, setup: Mapping[str, Any], options: Mapping[str, Any]) -> None:
        self.board = board
        self._setting = read_setting(board, setup, options)
        layout = self.setting.layout
        self.turns = layout.last_turn
        self.sides = layout.side_ids
        self.boxes = tuple(box.id for box in layout.boxes)
        self.record = _record(layout)
        self.rulebook = read_rulebook(File(__file__).with_name("rulebook.toml"))
        parts = (
            msgspec.json.encode(_as_before(layout)),
            msgspec.json.encode([_as_before(counter) for counter in self.setting.counters]),
            *(msgspec.json.encode(card) for card in self.setting.cards.values()),
            msgspec.json.encode(dict(options), order="sorted"),
            board.digest.encode(),
        )
        self.digest = hashlib.sha256(b"\0".join(parts)).hexdigest()

    @property
    def setting(self) -> Setting:
        """What the chapters read."""
        return self._setting

    # ---- playing --------------------------------------------------------------------------------

    def setup(self) -> tuple[Sequence[Effect], tuple[AnyFrame, ...]]:
        """Everything where the scenario puts it; the first side is up."""
        layout = self.setting.layout
        effects: list[Effect] = [CreatePiece(counter) for counter in self.setting.counters]
        effects.append(SetTrack(TURN, layout.turn))
        effects += [SetTrack(track.id, track.value) for track in layout.tracks]
        for cup in layout.cups:
            effects += [SetCup(cup.id, cup.items), SetCup(f"{cup.id}{DRAWN}", ())]
        laid = laid_out(self.setting.decks, tuple(self.setting.cards.values()), self.sides)
        effects += [SetCup(cup, items) for cup, items in laid.items()]
        effects += [SetMark(f"{row.place}/{row.mark}", True) for row in layout.ground]
        effects += [SetMark(f"{NOTE}{number}", text) for number, text in enumerate(layout.notes, 1)]
        return effects, (Turn(step="now", side=layout.first or self.sides[0]),)

    def check(self, state: State, answer: Answer) -> Sequence[Reason]:
        """A move must go somewhere; a group stands in one place (FF 2.1, FF 2.6)."""
        match answer:
            case Path(pieces=pieces, cells=cells):
                if all(state.pieces[p].at == cells[-1] for p in pieces if p in state.pieces):
                    return (Reason(say("It is there already"), "FF 2.1", at=cells[-1]),)
            case Choose(key=key, words=words) if words and state.ask is not None:
                draft: Draft[Setting] = Draft(self, state, umpire=False)
                return in_one_go.reasons(draft, state.ask.who, key, words)
            case Pieces(pieces=pieces) if state.ask is not None and state.ask.kind == "group":
                if len({state.pieces[p].at for p in pieces if p in state.pieces}) > 1:
                    return (Reason(say("A group stands in one place"), "FF 2.6"),)
            case _:
                pass
        return ()

    def alive(self, state: State, frame: AnyFrame) -> bool:
        """Something done to counters ends when they are gone."""
        return not isinstance(frame, SingleDeed) or all(p in state.pieces for p in frame.pieces)

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

        Of decks and other sides' hands it knows how many cards there are (FF 6.1).

        While anything is hidden, what the others are asked stays theirs, or the list of counters
        in a question would give it away.
        """
        if side not in self.sides or not anything_hidden(self.setting, state, side):
            return state
        cups = veiled_cups(self.setting.decks, state.cups, side, self.sides)
        pieces = {name: c for name, c in state.pieces.items() if c.seen_by(side)}
        pieces |= backs(state.pieces.values(), side, self.setting.card_backs)
        pieces |= regrouped(pieces.values())
        ask = state.ask
        if ask is None or ask.who not in self.sides or ask.who == side:
            return replace(state, pieces=pieces, cups=cups)
        up = next(frame.side for frame in state.stack if isinstance(frame, Turn))
        stack = (Turn(step="now", side=up),)
        return replace(state, pieces=pieces, cups=cups, ask=veiled(ask), stack=stack)

    # ---- players and screens --------------------------------------------------------------------

    def options(self, state: State, n: int, rng: Random) -> list[Answer]:
        """Legal answers: every button that is open, and up to *n* moves or picks at random."""
        ask = state.ask
        if ask is None:
            return []
        if ask.shape == "roll":
            return listed(ask, n, rng)
        if ask.kind != "now":
            return [a for a in listed(ask, n, rng) if not self.check(state, a)]
        ending = rng.random() < END_ODDS
        open_ = [c.key for c in ask.choices if not c.refused and (ending or c.key != END)]
        buttons: list[Answer] = [Choose(key) for key in open_]
        return buttons + self._moves(state, ask, n, rng)

    def _moves(self, state: State, ask: Decision, n: int, rng: Random) -> list[Answer]:
        if not ask.pieces:
            return []
        moves: dict[tuple[str, str], Answer] = {}
        cells = tuple(self.board.cells)
        for _ in range(n):
            piece, cell = rng.choice(ask.pieces), rng.choice(cells)
            answer = Path((piece,), (cell,))
            if not self.check(state, answer):
                moves[piece, cell] = answer
        return list(moves.values())

    def policy(self, state: State, rng: Random) -> Answer:
        """Pass, or go back; where neither can be, the first button. ValueError without a question.

        Nobody can know what a game without rules wants, so its scripted player keeps out of the
        way.
        """
        del rng
        if state.ask is None:
            raise ValueError("nothing is asked")
        open_ = [c.key for c in state.ask.choices if not c.refused]
        for key in (PASS, BACK, *open_):
            if key in open_:
                return Choose(key)
        raise ValueError(f"no way out of {state.ask.kind}")

    def score(self, state: State, side: str) -> float:
        """Even, until the players have said who won."""
        if state.result is None or not state.result.winner:
            return 0.5
        return float(state.result.winner == side)

    def as_setup(self, state: State) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
        """The scenario that begins with everything where it lies in *state* (FF 1.1)."""
        return as_setup(self.setting, state)

    def deeds(
        self, state: State, pieces: Sequence[str] = (), cell: str = ""
    ) -> tuple[DeedLook, ...]:
        """What the side that is up can do in one go (FF 1.1)."""
        return actions.deeds(self.setting, state, pieces, cell)

    def look(self, state: State) -> TableLook:
        """Everything on the table as data to draw."""
        return look.table(self.setting, state, self._kept)

    def tracks(self, state: State) -> tuple[TrackLook, ...]:
        """All tracks."""
        return look.tracks(self.setting, state)

    @cached_property
    def _kept(self) -> KeptLooks[Counter]:
        return KeptLooks()

    def facts(self, state: State, piece: str) -> tuple[CounterFact, ...]:
        """What is printed on a counter, in words."""
        return look.facts(self.setting, state.pieces[piece])

    def moment(self, state: State) -> TurnMoment:
        """The turn, and whose it is."""
        return look.moment(self.setting, state)


_LATER = frozenset({"facings", "decks", "back", "flipped", "card"})
"""What layouts and counters learned later; each is empty, 0 or no where nothing is said of it."""


def _as_before(value: Struct) -> dict[str, Any]:
    """*value* without what is newer and not used: the digests of older scenarios stay."""
    plain = msgspec.to_builtins(value)
    return {key: part for key, part in plain.items() if part or key not in _LATER}


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
