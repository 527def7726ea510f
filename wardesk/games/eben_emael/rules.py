"""The rules object of 1940 Eben-Emael: chapters, tables and board put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from wardesk.engine.types import CreatePiece, Effect, SetCup, SetTrack, replace
from wardesk.games.eben_emael import (
    ch02_sequence,
    ch03_movement,
    ch04_battle,
    ch04_combat,
    ch05_artillery,
    ch06_special_actions,
    demolition,
    garrison,
    hidden_counters,
    landing,
    losses,
)
from wardesk.games.eben_emael.asked import EbenQuestion
from wardesk.games.eben_emael.forces import SCHEMA
from wardesk.games.eben_emael.position import soldiers_at
from wardesk.games.eben_emael.setting import (
    OPTIONS,
    Setting,
    garrisons,
    read_setting,
    squad,
    weapons,
)
from wardesk.games.eben_emael.show import EbenEmaelShowing
from wardesk.games.eben_emael.state import (
    BELGIAN,
    BELGIAN_HAND,
    GERMAN,
    GERMAN_HAND,
    GLIDERS,
    POOL,
    SIDES,
    AnyFrame,
    Battle,
    Demolition,
    Fact,
    FortCounter,
    GliderLanding,
    Losses,
    MarchFire,
    State,
    Turn,
    UnderFire,
    steps,
)
from wardesk.games.eben_emael.tables import RULEBOOK_FILE, TABLES, Tables, read_victory
from wardesk.games.eben_emael.think import EbenEmaelThinking
from wardesk.games.shared.printed import PrintedRules
from wardesk.games.shared.scenarios import digest_of
from wardesk.model.board import Board
from wardesk.model.options import SetupValue
from wardesk.words import say

CHAPTERS = (
    ch02_sequence,
    ch03_movement,
    ch04_battle,
    ch04_combat,
    ch05_artillery,
    ch06_special_actions,
    demolition,
    garrison,
    landing,
    losses,
)
"""Importing a chapter registers its steps and questions."""


class EbenEmaelRules(PrintedRules[FortCounter, AnyFrame, Setting]):
    """Both scenarios on one board. Holds no state of a game."""

    id = "eben-emael"
    title = say("1940 Eben-Emael")
    sides = SIDES
    piece_type = FortCounter
    state_type = State
    event_type = Fact
    open_pieces = True  # only hands are ever closed
    steps = steps.table
    boxes = (GLIDERS,)
    schema = SCHEMA
    choices = OPTIONS
    charts = Tables
    shown_by = EbenEmaelShowing
    played_by = EbenEmaelThinking

    def __init__(self, board: Board, setup: Mapping[str, Any], options: Mapping[str, Any]) -> None:
        setting = read_setting(board, setup, options)
        turns, victory = setting.tables.constants.turns, read_victory(setup)
        more = [msgspec.json.encode(victory, order="sorted")] if victory else []
        if turns != TABLES.constants.turns:
            more.append(str(turns).encode())
        digest = digest_of(setting.tables.digest(), setting.forces, options, board, *more)
        super().__init__(board, setting, turns=turns, rulebook=RULEBOOK_FILE, digest=digest)

    def variables(self) -> tuple[SetupValue, ...]:
        """The points that each victory level takes."""
        return tuple(
            SetupValue(
                id=f"victory.{level.id}",
                title=say("Points for {level}", level=level.name),
                value=level.least,
                least=1,
                most=99,
                cite="EE N42",
            )
            for level in self.setting.tables.level[:-1]
        )

    # ---- playing --------------------------------------------------------------------------------

    def setup(self) -> tuple[Sequence[Effect], tuple[AnyFrame, ...]]:
        """Gliders in the air, weapons and garrisons in the works (EE N38, EE N40, EE N54)."""
        fort, tables, forces = self.setting.fort, self.setting.tables, self.setting.forces
        pieces = [squad(glider) for glider in forces.glider if not glider.event_only]
        pieces += weapons(tables, fort, self.setting.away)
        pieces += garrisons(forces, fort)
        tracks = {
            "turn": 0,
            "landed": 0,
            "german_losses": 0,
            "german_absent": 0,
            "belgian_losses": 0,
            "victory_points": 0,
            "barracks": forces.barracks,
        }
        cups = {POOL: tuple(sorted(tables.counters)), GERMAN_HAND: (), BELGIAN_HAND: ()}
        effects: list[Effect] = [CreatePiece(piece) for piece in pieces]
        effects += [SetTrack(name, value) for name, value in tracks.items()]
        effects += [SetCup(name, items) for name, items in cups.items()]
        most = tables.constants.most_landed
        return effects, (Turn(step="start"), GliderLanding(step="strike", most=most))

    @property
    def has_secrets(self) -> bool:
        """Whether each side keeps its counters to itself."""
        return hidden_counters.closed(self.setting)

    def view(self, state: State, side: str) -> State:
        """*state* as *side* sees it: by option (hands = closed) without the other side's hand."""
        seen = hidden_counters.view(self.setting, super().view(state, side), side)
        question = self.question(seen)
        asked = question.seen() if isinstance(question, EbenQuestion) else seen.ask
        return seen if asked is seen.ask else replace(seen, ask=asked)

    def alive(self, state: State, frame: AnyFrame) -> bool:
        """A procedure without its units, its work or its glider is dropped."""

        def there(piece: str) -> bool:
            return piece in state.pieces and bool(state.pieces[piece].at)

        match frame:
            case Battle(units=units) if units:
                return any(map(there, units))
            case Losses(pieces=pieces):
                return any(map(there, pieces))
            case Demolition(unit=unit):
                return there(unit)
            case MarchFire(sector=sector):
                return bool(soldiers_at(state.pieces, BELGIAN, sector))
            case UnderFire(sector=sector):
                return bool(soldiers_at(state.pieces, GERMAN, sector))
            case _:
                return True
