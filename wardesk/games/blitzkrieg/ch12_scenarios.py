"""Chapter 12: the set-up, reinforcements, and what a scenario takes away again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from wardesk.engine.draft import Draft
from wardesk.engine.types import Cells, Choice, Choose, Path, Reason
from wardesk.games.blitzkrieg.ch03_command import command
from wardesk.games.blitzkrieg.chits import ROSTER
from wardesk.games.blitzkrieg.forces import Group, TurnReinforcements
from wardesk.games.blitzkrieg.position import (
    Table,
    at,
    is_infantry,
    kind_of,
    on_map,
    unit_name,
)
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.state import (
    ARRIVING,
    ENEMY,
    RESERVE,
    Deploy,
    Turn,
    Unit,
    steps,
)
from wardesk.games.shared import ask, cup
from wardesk.games.shared.ask import AskedQuestion
from wardesk.words import Spoken, say

D = Draft[Setting]
PROPOSED = Choice("proposed", say("Lay it out as proposed"), "BK 12.0")
PLACE = AskedQuestion("deploy", say("Where do these units begin?"), "BK 12.0", "placed")
RIDE = AskedQuestion("deploy-ride", say("Which company begins mounted?"), "BK 12.1-C", "riding")
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


@steps(Deploy, "ride")
def ride(d: D, frame: Deploy, _: None) -> None:
    """12.1 Which company begins on the half-tracks of a group, or nobody."""
    group = d.setting.groups[frame.group]
    units = [u for u in d.pieces.values() if _of_group(d.setting, u, group)]
    rider = next((u for u in units if u.aboard), None)
    if rider is None:
        return d.goto("place", left=tuple(u.id for u in units))
    others = [u for u in units if u.formation == rider.formation and is_infantry(d.setting, u)]
    choices = [
        Choice(u.id, unit_name(d.setting, u), "BK 12.1-C") for u in others if not (u.hq or u.aboard)
    ]
    nobody = Choice("nobody", say("Nobody"), "BK 12.1-C")
    context = say("Proposed: {unit}", unit=unit_name(d.setting, rider))
    return ask.choose(d, group.side, RIDE, (PROPOSED, *choices, nobody), context)


@steps(Deploy, "riding")
def riding(d: D, frame: Deploy, answer: Choose) -> None:
    """12.1 That one; the others of the group are placed on foot."""
    group = d.setting.groups[frame.group]
    units = [u.id for u in d.pieces.values() if _of_group(d.setting, u, group)]
    rider = next(u for u in units if d.pieces[u].aboard)
    if answer.key != PROPOSED.key:
        carrier = d.pieces[rider].aboard
        d.set(rider, aboard="")
        if answer.key in d.pieces:
            d.set(answer.key, aboard=carrier)
            name = unit_name(d.setting, d.pieces[answer.key])
            d.say(say("{unit} got on the half-tracks", unit=name), "BK 12.1-C")
    d.goto("place", left=tuple(u for u in units if not d.pieces[u].aboard))


@steps(Deploy, "place")
def place(d: D, frame: Deploy, _: None) -> None:
    """12.1, 12.2 The owner places them one by one, or takes the proposal."""
    group = d.setting.groups[frame.group]
    if not frame.left:
        return d.goto("group", group=frame.group + 1)
    kind, prompt, _cite, then = PLACE
    question = AskedQuestion(kind, prompt, cites_of(group), then)
    names = _names_of(d.setting, group)
    return ask.path(d, group.side, question, frame.left, names, choices=(PROPOSED,))


def _names_of(setting: Setting, group: Group) -> Spoken:
    """The formations of a group in a sentence."""
    return say("{names!s}", names=", ".join(setting.formations[f].short for f in group.formations))


def against_placing(setting: Setting, table: Table, answer: Path, frame: Deploy) -> list[Reason]:
    """12 What is wrong with beginning there."""
    group = setting.groups[frame.group]
    if len(answer.pieces) != 1 or len(answer.cells) != 1:
        return [Reason(say("One unit goes to one hex"), "BK 12.0")]
    unit = table.pieces[answer.pieces[0]]
    if answer.cells[0] not in allowed(setting, table, group, unit):
        return [Reason(say("It cannot begin there"), "BK 12.0", at=answer.cells[0])]
    return []


@steps(Deploy, "placed")
def placed(d: D, frame: Deploy, answer: Path | Choose) -> None:
    """12 There."""
    group = d.setting.groups[frame.group]
    if isinstance(answer, Path):
        unit, cell = answer.pieces[0], answer.cells[0]
        _lay(d, unit, cell)
        _tell(d, group, unit_name(d.setting, d.pieces[unit]), (cell,))
        left = tuple(u for u in frame.left if u != unit)
        if d.pieces[unit].hidden:
            d.secret((group.side,))
        return d.goto("place", left=left)
    goals: list[str] = []
    for unit, cell in proposal(d.setting, d, group).items():
        if unit in frame.left:
            free = allowed(d.setting, d, group, d.pieces[unit])
            goals.append(cell if cell in free else free[0])
            _lay(d, unit, goals[-1])
    _tell(d, group, _names_of(d.setting, group), goals)
    if any(d.pieces[u].hidden for u in frame.left):
        d.secret((group.side,))
    return d.goto("place", left=())


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


@steps(Deploy, "mark")
def mark(d: D, frame: Deploy, _: None) -> None:
    """10.1, 10.2 Works and mines one by one, or as proposed."""
    group = d.setting.groups[frame.group]
    cells = allowed(d.setting, d, group, None)
    if not frame.left or not cells:
        return d.goto("group", group=frame.group + 1)
    prompt = MARKS["works" if group.works else "mines"]
    question = AskedQuestion("deploy-mark", prompt, cites_of(group), "marked")
    context = MARKED["works" if group.works else "mines"]
    return ask.pick_cell(d, group.side, question, cells, context, choices=(PROPOSED,))


@steps(Deploy, "marked")
def marked(d: D, frame: Deploy, answer: Cells | Choose) -> None:
    """There."""
    group = d.setting.groups[frame.group]
    what = "works" if group.works else "mines"
    if isinstance(answer, Cells):
        d.mark(f"{answer.cells[0]}/{what}", group.side)
        _tell(d, group, MARKED[what], answer.cells)
        return d.goto("mark", left=frame.left[1:])
    laid: list[str] = []
    for _ in frame.left:
        cells = allowed(d.setting, d, group, None)
        wanted = [cell for cell in group.cells if cell in cells] or list(cells)
        if wanted:
            laid.append(wanted[0])
            d.mark(f"{wanted[0]}/{what}", group.side)
    _tell(d, group, MARKED[what], laid)
    return d.goto("mark", left=())


# ---- 10.3 independent units ---------------------------------------------------------------------


@steps(Deploy, "attach")
def attach(d: D, frame: Deploy, _: None) -> None:
    """10.3 Units without a chit are attached to a formation that has one."""
    if not frame.left:
        return d.goto("independents", left=_independents(d))
    name = frame.left[0]
    formation = d.setting.formations[name]
    names = d.setting.scenario.hosts.get(name) or _hosts(d.setting, formation.side)
    question = AskedQuestion(
        "attach", say("Which formation does it go with?"), "BK 10.3", "attached"
    )
    choices = tuple(
        Choice(n, say("{name!s}", name=d.setting.formations[n].short), "BK 10.3") for n in names
    )
    short = say("{name}", name=formation.name)
    return ask.choose(d, formation.side, question, choices, short)


def _hosts(setting: Setting, side: str) -> list[str]:
    return [
        name
        for name in setting.scenario.formations
        if setting.formations[name].side == side
        and setting.formations[name].chit
        and not setting.formations[name].independent
    ]


@steps(Deploy, "attached")
def attached(d: D, frame: Deploy, answer: Choose) -> None:
    """10.3 With that one."""
    for unit in d.setting.formations[frame.left[0]].unit_ids:
        d.set(unit, formation=answer.key)
    d.goto("attach", left=frame.left[1:])


def _independents(d: D) -> tuple[str, ...]:
    """Independent formations with a chit that may be split up instead (12.2)."""
    return tuple(
        name
        for name in d.setting.scenario.formations
        if d.setting.formations[name].independent and d.setting.formations[name].chit
    )


@steps(Deploy, "independents")
def independents(d: D, frame: Deploy, _: None) -> None:
    """12.2 An independent formation keeps its chit, or its units go with others for good."""
    if not frame.left:
        return d.goto("begin")
    name, _colon, number = frame.left[0].partition(":")
    formation = d.setting.formations[name]
    unit = formation.unit_ids[int(number or 0)]
    choices = [] if number else [Choice("own", say("It acts by its own chit"), "BK 12.2-B")]
    choices += [
        Choice(n, say("With {name!s}", name=d.setting.formations[n].short), "BK 12.2-B")
        for n in _hosts(d.setting, formation.side)
    ]
    question = AskedQuestion("independent", say("How does this unit act?"), "BK 12.2-B", "settled")
    context = unit_name(d.setting, d.pieces[unit])
    return ask.choose(d, formation.side, question, tuple(choices), context, about=(unit,))


@steps(Deploy, "settled")
def settled(d: D, frame: Deploy, answer: Choose) -> None:
    """12.2 Own chit, or unit after unit to others."""
    name, _colon, number = frame.left[0].partition(":")
    rest = frame.left[1:]
    if answer.key == "own":
        return d.goto("independents", left=rest)
    units = d.setting.formations[name].unit_ids
    place = int(number or 0)
    d.set(units[place], formation=answer.key)
    d.mark(f"{name}/split", True)
    more = (f"{name}:{place + 1}",) if place + 1 < len(units) else ()
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
