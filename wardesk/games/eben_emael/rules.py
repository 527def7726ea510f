"""The rules object of 1940 Eben-Emael: chapters, tables and board put together."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import msgspec

from wardesk.engine.rules import Rules
from wardesk.engine.types import (
    Answer,
    CreatePiece,
    Decision,
    Effect,
    Reason,
    SetCup,
    SetTrack,
    replace,
)
from wardesk.games.eben_emael import (
    advice,
    automaton,
    cases,
    ch02_sequence,
    ch03_movement,
    ch04_aftermath,
    ch04_battle,
    ch04_combat,
    ch05_artillery,
    ch06_special_actions,
    charts,
    demolition,
    fallen,
    gunfire,
    landing,
    legality,
    look,
    losses,
    moves,
    odds,
    policy,
)
from wardesk.games.eben_emael.forces import garrisons, squad, weapons
from wardesk.games.eben_emael.options import OPTIONS
from wardesk.games.eben_emael.scenario_rows import SCHEMA
from wardesk.games.eben_emael.setting import Setting, read_setting
from wardesk.games.eben_emael.state import (
    BELGIAN,
    BELGIAN_HAND,
    GERMAN,
    GERMAN_HAND,
    GLIDERS,
    POOL,
    SIDE_NAMES,
    SIDES,
    AnyFrame,
    Counter,
    Fact,
    Landing,
    State,
    Turn,
)
from wardesk.games.eben_emael.steps import steps
from wardesk.games.eben_emael.tables import RULEBOOK_FILE, TABLES, TABLES_FILE, read_victory
from wardesk.model.advice import Advice, Loss
from wardesk.model.board import Board
from wardesk.model.look import CaseLook, ChartLook, TableLook
from wardesk.model.options import GameOption, SetupValue
from wardesk.model.rulebook import read_rulebook

CHAPTERS = (
    ch02_sequence,
    ch03_movement,
    ch04_aftermath,
    ch04_battle,
    ch04_combat,
    ch05_artillery,
    ch06_special_actions,
    demolition,
    gunfire,
    landing,
    losses,
)
"""Importing a chapter registers its steps."""


class EbenEmaelRules(Rules[Counter, AnyFrame]):
    """Both scenarios on one board. Holds no state of a game."""

    id = "eben-emael"
    title = "1940 Eben-Emael"
    sides = SIDES
    piece_type = Counter
    state_type = State
    event_type = Fact
    steps = steps.table
    boxes = (GLIDERS,)
    automaton_sides = (BELGIAN,)
    schema = SCHEMA
    side_names: Mapping[str, str] = SIDE_NAMES

    def __init__(self, board: Board, setup: Mapping[str, Any], options: Mapping[str, Any]) -> None:
        self.board = board
        self._setting = read_setting(board, setup, options)
        self.turns = self.setting.tables.constants.turns
        self.rulebook = read_rulebook(RULEBOOK_FILE)
        self.digest = self._digest(read_victory(setup), options)

    @property
    def setting(self) -> Setting:
        """Fort, tables, forces and options: what every chapter reads."""
        return self._setting

    def option_list(self) -> tuple[GameOption, ...]:
        """The options, with what this scenario and its table have chosen as the default."""
        chosen = self.setting.options
        return tuple(replace(option, default=getattr(chosen, option.id)) for option in OPTIONS)

    def variables(self) -> tuple[SetupValue, ...]:
        """The points that each victory level takes."""
        return tuple(
            SetupValue(
                id=f"victory.{level.id}", title=f"Points for {level.name}", value=level.least,
                least=1, most=99, cite="EE N42",
            )
            for level in self.setting.tables.level[:-1]
        )  # fmt: skip

    def _digest(self, victory: Mapping[str, Any], options: Mapping[str, Any]) -> str:
        parts = (
            TABLES_FILE.read_bytes(),
            msgspec.json.encode(self.setting.forces),
            msgspec.json.encode(dict(options), order="sorted"),
            self.board.digest.encode(),
        )
        if victory:
            parts = (*parts, msgspec.json.encode(victory, order="sorted"))
        if self.turns != TABLES.constants.turns:
            parts = (*parts, str(self.turns).encode())
        return hashlib.sha256(b"\0".join(parts)).hexdigest()

    # ---- playing --------------------------------------------------------------------------------

    def setup(self) -> tuple[Sequence[Effect], tuple[AnyFrame, ...]]:
        """Gliders in the air, weapons and garrisons in the works (EE N38, EE N40, EE N54)."""
        fort, tables, forces = self.setting.fort, self.setting.tables, self.setting.forces
        pieces = [squad(glider) for glider in forces.glider if not glider.event_only]
        pieces += weapons(tables, fort, forces.away)
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
        return effects, (Turn(step="start"), Landing(step="strike", most=most))

    def check(self, state: State, answer: Answer) -> Sequence[Reason]:
        """Reasons against a landing, a move, an attack group or an advance."""
        return legality.against(self.setting, state, answer)

    def alive(self, state: State, frame: AnyFrame) -> bool:
        """A procedure without its units, its work or its glider is dropped."""
        return legality.alive(state, frame)

    def reach(self, state: State, pieces: Sequence[str]) -> Mapping[str, Sequence[Reason]]:
        """Where the glider may come down, or where the units may walk."""
        return legality.reach(self.setting, state, pieces)

    def route(self, state: State, pieces: Sequence[str], goal: str) -> tuple[str, ...]:
        """The shortest way to *goal*; a glider comes straight down."""
        return legality.route(self.setting, state, pieces, goal)

    # ---- players and screens --------------------------------------------------------------------

    def options(self, state: State, n: int, rng: Random) -> list[Answer]:
        """Legal answers: all of them, or *n* sampled ones."""
        return moves.options(self.setting, state, n, rng)

    def sample(self, state: State, rng: Random) -> Answer:
        """One legal answer at random."""
        return moves.sample(self.setting, state, rng)

    def policy(self, state: State, rng: Random) -> Answer:
        """The scripted player of the side that is asked."""
        return policy.choose(self.setting, state, rng)

    def automaton(self, state: State) -> Answer:
        """The Belgians of the solitaire game (EE N59)."""
        return automaton.answer(self.setting, state)

    def score(self, state: State, side: str) -> float:
        """Victory points on a scale of 0 to 1; a finished game is won or lost."""
        points = state.tracks.get("victory_points", 0)
        german = min(1.0, points / sum(self.setting.fort.points.values()))
        if state.result is not None and "automatic" in state.result.level:
            german = 1.0 if state.result.winner == GERMAN else 0.0
        return german if side == GERMAN else 1.0 - german

    def look(self, state: State) -> TableLook:
        """Everything on the table as data to draw."""
        return look.table(self.setting, state)

    def case(self, state: State, answer: Answer | None = None) -> CaseLook | None:
        """What the pending roll, outcome or planned attack rests on."""
        return cases.case(self.setting, state, answer)

    def advice(self, state: State) -> tuple[Advice, ...]:
        """Attacks and shots ranked by exact expectation."""
        return advice.advice(self.setting, state)

    def losses(self, before: State, event: Fact) -> tuple[Loss, ...]:
        """Men who fell, by side and sector."""
        return fallen.losses(before, event)

    def charts(self) -> tuple[ChartLook, ...]:
        """The printed tables, unlit."""
        return charts.all_charts(self.setting.tables, self.setting.fort.short)

    def chart_for(self, ask: Decision) -> str:
        """The chart of the coming roll, else the one that a question is weighed with."""
        return ask.chart or charts.WEIGHED_WITH.get(ask.kind, "")

    def odds(self, table: str, values: Mapping[str, str]) -> CaseLook:
        """The exact distribution of one table line."""
        return odds.odds(self.setting.tables, table, values)
