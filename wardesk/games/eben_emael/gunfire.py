"""Belgian machine guns: which bear on a sector, and their fire outside of attacks (EE N51, N54)."""

from __future__ import annotations

from wardesk.engine.draft import Draft
from wardesk.engine.types import Choice, Choose
from wardesk.games.eben_emael.position import manned, soldiers_at
from wardesk.games.eben_emael.setting import Setting
from wardesk.games.eben_emael.state import BELGIAN, GERMAN, Counter, Fire, State, UnderFire
from wardesk.games.eben_emael.steps import steps
from wardesk.games.shared import ask
from wardesk.games.shared.ask import Question

HOLD = Choice("hold", "Hold fire", "EE N62")


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


def line_of_fire(setting: Setting, gun: Counter, cell: str, bearing: int) -> Fire:
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


def gun_key(line: Fire) -> str:
    """The key of the button that opens this fire."""
    return f"{line.shooters[0]}@{line.target}"


def gun_choices(setting: Setting, lines: list[Fire]) -> tuple[Choice, ...]:
    """A button for every shot, and one to hold."""
    names, columns = setting.fort.name, setting.tables.machine_gun.columns
    return (
        *(
            Choice(
                gun_key(line),
                f"{line.name} [{columns[line.column]}] at {names(line.target)}",
                "EE N14",
            )
            for line in lines
        ),
        HOLD,
    )


def _lines(d: Draft[Setting], frame: UnderFire) -> list[Fire]:
    if frame.held or not soldiers_at(d.pieces, GERMAN, frame.sector):
        return []
    return belgian_lines(d.setting, d.state, frame.sector, own=frame.own)


@steps(UnderFire, "ask")
def gun_by_gun(d: Draft[Setting], frame: UnderFire, _: None) -> None:
    """One gun after the other may fire, until the Belgians hold or none bears."""
    lines = _lines(d, frame)
    if not lines:
        return d.done()
    question = Question("machine-guns", "Which machine guns fire?", frame.cite, "chosen")
    germans = f"Germans at {d.setting.fort.name(frame.sector)}"
    choices = gun_choices(d.setting, lines)
    return ask.choose(d, BELGIAN, question, choices, germans, about=(frame.sector,))


@steps(UnderFire, "chosen")
def chosen(d: Draft[Setting], frame: UnderFire, answer: Choose) -> None:
    """The chosen gun fires; the next may follow."""
    for line in _lines(d, frame):
        if gun_key(line) == answer.key:
            return d.call(line, "ask")
    return d.goto("ask", held=True)
