"""What a game asks of a map, so that the editor can tell a designer before anybody plays on it."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from wardesk.model.palette import Palette


class SetUpUnit(Struct, frozen=True):
    """A unit that a scenario puts on the map, and what it asks of its place."""

    unit: str
    cell: str
    side: str = ""
    """Whose it is; units of a side with set-up areas must stand in them."""
    strength: int = 1
    """What it takes of a cell's capacity."""
    terrain: frozenset[str] = frozenset()
    """Kinds of ground on which it may be set up; none = on all."""


class GameNeeds(Struct, frozen=True, kw_only=True):
    """What a game knows and needs. Empty sets say nothing: any kind will do then."""

    game: str
    """In words, for sentences: "Bridge dash"."""
    terrain: frozenset[str] = frozenset()
    borders: frozenset[str] = frozenset()
    lines: frozenset[str] = frozenset()
    exclusive: tuple[frozenset[str], ...] = ()
    """Border kinds of which only one may lie on a side."""
    units: tuple[SetUpUnit, ...] = ()
    capacity: int | None = None
    """How much one side may have in a cell that does not say so itself; None = any amount."""
    capacity_property: str = "capacity"
    """The property of cells or terrain that says it."""


def needs_of(
    game: str,
    palette: Palette,
    units: Iterable[SetUpUnit] = (),
    *,
    capacity: int | None = None,
    exclusive: Iterable[frozenset[str]] = (),
) -> GameNeeds:
    """The needs of a game with this palette: its own kinds, and nothing beside them."""
    return GameNeeds(
        game=game,
        terrain=frozenset(palette.terrain),
        borders=frozenset(palette.borders),
        lines=frozenset(palette.lines),
        exclusive=tuple(exclusive),
        units=tuple(units),
        capacity=capacity,
    )
