"""The game around the chapter: player-turns phase by phase (EF N17)."""

from __future__ import annotations

from wardesk.engine.draft import Draft
from wardesk.games.europa import ch40b_works, ch40d_fortifications, movement, supply, victory
from wardesk.games.europa.ch40c_entrenchments import tend
from wardesk.games.europa.position import layout_of, unit_name
from wardesk.games.europa.setting import Setting
from wardesk.games.europa.state import ENEMY, RESERVE, SIDE_NAMES, Turn, steps
from wardesk.words import say, say_count

D = Draft[Setting]


@steps(Turn, "start")
def start(d: D, f: Turn, _: None) -> None:
    """N17 Supply, arrivals, and what becomes of works when a player-turn begins."""
    scenario, side = d.setting.scenario, f.side
    if side == scenario.first:
        d.count("turn")
    turn, rows = d.tracks["turn"], scenario.logistics(side)
    d.say(say("Turn {turn}, the {side}", turn=turn, side=SIDE_NAMES[side]), "EF N17")
    ch40b_works.turn_begins(d, side)
    ch40b_works.abandoned(d, side)
    for unit in list(d.pieces.values()):
        if unit.work or unit.at is None:
            continue
        own = unit.side == side
        if unit.attacked or unit.spent or (own and unit.moved):
            d.set(unit.id, attacked=False, spent=0, moved=unit.moved and not own)
    d.count(f"{side}_sp", rows.of(rows.supply, turn))
    d.track(f"{side}_support", rows.of(rows.support, turn))
    special = d.tracks[f"{side}_owed"] // d.setting.tables.frame.lost_for_a_replacement
    if special:
        d.count(f"{side}_owed", -special * d.setting.tables.frame.lost_for_a_replacement)
        said = say_count(
            "{n} special replacement point", "{n} special replacement points", n=special
        )
        d.say(said, "EF 40.B-18")
    d.count(f"{side}_rp", rows.of(rows.replacements, turn) + special)
    arrive(d, side)
    supply.judge(d, side)
    ch40d_fortifications.complete(d, side)
    d.goto("replace")


def arrive(d: D, side: str) -> None:
    """N17 Reinforcements of the turn come in, where there is room and no enemy."""
    for row in d.setting.scenario.arrival:
        if row.turn > d.tracks["turn"]:
            continue
        for name in row.units:
            unit = d.pieces[name]
            if unit.at != RESERVE or unit.side != side:
                continue
            layout = layout_of(d.setting, d)
            size = d.setting.rows[name].halves
            free = [
                c
                for c in row.cells
                if c not in layout.held[ENEMY[side]] and layout.room(side, c) >= size
            ]
            if free:
                d.set(name, at=free[0])
                ch40b_works.enter(d, free[0], side)
                said = say("{unit} arrived", unit=unit_name(d.setting, unit))
                d.say(said, "EF N17", free[0], say("in {place}", place=d.setting.name(free[0])))


@steps(Turn, "before_reaction")
def before_reaction(d: D, f: Turn, _: None) -> None:
    """N17 The enemy's points of this phase are fresh."""
    _refresh(d, ENEMY[f.side])
    d.goto("react")


def _refresh(d: D, side: str) -> None:
    for unit in list(d.pieces.values()):
        if unit.side == side and unit.spent and unit.spent != movement.LANDED:
            d.set(unit.id, spent=0)


@steps(Turn, "before_exploitation")
def before_exploitation(d: D, f: Turn, _: None) -> None:
    """N17 Motorised units may move and attack once more."""
    _refresh(d, f.side)
    for unit in list(d.pieces.values()):
        if unit.side == f.side and unit.attacked:
            d.set(unit.id, attacked=False)
    d.goto("exploit")


@steps(Turn, "end")
def end(d: D, f: Turn, _: None) -> None:
    """N17 The disrupted recover, deadlocks end; then the other side, the next turn, or the end."""
    for unit in list(d.pieces.values()):
        if unit.side == f.side and (unit.disrupted or unit.locked or unit.landed):
            d.set(unit.id, disrupted=False, locked="", landed=False)
    for work in [u for u in d.pieces.values() if u.work and u.row.entrenchment]:
        if work.at is not None and not layout_of(d.setting, d).at(work.side, work.at):
            tend(d, work.at)
    scenario = d.setting.scenario
    last = f.side != scenario.first
    if last and d.tracks["turn"] >= scenario.last_turn:
        return victory.judge(d)
    return d.goto("start", side=ENEMY[f.side])
