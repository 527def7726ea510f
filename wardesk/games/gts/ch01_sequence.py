"""Chapter 1: the turn. Chits into the mug, one drawn after the other, barrages off."""

from __future__ import annotations

from collections.abc import Iterator

from wardesk.engine.draft import Draft
from wardesk.engine.types import Cells, Choice, Choose, Roll
from wardesk.games.gts import ch15_route
from wardesk.games.gts.ch02_chits import BOUGHT, barred_at_night, chit_name, plays, side_of
from wardesk.games.gts.ch02_command import leaders
from wardesk.games.gts.ch03_drops import fog_cleared
from wardesk.games.gts.ch09_zones import barraged, zone_hexes
from wardesk.games.gts.ch14_victory import judge_end, judge_last
from wardesk.games.gts.forces import Park
from wardesk.games.gts.position import (
    WEATHER,
    counter,
    enemy_hexes,
    fog_number,
    turn_name,
    unit_name,
    weather,
)
from wardesk.games.gts.setting import Setting
from wardesk.games.gts.state import (
    ENEMY,
    MUG,
    PLAYED,
    RESERVE,
    UPKEEP,
    Activation,
    Turn,
    onward,
    steps,
)
from wardesk.games.shared import ask, cup
from wardesk.games.shared.ask import AskedQuestion
from wardesk.words import say

D = Draft[Setting]
DRAW = AskedQuestion("chit", say("Which chit is drawn?"), "WED SR1.1", "drawn")
FIRST = "turn/first"
"""The chit held over from the last turn (1.3)."""


@steps(Turn, "begin")
def begin(d: D, _: Turn, __: None) -> None:
    """1.1 The turn is on; what comes before its first chit stands in `UPKEEP`."""
    d.count("turn")
    d.say(say("The {turn} turn began", turn=turn_name(d.setting, d)), "WED SR1.1")
    ch15_route.begin_turn(d)
    d.goto(UPKEEP[0], chit="", left=())


@steps(Turn, "sky")
def sky(d: D, _: Turn, __: None) -> None:
    """1.2 A die for fog that may clear."""
    if not _fog_may_clear(d):
        return onward(d, "sky")
    return d.roll(
        "fog",
        say("Does the fog clear?"),
        "WED 1.2",
        "fog",
        dice=(10,),
        lowest=0,
        context=say("{number} or less clears it", number=fog_number(d.setting, d)),
    )


def _fog_may_clear(d: D) -> bool:
    """1.2 At 0900 and 1100; whether it does so on the first turn, whoever laid this out knows."""
    there = weather(d.setting, d) == "fog" and fog_number(d.setting, d) is not None
    return there and d.tracks["turn"] > 1 and turn_name(d.setting, d) in ("0900", "1100")


@steps(Turn, "fog")
def fog(d: D, _: Turn, answer: Roll) -> None:
    """1.2 Clear for the day; fog that is there at 1100 turns to overcast."""
    roll, hour = answer.dice[0], turn_name(d.setting, d)
    how = say("rolled {roll}", roll=roll)
    if roll <= (fog_number(d.setting, d) or 0):
        d.mark(WEATHER, "clear")
        fog_cleared(d, hour)
        d.say(say("The fog cleared"), "WED 1.2", None, how)
    elif hour == "1100":
        d.mark(WEATHER, "overcast")
        d.say(say("The fog became a cover of cloud"), "WED 1.2", None, how)
    else:
        d.say(say("The fog stayed"), "WED 1.2", None, how)
    onward(d, "sky")


@steps(Turn, "either")
def either(d: D, _: Turn, __: None) -> None:
    """S5.5 A side chooses one of the sets that it has two of; then arrivals come."""
    for row in d.setting.scenario.either:
        if d.tracks["turn"] >= row.turn and not d.marks.get(f"either/{row.id}"):
            question = AskedQuestion(
                "either", say("Which set is used?"), "WED S5.5", "either_known"
            )
            choices = tuple(
                Choice(f"{row.id}/{name}", say("{name!s}", name=d.setting.formations[name].name),
                       "WED S5.5")
                for name in row.sets
            )  # fmt: skip
            return ask.choose(d, row.side, question, choices)
    _arrive(d)
    return onward(d, "either")


@steps(Turn, "either_known")
def either_known(d: D, _: Turn, answer: Choose) -> None:
    """S5.5 The other one is not used at all."""
    name, _slash, chosen = answer.key.partition("/")
    d.mark(f"either/{name}", chosen)
    d.goto("either")


def _arrive(d: D) -> None:
    """1.1 Reinforcements of this turn."""
    chosen = {value for key, value in d.marks.items() if key.startswith("either/")}
    for row in d.setting.scenario.place:
        if row.turn == d.tracks["turn"] and (not row.only or row.only in chosen):
            for unit in row.units:
                if d.pieces[unit].at == RESERVE:
                    d.set(unit, at=row.at, column=row.column)
                    if row.at in d.setting.beside:
                        d.mark(f"{row.at}/last", d.pieces[unit].side)
                        name, place = unit_name(d.setting, d.pieces[unit]), d.setting.name(row.at)
                        said = say("{unit} arrived", unit=name)
                        d.say(said, "WED 1.1", row.at, say("in {place}", place=place))


@steps(Turn, "parks")
def parks(d: D, _: Turn, __: None) -> None:
    """S1.0 Markers of artillery parks that are not placed yet."""
    row = next(_parks_to_place(d), None)
    if row is None:
        return onward(d, "parks")
    division = d.setting.divisions[row.division]
    question = AskedQuestion("park", say("Where is the artillery park?"), "WED S1.0", "park_placed")
    later = Choice("later", say("Not this turn"), "WED S1.0")
    cells = _park_cells(d, row)
    return ask.pick_cell(d, division.side, question, cells, division.name, choices=(later,))


def _parks_to_place(d: D) -> Iterator[Park]:
    """S1.0 Those that lie nowhere yet, have somewhere to lie and were not put off this turn."""
    for row in d.setting.scenario.park:
        put_off = d.marks.get(f"parks/{row.id}") == d.tracks["turn"]
        if not (row.at or put_off or d.marks.get(f"park/{row.id}")) and _park_cells(d, row):
            yield row


def _park_cells(d: D, row: Park) -> tuple[str, ...]:
    """S1.0 The reinforcement hex; for a marker of nought any hex that a leader commands."""
    side = d.setting.divisions[row.division].side
    if row.value:
        return (row.entry,) if row.entry else ()
    chiefs = list(leaders(d.setting, d, row.division))
    closed = zone_hexes(d.setting, d, ENEMY[side]) | enemy_hexes(d.setting, d, side)
    return tuple(
        sorted(
            cell
            for cell in d.setting.in_play
            if cell not in closed
            and d.setting.terrain[cell] != "impassable"
            and any(
                d.setting.distance(cell, chief.at or "") <= counter(d.setting, chief).command
                for chief in chiefs
            )
        )
    )


@steps(Turn, "park_placed")
def park_placed(d: D, _: Turn, answer: Cells | Choose) -> None:
    """S1.0 It never moves again."""
    row = next(_parks_to_place(d))
    if isinstance(answer, Choose):
        d.mark(f"parks/{row.id}", d.tracks["turn"])
    else:
        d.mark(f"park/{row.id}", answer.cells[0])
        name = d.setting.divisions[row.division].name
        text = say("Artillery park of {division}", division=name)
        d.say(text, "WED S1.0", answer.cells[0])
    d.goto("parks")


@steps(Turn, "mug")
def fill_mug(d: D, _: Turn, __: None) -> None:
    """1.1 Every chit that may play and is not held over goes into the mug."""
    held = d.marks.get(FIRST)
    if isinstance(held, str) and barred_at_night(d.setting, d, held):
        d.mark(FIRST, None)
        name = chit_name(d.setting, held)
        d.say(say("{chit} is wasted at night", chit=name), "WED S6.4")
        held = None
    chits = [f"{side}/{chit}" for side, row in d.setting.scenario.chits.items() for chit in row]
    bought = set(d.cups.get(BOUGHT, ()))
    d.cup(MUG, sorted(chit for chit in chits if chit != held and plays(d.setting, d, chit, bought)))
    if bought:
        d.cup(BOUGHT, ())
    d.cup(PLAYED, ())
    ch15_route.look_along(d)
    d.goto("draw", chit="")


@steps(Turn, "draw")
def draw(d: D, _: Turn, __: None) -> None:
    """1.3 The chit held over opens the turn; the last one in the mug is held over in its turn."""
    held, left = d.marks.get(FIRST), d.cups[MUG]
    if isinstance(held, str) and not d.cups[PLAYED]:
        d.mark(FIRST, None)
        d.say(say("{chit} was held over", chit=chit_name(d.setting, held)), "WED SR1.3")
        return _play(d, held)
    if len(left) == 1 and d.setting.scenario.holds_over:
        d.mark(FIRST, left[0])
        d.cup(MUG, ())
        name = chit_name(d.setting, left[0])
        d.say(say("{chit} is held over", chit=name), "WED SR1.3")
        return d.goto("clear")
    if not left:
        return d.goto("clear")
    cup.draw(d, MUG, DRAW, lambda item: chit_name(d.setting, item))
    return None


@steps(Turn, "drawn")
def drawn(d: D, _: Turn, answer: Roll) -> None:
    """1.1 The chit is played."""
    chit = cup.drawn(d, MUG, answer)
    d.say(say("{chit} was drawn", chit=chit_name(d.setting, chit)), "WED SR1.1")
    _play(d, chit)


def _play(d: D, chit: str) -> None:
    cup.put(d, PLAYED, chit)
    d.goto("played", chit=chit)
    d.call(Activation(step="begin", chit=chit, side=side_of(chit)), "played")


@steps(Turn, "played")
def played(d: D, _: Turn, __: None) -> None:
    """1.1 The next one, unless the battle is decided."""
    ch15_route.settle(d)
    if not judge_end(d, at_once=True):
        d.goto("draw", chit="")


@steps(Turn, "clear")
def clear(d: D, _: Turn, __: None) -> None:
    """1.1 Every barrage is taken off; victory is looked at after the last turn."""
    for cell in sorted(barraged(d)):
        d.mark(f"{cell}/barrage", None)
    if d.tracks["turn"] >= d.setting.scenario.last_turn:
        judge_last(d)
    else:
        d.goto("begin")
