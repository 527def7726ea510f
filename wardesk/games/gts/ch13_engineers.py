"""Chapters 2.15 and 2.18: engineers' work, bridges blown and mended, ferries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from wardesk.engine.draft import Draft
from wardesk.engine.types import Choice, Reason, Roll, Value
from wardesk.games.gts.asked import GtsQuestion, GtsThrow
from wardesk.games.gts.ch09_zones import controls, in_enemy_zone
from wardesk.games.gts.ch15_route import cut_by, reopen
from wardesk.games.gts.position import (
    Table,
    bridge_state,
    counter,
    ferries,
    improved,
    in_hex,
    unit_name,
)
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.state import ALLIED, ENEMY, RESERVE, Demolish, Unit, steps
from wardesk.words import Spoken, say

D = Draft[Setting]


class EngineerJob(NamedTuple):
    """Something that engineers can do where they stand: a mark, and what it becomes."""

    kind: str
    label: Spoken
    cite: str
    mark: str
    becomes: Value
    told: Spoken
    refused: tuple[Reason, ...]
    bridge: str = ""


def job_of(setting: Setting, table: Table, unit: Unit) -> EngineerJob:
    """2.15.3, 2.15.6 Improve a railway bridge, else wire the bridge that the unit stands at."""
    found = next((job for job in jobs_of(setting, table, unit) if job.kind == "bridge"), None)
    if found is not None:
        return found
    nothing = (Reason(say("There is no bridge here to work at"), "WED 2.15"),)
    return EngineerJob("bridge", say("Engineers' work"), "WED 2.15", "", None, "", nothing)


def jobs_of(setting: Setting, table: Table, unit: Unit) -> tuple[EngineerJob, ...]:
    """2.15, 2.18, S2.0, S3.1 All that engineers could do where they stand."""
    if unit.id in setting.scenario.bailey or unit.id in _bailey_units(setting):
        return tuple(_repairs(setting, table, unit))
    return (
        *_at_bridges(setting, table, unit),
        *_ferry(setting, table, unit),
        *_on_roads(setting, table, unit),
    )


def _bailey_units(setting: Setting) -> tuple[str, ...]:
    return tuple(row.bailey for row in setting.scenario.bridge if row.bailey)


def works(setting: Setting, unit: Unit) -> bool:
    """Whether a unit does engineers' work at all: engineers, and bridging units (2.15.7)."""
    return counter(setting, unit).engineer or unit.id in setting.scenario.bailey


def _at_bridges(setting: Setting, table: Table, unit: Unit) -> Iterator[EngineerJob]:
    for bridge in setting.bridge_hexes.get(unit.at or "", ()):
        site, now = setting.bridges[bridge], bridge_state(table, bridge)
        if now == "destroyed" or now.startswith("bailey") or _never(setting, bridge):
            continue
        name = setting.bridge_name(bridge)
        if site.carries == "railway" and not improved(table, bridge):
            yield EngineerJob(
                "improve",
                say("Improve the railway bridge"),
                "WED 2.15.3",
                f"improved/{bridge}",
                True,
                say("{bridge} carries vehicles now", bridge=name),
                _able(unit),
                bridge,
            )
        if now.startswith("wired"):
            continue
        refused = _able(unit)
        if not controls(setting, table, unit.side, bridge):
            refused = (*refused, Reason(say("It does not control the bridge"), "WED 2.15.5"))
        yield EngineerJob(
            "bridge",
            say("Wire the bridge"),
            "WED 2.15.6",
            f"bridge/{bridge}",
            f"wired:{unit.side}",
            say("{bridge} was wired", bridge=name),
            refused,
            bridge,
        )
        return


def _ferry(setting: Setting, table: Table, unit: Unit) -> Iterator[EngineerJob]:
    """2.18.1 A ferry where a bridge is down."""
    for bridge in setting.bridge_hexes.get(unit.at or "", ()):
        down = bridge_state(table, bridge) == "destroyed"
        if down and not table.marks.get(f"ferry/{bridge}"):
            name = setting.bridge_name(bridge)
            yield EngineerJob(
                "ferry",
                say("Become a ferry"),
                "WED 2.18.1",
                f"ferry/{bridge}",
                unit.id,
                say("A ferry runs at {bridge}", bridge=name),
                _able(unit),
                bridge,
            )


def _on_roads(setting: Setting, table: Table, unit: Unit) -> Iterator[EngineerJob]:
    """S2.0, 2.15.2, N20 Road blocks up and down; S3.1 minefields away."""
    cell = unit.at or ""
    block = table.marks.get(f"{cell}/block")
    if table.marks.get(f"{cell}/mines"):
        yield EngineerJob(
            "mines",
            say("Clear the minefield"),
            "WED S3.1",
            f"{cell}/mines",
            None,
            say("The minefield was cleared"),
            _able(unit),
        )
    if block and block != unit.side:
        yield EngineerJob(
            "unblock",
            say("Clear the road block"),
            "WED S2.0",
            f"{cell}/block",
            None,
            say("The road block was cleared"),
            _able(unit),
        )
    left = table.tracks.get(f"blocks/{unit.side}", 0)
    on_road = any(step.road for step in setting.steps.get(cell, {}).values())
    if left and not block and on_road:
        refused = _able(unit)
        if cell in setting.bridge_hexes:
            refused = (*refused, Reason(say("No road block at a bridge"), "WED 2.15.2", at=cell))
        yield EngineerJob(
            "block",
            say("Block the road"),
            "WED S2.0",
            f"{cell}/block",
            unit.side,
            say("The road was blocked"),
            refused,
        )


def _repairs(setting: Setting, table: Table, unit: Unit) -> Iterator[EngineerJob]:
    """2.15.7 A bridging unit mends the bridge that it was placed at."""
    for bridge in setting.bridge_hexes.get(unit.at or "", ()):
        if bridge_state(table, bridge) == "destroyed":
            yield EngineerJob(
                "repair",
                say("Build the Bailey bridge"),
                "WED 2.15.7",
                f"bridge/{bridge}",
                f"bailey:{unit.id}",
                say("{bridge} carries again", bridge=setting.bridge_name(bridge)),
                _able(unit),
                bridge,
            )


def finish(d: D, unit: Unit, job: EngineerJob) -> None:
    """2.15 The work is done."""
    d.mark(job.mark, job.becomes)
    d.say(job.told, job.cite, unit.at, unit_name(d.setting, unit))
    if unit.men:
        d.set(unit.id, men=False)
    if job.kind == "block":
        d.count(f"blocks/{unit.side}", -1)
    if job.kind == "repair":
        if d.marks.get(f"ferry/{job.bridge}"):
            d.mark(f"ferry/{job.bridge}", None)  # 2.18.3
        reopen(d)


# ---- ferries ------------------------------------------------------------------------------------


def ferry_goal(setting: Setting, table: Table, unit: Unit) -> str:
    """2.18.2 Where a ferry here carries a leg unit in column; empty for nowhere."""
    figures = counter(setting, unit)
    if figures.movement != "leg" or unit.mounted or not unit.column or not figures.move:
        return ""
    if table.marks.get(f"{unit.at}/dutch"):
        return ""  # S3.1
    for engineer, bridge in ferries(table).items():
        between, boat = setting.bridges[bridge].between, table.pieces[engineer]
        if unit.at not in between or boat.suppressed or boat.side != unit.side:
            continue
        goal = next(cell for cell in between if cell != unit.at)
        there = in_hex(setting, table, goal)
        if any(other.column or other.side != unit.side for other in there):
            return ""  # 4: one column in a hex
        return goal
    return ""


# ---- Bailey bridges and bulldozers --------------------------------------------------------------


def placings(setting: Setting, table: Table, division: str) -> Iterator[Choice]:
    """2.11, 2.15.7 What the division's chit lets be placed: bridging units, bulldozers."""
    for bridge, site in setting.bridges.items():
        now = bridge_state(table, bridge)
        if not all(cell in setting.beside for cell in site.between):
            continue
        name = setting.bridge_name(bridge)
        if table.marks.get(f"dozer/{bridge}"):
            fresh = table.marks.get(f"dozed/{bridge}") != table.tracks["turn"]
            if now == "unstable" and division == "gds" and fresh:
                text = say("The bulldozer works at {bridge}", bridge=name)
                yield Choice(f"dozer//{bridge}", text, "WED 2.11")
            continue
        if any(in_enemy_zone(setting, table, ALLIED, cell) for cell in site.between):
            continue
        blown = int(table.marks.get(f"blown/{bridge}") or 0)
        if now == "destroyed" and blown < table.tracks["turn"]:
            for unit in setting.scenario.bailey:
                mine = setting.division_of(unit).id == division
                if mine and table.pieces[unit].at == RESERVE:
                    text = say("{unit} to {bridge}", unit=setting.counters[unit].name, bridge=name)
                    yield Choice(f"bailey/{unit}/{bridge}", text, "WED 2.15.7")
        if now == "unstable" and division == "gds" and table.tracks.get("dozers", 0) > 0:
            text = say("A bulldozer to {bridge}", bridge=name)
            yield Choice(f"dozer//{bridge}", text, "WED 2.11")


def place(d: D, key: str) -> None:
    """2.15.7 A bridging unit comes to the southern hex; 2.11 a bulldozer goes to work."""
    kind, unit, bridge = key.split("/", 2)
    cell = d.setting.southernmost(d.setting.bridges[bridge].between)
    if kind == "bailey":
        d.set(unit, at=cell, column=False, acted=True)
        d.mark(f"{cell}/last", ALLIED)
        said = say("{unit} came to the bridge", unit=d.setting.counters[unit].name)
        d.say(said, "WED 2.15.7", cell, say("in {place}", place=d.setting.name(cell)))
        return
    if not d.marks.get(f"dozer/{bridge}"):
        d.count("dozers", -1)
        d.mark(f"dozer/{bridge}", "new")
    d.mark(f"dozed/{bridge}", d.tracks["turn"])


def dozing(setting: Setting, table: Table, bridge: str) -> int:
    """2.11, N17 The highest roll that mends a weak bridge: men at work help after a failure."""
    men = table.marks.get(f"dozer/{bridge}") == "men"
    return setting.tables.figures.bulldozer + (setting.tables.check.men if men else 0)


def dozed(d: D, bridge: str, roll: int) -> None:
    """2.11 Stable for the rest of the game, or men at work."""
    name, how = d.setting.bridge_name(bridge), say("rolled {roll}", roll=roll)
    cell = d.setting.southernmost(d.setting.bridges[bridge].between)
    if roll <= dozing(d.setting, d, bridge):
        d.mark(f"bridge/{bridge}", "stable")
        d.mark(f"dozer/{bridge}", None)
        d.count("dozers")
        d.say(say("{bridge} bears vehicles", bridge=name), "WED 2.11", cell, how)
    else:
        d.mark(f"dozer/{bridge}", "men")
        d.say(say("{bridge} is still unstable", bridge=name), "WED 2.11", cell, how)


def _able(unit: Unit) -> tuple[Reason, ...]:
    if unit.column:
        return (Reason(say("Engineers in column do not work"), "WED 2.15.6"),)
    if unit.suppressed:
        return (Reason(say("Suppressed engineers do not work"), "WED SR8"),)
    return ()


def _never(setting: Setting, bridge: str) -> bool:
    """2.15.6 The railway bridge at Best, and what a scenario names."""
    site = setting.bridges[bridge]
    if site.carries == "railway" and setting.tables.figures.spared in site.between:
        return True
    return any(row.id == bridge and row.never for row in setting.scenario.bridge)


class OfBridge(GtsQuestion[Demolish]):
    """A question about a bridge that is wired."""

    cite = "WED 2.15.6"

    @property
    def between(self) -> tuple[str, str]:
        """The hexes that the bridge joins."""
        return self.setting.bridges[self.frame.bridge].between

    @property
    def needed(self) -> int:
        """The highest roll that blows it."""
        figures, enemy = self.setting.tables.figures, ENEMY[self.frame.side]
        zone = any(in_enemy_zone(self.setting, self.state, enemy, cell) for cell in self.between)
        return figures.demolish_zone if zone else figures.demolish

    def about(self) -> tuple[str, ...]:
        return self.between


@steps.asks(Demolish, "ask", "chosen")
class BridgeIsBlown(OfBridge):
    """2.15.6 An enemy has come to it: blow it now, or wait."""

    kind, text, usual = "demolish", say("Is the bridge blown?"), 0

    def context(self) -> str:
        return self.setting.bridge_name(self.frame.bridge)

    def buttons(self) -> tuple[Choice, ...]:
        blow = Choice("blow", say("Blow it: {need} or less", need=self.needed), "WED 2.15.6")
        return blow, Choice("wait", say("Not yet"), "WED 2.15.6")

    def pressed(self, d: D, key: str) -> None:
        if key == "wait":
            return self.passed(d)
        return ChargeFires(d.setting, d.state, self.frame).put(d, "rolled")


@steps.answers(Demolish, "rolled")
class ChargeFires(OfBridge, GtsThrow[Demolish]):
    """2.15.6 Down, or no longer wired."""

    kind, text = "demolition", say("Does the charge go off?")

    def context(self) -> str:
        return say("{need} or less", need=self.needed)

    def answered(self, d: D, answer: Roll) -> None:
        found, bridge = answer.dice[0], self.frame.bridge
        down = found <= self.needed
        d.mark(f"bridge/{bridge}", "destroyed" if down else None)
        name = d.setting.bridge_name(bridge)
        text = say("{bridge} was blown", bridge=name)
        if not down:
            text = say("{bridge} stands, its charges did not fire", bridge=name)
        d.say(text, "WED 2.15.6", self.between[0], say("rolled {roll}", roll=found))
        if down:
            d.mark(f"blown/{bridge}", d.tracks["turn"])
            cut_by(d, bridge)
        d.done()
