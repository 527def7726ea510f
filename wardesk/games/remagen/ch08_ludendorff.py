"""Chapter 8: the fate of the Ludendorff Bridge."""

from __future__ import annotations

from wardesk.engine.draft import Draft
from wardesk.engine.types import Outcome, OutcomeField, Roll
from wardesk.games.remagen.ch03_transport import lose
from wardesk.games.remagen.position import at
from wardesk.games.remagen.setting import Setting
from wardesk.games.remagen.state import DOWN, Turn, steps
from wardesk.words import say

FALLS, STANDS = say("falls"), say("stands")


@steps(Turn, "collapse")
def collapse(d: Draft[Setting], _: Turn, __: None) -> None:
    """From the Germans' fourth turn on a die is rolled, until the bridge is down (RB 8.1, 8.2)."""
    turn, table = d.tracks["turn"], d.setting.tables.collapse
    if d.marks.get(DOWN) or not table.due(turn):
        return d.goto("german_arrivals")
    if table.limit(turn) >= 6:
        return d.goto("fate", face=6)
    context = say("It falls on {most} or less", most=table.limit(turn))
    return d.roll(
        "collapse", say("Does the bridge stand?"), "RB 8.1", "shaken", dice=(6,), chart="collapse",
        context=context, about=d.setting.rhine.railway.water,
        fields=(OutcomeField("most", say("It falls on this or less"), 0, 6),),
        inputs={"most": table.limit(turn)}, sums=True,
    )  # fmt: skip


@steps(Turn, "shaken")
def shaken(d: Draft[Setting], _: Turn, answer: Roll) -> None:
    """Keep the die, and what it has to be."""
    limit = d.setting.tables.collapse.limit(d.tracks["turn"])
    most = int(answer.input("most", limit) or 0)
    d.goto("fate", face=answer.dice[0] + answer.modifier, most=-1 if most == limit else most)


@steps(Turn, "fate")
def fate(d: Draft[Setting], frame: Turn, _: None) -> None:
    """It stands or falls; in turn 9 it surely falls (RB 8.4)."""
    most = d.setting.tables.collapse.limit(d.tracks["turn"]) if frame.most < 0 else frame.most
    falls = frame.face <= most
    summary = say("The bridge collapses") if falls else say("The bridge stands")
    d.outcome(
        {"bridge": FALLS if falls else STANDS}, "fell", kind="collapse",
        prompt=say("Does the result stand?"), cite="RB 8.4", summary=summary,
        fields=(OutcomeField("bridge", say("The bridge"), choices=(FALLS, STANDS)),),
        about=d.setting.rhine.railway.water, chart="collapse",
    )  # fmt: skip


@steps(Turn, "fell")
def fell(d: Draft[Setting], _: Turn, answer: Outcome) -> None:
    """Whoever is on it is lost (RB 8.3)."""
    cells = d.setting.rhine.railway.water
    if answer.value["bridge"] == STANDS:
        d.say(say("The Ludendorff Bridge stands"), "RB 8.1", cells[0])
        return d.goto("german_arrivals", face=0, most=-1)
    d.mark(DOWN, value=True)
    d.say(say("The Ludendorff Bridge collapsed"), "RB 8.4", cells[0])
    drown(d, cells, "RB 8.3")
    return d.goto("german_arrivals", face=0, most=-1)


def drown(d: Draft[Setting], cells: tuple[str, ...], cite: str) -> None:
    """Everybody in *cells* is lost with a bridge (RB 8.3, 11.11)."""
    for cell in cells:
        for unit in at(d.pieces, cell):
            if d.pieces[unit.id].at == cell:
                lose(d, unit.id)
                d.say(say("{unit} was lost with the bridge", unit=unit.name), cite, cell)
