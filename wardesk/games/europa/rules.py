"""The rules object of Europa's forts: chapters, charts, forces and board put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from wardesk.engine.types import (
    Answer,
    CreatePiece,
    Effect,
    Reason,
    SetMark,
    SetTrack,
)
from wardesk.games.europa import ch40a_results, combat, legality, turn
from wardesk.games.europa.forces import SCHEMA
from wardesk.games.europa.policy import EuropaThinking
from wardesk.games.europa.setting import OPTIONS, Setting, read_setting
from wardesk.games.europa.show import EuropaShowing
from wardesk.games.europa.state import (
    AIRFIELD,
    BOXES,
    RESERVE,
    SIDES,
    AnyFrame,
    Fact,
    State,
    Turn,
    Unit,
    steps,
)
from wardesk.games.europa.tables import RULEBOOK_FILE, TABLES_FILE
from wardesk.games.europa.works import WORKS_FILE
from wardesk.games.shared.printed import PrintedRules
from wardesk.games.shared.scenarios import digest_of
from wardesk.model.board import Board
from wardesk.model.piece_record import PieceRecord
from wardesk.words import say

CHAPTERS = (turn, combat, ch40a_results)
"""Importing a chapter registers its steps."""


class EuropaRules(PrintedRules[Unit, AnyFrame, Setting]):
    """One scenario around rule 40. Holds no state of a game."""

    id = "europa"
    title = say("Europa: forts and cities")
    sides = SIDES
    piece_type = Unit
    state_type = State
    event_type = Fact
    steps = steps.table
    boxes = BOXES
    schema = SCHEMA
    record = PieceRecord(stays=BOXES)
    choices = OPTIONS
    shown_by = EuropaShowing
    played_by = EuropaThinking

    def __init__(self, board: Board, setup: Mapping[str, Any], options: Mapping[str, Any]) -> None:
        setting = read_setting(board, setup, options)
        laid_out, works = (setting.forces, setting.scenario), WORKS_FILE.read_bytes()
        digest = digest_of(TABLES_FILE, laid_out, options, board, works)
        super().__init__(
            board, setting, turns=setting.scenario.last_turn, rulebook=RULEBOOK_FILE, digest=digest
        )

    # ---- playing --------------------------------------------------------------------------------

    def setup(self) -> tuple[Sequence[Effect], tuple[AnyFrame, ...]]:
        """Units and works where the scenario has them; then the first player-turn."""
        setting, scenario = self.setting, self.setting.scenario
        effects: list[Effect] = []
        where = {name: cell for cell, units in scenario.at.items() for name in units}
        where |= dict.fromkeys(scenario.airborne, AIRFIELD)
        for name in dict.fromkeys(scenario.units):
            at = where.get(name, RESERVE)
            effects.append(CreatePiece(Unit(id=name, side=setting.side_of(name), at=at)))
        for number, row in enumerate(scenario.work, 1):
            work = Unit(
                id=f"work-{number}",
                side=row.side,
                at=row.cell,
                work=row.work,
                strength=row.strength,
                faces=row.faces,
                on_map=row.on_map,
                die=row.die,
                anti_air=row.anti_air,
            )
            effects.append(CreatePiece(work))
        effects += [SetMark(f"{place.cell}/held", place.holder) for place in scenario.place]
        tracks = ("turn", "built", *(f"{side}_{what}" for side in SIDES for what in STOCKS))
        effects += [SetTrack(name, 0) for name in tracks]
        return effects, (Turn(step="start", side=scenario.first),)

    def check(self, state: State, answer: Answer) -> Sequence[Reason]:
        """Reasons against a march, a landing or an attack."""
        return legality.against(self.setting, state, answer)

    def alive(self, state: State, frame: AnyFrame) -> bool:
        """A procedure without its units is dropped."""
        return legality.alive(state, frame)

    def options(self, state: State, n: int, rng: Random) -> list[Answer]:
        """Legal answers: all of them, or *n* sampled ones."""
        return legality.options(self.setting, state, n, rng)

    def sample(self, state: State, rng: Random) -> Answer:
        """One legal answer at random."""
        return legality.sample(self.setting, state, rng)


STOCKS = ("sp", "rp", "support", "owed")
"""What a side has: supply points, replacement points, ground support, special ones due."""
