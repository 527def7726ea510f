"""What stays the same through a game: the fort, the tables, the forces and the options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from wardesk.games.eben_emael.forces import Forces, read_forces, squad, weapons
from wardesk.games.eben_emael.fort import Fort
from wardesk.games.eben_emael.options import Options, read_choices
from wardesk.games.eben_emael.scenario_rows import judge_places, read_rows, totals
from wardesk.games.eben_emael.state import Counter
from wardesk.games.eben_emael.tables import TABLES, Tables, read_victory
from wardesk.model.board import Board

PHASES: tuple[tuple[str, str, str], ...] = (
    ("draw", "Special action", "EE 2.1-0"),
    ("air", "German air attack", "EE 2.1-I"),
    ("german_move", "German movement", "EE 2.1-II-A"),
    ("belgian_mortars", "Belgian mortar and anti-tank fire", "EE 2.1-II-B"),
    ("belgian_artillery", "Belgian artillery", "EE 2.1-IV"),
    ("belgian_machine_guns", "Belgian machine guns", "EE N7"),
    ("german_attack", "German attack", "EE 2.1-III"),
    ("belgian_move", "Belgian movement", "EE 2.1-V-A"),
    ("german_machine_guns", "German machine guns", "EE N7"),
    ("belgian_attack", "Belgian attack", "EE 2.1-VI"),
)
"""The ten lines of the strip: step, title, cite. Machine guns fire inside the attacks (EE N62)."""

IN_CHAPTER = (0, 1, 2, 3, 5, 6, 4, 7, 8, 9)
"""The same lines in the order of chapter 2: artillery comes after the German attack (2.1)."""


@dataclass(frozen=True)
class Setting:
    """The facts of one scenario with its options; every chapter reads them, none changes them."""

    board: Board
    fort: Fort
    tables: Tables
    forces: Forces
    options: Options

    @cached_property
    def extra_glider(self) -> Counter:
        """The squad of the glider that comes by event only (EE N34)."""
        return next(squad(glider) for glider in self.forces.glider if glider.event_only)

    @cached_property
    def phases(self) -> tuple[tuple[str, str, str], ...]:
        """The lines of a turn in the order that is played (option ``sequence``)."""
        if self.options.sequence == "strip":
            return PHASES
        return tuple(PHASES[at] for at in IN_CHAPTER)

    @cached_property
    def after(self) -> Mapping[str, str]:
        """Which step comes after which phase; Belgians play counters before they move (EE N64)."""
        steps = [step for step, _, _ in self.phases]
        steps.insert(steps.index("belgian_move"), "belgian_cards")
        steps.remove("german_machine_guns")
        return dict(zip(steps, [*steps[1:], "end"], strict=True))


def read_setting(board: Board, setup: Mapping[str, Any], options: Mapping[str, Any]) -> Setting:
    """Board, scenario and options, judged together. UserError when they do not fit."""
    victory = read_victory(setup)
    turns = read_rows(setup).last_turn
    forces = read_forces(setup)
    tables = totals(TABLES.with_victory(victory), forces, turns)
    fort = Fort(board, TABLES, watched=forces.works_manned)
    forces.check(len(fort.works))
    judge_places(forces, fort.cells, {gun.id for gun in weapons(tables, fort)})
    return Setting(board, fort, tables, forces, read_choices(options))
