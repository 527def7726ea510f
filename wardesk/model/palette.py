"""Palettes: the terrain and border kinds that a map may use, with what the rules need of each."""

from __future__ import annotations

from collections.abc import Mapping

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
    high one, as of a cliff (`Board` tells which).
    """

    id: str
    name: str
    passable: bool
    art: str = "border"
    cite: str = ""
    directed: bool = False


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
