"""Behind the doors: men who come out and go back, machine guns, and how a work falls silent."""

from __future__ import annotations

from typing import Literal

from wardesk.engine.draft import Draft
from wardesk.engine.types import Choice, Choose
from wardesk.games.eben_emael.control import settle
from wardesk.games.eben_emael.position import Pieces, closed, manned, men_at, soldiers_at
from wardesk.games.eben_emael.setting import Setting
from wardesk.games.eben_emael.state import (
    BELGIAN,
    GERMAN,
    Fire,
    FortCounter,
    State,
    UnderFire,
    steps,
)
from wardesk.games.eben_emael.tables import ActionCounter
from wardesk.games.shared.ask import AskedQuestion
from wardesk.games.shared.reactions import Reaction, answered, offer
from wardesk.games.shared.stacking import space
from wardesk.words import say, say_count


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
    name = say("{work} sally", work=d.setting.fort.brief[work])
    d.create(
        FortCounter(
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
    text = say_count(
        "{n} Belgian at {place}",
        "{n} Belgians at {place}",
        n=men,
        place=d.setting.fort.brief[work],
    )
    d.say(text, counter.cite, work, say("came up to the door"))
    if "fort/mortar" not in d.marks:
        _place_mortar(d, work)


def _place_mortar(d: Draft[Setting], work: str) -> None:
    """The one mortar comes up with the first sally and stays in that work (EE N63)."""
    d.mark("fort/mortar", work)
    d.create(
        FortCounter(
            id="mortar",
            side=BELGIAN,
            at=work,
            kind="mortar",
            name=say("Mortar"),
            equipment=1,
            strength=d.setting.tables.works_head.mortar_strength,
            inside=True,
        )
    )


def withdraw(d: Draft[Setting], counter: FortCounter) -> None:
    """Take Belgian men back into the barracks; they are not lost (EE N29)."""
    d.remove(counter.id)
    d.count("barracks", counter.men)
    text = say_count("{n} Belgian went down again", "{n} Belgians went down again", n=counter.men)
    d.say(text, "EE N29", counter.at, counter.name)


def close_work(
    d: Draft[Setting],
    work: str,
    how: Literal["destroyed", "sealed", "blocked"],
    cite: str,
    why: str,
) -> None:
    """Block, seal or destroy *work*.

    Behind a blocked door men stay (EE N24); from a sealed work they withdraw (EE N28), and a
    destroyed one loses its weapons too (EE N39). *why*: by whom or what, for the log.
    """
    d.mark(f"{work}/{how}", True)
    name = d.setting.fort.brief[work]
    match how:
        case "destroyed":
            text = say("{place} was destroyed", place=name)
        case "sealed":
            text = say("{place} was sealed", place=name)
        case "blocked":
            text = say("{place} was blocked", place=name)
    d.say(text, cite, work, why)
    for counter in tuple(d.pieces.values()):
        if counter.at != work or counter.side != BELGIAN:
            continue
        if counter.inside and counter.men and how != "blocked":
            withdraw(d, counter)
        elif how == "destroyed" and not counter.men:
            d.set(counter.id, at=None)
    settle(d)


def german_lines(setting: Setting, pieces: Pieces, post: str, cell: str) -> list[Fire]:
    """Fire of the light machine guns in *post* on *cell*, each once a turn (EE N62)."""
    armed = [c for c in soldiers_at(pieces, GERMAN, post) if c.equipment and not c.fired]
    if not armed:
        return []
    guns = sum(c.equipment for c in armed)
    return [
        Fire(
            step="roll",
            chart="machine_gun",
            name=say("Light machine guns"),
            side=GERMAN,
            column=setting.tables.machine_gun.column(3 * guns),
            shooters=tuple(c.id for c in armed),
            target=cell,
        )
    ]


HOLD = Choice("hold", say("Hold fire"), "EE N62")


def belgian_lines(setting: Setting, state: State, cell: str, *, own: bool = False) -> list[Fire]:
    """Machine guns of manned works that bear on *cell* and have not fired.

    *own*: those of the work in *cell* fire too, at whoever places a charge on it, with their best
    column (EE N39). Otherwise no field of fire holds the roof of its own work (EE N50).
    """
    found: list[Fire] = []
    for gun in state.pieces.values():
        if gun.kind != "machine_gun" or gun.fired or gun.equipment <= 0 or gun.at is None:
            continue
        on_it = own and gun.at == cell
        tables = setting.tables
        bearing = tables.best_bearing(cell) if on_it else tables.bearing(gun.at, cell)
        if bearing and manned(setting, state, gun.at):
            found.append(line_of_fire(setting, gun, cell, bearing))
    return found


def line_of_fire(setting: Setting, gun: FortCounter, cell: str, bearing: int) -> Fire:
    """The shot: each gun lost takes three off the column's strength (EE N51)."""
    column = setting.tables.machine_gun.column(min(bearing, 3 * gun.equipment))
    return Fire(
        step="roll",
        chart="machine_gun",
        name=gun.name,
        side=BELGIAN,
        column=column,
        shooters=(gun.id,),
        target=cell,
    )


def gun_reactions(setting: Setting, lines: list[Fire]) -> list[Reaction]:
    """A button for every shot."""
    names, columns = setting.fort.name, setting.tables.machine_gun.columns
    found: list[Reaction] = []
    for line in lines:
        label = say(
            "{gun} [{column}] at {place}",
            gun=line.name,
            column=columns[line.column],
            place=names(line.target),
        )
        found.append(Reaction(Choice(f"{line.shooters[0]}@{line.target}", label, "EE N14"), line))
    return found


def _reactions(d: Draft[Setting], frame: UnderFire) -> list[Reaction]:
    if frame.held or not soldiers_at(d.pieces, GERMAN, frame.sector):
        return []
    lines = belgian_lines(d.setting, d.state, frame.sector, own=frame.own)
    return gun_reactions(d.setting, lines)


@steps(UnderFire, "ask")
def gun_by_gun(d: Draft[Setting], frame: UnderFire, _: None) -> None:
    """One gun after the other may fire, until the Belgians hold or none bears."""
    question = AskedQuestion("machine-guns", say("Which machine guns fire?"), frame.cite, "chosen")
    germans = say("Germans at {place}", place=d.setting.fort.name(frame.sector))
    about = (frame.sector,)
    if not offer(d, BELGIAN, question, _reactions(d, frame), HOLD, germans, about=about):
        d.done()


@steps(UnderFire, "chosen")
def chosen(d: Draft[Setting], frame: UnderFire, answer: Choose) -> None:
    """The chosen gun fires; the next may follow."""
    if not answered(d, _reactions(d, frame), answer, "ask"):
        d.goto("ask", held=True)
