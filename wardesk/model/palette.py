"""Palettes: the terrain and border kinds that a map may use, with what the rules need of each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct, field

from wardesk.geometry.sight.policy import SightPolicy

Scalar = str | int | float | bool


class TerrainKind(Struct, frozen=True):
    """A kind of ground.

    *art* is the drawing recipe; *properties* hold rule figures (``divisor``).
    """

    id: str
    name: str
    art: str = "open"
    cite: str = ""
    properties: Mapping[str, Scalar] = field(default_factory=dict[str, Scalar])


class BorderKind(Struct, frozen=True):
    """A kind of border between two cells.

    *passable* says if it joins them for movement and combat. *directed*: one of its sides is the
    high one, as of a cliff (`Board` tells which). *properties* hold rule figures. *crosses* names
    the kinds that it leads over, as a bridge over a river: on a side with both only it counts.
    """

    id: str
    name: str
    passable: bool
    art: str = "border"
    cite: str = ""
    directed: bool = False
    properties: Mapping[str, Scalar] = field(default_factory=dict[str, Scalar])
    crosses: tuple[str, ...] = ()


class LineKind(Struct, frozen=True):
    """A kind of drawn line that rules know: a road, a railway, a dyke."""

    id: str
    name: str
    art: str = "line"
    cite: str = ""
    properties: Mapping[str, Scalar] = field(default_factory=dict[str, Scalar])


class Palette(Struct, frozen=True):
    """All kinds one map knows. A map carries a copy, so that it opens without its game.

    *sight* holds sight rules by id; the first is the one that counts unless another is asked for.
    """

    id: str
    title: str
    terrain: Mapping[str, TerrainKind] = field(default_factory=dict[str, TerrainKind])
    borders: Mapping[str, BorderKind] = field(default_factory=dict[str, BorderKind])
    lines: Mapping[str, LineKind] = field(default_factory=dict[str, LineKind])
    sight: Mapping[str, SightPolicy] = field(default_factory=dict[str, SightPolicy])


def counting(borders: Mapping[str, BorderKind], kinds: Iterable[str]) -> tuple[str, ...]:
    """The kinds on a side that count: not those that another of them leads over."""
    kinds = tuple(kinds)
    if len(kinds) < 2:
        return kinds
    over = {one for kind in kinds if kind in borders for one in borders[kind].crosses}
    return tuple(kind for kind in kinds if kind not in over)


def joins(borders: Mapping[str, BorderKind], kinds: Iterable[str]) -> bool:
    """Whether a side with all these kinds joins its cells; a kind that nobody knows closes none."""
    return all(kind not in borders or borders[kind].passable for kind in counting(borders, kinds))
