"""The rules object of Remagen Bridgehead: chapters, charts and board put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from wardesk.engine.types import CreatePiece, Effect, SetTrack
from wardesk.games.remagen import (
    ch00_turn,
    ch01_forces,
    ch02_movement,
    ch03_transport,
    ch07_paratroops,
    ch08_ludendorff,
    ch09_fire,
    ch10_hits,
    ch11_engineers,
    ch12_combat,
    ch13_morale,
)
from wardesk.games.remagen.forces import SCHEMA, units_of
from wardesk.games.remagen.position import at
from wardesk.games.remagen.setting import OPTIONS, Setting, read_setting
from wardesk.games.remagen.show import RemagenShowing
from wardesk.games.remagen.state import (
    SIDES,
    YARDS,
    Advance,
    AnyFrame,
    Fact,
    Hits,
    Salvo,
    SetUp,
    State,
    Transport,
    Turn,
    Unit,
    steps,
)
from wardesk.games.remagen.tables import RULEBOOK_FILE, Tables
from wardesk.games.remagen.think import RemagenThinking
from wardesk.games.shared.printed import PrintedRules
from wardesk.games.shared.scenarios import digest_of
from wardesk.model.board import Board
from wardesk.words import say

CHAPTERS = (
    ch00_turn,
    ch01_forces,
    ch02_movement,
    ch03_transport,
    ch07_paratroops,
    ch08_ludendorff,
    ch09_fire,
    ch10_hits,
    ch11_engineers,
    ch12_combat,
    ch13_morale,
)
"""Importing a chapter registers its steps and questions."""


class RemagenRules(PrintedRules[Unit, AnyFrame, Setting]):
    """The crossing of the Rhine on a board of squares. Holds no state of a game."""

    id = "remagen"
    title = say("Remagen Bridgehead")
    sides = SIDES
    piece_type = Unit
    state_type = State
    event_type = Fact
    steps = steps.table
    boxes = tuple(YARDS.values())
    schema = SCHEMA
    choices = OPTIONS
    charts = Tables
    shown_by = RemagenShowing
    played_by = RemagenThinking

    def __init__(self, board: Board, setup: Mapping[str, Any], options: Mapping[str, Any]) -> None:
        setting = read_setting(board, setup, options)
        digest = digest_of(setting.tables.digest(), setting.forces, options, board)
        super().__init__(board, setting, turns=setting.turns, rulebook=RULEBOOK_FILE, digest=digest)

    # ---- playing --------------------------------------------------------------------------------

    def setup(self) -> tuple[Sequence[Effect], tuple[AnyFrame, ...]]:
        """Both pools in their yards; the Germans set up first (RB 1.4)."""
        effects: list[Effect] = [
            CreatePiece(u) for u in units_of(self.setting.forces, self.setting.tables, YARDS)
        ]
        effects += [SetTrack("turn", 0), SetTrack("quota used", 0)]
        return effects, (Turn(step="start"), SetUp(step="place"))

    def alive(self, state: State, frame: AnyFrame) -> bool:
        """A procedure without its units is dropped."""

        def there(piece: str) -> bool:
            return piece in state.pieces and state.pieces[piece].at is not None

        match frame:
            case Salvo(firing=units) | Advance(units=units):
                return any(map(there, units))
            case Hits(cell=cell):
                return bool(at(state, cell)) or bool(frame.bridge)
            case Transport(unit=unit) if unit:
                return there(unit)
            case _:
                return True
