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
    Effect,
    Path,
    Pieces,
    Reason,
    SetCup,
    SetTrack,
)
from wardesk.errors import UserError
from wardesk.games.eben_emael import (
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
    landing,
    look,
    losses,
    moves,
    odds,
    policy,
)
from wardesk.games.eben_emael.forces import read_forces, squad, weapons
from wardesk.games.eben_emael.fort import Fort
from wardesk.games.eben_emael.position import way, ways
from wardesk.games.eben_emael.state import (
    BELGIAN,
    BELGIAN_HAND,
    GERMAN,
    GERMAN_HAND,
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
)
from wardesk.games.eben_emael.steps import steps
from wardesk.games.eben_emael.tables import RULEBOOK_FILE, TABLES, TABLES_FILE
from wardesk.model.board import Board
from wardesk.model.look import CaseLook, ChartLook, TableLook
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
    landing,
    losses,
)
"""Importing a chapter registers its steps."""

OPTIONS: Mapping[str, tuple[str, ...]] = {
    "flamethrower": ("die", "column"),
    "control": ("last", "present"),
}
"""Known options with their values, the default first."""


class EbenEmaelRules(Rules[Counter, AnyFrame]):
    """The historical scenario on one board. Holds no state of a game."""

    id = "eben-emael"
    title = "1940 Eben-Emael"
    sides = SIDES
    piece_type = Counter
    state_type = State
    event_type = Fact
    steps = steps.table
    side_names: Mapping[str, str] = {GERMAN: "Germans", BELGIAN: "Belgians"}

    def __init__(self, board: Board, setup: Mapping[str, Any], options: Mapping[str, Any]) -> None:
        self.board = board
        self.tables = TABLES
        self.fort = Fort(board, TABLES)
        self.short = {cell: name.split(" (")[0] for cell, name in self.fort.names.items()}
        self.forces = read_forces(setup)
        if setup.get("works_manned"):
            raise UserError("The scenario with all works manned is not built yet.")
        self.extra_glider = next(squad(g) for g in self.forces.glider if g.event_only)
        self.flamethrower = _option(options, "flamethrower")
        self.present = _option(options, "control") == "present"
        """Whether a sector counts only while Germans stand in it (EE N41)."""
        self.rulebook = read_rulebook(RULEBOOK_FILE)
        self.digest = self._digest(options)

    def _digest(self, options: Mapping[str, Any]) -> str:
        parts = (
            TABLES_FILE.read_bytes(),
            msgspec.json.encode(self.forces),
            msgspec.json.encode(dict(options), order="sorted"),
            self.board.digest.encode(),
        )
        return hashlib.sha256(b"\0".join(parts)).hexdigest()

    # ---- playing --------------------------------------------------------------------------------

    def setup(self) -> tuple[Sequence[Effect], tuple[AnyFrame, ...]]:
        """Gliders in the air, weapons in empty works, all counters in the pool (EE N38, EE N40)."""
        pieces = [squad(g) for g in self.forces.glider if not g.event_only]
        pieces += weapons(self.tables, self.short, self.fort)
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
                return ch03_movement.against_path(self, state.pieces, pieces, cells)
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
        return landing.against_sector(state.pieces, state.marks, self, answer.cells[0])

    def alive(self, state: State, frame: AnyFrame) -> bool:
        """A procedure without its units, its work or its glider is dropped."""
        match frame:
            case Battle(units=units) if units:
                return any(u in state.pieces and state.pieces[u].at for u in units)
            case Losses(pieces=pieces):
                return any(p in state.pieces and state.pieces[p].at for p in pieces)
            case Demolition(unit=unit):
                return unit in state.pieces and state.pieces[unit].at is not None
            case _:
                return True

    # ---- moves ----------------------------------------------------------------------------------

    def reach(self, state: State, pieces: Sequence[str]) -> Mapping[str, Sequence[Reason]]:
        """Where the glider may come down, or where the units may walk."""
        if state.ask is None or state.ask.shape != "path":
            return {}
        if state.ask.kind == "land":
            marks, table = state.marks, state.pieces
            return {
                cell: landing.against_sector(table, marks, self, cell) for cell in self.fort.landing
            }
        return ch03_movement.reachable(self, state.pieces, tuple(pieces))

    def route(self, state: State, pieces: Sequence[str], goal: str) -> tuple[str, ...]:
        """The shortest way to *goal*; a glider comes straight down."""
        if state.ask is None or not pieces or goal not in self.reach(state, pieces):
            return ()
        if state.ask.kind == "land":
            return (goal,)
        unit = state.pieces[pieces[0]]
        return way(ways(state.pieces, self.fort, unit), unit.at or "", goal)

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

    def charts(self) -> tuple[ChartLook, ...]:
        """The printed tables, unlit."""
        return charts.all_charts(self.tables, self.short)

    def odds(self, table: str, values: Mapping[str, str]) -> CaseLook:
        """The exact distribution of one table line."""
        return odds.odds(self.tables, table, values)


def _option(options: Mapping[str, Any], name: str) -> str:
    known = OPTIONS[name]
    value = str(options.get(name, known[0]))
    if value not in known:
        raise UserError(f"The option {name} is {' or '.join(known)}, not {value!r}.")
    return value
