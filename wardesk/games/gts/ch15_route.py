"""Chapter 4 of the exclusive rules at the table: the corps' road, its marker, attacks on it."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from wardesk.engine.cached import cached_property
from wardesk.engine.draft import Draft
from wardesk.engine.types import Answer, Cells, Choice, Roll, Value
from wardesk.games.gts.agreed import (
    BLOWN,
    BROKEN,
    DOWN,
    PLACED,
    WORKING,
    keeps_cut,
    reach_along,
)
from wardesk.games.gts.asked import GtsThrow, L, OfTurn
from wardesk.games.gts.ch09_zones import controls, in_enemy_zone
from wardesk.games.gts.position import (
    Table,
    bridge_state,
    counter,
    enemy_hexes,
    on_map,
    stands,
    turn_name,
)
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.state import ALLIED, GERMAN, SIDES, Turn, onward, steps
from wardesk.words import say

D = Draft[Setting]
ATTACKED, CLOSED = "attacked", "closed"
BY_BRIDGE = "bridge"
"""What the mark of a cut road says where a bridge that is down has cut it."""
MARKER = "route/marker"
"""The hex of the marker at the end of the road."""


def road(setting: Setting, table: Table) -> frozenset[str]:
    """4.1 Club Route now: the road up to its marker, without the marker's hex."""
    marker = table.marks.get(MARKER)
    if not marker:
        return setting.route
    cells = setting.scenario.route
    return frozenset(cells[: cells.index(str(marker))]) & setting.in_play


def reachable(setting: Setting, table: Table) -> tuple[str, ...]:
    """4.2 Stops that the marker may advance to: no enemy, fire zone or bad bridge on the way."""
    marker = table.marks.get(MARKER)
    if not marker:
        return ()
    cells, stops = setting.scenario.route, setting.scenario.stops
    enemies = enemy_hexes(setting, table, ALLIED)

    def blocked(a: str, b: str) -> bool:
        bridge = setting.bridge_at.get(frozenset((a, b)), "")
        down = bridge and (not stands(table, bridge) or bridge_state(table, bridge) == "unstable")
        return b in enemies or in_enemy_zone(setting, table, ALLIED, b) or bool(down)

    return reach_along(cells[cells.index(str(marker)) :], stops, blocked)


@steps.asks(Turn, "marker", "advanced")
class HowFar(OfTurn):
    """4.2 At 1900 the Allies advance the marker, to the end if the whole road is clear."""

    kind, cite, text = "marker", "WED 4.2", say("How far does Club Route advance?")
    shape = "cells"
    choices = (Choice("stay", say("Stay where it is"), "WED 4.2"),)

    def cells(self) -> tuple[str, ...]:
        return self.places

    @cached_property
    def places(self) -> tuple[str, ...]:
        evening = turn_name(self.setting, self.state) == "1900"
        return reachable(self.setting, self.state) if evening else ()

    @property
    def clear(self) -> bool:
        """Whether the road is clear to its end."""
        return self.places[-1:] == self.setting.scenario.route[-1:]

    def asks(self) -> bool:
        return bool(self.places) and not self.clear

    def passed(self, d: D) -> None:
        if self.places:
            return d.goto("traced", left=self.places[-1:])
        return self.pressed(d, "stay")

    def pressed(self, d: D, key: str) -> None:
        super().passed(d)

    def picked(self, d: D, answer: Cells) -> None:
        d.goto("traced", left=answer.cells)

    def script(self, rng: Random) -> Answer:
        return Cells((self.asked.cells[-1],))


def _first_weak(setting: Setting, table: Table, goal: str) -> str:
    """2.11 The first bridge between the marker and *goal* that nobody has tried; empty for none."""
    cells = setting.scenario.route
    on_the_way = cells[cells.index(str(table.marks.get(MARKER))) : cells.index(goal) + 1]
    return next(filter(None, (weak(setting, table, a, b) for a, b in pairwise(on_the_way))), "")


def weak(setting: Setting, table: Table, a: str, b: str) -> str:
    """2.11 The weak bridge between two hexes that nobody has tried yet; empty for none."""
    bridge = setting.bridge_at.get(frozenset((a, b)), "")
    untried = bridge and setting.bridges[bridge].carries == "weak"
    return bridge if untried and not bridge_state(table, bridge) else ""


class BearsIt(GtsThrow[L]):
    """2.11 A die for a weak bridge, whoever comes first: a vehicle or the corps' road."""

    kind, cite, text = "stability", "WED 2.11", say("Does the bridge bear it?")

    @cached_property
    def bridge(self) -> str:
        """Which bridge; empty for none."""
        raise NotImplementedError

    def asks(self) -> bool:
        return bool(self.bridge)

    def context(self) -> str:
        return say("9: {bridge} is unstable", bridge=self.setting.bridge_name(self.bridge))

    def bears(self, d: D, answer: Roll, cell: str) -> bool:
        """2.11 A nine makes it unstable; anything else and it is a bridge like any other."""
        roll = answer.dice[0]
        d.mark(f"bridge/{self.bridge}", "unstable" if roll == 9 else "stable")
        name, how = d.setting.bridge_name(self.bridge), say("rolled {roll}", roll=roll)
        text = say("{bridge} bears vehicles", bridge=name)
        if roll == 9:
            text = say("{bridge} is unstable", bridge=name)
        d.say(text, "WED 2.11", cell, how)
        return roll != 9


@steps.asks(Turn, "traced", "tried")
class BearsTheRoad(BearsIt[Turn]):
    """2.11, 4.2 Weak bridges on the way are tried one by one; the marker never comes back."""

    @cached_property
    def bridge(self) -> str:
        return _first_weak(self.setting, self.state, self.frame.left[0])

    def about(self) -> tuple[str, ...]:
        return self.setting.bridges[self.bridge].between

    def passed(self, d: D) -> None:
        goal = self.frame.left[0]
        d.mark(MARKER, goal)
        text = say("Club Route advanced to {cell}", cell=d.setting.name(goal))
        if goal == d.setting.scenario.route[-1]:
            text = say("Club Route is clear to the end")
        d.say(text, "WED 4.2", goal)
        onward(d, "marker")

    def answered(self, d: D, answer: Roll) -> None:
        """2.11 Past a bridge that bears; an unstable one stops the road at a stop before it."""
        if self.bears(d, answer, self.about()[1]):
            return d.goto("traced")
        return d.goto("marker", left=())


def fired_upon(d: D, side: str, cell: str, *, closes: bool = False) -> None:
    """4.3.3 A German shot or light barrage on the road attacks it, a heavy barrage closes it."""
    if side == GERMAN and cell in road(d.setting, d):
        _lay(d, CLOSED if closes else ATTACKED, cell)


def stands_on(d: D, side: str, cell: str) -> None:
    """4.3.3 A German unit on the road closes it, even if it only passes."""
    if side == GERMAN and cell in road(d.setting, d):
        _lay(d, CLOSED, cell)


def look_along(d: D) -> None:
    """4.3.3 Whoever stands on the road when a turn begins closes it in that turn as well."""
    for unit in tuple(d.pieces.values()):
        if on_map(d.setting, unit) and not counter(d.setting, unit).leads:
            stands_on(d, unit.side, unit.at or "")


def begin_turn(d: D) -> None:
    """4.3.3 At most one marker of each kind in a turn; at 1900 the road is open again."""
    evening = turn_name(d.setting, d) == "1900"
    if d.marks.get("route/cut") and (evening or d.tracks["turn"] == 1):
        if _kept_cut(d):
            d.mark("route/cut", BY_BRIDGE)
        elif evening:
            _open(d)
    for kind in (ATTACKED, CLOSED):
        if d.marks.get(f"turn/{kind}"):
            d.mark(f"turn/{kind}", None)
    settle(d)


def settle(d: D) -> None:
    """4.3.3 Bridges of the road that do not carry cut it; else it may be open again."""
    for bridge in _over(d):
        cut_by(d, bridge)
    reopen(d)


def cut_by(d: D, bridge: str) -> None:
    """4.3.3 A bridge that is down cuts the road that it is part of."""
    if bridge in _over(d) and standing(d.setting, d, bridge)[0] in DOWN:
        cut(d, d.setting.bridges[bridge].between[0], BY_BRIDGE)


def reopen(d: D) -> None:
    """4.3.3 What a bridge has cut is open when none keeps it cut; a check holds until 1900."""
    if d.marks.get("route/cut") == BY_BRIDGE and not _kept_cut(d):
        _open(d)


def _kept_cut(d: D) -> bool:
    found = ((standing(d.setting, d, name)[0], holder(d.setting, d, name)) for name in _over(d))
    return any(keeps_cut(state, control) for state, control in found)


def _open(d: D) -> None:
    d.mark("route/cut", None)
    d.say(say("Club Route is open again"), "WED 4.3.3")


def _over(d: D) -> list[str]:
    """The bridges of the road, those beyond the window too."""
    cells, marker = d.setting.scenario.route, d.marks.get(MARKER)
    own = frozenset(cells[: cells.index(str(marker))] if marker else cells)
    sites = d.setting.bridges.items() if own else ()
    return [name for name, site in sites if own.issuperset(site.between)]


def holder(setting: Setting, table: Table, bridge: str) -> str:
    """2.15.5 Which side controls a bridge; empty while it is contested."""
    return next((side for side in SIDES if controls(setting, table, side, bridge)), "")


def standing(setting: Setting, table: Table, bridge: str) -> tuple[str, str, str]:
    """2.15.7 How a bridge stands in the words of a ledger, by whom, and which unit bridges it."""
    state, _, more = bridge_state(table, bridge).partition(":")
    if state == "bailey":
        fit = stands(table, bridge)
        return (WORKING, ALLIED, more) if fit else (BROKEN, GERMAN, more)
    if state == "destroyed":
        ends = setting.bridges[bridge].between
        unit = next((u for u in setting.scenario.bailey if table.pieces[u].at in ends), "")
        return (PLACED, ALLIED, unit) if unit else (BLOWN, "", "")
    return (state or "intact", more, "")


def mined(d: D, cell: str) -> None:
    """S3.1 A minefield on the road closes it, whoever laid it."""
    if cell in road(d.setting, d):
        _lay(d, CLOSED, cell)


def cut(d: D, cell: str, why: Value = True) -> None:
    """S6.1.2, 4.3.3 The road is cut, by a bridge that is down or by a check, which holds longer."""
    before = d.marks.get("route/cut")
    if not before or (before == BY_BRIDGE and why != BY_BRIDGE):
        d.mark("route/cut", why)
        d.say(say("Club Route is cut"), "WED S6.1.2", cell or None)


def _lay(d: D, kind: str, cell: str) -> None:
    if d.marks.get(f"turn/{kind}"):
        return
    d.mark(f"turn/{kind}", True)
    d.count(f"route/{kind}")
    text = say("Club Route is attacked at {cell}", cell=d.setting.name(cell))
    if kind == CLOSED:
        text = say("Club Route is closed at {cell}", cell=d.setting.name(cell))
    d.say(text, "WED 4.3.3", cell)
