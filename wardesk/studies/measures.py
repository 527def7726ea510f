"""What a study counts, read from the game's own look: its turns, its points, its losses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct

from wardesk.engine.rules import Rules
from wardesk.engine.types import GameState
from wardesk.model.look import SideLook, TableLook, TrackLook

Role = Literal["turns", "points", "side"]


class Measure(Struct, frozen=True, kw_only=True):
    """A track that is followed turn by turn.

    A track of turns gives the clock; one with named steps is what victory is measured by; any
    other one of a side's is its own affair: losses, as a rule.
    """

    id: str
    title: str
    role: Role
    most: int
    side: str = ""
    cite: str = ""
    steps: tuple[tuple[int, str], ...] = ()
    reconstruction: bool = False


class SideName(Struct, frozen=True):
    """A side, its name and which of the two side colours is its own."""

    id: str
    name: str
    slot: Literal["a", "b"]


def measures_of(look: TableLook, state: GameState[Any, Any]) -> tuple[Measure, ...]:
    """The tracks of *look* that a state keeps as numbers, in the order of the look."""
    return tuple(
        Measure(
            id=track.id,
            title=track.title,
            role=role,
            most=track.most,
            side=track.side,
            cite=track.cite,
            steps=track.steps,
            reconstruction=track.reconstruction,
        )
        for track in look.tracks
        if track.id in state.tracks and (role := _role(track)) is not None
    )


def _role(track: TrackLook) -> Role | None:
    if track.style == "turns":
        return "turns"
    if track.steps:
        return "points"
    return "side" if track.side else None


def sides_of(rules: Rules[Any, Any], looks: Sequence[SideLook]) -> tuple[SideName, ...]:
    """The sides in the order of the rules."""
    known = {look.id: look for look in looks}
    return tuple(
        SideName(side, known[side].name, known[side].slot)
        if side in known
        else SideName(side, side, "b" if number else "a")
        for number, side in enumerate(rules.sides)
    )


def of_role(measures: Sequence[Measure], role: Role) -> tuple[Measure, ...]:
    """The measures of one role."""
    return tuple(measure for measure in measures if measure.role == role)
