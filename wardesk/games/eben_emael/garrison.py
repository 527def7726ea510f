"""Belgian men behind the doors: how they come out, go back, and how a work falls silent."""

from __future__ import annotations

from wardesk.engine.draft import Draft
from wardesk.games.eben_emael.control import settle
from wardesk.games.eben_emael.position import closed, men_at, soldiers_at
from wardesk.games.eben_emael.setting import Setting
from wardesk.games.eben_emael.state import BELGIAN, GERMAN, Counter, State
from wardesk.games.eben_emael.tables import ActionCounter
from wardesk.games.shared.stacking import space
from wardesk.words import count


def sally_men(setting: Setting, state: State, wanted: int, work: str) -> int:
    """Men that come to the door of *work*: 20 with a German on it, else 60 (EE N12, EE N13)."""
    if closed(state.marks, work):
        return 0
    figures = setting.tables.constants
    occupied = bool(soldiers_at(state.pieces, GERMAN, work))
    door = figures.exit_occupied if occupied else figures.exit_free
    room = space(figures.capacity, men_at(state.pieces, BELGIAN, work))
    return min(wanted, door, state.tracks["barracks"], room)


def come_out(d: Draft[Setting], counter: ActionCounter, work: str) -> None:
    """Men of an event arrive inside the work, at its door (EE N29)."""
    men = sally_men(d.setting, d.state, counter.men, work)
    if men <= 0:
        return
    name = f"{d.setting.fort.short[work]} sally"
    d.create(
        Counter(
            id=f"{counter.id}:{work}",
            side=BELGIAN,
            at=work,
            kind="sally",
            name=name,
            men=men,
            full_men=men,
            inside=True,
        )
    )
    d.count("barracks", -men)
    who = count(men, "Belgian")
    d.say(f"{who} came up to the door of {d.setting.fort.name(work)}", counter.cite, work)
    if "fort/mortar" not in d.marks:
        _place_mortar(d, work)


def _place_mortar(d: Draft[Setting], work: str) -> None:
    """The one mortar comes up with the first sally and stays in that work (EE N63)."""
    d.mark("fort/mortar", work)
    d.create(
        Counter(
            id="mortar",
            side=BELGIAN,
            at=work,
            kind="mortar",
            name="Mortar",
            equipment=1,
            strength=d.setting.tables.works_head.mortar_strength,
            inside=True,
        )
    )


def withdraw(d: Draft[Setting], counter: Counter) -> None:
    """Take Belgian men back into the barracks; they are not lost (EE N29)."""
    d.remove(counter.id)
    d.count("barracks", counter.men)
    d.say(f"{counter.name} went back to the barracks", "EE N29", counter.at)


def close_work(d: Draft[Setting], work: str, how: str, cite: str) -> None:
    """Block, seal or destroy *work*.

    Behind a blocked door men stay (EE N24); from a sealed work they withdraw (EE N28), and a
    destroyed one loses its weapons too (EE N39).
    """
    d.mark(f"{work}/{how}", True)
    name = d.setting.fort.name(work)
    d.say(f"{name} was {how}", cite, work)
    for counter in tuple(d.pieces.values()):
        if counter.at != work or counter.side != BELGIAN:
            continue
        if counter.inside and counter.men and how != "blocked":
            withdraw(d, counter)
        elif how == "destroyed" and not counter.men:
            d.set(counter.id, at=None)
    settle(d)
