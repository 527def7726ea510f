"""Special rules S3: random events that a nine in fire draws, and what each of them does."""

from __future__ import annotations

from collections.abc import Callable

from wardesk.engine.draft import Draft
from wardesk.engine.types import Cells, Choice, Choose, Pieces, Roll
from wardesk.games.gts.ch15_route import mined
from wardesk.games.gts.position import (
    Table,
    counter,
    in_hex,
    is_night,
    on_map,
    parked,
    unit_name,
    units_of,
    weather,
)
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.state import (
    ALLIED,
    ENEMY,
    GERMAN,
    LOOKS,
    SIDE_NAMES,
    Happening,
    Strike,
    Unit,
    steps,
)
from wardesk.games.shared import ask, cup
from wardesk.games.shared.ask import AskedQuestion
from wardesk.words import say

D = Draft[Setting]
EVENTS = LOOKS.value["event_name"].words
DRAW = AskedQuestion("event", say("Which event is drawn?"), "WED S3.0", "drawn")
NOBODY = Choice("none", say("Nobody"), "WED S3.1")
STAYING = ("heroic", "dutch")
"""Events that lie on the table until their side draws the next one."""


def cup_of(side: str) -> str:
    """The event cup of a side."""
    return f"events/{side}"


# ---- the draw -----------------------------------------------------------------------------------


@steps(Happening, "draw")
def draw(d: D, frame: Happening, _: None) -> None:
    """S3.0 What lies out goes back into the cup first; then one chit of the roller's own cup."""
    if d.marks.get(f"heroic/{frame.side}"):
        d.mark(f"heroic/{frame.side}", None)
        cup.put(d, cup_of(frame.side), "heroic")
    for key, value in tuple(d.marks.items()):
        if key.endswith("/dutch") and value == frame.side:
            d.mark(key, None)
            cup.put(d, cup_of(frame.side), "dutch")
    d.goto("chit")


@steps(Happening, "chit")
def chit(d: D, frame: Happening, _: None) -> None:
    """S3.0 One chit of the roller's own cup."""
    if not cup.draw(d, cup_of(frame.side), DRAW, EVENTS.__getitem__, SIDE_NAMES[frame.side]):
        d.done()


@steps(Happening, "drawn")
def drawn(d: D, frame: Happening, answer: Roll) -> None:
    """S3.0 In the campaign it goes back, but for those that stay on the table."""
    event = cup.drawn(d, cup_of(frame.side), answer)
    if d.setting.scenario.events_return and event not in STAYING:
        cup.put(d, cup_of(frame.side), event)
    d.say(say("Event: {event}", event=EVENTS[event]), "WED S3.0", None, SIDE_NAMES[frame.side])
    d.goto(event, event=event)


def pick_unit(d: D, who: str, prompt: str, then: str, units: tuple[str, ...]) -> None:
    """One of some units, or nobody; over when there is none."""
    if not units:
        return d.done()
    question = AskedQuestion("event-unit", prompt, "WED S3.1", then)
    return ask.pick_pieces(d, who, question, units, choices=(NOBODY,))


def pick_cell_of(d: D, who: str, prompt: str, then: str, cells: tuple[str, ...]) -> None:
    """One of some hexes, or none of them; over when there is none."""
    if not cells:
        return d.done()
    question = AskedQuestion("event-hex", prompt, "WED S3.1", then)
    return ask.pick_cell(d, who, question, cells, choices=(NOBODY,))


def pick_formation(d: D, who: str, prompt: str, then: str, names: list[str]) -> None:
    """One of some formations; over when there is none."""
    if not names:
        return d.done()
    question = AskedQuestion("event-formation", prompt, "WED S3.1", then)
    choices = [
        Choice(name, say("{name!s}", name=d.setting.formations[name].name), "WED S3.1")
        for name in names
    ]
    return ask.choose(d, who, question, tuple(choices))


def formations_with(
    setting: Setting, table: Table, side: str, test: Callable[[Unit], bool]
) -> list[str]:
    """Formations of a side with a unit on the map that passes a test."""
    found = {
        counter(setting, unit).formation for unit in units_of(setting, table, side) if test(unit)
    }
    return [name for name in setting.formations if name in found]


# ---- single events ------------------------------------------------------------------------------


@steps(Happening, "air")
def air(d: D, _: Happening, __: None) -> None:
    """S3.1 No aircraft at night and under clouds; else half a die of strikes for the Allies."""
    if is_night(d.setting, d) or weather(d.setting, d) != "clear":
        d.say(say("No aircraft came"), "WED S3.1")
        return d.done()
    return d.roll("strikes", say("How many aircraft come?"), "WED S3.1", "strikes",
                  dice=(10,), lowest=0)  # fmt: skip


@steps(Happening, "strikes")
def strikes(d: D, _: Happening, answer: Roll) -> None:
    """S3.1 The leader of one formation calls them."""
    count = answer.dice[0] // 2
    d.goto("caller", count=count)
    if not count:
        d.say(say("No aircraft came"), "WED S3.1")
        d.done()


@steps(Happening, "caller")
def caller(d: D, _: Happening, __: None) -> None:
    """S3.1 Which formation's leader."""
    found = [
        unit.id
        for unit in d.pieces.values()
        if unit.side == ALLIED and counter(d.setting, unit).leads and on_map(d.setting, unit)
    ]
    pick_unit(d, ALLIED, say("Which leader calls the aircraft?"), "called", tuple(found))


@steps(Happening, "called")
def called(d: D, _: Happening, answer: Pieces | Choose) -> None:
    """S3.1 All hexes are named before the first attack."""
    if isinstance(answer, Choose):
        return d.done()
    return d.goto("aim", unit=answer.pieces[0], left=())


@steps(Happening, "aim")
def aim(d: D, frame: Happening, _: None) -> None:
    """S3.1 Hexes within ten of the leader."""
    if len(frame.left) >= frame.count:
        return d.goto("strike")
    at = d.pieces[frame.unit].at or ""
    far = d.setting.tables.figures.air_range
    cells = {unit.at or "" for unit in units_of(d.setting, d, GERMAN)}
    near = tuple(sorted(cell for cell in cells if d.setting.distance(cell, at) <= far))
    if not near:
        return d.goto("strike")
    question = AskedQuestion(
        "event-hex", say("Which hex is struck from the air?"), "WED S3.1", "aimed"
    )
    return ask.pick_cell(d, ALLIED, question, near, choices=(NOBODY,), about=frame.left)


@steps(Happening, "aimed")
def aimed(d: D, frame: Happening, answer: Cells | Choose) -> None:
    """S3.1 The next one, or no more."""
    if isinstance(answer, Choose):
        return d.goto("strike")
    return d.goto("aim", left=(*frame.left, answer.cells[0]))


@steps(Happening, "strike")
def strike(d: D, frame: Happening, _: None) -> None:
    """S3.1 A six of white at any unit of the hex."""
    if not frame.left:
        return d.done()
    there = tuple(unit.id for unit in in_hex(d.setting, d, frame.left[0], GERMAN) if not unit.on)
    if not there:
        return d.goto("strike", left=frame.left[1:])
    question = AskedQuestion("event-unit", say("Which unit is struck?"), "WED S3.1", "strike_at")
    return ask.pick_pieces(d, ALLIED, question, there)


@steps(Happening, "strike_at")
def strike_at(d: D, frame: Happening, answer: Pieces) -> None:
    """S3.1 The attack."""
    rating = d.setting.tables.figures.strike
    d.goto("strike", left=frame.left[1:])
    d.call(Strike(step="roll", target=answer.pieces[0], rating=rating), "strike")


@steps(Happening, "heroic")
def pick_hero(d: D, frame: Happening, _: None) -> None:
    """S3.1 On any unit of the side."""
    found = tuple(unit.id for unit in units_of(d.setting, d, frame.side))
    pick_unit(d, frame.side, say("Which unit is heroic?"), "heroic_known", found)


@steps(Happening, "heroic_known")
def heroic_known(d: D, frame: Happening, answer: Pieces | Choose) -> None:
    """S3.1 Until the side's next event."""
    if isinstance(answer, Pieces):
        unit = d.pieces[answer.pieces[0]]
        d.mark(f"heroic/{frame.side}", unit.id)
        d.say(say("{unit} is heroic", unit=unit_name(d.setting, unit)), "WED S3.1", unit.at)
    d.done()


@steps(Happening, "intelligence")
def intelligence(d: D, frame: Happening, _: None) -> None:
    """S3.1 Six command and two dispatch points for one division."""
    names = [
        division.id
        for division in d.setting.forces.division
        if division.side == frame.side and f"cp/{division.id}" in d.tracks
    ]
    question = AskedQuestion("event-division", say("Which division gets the points?"), "WED S3.1",
                        "informed")  # fmt: skip
    choices = tuple(
        Choice(name, say("{name!s}", name=d.setting.divisions[name].name), "WED S3.1")
        for name in names
    )
    ask.choose(d, frame.side, question, choices)


@steps(Happening, "informed")
def informed(d: D, _: Happening, answer: Choose) -> None:
    """S3.1 Beyond what a division keeps otherwise."""
    d.count(f"cp/{answer.key}", 6)
    d.count(f"dp/{answer.key}", 2)
    d.done()


@steps(Happening, "rally")
def rally(d: D, frame: Happening, _: None) -> None:
    """S3.1 Four suppressions or cohesion hits of one formation."""
    names = formations_with(
        d.setting, d, frame.side, lambda unit: unit.suppressed or unit.cohesion > 0
    )
    pick_formation(d, frame.side, say("Which formation rallies?"), "rallying", names)


@steps(Happening, "rallying")
def rallying(d: D, _: Happening, answer: Choose) -> None:
    """S3.1 One after the other."""
    d.goto("rally_next", formation=answer.key, count=4)


@steps(Happening, "rally_next")
def rally_next(d: D, frame: Happening, _: None) -> None:
    """S3.1 Whom the next of the four helps."""
    found = tuple(
        unit.id
        for unit in units_of(d.setting, d, frame.side)
        if counter(d.setting, unit).formation == frame.formation
        and (unit.suppressed or unit.cohesion)
    )
    if not frame.count:
        return d.done()
    return pick_unit(d, frame.side, say("Which unit rallies?"), "rallied", found)


@steps(Happening, "rallied")
def rallied(d: D, frame: Happening, answer: Pieces | Choose) -> None:
    """S3.1 Who has both is asked which of them goes."""
    if isinstance(answer, Choose):
        return d.done()
    unit = d.pieces[answer.pieces[0]]
    if not (unit.suppressed and unit.cohesion):
        return _recover(d, frame, unit.id, suppressed=unit.suppressed)
    return d.goto("rally_which", unit=unit.id)


@steps(Happening, "rally_which")
def rally_which(d: D, frame: Happening, _: None) -> None:
    """S3.1 The suppression, or one of its cohesion hits."""
    unit = d.pieces[frame.unit]
    question = AskedQuestion(
        "event-rally", say("What does it recover from?"), "WED S3.1", "rally_what"
    )
    choices = (
        Choice("suppression", say("Suppression"), "WED S3.1"),
        Choice("cohesion", say("A cohesion hit"), "WED S3.1"),
    )
    name = unit_name(d.setting, unit)
    ask.choose(d, frame.side, question, choices, name, about=(unit.id,))


@steps(Happening, "rally_what")
def rally_what(d: D, frame: Happening, answer: Choose) -> None:
    """S3.1 As its player wants it."""
    _recover(d, frame, frame.unit, suppressed=answer.key == "suppression")


def _recover(d: D, frame: Happening, unit: str, *, suppressed: bool) -> None:
    """S3.1 One of the four."""
    if suppressed:
        d.set(unit, suppressed=False)
    else:
        d.set(unit, cohesion=d.pieces[unit].cohesion - 1)
    found = d.pieces[unit]
    d.say(say("{unit} rallied", unit=unit_name(d.setting, found)), "WED S3.1", found.at)
    d.goto("rally_next", count=frame.count - 1)


@steps(Happening, "dutch")
def dutch(d: D, frame: Happening, _: None) -> None:
    """S3.1 Into any town or city."""
    built = ("town", "city")
    cells = tuple(sorted(c for c in d.setting.in_play if d.setting.terrain[c] in built))
    pick_cell_of(d, frame.side, say("Which town do the Dutch fill?"), "dutch_known", cells)


@steps(Happening, "dutch_known")
def dutch_known(d: D, frame: Happening, answer: Cells | Choose) -> None:
    """S3.1 Nobody leaves it by moving, until the side's next event."""
    if isinstance(answer, Cells):
        cell = answer.cells[0]
        d.mark(f"{cell}/dutch", frame.side)
        d.say(say("The Dutch filled {cell}", cell=d.setting.name(cell)), "WED S3.1", cell)
    d.done()


@steps(Happening, "minefield")
def minefield(d: D, frame: Happening, _: None) -> None:
    """S3.1 Within three hexes of a unit of the side."""
    far = d.setting.tables.figures.mine_range
    mine = {unit.at or "" for unit in units_of(d.setting, d, frame.side)}
    cells = tuple(
        sorted(
            cell
            for cell in d.setting.in_play
            if d.setting.terrain[cell] != "impassable"
            and not d.marks.get(f"{cell}/mines")
            and any(d.setting.distance(cell, at) <= far for at in mine)
        )
    )
    pick_cell_of(d, frame.side, say("Which hex is mined?"), "minefield_known", cells)


@steps(Happening, "minefield_known")
def minefield_known(d: D, _: Happening, answer: Cells | Choose) -> None:
    """S3.1 Until engineers have removed it; on the corps' road it closes it."""
    if isinstance(answer, Cells):
        cell = answer.cells[0]
        d.mark(f"{cell}/mines", True)
        d.say(say("{cell} was mined", cell=d.setting.name(cell)), "WED S3.1", cell)
        mined(d, cell)
    d.done()


@steps(Happening, "explosion")
def explosion(d: D, frame: Happening, _: None) -> None:
    """S3.1 The enemy hits a gun of the side, in a park or on the map."""
    found = tuple(
        unit.id
        for unit in d.pieces.values()
        if unit.side == frame.side
        and counter(d.setting, unit).weapon in ("orange", "brown", "black")
        and (on_map(d.setting, unit) or parked(unit))
    )
    pick_unit(d, ENEMY[frame.side], say("Which gun explodes?"), "exploded", found)


@steps(Happening, "exploded")
def exploded(d: D, _: Happening, answer: Pieces | Choose) -> None:
    """S3.1 A three of white."""
    d.done()
    if isinstance(answer, Pieces):
        rating = d.setting.tables.figures.explosion
        shot = Strike(step="roll", target=answer.pieces[0], rating=rating, heavy=True)
        d.call(shot, d.stack[-1].step)


@steps(Happening, "ambush")
def ambush(d: D, frame: Happening, _: None) -> None:
    """S3.1 The enemy attacks a unit of the side that is near one of his."""
    far = d.setting.tables.figures.ambush_range
    enemies = {unit.at or "" for unit in units_of(d.setting, d, ENEMY[frame.side])}
    found = tuple(
        unit.id
        for unit in units_of(d.setting, d, frame.side)
        if any(d.setting.distance(unit.at or "", at) <= far for at in enemies)
    )
    pick_unit(d, ENEMY[frame.side], say("Which unit is ambushed?"), "ambushed", found)


@steps(Happening, "ambushed")
def ambushed(d: D, _: Happening, answer: Pieces | Choose) -> None:
    """S3.1 A six of white."""
    d.done()
    if isinstance(answer, Pieces):
        shot = Strike(step="roll", target=answer.pieces[0],
                      rating=d.setting.tables.figures.strike)  # fmt: skip
        d.call(shot, d.stack[-1].step)
