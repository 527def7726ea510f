"""Control of sectors, victory points on their track, and the ways a game ends."""

from __future__ import annotations

from wardesk.engine.draft import Draft
from wardesk.games.eben_emael.position import (
    Pieces,
    closed,
    destroyed,
    held,
    manned,
    soldiers_at,
)
from wardesk.games.eben_emael.setting import Setting
from wardesk.games.eben_emael.state import BELGIAN, GERMAN, FortCounter, State
from wardesk.words import say, say_count

AUTOMATIC = say("automatic victory")


def scores(setting: Setting, state: State, cell: str) -> bool:
    """Whether the points of *cell* are the Germans' now (EE N41).

    A sector counts for the side that was last alone in it, a work once it is destroyed. By option
    it counts, too, while Germans stand on it if it is blocked and nobody serves it, or whenever
    nobody serves it.
    """
    if setting.fort.control[cell] not in state.marks:
        return False
    if cell not in setting.fort.works or destroyed(state.marks, cell):
        return True
    if setting.options.control == "destroyed":
        return False
    if setting.options.control == "silenced":
        shut = closed(state.marks, cell) and not manned(setting, state, cell)
        return shut and bool(soldiers_at(state.pieces, GERMAN, cell))
    return not manned(setting, state, cell)


def points_held(setting: Setting, state: State) -> int:
    """Victory points under German control (EE N41)."""
    points, control = setting.fort.points, setting.fort.control
    return sum(
        points[cell]
        for cell in points
        if control[cell] in state.marks and scores(setting, state, cell)
    )


def _worth(points: int) -> str:
    return say_count("worth {n} victory point", "worth {n} victory points", n=points)


def settle(d: Draft[Setting]) -> None:
    """After units have moved, arrived or gone: control marks and the points track (EE N41)."""
    germans, belgians = held(d.pieces, GERMAN), held(d.pieces, BELGIAN)
    fort, marks = d.setting.fort, d.marks
    # option control = present: a sector counts only while Germans stand in it
    left = fort.cells if d.setting.options.control == "present" else belgians
    lost = {c for c in left if fort.control[c] in marks and c not in germans}
    won = {c for c in germans if c not in belgians and fort.control[c] not in marks}
    for cell in sorted(won | lost, key=fort.cells.index):
        d.mark(fort.control[cell], GERMAN if cell in won else None)
        if cell in fort.points:
            place = fort.brief[cell]
            text = say("Germans hold {place}", place=place)
            if cell in lost:
                text = say("Germans lost {place}", place=place)
            d.say(text, "EE N41", cell, _worth(fort.points[cell]))
    points = points_held(d.setting, d.state)
    if points != d.tracks.get("victory_points", 0):
        d.track("victory_points", points)


def _first_squads(setting: Setting, pieces: Pieces) -> list[FortCounter]:
    """The squads of the eleven gliders: sappers and glider 12 are reinforcements (EE N48)."""
    return [c for c in pieces.values() if c.kind == "squad" and c.id != setting.extra_glider.id]


def fallen(setting: Setting, state: State) -> int:
    """German soldiers who fell, as the track of losses counts them (EE N48)."""
    if setting.options.losses == "any":
        return state.tracks["german_losses"]
    squads = _first_squads(setting, state.pieces)
    return max(0, setting.forces.first_men - sum(c.men for c in squads))


def toll(setting: Setting, state: State) -> int:
    """German soldiers lost, with those whose glider never came down (EE N48).

    Of the men of the eleven gliders; by option (losses = any) of all Germans.
    """
    if setting.options.losses == "any":
        return state.tracks["german_losses"] + state.tracks["german_absent"]
    left = sum(c.men for c in _first_squads(setting, state.pieces) if c.at is not None)
    return setting.forces.first_men - left


def end_if_lost(d: Draft[Setting]) -> bool:
    """Either side's total loss ends the game at once (EE N48, EE N49)."""
    figures = d.setting.tables.constants
    if toll(d.setting, d.state) >= figures.german_men:
        text = say("The Germans lost all of their {men} men", men=figures.german_men)
        if d.setting.options.losses == "any":
            text = say("The Germans lost {men} men", men=figures.german_men)
        d.end(BELGIAN, AUTOMATIC, text, "EE N48")
        return True
    if d.tracks["belgian_losses"] >= figures.belgian_men:
        text = say("The Belgians lost all of their {men} men", men=figures.belgian_men)
        d.end(GERMAN, AUTOMATIC, text, "EE N49")
        return True
    return False


def final_score(d: Draft[Setting]) -> None:
    """The level that the points in German hands earn (EE N42)."""
    points = d.tracks["victory_points"]
    level = d.setting.tables.victory(points)
    text = say_count(
        "The Germans held {n} victory point", "The Germans held {n} victory points", n=points
    )
    d.end(level.winner, level.name, text, "EE N42")
