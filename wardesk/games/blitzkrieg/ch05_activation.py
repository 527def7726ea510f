"""Chapter 5.1, 5.2, 5.4: what happens when a formation is activated, before and after it acts."""

from __future__ import annotations

from wardesk.engine.draft import Draft
from wardesk.engine.types import Cells
from wardesk.games.blitzkrieg.ch03_command import in_command
from wardesk.games.blitzkrieg.chits import activations, short
from wardesk.games.blitzkrieg.position import Table, holds, hq_of, members, on_map, unit_name
from wardesk.games.blitzkrieg.setting import Setting
from wardesk.games.blitzkrieg.state import ENEMY, OVERRUN, Activation, Check, Operation, Unit, steps
from wardesk.words import say

D = Draft[Setting]

# ---- 2.0, 5.2 activation ------------------------------------------------------------------------


@steps(Activation, "begin")
def begin(d: D, frame: Activation, _: None) -> None:
    """2.0 Markers of the last activation go; opportunity markers are removed."""
    for unit in tuple(d.pieces.values()):
        if unit.formation in frame.formations:
            fresh = Unit(id=unit.id, side=unit.side, formation=unit.formation)
            _reset(
                d,
                unit,
                fresh,
                ("opp", "acted", "fired", "handled", "fought", "rallied", "spent", "column"),
            )
    reactions_afresh(d, ENEMY[frame.side])
    left = tuple(
        u.id
        for u in members(d, frame.formations)
        if u.neutralised and on_map(d.setting, u) and not u.aboard
    )
    for name in frame.formations:
        d.say(say("{formation} was activated", formation=short(d.setting, name)), "BK 5.1")
    d.goto("rally", left=left)


def reactions_afresh(d: D, side: str) -> None:
    """6.3.2, 6.3.3 A new enemy activation: everybody of *side* may fire or fall back again."""
    for unit in tuple(d.pieces.values()):
        if unit.side == side:
            fresh = Unit(id=unit.id, side=unit.side, formation=unit.formation)
            _reset(d, unit, fresh, ("returned", "withdrew"))


def _reset(d: D, unit: Unit, fresh: Unit, fields: tuple[str, ...]) -> None:
    changes = {f: getattr(fresh, f) for f in fields if getattr(unit, f) != getattr(fresh, f)}
    if changes:
        d.set(unit.id, **changes)


def hq_due(setting: Setting, table: Table, name: str) -> tuple[str, ...]:
    """3.2 Where the overrun HQ of a formation may come back now: to units of it, from next turn."""
    hq, turn = hq_of(table, name), table.tracks["turn"]
    if hq is None or hq.at != OVERRUN or table.tracks.get(f"{hq.id}/back", 0) > turn:
        return ()
    units = (u for u in members(table, (name,)) if not u.hq and on_map(setting, u))
    return tuple(sorted({u.at or "" for u in units}))


def bring_hq_back(d: D, name: str, cell: str) -> None:
    """3.2 It stands there, and whoever it reaches is in command again."""
    d.set(f"{name}-hq", at=cell, out=False)
    said = say("{unit} came back", unit=unit_name(d.setting, d.pieces[f"{name}-hq"]))
    d.say(said, "BK 3.2", cell, say("in {place}", place=d.setting.name(cell)))
    for unit in members(d, (name,)):
        # Only the lost HQ put them out of command, and only till it is back (3.2).
        if unit.out and in_command(d.setting, d, unit):
            d.set(unit.id, out=False)


@steps(Activation, "returned")
def hq_returned(d: D, frame: Activation, answer: Cells) -> None:
    """3.2 Games saved when this was asked after the decision to activate go on from here."""
    for name in frame.formations:
        if answer.cells[0] in hq_due(d.setting, d, name):
            bring_hq_back(d, name, answer.cells[0])
            break
    d.goto("rally")


@steps(Activation, "rally")
def rally(d: D, frame: Activation, _: None) -> None:
    """8.4 Each neutralised unit tries to rally."""
    left = tuple(u for u in frame.left if d.pieces[u].neutralised)
    if not left:
        return d.goto("shed", left=())
    d.goto("rallied", left=left)
    return d.call(Check(step="roll", what="rally", subject=left[0]), "rallied")


@steps(Activation, "rallied")
def rallied(d: D, frame: Activation, _: None) -> None:
    """8.4 It has rallied, or stays down."""
    if frame.passed:
        d.set(frame.left[0], neutralised=False)
    d.goto("rally", left=frame.left[1:])


@steps(Activation, "shed")
def shed(d: D, frame: Activation, _: None) -> None:
    """5.4 An exhausted formation that acts all the same tries to shed its exhaustion."""
    for name in frame.formations:
        if holds(d, name, "exhausted") and name not in frame.checked:
            d.goto("shed_known", checked=(*frame.checked, name))
            return d.call(Check(step="roll", what="shed", subject=name), "shed_known")
    return d.goto("act")


@steps(Activation, "shed_known")
def shed_known(d: D, frame: Activation, _: None) -> None:
    """5.4 The marker goes; else the formation counts as activated, and no more (by option)."""
    name = frame.checked[-1]
    if frame.passed:
        d.mark(f"{name}/exhausted", None)
    idle = frame.idle
    if not frame.passed and d.setting.options.exhaustion == "idle":
        idle = (*idle, name)
        d.say(
            say("{formation} is too exhausted to act", formation=short(d.setting, name)), "BK 5.4"
        )
    d.goto("shed", idle=idle)


@steps(Activation, "act")
def act(d: D, frame: Activation, _: None) -> None:
    """5.2 The formation acts."""
    able = tuple(name for name in frame.formations if name not in frame.idle)
    if not able:
        return d.goto("finish")
    operation = Operation(step="act", side=frame.side, formations=able, replay=frame.replay)
    return d.call(operation, "finish")


@steps(Activation, "finish")
def finish(d: D, frame: Activation, _: None) -> None:
    """5.2, 5.3 The HQ is turned; after a second activation the formation is exhausted."""
    for name in frame.formations:
        d.mark(f"{name}/{'replay' if frame.replay else 'normal'}", True)
        if activations(d, name) == 2 and not holds(d, name, "exhausted"):
            d.mark(f"{name}/exhausted", True)
            d.say(say("{formation} is exhausted", formation=short(d.setting, name)), "BK 5.3-G")
    d.done()
