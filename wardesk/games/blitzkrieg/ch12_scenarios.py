"""Chapter 12: the set-up, reinforcements, and what a scenario takes away again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from random import Random

from wardesk.engine.cached import cached_property
from wardesk.engine.draft import Draft
from wardesk.engine.question import Goals
from wardesk.engine.types import Answer, Cells, Choice, Choose, Path, Reason
from wardesk.games.blitzkrieg.asked import BlitzkriegQuestion, Sends
from wardesk.games.blitzkrieg.ch03_command import command
from wardesk.games.blitzkrieg.chits import ROSTER
from wardesk.games.blitzkrieg.forces import Formation, Group, TurnReinforcements
from wardesk.games.blitzkrieg.position import Table, at, is_infantry, kind_of, on_map, unit_name
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.state import ARRIVING, ENEMY, RESERVE, Deploy, Turn, Unit, steps
from wardesk.games.shared import cup
from wardesk.words import Spoken, say

D = Draft[Setting]
PROPOSED = Choice("proposed", say("Lay it out as proposed"), "BK 12.0")
ONE_BY_ONE = Reason(say("One unit goes to one hex"), "BK 12.0")
MARKS = {"works": say("Where are works dug?"), "mines": say("Where are mines laid?")}
MARKED = {"works": say("Works"), "mines": say("Mines")}


def cites_of(group: Group) -> str:
    """The rule a group is laid out by."""
    if group.works:
        return "BK 10.2"
    return "BK 10.1" if group.mines else "BK 12.0"


def allowed(setting: Setting, table: Table, group: Group, unit: Unit | None) -> tuple[str, ...]:
    """12 Where something of a group may begin: its area, without the enemy and with room."""
    cells = setting.area(group)
    if group.joins:
        cells = tuple(
            sorted(
                {
                    u.at or ""
                    for u in table.pieces.values()
                    if u.formation in group.joins and not u.hq and on_map(setting, u)
                }
            )
        )
    side = group.side
    enemies, fighters = _occupied(table, side)
    found = [c for c in cells if c not in enemies]
    if group.works:
        return tuple(
            c
            for c in found
            if f"{c}/works" not in table.marks
            and any(is_infantry(setting, u) and not u.hq for u in at(table, c, side))
        )
    if group.mines:
        return tuple(c for c in found if f"{c}/mines" not in table.marks)
    if unit is None or unit.hq:
        return tuple(found) or _nearest(setting, table, cells, side, 99)
    stack = setting.tables.figures.stack
    free = tuple(c for c in found if fighters[c] < stack)
    return free or _nearest(setting, table, cells, side, stack)


def _occupied(table: Table, side: str) -> tuple[set[str], Counter[str]]:
    """The hexes with an enemy of *side* that it sees, and how many of its own fight from each."""
    here = [(u, u.at) for u in table.pieces.values() if u.at]
    enemies = {at for u, at in here if u.side == ENEMY[side] and not u.hidden}
    own = Counter(at for u, at in here if u.side == side and not u.hq and not u.aboard)
    return enemies, own


def _nearest(
    setting: Setting, table: Table, cells: tuple[str, ...], side: str, stack: int
) -> tuple[str, ...]:
    """N33 Where an area has no room left, the free hexes nearest to it."""
    enemies, fighters = _occupied(table, side)
    free = [c for c in setting.board.cells if c not in enemies and fighters[c] < stack]
    far = {c: min(setting.distance(c, a) for a in cells) for c in free}
    return tuple(c for c in free if far[c] == min(far.values()))


def proposal(setting: Setting, table: Table, group: Group) -> Mapping[str, str]:
    """Where a group's units go by our proposal: dealt out over its cells, the HQ on the first."""
    units = [u for u in table.pieces.values() if _of_group(setting, u, group) and u.at == RESERVE]
    found: dict[str, str] = {}
    number = 0
    for unit in units:
        if unit.hq:
            found[unit.id] = group.cells[0]
        elif not unit.aboard:
            found[unit.id] = group.cells[number % len(group.cells)]
            number += 1
    for unit in units:
        if unit.aboard:
            found[unit.id] = found[unit.aboard]
    return found


def _of_group(setting: Setting, unit: Unit, group: Group) -> bool:
    return setting.home_of[unit.id] in group.formations


@steps(Deploy, "group")
def deploy(d: D, frame: Deploy, _: None) -> None:
    """12 The next group, or the first turn."""
    if frame.group >= len(d.setting.groups):
        return d.goto("attach", left=tuple(d.setting.scenario.attach))
    group = d.setting.groups[frame.group]
    if group.works or group.mines:
        return d.goto("mark", left=("x",) * (group.works or group.mines))
    return d.goto("ride")


class OfGroup(BlitzkriegQuestion[Deploy]):
    """How something of a group begins; a program takes the proposal."""

    choices = (PROPOSED,)

    @property
    def group(self) -> Group:
        """What is laid out together."""
        return self.setting.groups[self.frame.group]

    def who(self) -> str:
        return self.group.side

    def rule(self) -> str:
        return cites_of(self.group)

    def passed(self, d: D) -> None:
        d.goto("group", group=self.frame.group + 1)

    def script(self, rng: Random) -> Answer:
        return Choose(PROPOSED.key)


@steps.asks(Deploy, "ride", "riding")
class WhoRides(OfGroup):
    """12.1 Which company begins on the half-tracks of a group, or nobody."""

    kind, text = "deploy-ride", say("Which company begins mounted?")

    @cached_property
    def everybody(self) -> list[Unit]:
        """The units of the group."""
        return [u for u in self.state.pieces.values() if _of_group(self.setting, u, self.group)]

    @cached_property
    def rider(self) -> Unit | None:
        """Who is proposed."""
        return next((u for u in self.everybody if u.aboard), None)

    def rule(self) -> str:
        return "BK 12.1-C"

    def asks(self) -> bool:
        return self.rider is not None

    def context(self) -> Spoken:
        return (
            say("Proposed: {unit}", unit=unit_name(self.setting, self.rider)) if self.rider else ""
        )

    def buttons(self) -> tuple[Choice, ...]:
        others = (
            u for u in self.everybody
            if self.rider and u.formation == self.rider.formation and is_infantry(self.setting, u)
        )  # fmt: skip
        named = (
            Choice(u.id, unit_name(self.setting, u), "BK 12.1-C")
            for u in others
            if not (u.hq or u.aboard)
        )
        return (PROPOSED, *named, Choice("nobody", say("Nobody"), "BK 12.1-C"))

    def passed(self, d: D) -> None:
        d.goto("place", left=tuple(u.id for u in self.everybody))

    def pressed(self, d: D, key: str) -> None:
        """That one; the others of the group are placed on foot."""
        units = [u.id for u in self.everybody]
        if key != PROPOSED.key and self.rider:
            carrier = self.rider.aboard
            d.set(self.rider.id, aboard="")
            if key in d.pieces:
                d.set(key, aboard=carrier)
                name = unit_name(d.setting, d.pieces[key])
                d.say(say("{unit} got on the half-tracks", unit=name), "BK 12.1-C")
        d.goto("place", left=tuple(u for u in units if not d.pieces[u].aboard))


@steps.asks(Deploy, "place", "placed")
class WhereTheyBegin(Sends[Deploy], OfGroup):
    """12.1, 12.2 The owner places them one by one, or takes the proposal."""

    kind, shape, text = "deploy", "path", say("Where do these units begin?")

    @cached_property
    def able(self) -> tuple[str, ...]:
        return self.frame.left

    def context(self) -> Spoken:
        return _names_of(self.setting, self.group)

    def ways_of_one(self, unit: Unit) -> Mapping[str, tuple[str, ...]]:
        cells = allowed(self.setting, self.state, self.group, unit)
        return {cell: (cell,) for cell in cells}

    def goals(self, units: Sequence[Unit]) -> Goals:
        """Where the first of *units* may begin; the others not with it."""
        reasons = () if len(units) == 1 else (ONE_BY_ONE,)
        return {cell: (way, reasons) for cell, way in self.ways_of_one(units[0]).items()}

    def against(self, answer: Answer) -> tuple[Reason, ...]:
        """12 What is wrong with beginning there."""
        if not isinstance(answer, Path):
            return ()
        if len(answer.pieces) != 1 or len(answer.cells) != 1:
            return (ONE_BY_ONE,)
        if answer.cells[0] not in self.ways_of_one(self.state.pieces[answer.pieces[0]]):
            return (Reason(say("It cannot begin there"), "BK 12.0", at=answer.cells[0]),)
        return ()

    def picked(self, d: D, answer: Path) -> None:
        unit, cell = answer.pieces[0], answer.cells[0]
        _lay(d, unit, cell)
        _tell(d, self.group, unit_name(d.setting, d.pieces[unit]), (cell,))
        if d.pieces[unit].hidden:
            d.secret((self.group.side,))
        d.goto("place", left=tuple(u for u in self.frame.left if u != unit))

    def pressed(self, d: D, key: str) -> None:
        group, left, goals = self.group, self.frame.left, list[str]()
        for unit, cell in proposal(d.setting, d, group).items():
            if unit in left:
                free = allowed(d.setting, d, group, d.pieces[unit])
                goals.append(cell if cell in free else free[0])
                _lay(d, unit, goals[-1])
        _tell(d, group, _names_of(d.setting, group), goals)
        if any(d.pieces[u].hidden for u in left):
            d.secret((group.side,))
        d.goto("place", left=())


def _names_of(setting: Setting, group: Group) -> Spoken:
    """The formations of a group in a sentence."""
    return say("{names!s}", names=", ".join(setting.formations[f].short for f in group.formations))


def _tell(d: D, group: Group, what: Spoken, cells: Iterable[str]) -> None:
    """Say what was laid out, and where."""
    places = tuple(d.setting.name(cell) for cell in dict.fromkeys(cells))
    d.say(say("{what} laid out in {places}", what=what, places=places), cites_of(group))


def _lay(d: D, unit: str, cell: str) -> None:
    hides = d.setting.options.hidden_guns == "yes"
    kind = kind_of(d.setting, d.pieces[unit])
    d.set(unit, at=cell, hidden=hides and kind is not None and kind.category == "gun")
    for rider in tuple(d.pieces.values()):
        if rider.aboard == unit:
            d.set(rider.id, at=cell)
    name = d.setting.place_of.get(cell)
    if name is not None and not d.pieces[unit].hidden:
        d.mark(f"{cell}/held", d.pieces[unit].side)


@steps.asks(Deploy, "mark", "marked")
class WhereMarksLie(OfGroup):
    """10.1, 10.2 Works and mines one by one, or as proposed."""

    kind, shape = "deploy-mark", "cells"

    @property
    def what(self) -> str:
        """What is laid."""
        return "works" if self.group.works else "mines"

    @cached_property
    def able(self) -> tuple[str, ...]:
        """Where one may lie, while there is any left."""
        left = self.frame.left
        return allowed(self.setting, self.state, self.group, None) if left else ()

    def prompt(self) -> str:
        return MARKS[self.what]

    def context(self) -> str:
        return MARKED[self.what]

    def picked(self, d: D, answer: Cells) -> None:
        d.mark(f"{answer.cells[0]}/{self.what}", self.group.side)
        _tell(d, self.group, MARKED[self.what], answer.cells)
        d.goto("mark", left=self.frame.left[1:])

    def pressed(self, d: D, key: str) -> None:
        group, laid = self.group, list[str]()
        for _ in self.frame.left:
            cells = allowed(d.setting, d, group, None)
            wanted = [cell for cell in group.cells if cell in cells] or list(cells)
            if wanted:
                laid.append(wanted[0])
                d.mark(f"{wanted[0]}/{self.what}", group.side)
        _tell(d, group, MARKED[self.what], laid)
        d.goto("mark", left=())


# ---- 10.3 independent units ---------------------------------------------------------------------


class WithWhom(BlitzkriegQuestion[Deploy]):
    """How the next of those that are left acts; a program takes the first."""

    @property
    def name_and_number(self) -> tuple[str, str]:
        """The formation, and which of its units; empty for the whole of it."""
        name, _, number = self.frame.left[0].partition(":")
        return name, number

    @property
    def formation(self) -> Formation:
        """Whose units they are."""
        return self.setting.formations[self.name_and_number[0]]

    def who(self) -> str:
        return self.formation.side

    def asks(self) -> bool:
        return bool(self.frame.left)

    def script(self, rng: Random) -> Answer:
        return self.first()


@steps.asks(Deploy, "attach", "attached")
class GoesWith(WithWhom):
    """10.3 Units without a chit are attached to a formation that has one."""

    kind, cite, text = "attach", "BK 10.3", say("Which formation does it go with?")

    def context(self) -> Spoken:
        return say("{name}", name=self.formation.name)

    def buttons(self) -> tuple[Choice, ...]:
        hosts = self.setting.scenario.hosts.get(self.frame.left[0])
        return tuple(
            Choice(n, say("{name!s}", name=self.setting.formations[n].short), "BK 10.3")
            for n in hosts or _hosts(self.setting, self.formation.side)
        )

    def passed(self, d: D) -> None:
        d.goto("independents", left=_independents(d))

    def pressed(self, d: D, key: str) -> None:
        for unit in self.formation.unit_ids:
            d.set(unit, formation=key)
        d.goto("attach", left=self.frame.left[1:])


def _hosts(setting: Setting, side: str) -> list[str]:
    return [
        name
        for name in setting.scenario.formations
        if setting.formations[name].side == side
        and setting.formations[name].chit
        and not setting.formations[name].independent
    ]


def _independents(d: D) -> tuple[str, ...]:
    """Independent formations with a chit that may be split up instead (12.2)."""
    return tuple(
        name
        for name in d.setting.scenario.formations
        if d.setting.formations[name].independent and d.setting.formations[name].chit
    )


@steps.asks(Deploy, "independents", "settled")
class HowItActs(WithWhom):
    """12.2 An independent formation keeps its chit, or its units go with others for good."""

    kind, cite, text = "independent", "BK 12.2-B", say("How does this unit act?")

    @property
    def unit(self) -> str:
        """The one that is asked about."""
        return self.formation.unit_ids[int(self.name_and_number[1] or 0)]

    def context(self) -> Spoken:
        return unit_name(self.setting, self.state.pieces[self.unit])

    def about(self) -> tuple[str, ...]:
        return (self.unit,)

    def buttons(self) -> tuple[Choice, ...]:
        own = Choice("own", say("It acts by its own chit"), "BK 12.2-B")
        others = (
            Choice(n, say("With {name!s}", name=self.setting.formations[n].short), "BK 12.2-B")
            for n in _hosts(self.setting, self.formation.side)
        )
        return tuple(others) if self.name_and_number[1] else (own, *others)

    def passed(self, d: D) -> None:
        d.goto("begin")

    def pressed(self, d: D, key: str) -> None:
        """Own chit, or unit after unit to others."""
        name, number = self.name_and_number
        rest = self.frame.left[1:]
        if key == "own":
            return d.goto("independents", left=rest)
        d.set(self.unit, formation=key)
        d.mark(f"{name}/split", True)
        place = int(number or 0) + 1
        more = (f"{name}:{place}",) if place < len(self.formation.unit_ids) else ()
        return d.goto("independents", left=(*more, *rest))


@steps(Deploy, "begin")
def begin(d: D, _: Deploy, __: None) -> None:
    """The chits that are in the game from the first turn."""
    late = {name for row in d.setting.scenario.arrival for name in row.formations}
    chits = [
        f"{d.setting.formations[name].side}/{name}"
        for name in d.setting.scenario.formations
        if name not in late and _has_chit(d, name)
    ]
    for side, counts in d.setting.scenario.chits.items():
        chits += [f"{side}/{kind}" for kind, n in counts.items() for _ in range(n)]
    d.cup(ROSTER, sorted(chits))
    command(d)
    d.done()
    d.stack.append(Turn(step="start"))


def _has_chit(d: D, name: str) -> bool:
    return d.setting.formations[name].chit and not d.marks.get(f"{name}/split")


# ---- reinforcements -----------------------------------------------------------------------------


def arrive(d: D) -> None:
    """12.2 What is due may come in when it is activated; its chits go into the cup."""
    turn = d.tracks["turn"]
    for row in d.setting.scenario.arrival:
        if row.turn == turn:
            _come(d, row)
            d.say(say("Reinforcements of turn {turn} are due", turn=turn), "BK 12.2-A")


def _come(d: D, row: TurnReinforcements) -> None:
    units = [f"{name}-hq" for name in row.formations]
    units += [unit for name in row.formations for unit in d.setting.formations[name].unit_ids]
    for unit in (*units, *row.units):
        if unit in d.pieces and d.pieces[unit].at == RESERVE:
            d.set(unit, at=ARRIVING)
    for name in row.lone:
        d.mark(f"{name}/lone", True)
    for name in row.formations:
        if d.marks.get(f"{name}/lone"):
            d.mark(f"{name}/lone", None)
    chits = [f"{row.side}/{name}" for name in (*row.formations, *row.lone) if _has_chit(d, name)]
    new = [chit for chit in chits if chit not in d.cups[ROSTER]]
    new += [f"{row.side}/{kind}" for kind, n in row.chits.items() for _ in range(n)]
    for chit in new:
        cup.put(d, ROSTER, chit)


def take_away(d: D) -> None:
    """12.2 A formation that leaves at the end of this turn, and chits of those that are gone."""
    turn = d.tracks["turn"]
    for row in d.setting.scenario.leave:
        if row.turn == turn:
            for unit in tuple(d.pieces.values()):
                if unit.formation == row.formation and unit.at is not None:
                    d.set(unit.id, at=None)
            name = d.setting.formations[row.formation].short
            d.say(say("{formation!s} was taken out of the battle", formation=name), "BK 12.2-C")
            _drop_chit(d, row.formation)
    for chit in d.cups[ROSTER]:
        name = chit.partition("/")[2]
        if name in d.setting.formations and not _lives(d, name):
            _drop_chit(d, name)


def _lives(d: D, name: str) -> bool:
    return any(u.formation == name and not u.hq and u.at is not None for u in d.pieces.values())


def _drop_chit(d: D, name: str) -> None:
    """8.5.1 The chit of a formation that has left the map leaves the game too."""
    chit = f"{d.setting.formations[name].side}/{name}"
    if chit in d.cups[ROSTER]:
        cup.take(d, ROSTER, chit)
    if d.marks.get("turn/first") == chit:
        d.mark("turn/first", None)
