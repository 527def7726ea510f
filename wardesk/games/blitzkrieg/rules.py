"""The rules object of Blitzkrieg 1940: chapters, charts, forces and board put together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from wardesk.engine.types import CreatePiece, Effect, SetCup, SetMark, SetTrack
from wardesk.games.blitzkrieg import (
    ch02_sequence,
    ch03_command,
    ch05_activation,
    ch05_chits,
    ch05_special_chits,
    ch06_actions,
    ch06_checks,
    ch06_reactions,
    ch07_movement,
    ch08_fire,
    ch08_flight,
    ch08_indirect,
    ch08_results,
    ch09_close_combat,
    ch10_special,
    ch11_victory,
    ch12_scenarios,
)
from wardesk.games.blitzkrieg.ch13_hidden import view
from wardesk.games.blitzkrieg.chits import ROSTER
from wardesk.games.blitzkrieg.forces import SCHEMA
from wardesk.games.blitzkrieg.position import on_map
from wardesk.games.blitzkrieg.setting import OPTIONS, Setting, read_setting
from wardesk.games.blitzkrieg.show import BlitzkriegShowing
from wardesk.games.blitzkrieg.state import (
    ASIDE,
    BOXES,
    CUP,
    DONE,
    HAND,
    RESERVE,
    SEALED,
    SIDES,
    SKIPPED,
    AnyFrame,
    Assault,
    Check,
    Deploy,
    Fact,
    Fire,
    Hit,
    Move,
    Retreat,
    State,
    Unit,
    steps,
)
from wardesk.games.blitzkrieg.tables import RULEBOOK_FILE, Tables
from wardesk.games.blitzkrieg.think import BlitzkriegThinking
from wardesk.games.shared.printed import PrintedRules
from wardesk.games.shared.scenarios import digest_of
from wardesk.model.board import Board
from wardesk.model.options import SetupValue
from wardesk.model.piece_record import PieceRecord
from wardesk.words import say

CHAPTERS = (
    ch02_sequence,
    ch03_command,
    ch05_activation,
    ch05_chits,
    ch05_special_chits,
    ch06_actions,
    ch06_reactions,
    ch07_movement,
    ch08_fire,
    ch08_flight,
    ch08_indirect,
    ch08_results,
    ch09_close_combat,
    ch10_special,
    ch11_victory,
    ch12_scenarios,
    ch06_checks,
)
"""Importing a chapter registers its steps and questions."""

KNOBS = (
    ("replay", say("German replay chits"), say("French replay chits")),
    ("general", say("German general chits"), say("French general chits")),
    ("artillery", say("German artillery chits"), say("French artillery chits")),
    ("stuka", say("Stuka chits"), say("French Stuka chits")),
)
"""13.3 What may be changed for balance."""


class BlitzkriegRules(PrintedRules[Unit, AnyFrame, Setting]):
    """One scenario of Hannut or Stonne. Holds no state of a game."""

    id = "blitzkrieg"
    title = say("Blitzkrieg 1940")
    sides = SIDES
    piece_type = Unit
    state_type = State
    event_type = Fact
    steps = steps.table
    boxes = BOXES
    sealed = SEALED
    # its HQ is too far away (3.5); it looked for a target, and let it be (6.1)
    sealed_fields = frozenset({"out", "acted"})
    schema = SCHEMA
    record = PieceRecord(steps="steps", stays=(RESERVE,))
    choices = OPTIONS
    charts = Tables
    shown_by = BlitzkriegShowing
    played_by = BlitzkriegThinking

    def __init__(self, board: Board, setup: Mapping[str, Any], options: Mapping[str, Any]) -> None:
        setting = read_setting(board, setup, options)
        laid_out = (setting.forces, setting.scenario)
        digest = digest_of(setting.tables.digest(), laid_out, options, board)
        super().__init__(
            board, setting, turns=setting.scenario.last_turn, rulebook=RULEBOOK_FILE, digest=digest
        )

    def variables(self) -> tuple[SetupValue, ...]:
        """13.3 How many chits of each sort a side has, and what the villages are worth."""
        found: list[SetupValue] = []
        for side in SIDES:
            counts = self.setting.scenario.chits.get(side, {})
            for kind, german, french in KNOBS:
                if kind in counts:
                    title = german if side == "german" else french
                    name = f"chits.{side}.{kind}"
                    found.append(
                        SetupValue(id=name, title=title, value=counts[kind], most=9, cite="BK 13.3")
                    )
        if self.setting.scenario.victory.bands:
            found += [
                SetupValue(
                    id=f"place.{place.name}.value",
                    title=say("Points for {place}", place=place.name),
                    value=place.value,
                    most=20,
                    cite="BK 11.0",
                    rebuilt=True,
                )
                for place in self.setting.scenario.place
            ]
        return tuple(found)

    # ---- playing --------------------------------------------------------------------------------

    def setup(self) -> tuple[Sequence[Effect], tuple[AnyFrame, ...]]:
        """Everything in reserve, villages held as the scenario says, then the set-up (12)."""
        setting, scenario = self.setting, self.setting.scenario
        effects: list[Effect] = []
        for name in dict.fromkeys((*scenario.formations, *scenario.attach)):
            formation = setting.formations[name]
            if not formation.independent:
                hq = Unit(
                    id=f"{name}-hq",
                    side=formation.side,
                    at=RESERVE,
                    formation=name,
                    hq=True,
                    steps=0,
                )
                effects.append(CreatePiece(hq))
            home = scenario.attach.get(name, name)
            for unit in formation.unit_ids:
                piece = Unit(
                    id=unit,
                    side=formation.side,
                    at=RESERVE,
                    formation=home,
                    steps=2 - scenario.losses.get(unit, 0),
                    aboard=scenario.aboard.get(unit, ""),
                )
                effects.append(CreatePiece(piece))
        for place in scenario.place:
            effects += [SetMark(f"{cell}/held", place.holder) for cell in place.cells]
        effects += [SetTrack("turn", 0), SetTrack("points", 0)]
        cups = (CUP, ROSTER, ch02_sequence.OPENING, *HAND.values(), *ASIDE.values())
        effects += [SetCup(name, ()) for name in (*cups, *DONE.values(), *SKIPPED.values())]
        return effects, (Deploy(step="group"),)

    def alive(self, state: State, frame: AnyFrame) -> bool:
        """A procedure without its units is dropped."""

        def there(unit: str) -> bool:
            return unit in state.pieces and on_map(self.setting, state.pieces[unit])

        match frame:
            case Fire(shooter=shooter, target=target):
                return there(shooter) and there(target)
            case Hit(unit=unit) | Retreat(unit=unit):
                return unit in state.pieces
            case Move(units=units):
                return any(unit in state.pieces and state.pieces[unit].at for unit in units)
            case Assault(attackers=units):
                return all(unit in state.pieces for unit in units)
            case Check(subject=subject):
                return (
                    subject in state.pieces
                    or subject in self.setting.formations
                    or subject in SIDES
                )
            case _:
                return True

    @property
    def has_secrets(self) -> bool:
        """Whether anti-tank guns begin hidden (13.1)."""
        return self.setting.options.hidden_guns == "yes"

    def view(self, state: State, side: str) -> State:
        """What a side sees (13.1)."""
        return view(self.setting, state, side)
