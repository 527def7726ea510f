"""The rules object of Europa's forts: chapters, charts, forces and board put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from wardesk.engine.types import CreatePiece, Effect, SetMark, SetTrack
from wardesk.games.europa import (
    ch40a_results,
    ch40d_fortifications,
    combat,
    movement,
    turn,
)
from wardesk.games.europa.forces import SCHEMA
from wardesk.games.europa.setting import OPTIONS, Setting, read_setting
from wardesk.games.europa.show import EuropaShowing
from wardesk.games.europa.state import (
    AIRFIELD,
    BOXES,
    ENEMY,
    RESERVE,
    SIDES,
    AnyFrame,
    Battle,
    Fact,
    Retreat,
    State,
    Turn,
    Unit,
    steps,
)
from wardesk.games.europa.tables import RULEBOOK_FILE, Tables
from wardesk.games.europa.victory import EuropaThinking
from wardesk.games.europa.works import WORKS_FILE
from wardesk.games.shared.printed import PrintedRules
from wardesk.games.shared.scenarios import digest_of
from wardesk.model.board import Board
from wardesk.model.piece_record import PieceRecord
from wardesk.words import say

CHAPTERS = (turn, movement, combat, ch40a_results, ch40d_fortifications)
"""Importing a chapter registers its steps and questions."""


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
    charts = Tables
    shown_by = EuropaShowing
    played_by = EuropaThinking

    def __init__(self, board: Board, setup: Mapping[str, Any], options: Mapping[str, Any]) -> None:
        setting = read_setting(board, setup, options)
        laid_out, works = (setting.forces, setting.scenario), WORKS_FILE.read_bytes()
        digest = digest_of(setting.tables.digest(), laid_out, options, board, works)
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

    def alive(self, state: State, frame: AnyFrame) -> bool:
        """A procedure without its units is dropped, and so is an attack without an enemy."""
        pieces = state.pieces
        there = {piece for piece, unit in pieces.items() if unit.at}
        match frame:
            case Retreat(left=units):
                return there.issuperset(units)
            case Battle(attackers=units, printed="", side=side, target=target):
                enemy = any(u.at == target and u.side == ENEMY[side] for u in pieces.values())
                return enemy and (not units or not there.isdisjoint(units))
            case _:
                return True


STOCKS = ("sp", "rp", "support", "owed")
"""What a side has: supply points, replacement points, ground support, special ones due."""
