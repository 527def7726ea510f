"""What can be wrong with the shapes of a sound network: crossings, overlaps, gaps, anchors."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
import shapely
from shapely.geometry import Point as ShapelyPoint

from wardesk.geometry.adjacency.coverage import (
    Area,
    overlap_places,
    polygon,
    strictly_inside,
    voids,
)
from wardesk.geometry.borders.topology import (
    NAMELESS,
    BorderNames,
    Network,
    edge_points,
    outlines,
)
from wardesk.geometry.borders.validation import Flaw, coordinate_flaw
from wardesk.geometry.grids.snap import Point
from wardesk.words import say

NARROW = 1.0
"""Gaps narrower than this many map units are told as slips of the pen."""

_CHUNK = 64
_ENOUGH = 100
"""After so many crossings a scribble is clear; a hostile file must not make us list millions."""


def shape_flaws(network: Network, called: Mapping[str, str] = NAMELESS) -> list[Flaw]:
    """Crossing borders, bad rings, overlaps, gaps. *network* must have no grave `network_flaws`.

    Areas stand by the names they are *called*, as far as they have one.
    """
    found = list(_crossings(network, called))
    polygons = {name: polygon(rings) for name, rings in outlines(network).items()}
    found += _bad_rings(polygons, called)
    if not found and polygons:  # broken rings would only repeat themselves as overlaps
        found += _overlaps(polygons, called)
    if not found and polygons:
        found += _gaps(polygons, called)
    return found


def anchor_flaws(
    network: Network, anchors: Mapping[str, Point], called: Mapping[str, str] = NAMELESS
) -> Iterator[Flaw]:
    """Anchors that are off the grid or not strictly inside their own cell."""
    rings = outlines(network)
    for name, point in anchors.items():
        area = called.get(name, name)
        flaw = coordinate_flaw(
            "anchor-place", name, say("The anchor of area {name!s}", name=area), point
        )
        if flaw:
            yield flaw
        elif name in rings and not strictly_inside(polygon(rings[name]), point):
            text = say("The anchor of area {name!s} lies outside it or on its outline.", name=area)
            yield Flaw("anchor-outside", (name,), text, point)


def _crossings(network: Network, called: Mapping[str, str]) -> Iterator[Flaw]:
    """Borders may meet at common nodes only; what else they do is a crossing."""
    numbers = list(network.edges)
    if not numbers:
        return
    named = BorderNames(network, called)
    lines = np.array([shapely.LineString(edge_points(network, n)) for n in numbers], dtype=object)
    for index in np.flatnonzero(~shapely.is_simple(lines)):
        text = say("{border!c} crosses or touches itself.", border=named(numbers[index]))
        at = edge_points(network, numbers[index])[0]
        yield Flaw("border-crosses-itself", (str(numbers[index]),), text, at)
    tree = shapely.STRtree(lines)
    told = 0
    for begin in range(0, len(lines), _CHUNK):
        left, right = tree.query(lines[begin : begin + _CHUNK], predicate="intersects")
        left = left + begin
        once = left < right
        left, right = left[once], right[once]
        meetings = shapely.intersection(lines[left], lines[right])
        for a, b, meeting in zip(left, right, meetings, strict=True):
            first, second = numbers[int(a)], numbers[int(b)]
            place = _stray_meeting(network, first, second, meeting)
            if place is not None:
                told += 1
                text = say(
                    "{border!c} meets {other} away from a common node.",
                    border=named(first),
                    other=named(second),
                )
                yield Flaw("border-crosses", (str(first), str(second)), text, place)
            if told >= _ENOUGH:
                return


def _stray_meeting(network: Network, a: int, b: int, meeting: shapely.Geometry) -> Point | None:
    first, second = network.edges[a], network.edges[b]
    common = {first.start, first.end} & {second.start, second.end}
    allowed = {network.nodes[node] for node in common}
    for part in shapely.get_parts(meeting):
        x, y = shapely.get_coordinates(part)[0]
        place = (float(x), float(y))
        if not isinstance(part, ShapelyPoint) or place not in allowed:
            return place
    return None


def _bad_rings(polygons: Mapping[str, Area], called: Mapping[str, str]) -> Iterator[Flaw]:
    for name, shape in polygons.items():
        if not shape.is_valid:
            reason = shapely.is_valid_reason(shape).split("[")[0].strip().lower()
            x, y = shapely.get_coordinates(shape)[0]
            text = say(
                "The outline of area {name!s} is not a proper ring ({reason}).",
                name=called.get(name, name),
                reason=reason,
            )
            yield Flaw("ring-bad", (name,), text, (float(x), float(y)))


def _overlaps(polygons: Mapping[str, Area], called: Mapping[str, str]) -> Iterator[Flaw]:
    if shapely.coverage_is_valid(list(polygons.values())):
        return
    for name, place in zip(polygons, overlap_places(polygons.values()), strict=True):
        if place is not None:
            text = say("Area {name!s} overlaps another area.", name=called.get(name, name))
            yield Flaw("cell-overlap", (name,), text, place)


def _gaps(polygons: Mapping[str, Area], called: Mapping[str, str]) -> Iterator[Flaw]:
    for place, area in voids(polygons.values()):
        text = say("An enclosed gap of {area:.0f} square units belongs to no area.", area=area)
        where = f"{place[0]:.0f},{place[1]:.0f}"
        yield Flaw("gap", (where,), text, place, grave=False)
    for name, place in zip(polygons, overlap_places(polygons.values(), NARROW), strict=True):
        if place is not None:
            text = say(
                "A gap narrower than {narrow} unit runs along area {name!s}.",
                narrow=f"{NARROW:g}",
                name=called.get(name, name),
            )
            yield Flaw("gap-narrow", (name,), text, place, grave=False)
