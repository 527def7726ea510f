"""What stays the same through a game: the fort, the tables, the forces and the options."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

from wardesk.engine.cached import cached_property
from wardesk.errors import UserError
from wardesk.games.eben_emael.forces import (
    Forces,
    Glider,
    judge_places,
    read_forces,
    read_rows,
    totals,
)
from wardesk.games.eben_emael.state import BELGIAN, GERMAN, GLIDERS, LOOKS, FortCounter, Kind
from wardesk.games.eben_emael.tables import Tables, read_victory
from wardesk.games.shared.phases import Phase, following
from wardesk.games.shared.scenarios import chosen, options_of
from wardesk.model.board import Board
from wardesk.words import say

OPTIONS = options_of(Path(__file__).parent)


class Options(Struct, frozen=True):
    """What was chosen of each option."""

    flamethrower: Literal["die", "column"]
    sequence: Literal["strip", "phases"]
    control: Literal["last", "present", "silenced", "destroyed"]
    """When a work's points count: once Germans were there, while they stay, once it is silent, once
    it is destroyed."""
    charge: Literal["sure", "die"]
    doors: Literal["shut", "silent"]
    losses: Literal["first", "any"]
    """Whose loss ends the game: the Germans of the first gliders, or any (EE N48)."""
    sallies: Literal["leave", "stay"]
    """What men of a counterattack do: fight and go, or serve the guns of a work (EE N29)."""
    march_fire: Literal["moving", "attack"]
    gliders: Literal["fort", "sector"]
    guns: Literal["all", "away"]
    target: Literal["nearest", "weakest"]
    hands: Literal["open", "closed"]
    solitaire: Literal["no", "yes"]

    @property
    def charge_rolls(self) -> bool:
        """Whether a charge works on a die roll only (EE N39)."""
        return self.charge == "die"


def _brief(name: str) -> str:
    """``Coupole Nord`` of "Bloc 3, Coupole Nord", ``MICA`` of the machine-gun post."""
    for end in (" (", " /", " anti-aircraft"):
        name = name.partition(end)[0]
    return name.rpartition(", ")[2]


class Fort:
    """Figures of every sector, precomputed from a board (EE N6, EE N41)."""

    def __init__(self, board: Board, tables: Tables, *, watched: bool = False) -> None:
        missing = sorted(work.id for work in tables.work if work.id not in board.cells)
        if missing:
            text = say(
                "The map {title!s} has no sector {cell!s}.", title=board.title, cell=missing[0]
            )
            raise UserError(text, "Eben-Emael needs a map with all works of the fort.")
        self.cells: tuple[str, ...] = tuple(board.cells)
        self.names: Mapping[str, str] = {cell.id: cell.name for cell in board.cells.values()}
        self.short: Mapping[str, str] = {c: n.split(" (")[0] for c, n in self.names.items()}
        """Names without what stands in brackets, for counters."""
        self.brief: Mapping[str, str] = {c: _brief(n) for c, n in self.names.items()}
        """What a sector is called in a narrow log."""
        self.neighbours: Mapping[str, tuple[str, ...]] = {
            cell: board.neighbours(cell) for cell in board.cells
        }
        ground = {cell: board.terrain_of(cell) for cell in board.cells}
        self.works: frozenset[str] = frozenset(c for c, g in ground.items() if g.get("work"))
        self.trenches: frozenset[str] = frozenset(
            cell.id for cell in board.cells.values() if cell.terrain == "trench"
        )
        """Sectors that are dug in: fortifications, though no works (2.1-VI)."""
        self.divisors: Mapping[str, int] = {c: int(g.get("divisor", 1)) for c, g in ground.items()}
        self.points: Mapping[str, int] = {
            cell: found for cell, g in ground.items() if (found := int(g.get("victory_points", 0)))
        }
        self.control: Mapping[str, str] = {cell: f"{cell}/control" for cell in self.cells}
        """The mark of each sector that tells who was last alone in it (EE N41)."""
        self.doors: frozenset[str] = frozenset(tables.exits)
        """Works that men can leave (EE N51)."""
        self.watched = watched
        """Whether men inside works stop the enemy like men in the open (EE N54)."""
        self.landing: tuple[str, ...] = tuple(
            cell for cell, g in ground.items() if g.get("landing", "open") != "no"
        )
        """Sectors a glider can come down in (2.1-L)."""
        self.halts: dict[tuple[frozenset[str], frozenset[str]], frozenset[str]] = {}
        self.floods: dict[tuple[str, frozenset[str], frozenset[str]], dict[str, str]] = {}
        """Stops and ways by where the enemy stands: `position` keeps them, games share them."""

    def name(self, cell: str) -> str:
        """The sector's name."""
        return self.names.get(cell, cell)


PHASES = LOOKS.phases
"""The lines of the strip: step, title, cite. Machine guns fire inside the attacks (EE N62)."""

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

    @property
    def away(self) -> tuple[str, ...]:
        """Weapons that do not fire on the roof; none, if the printed range is played (EE N54)."""
        return self.forces.away if self.options.guns == "away" else ()

    @cached_property
    def kept(self) -> dict[Any, Any]:
        """What scripts worked out of tables, by all that it depends on; `prospects` keeps it."""
        return {}

    @cached_property
    def extra_glider(self) -> FortCounter:
        """The squad of the glider that comes by event only (EE N34)."""
        return next(squad(glider) for glider in self.forces.glider if glider.event_only)

    @cached_property
    def phases(self) -> tuple[Phase, ...]:
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
        return following(steps, "end")


def read_setting(board: Board, setup: Mapping[str, Any], options: Mapping[str, Any]) -> Setting:
    """Board, scenario and options, judged together. UserError when they do not fit."""
    charts, rows = Tables.of(setup)
    victory = read_victory(rows)
    turns = read_rows(rows).last_turn
    forces = read_forces(rows)
    tables = totals(charts.with_victory(victory), forces, turns)
    fort = Fort(board, charts, watched=forces.works_manned)
    forces.check(len(fort.works))
    judge_places(forces, fort.cells, {gun.id for gun in weapons(tables, fort)})
    return Setting(board, fort, tables, forces, chosen(OPTIONS, options, Options))


# ---- what stands on the map at first -----------------------------------------------------------


def squad(glider: Glider) -> FortCounter:
    """The squad of a glider, still in the air."""
    return FortCounter(
        id=glider.id,
        side=GERMAN,
        at=GLIDERS,
        kind="squad",
        name=glider.name,
        men=glider.men,
        full_men=glider.men,
        equipment=glider.light_machine_guns,
        charges=glider.charges,
        flamethrowers=glider.flamethrowers,
    )


def garrisons(forces: Forces, fort: Fort) -> list[FortCounter]:
    """The men inside every work; none where the works stand empty (EE N38, EE N54)."""
    if not forces.works_manned:
        return []
    return [
        FortCounter(
            id=f"{work}.garrison",
            side=BELGIAN,
            at=work,
            kind="garrison",
            name=say("{work} garrison", work=fort.brief[work]),
            men=forces.garrison,
            full_men=forces.garrison,
            inside=True,
        )
        for work in fort.cells
        if work in fort.works
    ]


def weapons(tables: Tables, fort: Fort, away: tuple[str, ...] = ()) -> list[FortCounter]:
    """The weapons of the works; they fire only with a crew (EE N38, EE N51)."""
    found: list[FortCounter] = []
    for work in tables.work:
        if work.machine_guns:
            found.append(_weapon(fort, work.id, "machine_gun", work.machine_guns, 0))
        found += [_weapon(fort, work.id, gun.kind, 1, gun.strength) for gun in work.guns]
    return [gun for gun in found if gun.id not in away]


def _weapon(fort: Fort, work: str, kind: Kind, count: int, strength: int) -> FortCounter:
    return FortCounter(
        id=f"{work}.{kind}",
        side=BELGIAN,
        at=work,
        kind=kind,
        name=_gun_name(kind, fort.brief[work]),
        equipment=count,
        strength=strength,
        inside=work in fort.works,
    )


def _gun_name(kind: Kind, work: str) -> str:
    if kind == "machine_gun":
        return say("{work} MGs", work=work)
    if kind == "anti_tank":
        return say("{work} anti-tank gun", work=work)
    return say("{work} artillery", work=work)
