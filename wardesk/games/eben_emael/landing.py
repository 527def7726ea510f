"""Before the first turn: the air attack and the gliders (rule 2.1, EE N46, EE N47)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from wardesk.engine.cached import cached_property
from wardesk.engine.derived_cache import of_table
from wardesk.engine.draft import Draft
from wardesk.engine.question import Dice, DiceOutcome, Goals
from wardesk.engine.types import (
    Answer,
    Cells,
    Choice,
    Choose,
    Outcome,
    OutcomeField,
    Path,
    Reason,
    Record,
)
from wardesk.games.eben_emael.asked import EbenQuestion, EbenThrow
from wardesk.games.eben_emael.ch05_artillery import arms, victims
from wardesk.games.eben_emael.control import end_if_lost, settle
from wardesk.games.eben_emael.garrison import warned_of_fire
from wardesk.games.eben_emael.marching import against_goal
from wardesk.games.eben_emael.position import Pieces, ground
from wardesk.games.eben_emael.prospects import german_values
from wardesk.games.eben_emael.setting import Setting
from wardesk.games.eben_emael.state import (
    BELGIAN,
    GERMAN,
    GLIDERS,
    Fire,
    FortCounter,
    GliderLanding,
    State,
    UnderFire,
    steps,
)
from wardesk.games.shared.told import came_from
from wardesk.model.look import CaseLook, Overlay
from wardesk.words import say, say_count

FATE = OutcomeField("fate", say("The glider"), choices=("lands", "lost"))
MEN_LOST = OutcomeField("men_lost", say("Men lost"), 0, 99)


def waiting(pieces: Pieces) -> tuple[str, ...]:
    """Gliders still in the air."""
    return tuple(c.id for c in pieces.values() if c.at == GLIDERS)


def against_sector(
    setting: Setting, state: State, sector: str, glider: FortCounter
) -> tuple[Reason, ...]:
    """Why *glider* cannot come down in *sector*."""
    name = setting.fort.name(sector)
    if sector not in setting.fort.landing:
        return (
            Reason(say("No glider can come down at {place}", place=name), "EE 2.1-L", at=sector),
        )
    if f"{sector}/glider" in state.marks:
        return (Reason(say("A glider already lies at {place}", place=name), "EE N34", at=sector),)
    if sector in ground(state.pieces, BELGIAN):
        return (Reason(say("Belgians hold {place}", place=name), "EE 3.4", at=sector),)
    return against_goal(setting, state.pieces, (glider,), sector)


@of_table
def open_sectors(setting: Setting, state: State, glider: FortCounter) -> tuple[str, ...]:
    """Where *glider* may come down."""
    sectors = setting.fort.landing
    return tuple(s for s in sectors if not against_sector(setting, state, s, glider))


def smallest(pieces: Pieces, gliders: Iterable[str]) -> FortCounter:
    """The glider that needs the least room: it finds a sector if any does."""
    return min((pieces[glider] for glider in gliders), key=lambda c: (c.men, c.id))


@steps.asks(GliderLanding, "strike", "struck")
class StrikeFirst(EbenQuestion[GliderLanding]):
    """The air attack before the landing (EE N47)."""

    kind, shape, cite, chart = "strike-target", "cells", "EE N47", "artillery"
    text = say("Which sector do you bomb before the landing?")
    choices = (Choice("decline", say("No air attack"), "EE N47"),)

    def cells(self) -> tuple[str, ...]:
        cells = self.setting.fort.cells
        there = any(victims(self.setting, self.state, BELGIAN, cell) for cell in cells)
        return cells if there else ()

    def context(self) -> str:
        return say("One air attack of 26 points; the works are manned")

    def passed(self, d: Draft[Setting]) -> None:
        d.say(say("No air attack first"), "EE N47", how=say("no target: the works stand empty"))
        d.goto("choose")

    def pressed(self, d: Draft[Setting], key: str) -> None:
        d.say(say("The Germans sent no aircraft ahead"), "EE N47")
        d.goto("choose")

    def attack(self, cell: str) -> Fire:
        """The air attack on *cell*."""
        strength = self.setting.tables.constants.strike_before
        return Fire(
            step="roll",
            chart="artillery",
            name=say("Air attack {strength}", strength=strength),
            side=GERMAN,
            column=self.setting.tables.artillery.column(strength),
            target=cell,
        )

    def picked(self, d: Draft[Setting], answer: Cells) -> None:
        d.call(self.attack(answer.cells[0]), "choose")

    def script(self, rng: Random) -> Answer:
        """The works whose weapons hurt most; nobody is hit where the works stand empty."""
        hurts = {cell: arms(self.setting, self.state, cell) for cell in self.asked.cells}
        best = max(hurts, key=lambda cell: (hurts[cell], cell))
        return Cells((best,)) if hurts[best] else Choose("decline")


@steps.asks(GliderLanding, "choose", "chosen")
class LandGlider(EbenQuestion[GliderLanding]):
    """The player sends one glider to one sector before its die is rolled (2.1-L)."""

    kind, shape, cite, chart = "land", "path", "EE 2.1-L", "landing"
    text = say("Which glider comes down where?")

    @cached_property
    def ready(self) -> tuple[str, ...]:
        return waiting(self.state.pieces)

    def asks(self) -> bool:
        if not self.ready or self.state.tracks["landed"] >= self.frame.most:
            return False
        least = smallest(self.state.pieces, self.ready)
        return bool(open_sectors(self.setting, self.state, least))

    def passed(self, d: Draft[Setting]) -> None:
        d.goto("close")

    def context(self) -> str:
        return say("{landed} landed, {waiting} in the air", landed=self.state.tracks["landed"],
                   waiting=len(self.ready))  # fmt: skip

    def goals(self, units: Sequence[FortCounter]) -> Goals:
        """A glider comes straight down."""
        least = smallest(self.state.pieces, [u.id for u in units])
        return {
            cell: ((cell,), against_sector(self.setting, self.state, cell, least))
            for cell in self.setting.fort.landing
        }

    def ways(self, pieces: Sequence[str]) -> Goals:
        """Before one is picked, where the smallest may come down."""
        return super().ways(pieces or self.asked.pieces)

    def against(self, answer: Answer) -> Sequence[Reason]:
        if not isinstance(answer, Path):
            return ()
        if len(answer.pieces) != 1 or len(answer.cells) != 1:
            return (Reason(say("One glider comes down in one sector"), "EE 2.1-L"),)
        glider = self.state.pieces[answer.pieces[0]]
        return against_sector(self.setting, self.state, answer.cells[0], glider)

    def note(self, units: list[FortCounter], cell: str) -> tuple[Reason, ...]:
        """Whose machine guns bear on it, where works are manned."""
        if not self.setting.forces.works_manned:
            return ()
        return warned_of_fire(self.setting, self.state, cell, "EE N54")

    def arrows(self) -> tuple[Overlay, ...]:
        """Where gliders come down."""
        return (Overlay("reach", self.setting.fort.landing),)

    def case(self, answer: Answer | None) -> CaseLook | None:
        match answer:
            case Path(pieces=(glider,), cells=(cell,)) if glider in self.state.pieces:
                name = self.state.pieces[glider].name
                return self.setting.tables.landing.case(name, place=self.name(cell))
            case _:
                return None

    def stroll(self, team: tuple[str, ...], rng: Random) -> Path | None:
        """There is room for the smallest at least."""
        least = smallest(self.state.pieces, self.asked.pieces)
        return super().stroll(team, rng) or super().stroll((least.id,), rng)

    def script(self, rng: Random) -> Path:
        """The best sector first, with the glider that carries the most charges."""
        setting, state, gliders = self.setting, self.state, self.units(self.asked.pieces)
        sectors = open_sectors(setting, state, smallest(state.pieces, self.asked.pieces))
        values = german_values(setting, state, armed=True)
        best = max(sectors, key=lambda s: (values[s], s))
        sign = 1 if best in setting.fort.works else -1
        return Path((max(gliders, key=lambda u: (sign * u.charges, u.men)).id,), (best,))

    def picked(self, d: Draft[Setting], answer: Path) -> None:
        d.goto("roll", glider=answer.pieces[0], sector=answer.cells[-1])


@steps.throws(GliderLanding, "roll", "rolled", "resolve", "down")
class LandingDice(EbenThrow[GliderLanding]):
    """Two dice for the glider (2.1-L)."""

    kind, cite, chart = "landing", "EE 2.1-L", "landing"
    outcome_text = say("Does this landing stand?")

    def asks(self) -> bool:
        return self.frame.glider in waiting(self.state.pieces)

    def passed(self, d: Draft[Setting]) -> None:
        d.goto("choose")

    def prompt(self) -> str:
        glider = self.state.pieces[self.frame.glider]
        return say("How does {glider} come down?", glider=glider.name)

    def about(self) -> tuple[str, ...]:
        return (self.frame.glider, self.frame.sector)

    def dice(self) -> Dice:
        told = say("Towards {place}", place=self.name(self.frame.sector))
        return Dice((6, 6), self.about(), told)

    def propose(self, d: Draft[Setting], then: str) -> None:
        if self.asks():  # an umpire may have taken it away
            super().propose(d, then)
        else:
            self.passed(d)

    def outcome(self) -> DiceOutcome:
        """The landing table."""
        table, total = self.setting.tables.landing, self.frame.total
        lost, men = table.lost(total), table.men_lost(total)
        name = self.state.pieces[self.frame.glider].name
        summary = say_count(
            "{glider} lands, {n} man lost", "{glider} lands, {n} men lost", n=men, glider=name
        )
        if lost:
            summary = say("{glider} is lost", glider=name)
        value: Record = {"fate": "lost" if lost else "lands", "men_lost": men}
        return DiceOutcome(value, summary, (FATE, MEN_LOST), self.about())

    def answered(self, d: Draft[Setting], answer: Outcome) -> None:
        """The glider is gone, or its men stand in the sector (2.1-L)."""
        frame, glider = self.frame, d.pieces[self.frame.glider]
        if answer.value["fate"] == "lost":
            _remove(d, frame.glider)
            how = say("{men} men, rolled {total}", men=glider.men, total=frame.total)
            d.say(say("{glider} is lost", glider=glider.name), "EE 2.1-L", how=how)
        else:
            _touch_down(d, frame, int(answer.value["men_lost"] or 0))
        settle(d)
        if end_if_lost(d):
            return
        d.goto("place")
        if d.setting.forces.works_manned and d.pieces[frame.glider].at is not None:
            fire = UnderFire(step="ask", sector=frame.sector, cite="EE N54", own=False)
            d.call(fire, "place")

    def case(self, answer: Answer | None) -> CaseLook | None:
        glider = self.state.pieces.get(self.frame.glider)
        if glider is None:
            return None
        total, place = self.frame.total if self.fallen else 0, self.name(self.frame.sector)
        return self.setting.tables.landing.case(glider.name, place=place, total=total)


@steps.asks(GliderLanding, "place", "placed")
class PlaceSquad(EbenQuestion[GliderLanding]):
    """By option the squad is placed anywhere in the fort once it is down (2.1-L)."""

    kind, shape, cite = "place", "cells", "EE 2.1-L"
    text = say("Where does the squad begin?")

    @property
    def squad(self) -> FortCounter:
        """That of the glider."""
        return self.state.pieces[self.frame.glider]

    def cells(self) -> tuple[str, ...]:
        setting, pieces, unit = self.setting, self.state.pieces, self.squad
        if setting.options.gliders == "sector" or unit.at is None:
            return ()
        taken = ground(pieces, BELGIAN)
        free = (cell for cell in setting.fort.landing if cell not in taken)
        return tuple(cell for cell in free if not against_goal(setting, pieces, (unit,), cell))

    def passed(self, d: Draft[Setting]) -> None:
        d.goto("choose")

    def context(self) -> str:
        return self.squad.name

    def about(self) -> tuple[str, ...]:
        return (self.squad.id,)

    def picked(self, d: Draft[Setting], answer: Cells) -> None:
        """It stands there before the next glider comes down."""
        goal, origin, name = answer.cells[0], self.squad.at, self.squad.name
        if origin != goal:
            d.set(self.frame.glider, at=goal)
            here = d.setting.fort.names.get(origin or "")
            how = came_from([here]) if here else ""
            text = say("{units} moved to {place}", units=name, place=self.name(goal))
            d.say(text, "EE 2.1-L", goal, how)
            settle(d)
        d.goto("choose")


def _touch_down(d: Draft[Setting], frame: GliderLanding, men_lost: int) -> None:
    glider = d.pieces[frame.glider]
    men = max(0, glider.men - men_lost)
    d.set(frame.glider, men=men, at=frame.sector if men else None)
    d.mark(f"{frame.sector}/glider", str(glider.name))
    d.count("landed")
    place, lost = d.setting.fort.brief[frame.sector], glider.men - men
    text = say("{glider} at {place}", glider=glider.name, place=place)
    how = say("landed, rolled {total}", total=frame.total)
    if lost:
        how = say_count(
            "landed, −{n} man, rolled {total}", "landed, −{n} men, rolled {total}",
            n=lost, total=frame.total,
        )  # fmt: skip
    d.say(text, "EE 2.1-L", frame.sector, how)
    if lost:
        d.count("german_losses", lost)


def _remove(d: Draft[Setting], glider: str) -> None:
    """Take a glider out of the game; its men never come (EE N48 counts them)."""
    d.count("german_absent", d.pieces[glider].men)
    d.set(glider, at=None)


@steps(GliderLanding, "close")
def close(d: Draft[Setting], _: GliderLanding, __: None) -> None:
    """After the last landing gliders still in the air turn back (EE N46)."""
    for glider in waiting(d.pieces):
        _remove(d, glider)
        text = say("{glider} turned back", glider=d.pieces[glider].name)
        d.say(text, "EE N46", how=say("the landing was over"))
    if not end_if_lost(d):
        d.done()
