"""Behind the doors: men who come out and go back, machine guns, and how a work falls silent."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Literal, TypeVar

from wardesk.engine.cached import cached_property
from wardesk.engine.draft import Draft
from wardesk.engine.types import Choice, Choose, Reason
from wardesk.games.eben_emael.asked import EbenQuestion
from wardesk.games.eben_emael.control import settle
from wardesk.games.eben_emael.position import Pieces, closed, manned, men_at, soldiers_at
from wardesk.games.eben_emael.setting import Setting
from wardesk.games.eben_emael.state import (
    BELGIAN,
    GERMAN,
    Battle,
    Fire,
    FortCounter,
    MarchFire,
    State,
    UnderFire,
    steps,
)
from wardesk.games.eben_emael.tables import ActionCounter
from wardesk.games.shared.stacking import space
from wardesk.words import join, say, say_count


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


def warned_of_fire(setting: Setting, state: State, cell: str, cite: str) -> tuple[Reason, ...]:
    """Whose machine guns bear on *cell*, as a warning to Germans."""
    firing = {line.shooters[0]: line for line in belgian_lines(setting, state, cell)}
    works = dict.fromkeys(setting.fort.short[state.pieces[gun].at or ""] for gun in firing)
    fire = say("in the fire of {works}", works=join(", ", tuple(works)))
    return (Reason(fire, cite, level="warning", at=cell),) if works else ()


# ---- one gun after the other --------------------------------------------------------------------

HOLD = Choice("hold", say("Hold fire"), "EE N62")
G = TypeVar("G", Battle, MarchFire, UnderFire)


class GunsFire(EbenQuestion[G]):
    """One gun after the other may fire, until its side holds or none bears (EE N14)."""

    kind, chart = "machine-guns", "machine_gun"
    text = say("Which machine guns fire?")

    def bearing(self) -> list[Fire]:
        """Shots that may be fired now."""
        raise NotImplementedError

    @cached_property
    def shots(self) -> Mapping[str, Fire]:
        """The same by their buttons; none once fire is held."""
        found = [] if self.frame.held else self.bearing()
        return {f"{shot.shooters[0]}@{shot.target}": shot for shot in found}

    def asks(self) -> bool:
        return bool(self.shots)

    def buttons(self) -> tuple[Choice, ...]:
        columns = self.setting.tables.machine_gun.columns
        fire = [
            Choice(
                key,
                say("{gun} [{column}] at {place}", gun=shot.name, column=columns[shot.column],
                    place=self.name(shot.target)),
                "EE N14",
            )
            for key, shot in self.shots.items()
        ]  # fmt: skip
        return (*fire, HOLD)

    def pressed(self, d: Draft[Setting], key: str) -> None:
        """The chosen gun fires; the next may follow."""
        if key in self.shots:
            d.call(self.shots[key], self.frame.step)
        else:
            d.goto(self.frame.step, held=True)

    def script(self, rng: Random) -> Choose:
        return self.first_button()


@steps.asks(UnderFire, "ask", "chosen")
class FireOnSector(GunsFire[UnderFire]):
    """Belgian machine guns at Germans who pass or place a charge (EE N39, EE N54, EE N59)."""

    def who(self) -> str:
        return BELGIAN

    def rule(self) -> str:
        return self.frame.cite

    def context(self) -> str:
        return say("Germans at {place}", place=self.name(self.frame.sector))

    def about(self) -> tuple[str, ...]:
        return (self.frame.sector,)

    def bearing(self) -> list[Fire]:
        sector, own = self.frame.sector, self.frame.own
        there = soldiers_at(self.state.pieces, GERMAN, sector)
        return belgian_lines(self.setting, self.state, sector, own=own) if there else []
