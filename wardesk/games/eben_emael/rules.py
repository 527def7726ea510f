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
    Cells,
    CreatePiece,
    Decision,
    Effect,
    Path,
    Pieces,
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
    look,
    losses,
    moves,
    odds,
    policy,
)
from wardesk.games.eben_emael.forces import garrisons, read_forces, squad, weapons
from wardesk.games.eben_emael.fort import Fort
from wardesk.games.eben_emael.options import OPTIONS
from wardesk.games.eben_emael.position import soldiers_at, way, ways
from wardesk.games.eben_emael.scenario_rows import SCHEMA, judge_places, read_rows, totals
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
    Counter,
    Demolition,
    Fact,
    Landing,
    Losses,
    State,
    Turn,
    UnderFire,
)
from wardesk.games.eben_emael.steps import steps
from wardesk.games.eben_emael.tables import RULEBOOK_FILE, TABLES, TABLES_FILE, read_victory
from wardesk.model.advice import Advice, Loss
from wardesk.model.board import Board
from wardesk.model.look import CaseLook, ChartLook, TableLook
from wardesk.model.options import GameOption, SetupValue, read_options
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
    side_names: Mapping[str, str] = {GERMAN: "Germans", BELGIAN: "Belgians"}

    def __init__(self, board: Board, setup: Mapping[str, Any], options: Mapping[str, Any]) -> None:
        self.board = board
        self.victory = read_victory(setup)
        self.turns = read_rows(setup).last_turn
        self.forces = read_forces(setup)
        self.tables = totals(TABLES.with_victory(self.victory), self.forces, self.turns)
        self.fort = Fort(board, TABLES, watched=self.forces.works_manned)
        self.forces.check(len(self.fort.works))
        self.short = {cell: name.split(" (")[0] for cell, name in self.fort.names.items()}
        guns = weapons(self.tables, self.short, self.fort)
        judge_places(self.forces, self.fort.cells, {gun.id for gun in guns})
        self.extra_glider = next(squad(g) for g in self.forces.glider if g.event_only)
        self.chosen = read_options(OPTIONS, options)
        self.flamethrower = self.chosen["flamethrower"]
        self.present = self.chosen["control"] == "present"
        """Whether a sector counts only while Germans stand in it (EE N41)."""
        self.silenced = self.chosen["control"] == "silenced"
        """Whether a work counts only when it is out of action (EE N41)."""
        self.silent_doors = self.chosen["doors"] == "silent"
        """Whether a work whose door is blocked falls silent (EE N24)."""
        self.any_loss = self.chosen["losses"] == "any"
        """Whether reinforcements count with the 85 Germans whose loss ends the game (EE N48)."""
        self.charge_rolls = self.chosen["charge"] == "die"
        self.solitaire = self.chosen["solitaire"] == "yes"
        self.strip = self.chosen["sequence"] == "strip"
        self.phases = ch02_sequence.phases(strip=self.strip)
        self.after = ch02_sequence.following(strip=self.strip)
        """The step that follows each phase."""
        self.rulebook = read_rulebook(RULEBOOK_FILE)
        self.digest = self._digest(options)

    def option_list(self) -> tuple[GameOption, ...]:
        """The options, with what this scenario and its table have chosen as the default."""
        return tuple(replace(option, default=self.chosen[option.id]) for option in OPTIONS)

    def variables(self) -> tuple[SetupValue, ...]:
        """The points that each victory level takes."""
        return tuple(
            SetupValue(
                id=f"victory.{level.id}", title=f"Points for {level.name}", value=level.least,
                least=1, most=99, cite="EE N42",
            )
            for level in self.tables.level[:-1]
        )  # fmt: skip

    def charge_needs(self, work: str) -> int:
        """The least die with which a charge destroys *work* (EE N39)."""
        return self.tables.charge.needs(work)

    def _digest(self, options: Mapping[str, Any]) -> str:
        parts = (
            TABLES_FILE.read_bytes(),
            msgspec.json.encode(self.forces),
            msgspec.json.encode(dict(options), order="sorted"),
            self.board.digest.encode(),
        )
        if self.victory:
            parts = (*parts, msgspec.json.encode(self.victory, order="sorted"))
        if self.turns != TABLES.constants.turns:
            parts = (*parts, str(self.turns).encode())
        return hashlib.sha256(b"\0".join(parts)).hexdigest()

    # ---- playing --------------------------------------------------------------------------------

    def setup(self) -> tuple[Sequence[Effect], tuple[AnyFrame, ...]]:
        """Gliders in the air, weapons and garrisons in the works (EE N38, EE N40, EE N54)."""
        pieces = [squad(g) for g in self.forces.glider if not g.event_only]
        pieces += weapons(self.tables, self.short, self.fort, self.forces.away)
        pieces += garrisons(self.forces, self.short, self.fort)
        tracks = {
            "turn": 0,
            "landed": 0,
            "german_losses": 0,
            "german_absent": 0,
            "belgian_losses": 0,
            "victory_points": 0,
            "barracks": self.forces.barracks,
        }
        cups = {POOL: tuple(sorted(self.tables.counters)), GERMAN_HAND: (), BELGIAN_HAND: ()}
        effects: list[Effect] = [CreatePiece(piece) for piece in pieces]
        effects += [SetTrack(name, value) for name, value in tracks.items()]
        effects += [SetCup(name, items) for name, items in cups.items()]
        most = self.tables.constants.most_landed
        return effects, (Turn(step="start"), Landing(step="strike", most=most))

    def check(self, state: State, answer: Answer) -> Sequence[Reason]:
        """Reasons against a landing, a move, an attack group or an advance."""
        ask = state.ask
        if ask is None:
            return ()
        match answer:
            case Path() if ask.kind == "land":
                return self._check_landing(state, answer)
            case Path() if ask.kind == "move":
                pieces, cells = answer.pieces, answer.cells
                return ch03_movement.against_path(self, state.pieces, state.marks, pieces, cells)
            case Pieces() if ask.kind == "attackers":
                target = ask.about[0]
                return ch04_combat.against_group(self, state.pieces, target, answer.pieces)
            case Pieces() if ask.kind == "advance":
                units = tuple(state.pieces[p] for p in answer.pieces)
                return ch03_movement.against_goal(self, state.pieces, units, ask.about[0])
            case Cells() | _:
                return ()

    def _check_landing(self, state: State, answer: Path) -> Sequence[Reason]:
        if len(answer.pieces) != 1 or len(answer.cells) != 1:
            return (Reason("One glider comes down in one sector", "EE 2.1-L"),)
        glider = state.pieces[answer.pieces[0]]
        return landing.against_sector(state.pieces, state.marks, self, answer.cells[0], glider)

    def alive(self, state: State, frame: AnyFrame) -> bool:
        """A procedure without its units, its work or its glider is dropped."""
        match frame:
            case Battle(units=units) if units:
                return any(u in state.pieces and state.pieces[u].at for u in units)
            case Losses(pieces=pieces):
                return any(p in state.pieces and state.pieces[p].at for p in pieces)
            case Demolition(unit=unit):
                return unit in state.pieces and state.pieces[unit].at is not None
            case UnderFire(sector=sector):
                return bool(soldiers_at(state.pieces, GERMAN, sector))
            case _:
                return True

    # ---- moves ----------------------------------------------------------------------------------

    def reach(self, state: State, pieces: Sequence[str]) -> Mapping[str, Sequence[Reason]]:
        """Where the glider may come down, or where the units may walk."""
        if state.ask is None or state.ask.shape != "path":
            return {}
        if state.ask.kind == "land":
            marks, table = state.marks, state.pieces
            glider = landing.smallest(table, pieces or state.ask.pieces)
            return {
                cell: landing.against_sector(table, marks, self, cell, glider)
                for cell in self.fort.landing
            }
        return ch03_movement.reachable(self, state.pieces, state.marks, tuple(pieces))

    def route(self, state: State, pieces: Sequence[str], goal: str) -> tuple[str, ...]:
        """The shortest way to *goal*; a glider comes straight down."""
        if state.ask is None or not pieces or goal not in self.reach(state, pieces):
            return ()
        if state.ask.kind == "land":
            return (goal,)
        unit = state.pieces[pieces[0]]
        return way(ways(state.pieces, state.marks, self.fort, unit), unit.at or "", goal)

    # ---- players and screens --------------------------------------------------------------------

    def options(self, state: State, n: int, rng: Random) -> list[Answer]:
        """Legal answers: all of them, or *n* sampled ones."""
        return moves.options(self, state, n, rng)

    def sample(self, state: State, rng: Random) -> Answer:
        """One legal answer at random."""
        return moves.sample(self, state, rng)

    def policy(self, state: State, rng: Random) -> Answer:
        """The scripted player of the side that is asked."""
        return policy.choose(self, state, rng)

    def automaton(self, state: State) -> Answer:
        """The Belgians of the solitaire game (EE N59)."""
        return automaton.answer(self, state)

    def score(self, state: State, side: str) -> float:
        """Victory points on a scale of 0 to 1; a finished game is won or lost."""
        points = state.tracks.get("victory_points", 0)
        german = min(1.0, points / sum(self.fort.points.values()))
        if state.result is not None and "automatic" in state.result.level:
            german = 1.0 if state.result.winner == GERMAN else 0.0
        return german if side == GERMAN else 1.0 - german

    def look(self, state: State) -> TableLook:
        """Everything on the table as data to draw."""
        return look.table(self, state)

    def case(self, state: State, answer: Answer | None = None) -> CaseLook | None:
        """What the pending roll, outcome or planned attack rests on."""
        return cases.case(self, state, answer)

    def advice(self, state: State) -> tuple[Advice, ...]:
        """Attacks and shots ranked by exact expectation."""
        return advice.advice(self, state)

    def losses(self, before: State, event: Fact) -> tuple[Loss, ...]:
        """Men who fell, by side and sector."""
        return fallen.losses(before, event)

    def charts(self) -> tuple[ChartLook, ...]:
        """The printed tables, unlit."""
        return charts.all_charts(self.tables, self.short)

    def chart_for(self, ask: Decision) -> str:
        """The chart of the coming roll, else the one that a question is weighed with."""
        return ask.chart or charts.WEIGHED_WITH.get(ask.kind, "")

    def odds(self, table: str, values: Mapping[str, str]) -> CaseLook:
        """The exact distribution of one table line."""
        return odds.odds(self.tables, table, values)
