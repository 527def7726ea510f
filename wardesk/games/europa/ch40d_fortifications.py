"""40.D What becomes of works by their owners: strength from replacements, building, repairs."""

from __future__ import annotations

from random import Random

from wardesk.engine.cached import cached_property
from wardesk.engine.draft import Draft
from wardesk.engine.types import Answer, Choice, Choose, Pieces
from wardesk.games.europa import reduction
from wardesk.games.europa.asked import EuropaQuestion
from wardesk.games.europa.ch40b_works import site_of
from wardesk.games.europa.position import ZONE_SIZE, PositionLayout, Table, layout_of, unit_name
from wardesk.games.europa.setting import Setting
from wardesk.games.europa.state import AXIS, ENEMY, Turn, Unit, steps
from wardesk.games.europa.supply import depots_reach, supply_left
from wardesk.games.europa.tables import Building
from wardesk.games.europa.works import WORKS
from wardesk.words import say, say_count

D = Draft[Setting]


# ---- replacements -------------------------------------------------------------------------------


def improvable(setting: Setting, table: Table, side: str) -> list[str]:
    """40.D-4, 40.D-6 Works of *side* below their most, in limited supply of a major power."""
    layout = layout_of(setting, table)
    reached = depots_reach(setting, table, side)
    hexsides = (w for works in layout.hexsides.values() for w in works)
    return [
        w.id
        for w in (*layout.works.values(), *hexsides)
        if w.side == side
        and not w.holder
        and not w.row.unit
        and w.strength < w.row.strength
        and w.at in reached
    ]


def refilled(setting: Setting, table: Table, side: str) -> list[str]:
    """N22 Units that replacement points can fill up: in supply, and with no enemy beside them."""
    layout = layout_of(setting, table)
    linked, zone = layout.supplied[side], layout.zones[ENEMY[side]]
    return [
        u.id
        for cell, units in layout.units[side].items()
        if cell in linked and cell not in zone
        for u in units
        if u.lost
    ]


def strengthen(d: D, piece: str) -> None:
    """40.D-5 One point more for a work; or N22 one point lost comes back to a unit."""
    unit = d.pieces[piece]
    d.count(f"{unit.side}_rp", -1)
    if unit.work:
        site = reduction.strengthened(site_of(d.setting, d, unit), 1)
        d.set(piece, strength=site.strength)
    else:
        d.set(piece, lost=unit.lost - 1)
    cite = "EF 40.D-5" if unit.work else "EF N22"
    d.say(say("{unit} was strengthened", unit=unit_name(d.setting, unit)), cite, at=unit.at)


@steps.asks(Turn, "replace", "replaced")
class WhoIsStrengthened(EuropaQuestion[Turn]):
    """40.D-4 Infantry replacement points make works stronger, or fill units up (N22)."""

    kind, cite, shape, next_step = "replace", "EF 40.D-4", "pieces", "build"
    text = say("Who gets a replacement point?")
    choices = (Choice("done", say("No more replacements"), "EF N17"),)

    @property
    def left(self) -> int:
        """Points that are not given out yet."""
        return self.state.tracks[f"{self.side}_rp"]

    def pieces(self) -> tuple[str, ...]:
        if self.left <= 0:
            return ()
        row = self.setting, self.state, self.side
        return (*improvable(*row), *refilled(*row))

    def context(self) -> str:
        return say_count("{n} point left", "{n} points left", n=self.left)

    def picked(self, d: D, answer: Pieces) -> None:
        """40.D-5 One point each."""
        strengthen(d, answer.pieces[0])

    def script(self, rng: Random) -> Answer:
        """Whatever has lost most; works where the enemy is near come first."""
        front, pieces = self.front, self.state.pieces

        def urgent(piece: str) -> tuple[float, str]:
            unit = pieces[piece]
            near = 6.0 - front.get(unit.at or "", 40)
            return (near if unit.work else 2.0 * unit.lost), piece

        best = max(self.asked.pieces, key=urgent)
        return Pieces((best,)) if urgent(best)[0] > 0 else Choose("done")


# ---- building -----------------------------------------------------------------------------------


def projects(setting: Setting, layout: PositionLayout, builder: Unit) -> list[Building]:
    """N14 What a unit can build where it stands."""
    cell = builder.at or ""
    work = layout.works.get(cell)
    if work is not None and (work.side != builder.side or work.holder):
        return []
    onto = work.work if work else ""
    kind = setting.rows[builder.id].kind
    found = [
        row
        for row in setting.tables.building
        if row.onto == onto and kind in row.builders and reduction.may_be_built(row.work, onto)
    ]
    small = setting.rows[builder.id].halves < ZONE_SIZE
    return [
        row
        for row in found
        if not (row.work == "westwall" and builder.side != AXIS)
        and not (row.work == "entrenchment" and small)
    ]


def builders(setting: Setting, table: Table, side: str) -> list[str]:
    """N14 Units that can begin to build: in supply, undisrupted, and not at it already."""
    layout = layout_of(setting, table)
    return [
        u.id
        for units in layout.units[side].values()
        for u in units
        if not (u.building or u.disrupted or u.cut_off) and projects(setting, layout, u)
    ]


def begin(d: D, builder: str, work: str) -> None:
    """N14 It is under way, and one supply point is spent."""
    unit = d.pieces[builder]
    row = next(
        row for row in projects(d.setting, layout_of(d.setting, d), unit) if row.work == work
    )
    d.count(f"{unit.side}_sp", -1)
    d.set(builder, building=work, ready=d.tracks["turn"] + row.turns)
    d.say(say("Begun: {work}", work=WORKS[work].name), row.cite, at=unit.at)


def complete(d: D, side: str) -> None:
    """N14 What is due by this turn is there, if the builder has stayed."""
    for unit in list(d.pieces.values()):
        if unit.side != side or not unit.building or unit.ready > d.tracks["turn"]:
            continue
        d.set(unit.id, building="", ready=0)
        rows = projects(d.setting, layout_of(d.setting, d), unit)
        if any(row.work == unit.building for row in rows):
            build(d, unit)


def build(d: D, builder: Unit) -> None:
    """N14 A work, new or a level higher."""
    cell, work = builder.at or "", builder.building
    d.say(say("Built: {work}", work=WORKS[work].name), "EF N14", at=cell)
    there = layout_of(d.setting, d).works.get(cell)
    if there is not None:
        d.set(there.id, work=work)
        return
    made = d.count("built")
    d.create(Unit(id=f"built-{made}", side=builder.side, at=cell, work=work))


@steps.asks(Turn, "build", "builder")
class WhoBuilds(EuropaQuestion[Turn]):
    """N14 Who begins to build."""

    kind, cite, shape, next_step = "build", "EF N14", "pieces", "land"
    text = say("Who begins to build?")
    choices = (Choice("done", say("Nobody else builds"), "EF N17"),)

    def pieces(self) -> tuple[str, ...]:
        if self.state.tracks[f"{self.side}_sp"] <= 0:
            return ()
        return tuple(builders(self.setting, self.state, self.side))

    def context(self) -> str:
        return supply_left(self.state, self.side)

    def picked(self, d: D, answer: Pieces) -> None:
        d.goto("project", builder=answer.pieces[0])

    def script(self, rng: Random) -> Answer:
        """Defenders entrench where the enemy is near, while supply is plenty."""
        if self.attacks or self.state.tracks[f"{self.side}_sp"] < 6:
            return Choose("done")
        front = self.front
        near = [u.id for u in self.units(self.asked.pieces) if front.get(u.at or "", 40) <= 2]
        return Pieces((near[0],)) if near else Choose("done")


@steps.asks(Turn, "project", "begun")
class WhatIsBuilt(EuropaQuestion[Turn]):
    """N14 What it builds; there is no question where it can build but one thing."""

    kind, cite = "project", "EF N14"
    text = say("What does it build?")

    @property
    def builder(self) -> Unit:
        """Who builds."""
        return self.state.pieces[self.frame.builder]

    @cached_property
    def rows(self) -> list[Building]:
        """What can be built."""
        return projects(self.setting, self.layout, self.builder)

    def asks(self) -> bool:
        return len(self.rows) > 1

    def buttons(self) -> tuple[Choice, ...]:
        return tuple(Choice(row.work, WORKS[row.work].name, row.cite) for row in self.rows)

    def context(self) -> str:
        return unit_name(self.setting, self.builder)

    def about(self) -> tuple[str, ...]:
        return (self.frame.builder,)

    def passed(self, d: D) -> None:
        self.pressed(d, self.rows[0].work)

    def pressed(self, d: D, key: str) -> None:
        begin(d, self.frame.builder, key)
        d.goto("build", builder="")
