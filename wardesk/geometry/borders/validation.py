"""What can be wrong with a network of nodes, edges and faces, found exactly, with its place.

First the exact, local questions (coordinates, ids, rings that close); only a network sound in these
goes on to the questions about shapes (`shapes.shape_flaws`), which need closed rings to look at.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import pairwise

from msgspec import Struct

from wardesk.geometry.borders.topology import (
    NAMELESS,
    BorderNames,
    Network,
    NodeNames,
    edge_points,
    ends,
    ring_points,
    walks,
)
from wardesk.geometry.grids.snap import LIMIT, Point, on_grid, twice_area, within_limit
from wardesk.words import Spoken, say

MOST_AT_A_NODE = 32
"""Corner contacts grow with the square of this; real maps have five or six borders at a node."""


class Flaw(Struct, frozen=True):
    """One thing wrong. *code* and *items* name it for good; *at* is a place to look, if any.

    *grave* flaws forbid using the network; the others only deserve a look.
    """

    code: str
    items: tuple[str, ...]
    text: Spoken
    at: Point | None = None
    grave: bool = True


def network_flaws(network: Network, called: Mapping[str, str] = NAMELESS) -> list[Flaw]:
    """Everything wrong with coordinates, ids and rings. Never raises on odd networks.

    Areas stand by the names they are *called*, as far as they have one.
    """
    found = [
        *_node_flaws(network, called), *_edge_flaws(network, called), *_face_flaws(network, called)
    ]  # fmt: skip
    if not any(flaw.grave for flaw in found):
        found += _use_flaws(network, called)
    return found


def coordinate_flaw(code: str, item: str, what: str, point: Point) -> Flaw | None:
    """What is wrong with one coordinate pair, or None."""
    if not all(map(math.isfinite, point)):
        return Flaw(
            code, (item,), say("{what!c} has a coordinate that is not a number.", what=what)
        )
    if not within_limit(point):
        return Flaw(
            code,
            (item,),
            say(
                "{what!c} lies farther than {limit:.0f} units from the origin.",
                what=what,
                limit=LIMIT,
            ),
        )
    if not on_grid(point):
        text = say(
            "{what!c} is off the grid: {x}, {y} is not a multiple of 1/64.",
            what=what,
            x=point[0],
            y=point[1],
        )
        return Flaw(code, (item,), text, point)
    return None


def _node_flaws(network: Network, called: Mapping[str, str]) -> Iterator[Flaw]:
    named = NodeNames(network, called)
    first_there: dict[Point, int] = {}
    for node, point in network.nodes.items():
        flaw = coordinate_flaw("node-place", str(node), named(node), point)
        if flaw:
            yield flaw
        other = first_there.setdefault(point, node)
        if other != node:
            text = say(
                "{node!c} lies on the same point as {other}; make them one.",
                node=named(node), other=named(other),
            )  # fmt: skip
            yield Flaw("node-twice", (str(other), str(node)), text, point)
    used = Counter(node for edge in network.edges.values() for node in (edge.start, edge.end))
    for node, point in network.nodes.items():
        if node not in used:
            text = say("A node here belongs to no border.")
            yield Flaw("node-loose", (str(node),), text, point, grave=False)
        elif used[node] > MOST_AT_A_NODE:
            text = say(
                "{count} borders meet at {node}; {most} is the most.",
                count=used[node],
                node=named(node),
                most=MOST_AT_A_NODE,
            )
            yield Flaw("node-crowded", (str(node),), text, point)


def _edge_flaws(network: Network, called: Mapping[str, str]) -> Iterator[Flaw]:
    named = BorderNames(network, called)
    for number, edge in network.edges.items():
        missing = [node for node in (edge.start, edge.end) if node not in network.nodes]
        for node in missing:
            text = say(
                "{border!c} names node {node}, which does not exist.",
                border=named(number), node=node,
            )  # fmt: skip
            yield Flaw("border-node", (str(number), str(node)), text)
        for place, point in enumerate(edge.points, start=1):
            if not (within_limit(point) and on_grid(point)):
                what = say("{border}, bend {place},", border=named(number), place=place)
                flaw = coordinate_flaw("border-place", f"{number}/{place}", what, point)
                assert flaw is not None  # what is on the grid and near has none, and this is not
                yield flaw
        if missing:
            continue
        for a, b in pairwise(edge_points(network, number)):
            if a == b:
                text = say("{border!c} has the same point twice in a row.", border=named(number))
                yield Flaw("border-repeats", (str(number),), text, a)
                break


def _face_flaws(network: Network, called: Mapping[str, str]) -> Iterator[Flaw]:
    named = BorderNames(network, called)
    for name, face in network.faces.items():
        for number, ring in enumerate(face.rings):
            area, beyond = called.get(name, name), number - len(face.holes)
            what = (
                say("the outline of area {name!s}", name=area)
                if not number
                else say("piece {number} of area {name!s}", number=beyond + 1, name=area)
                if beyond > 0
                else say("hole {number} of area {name!s}", number=number, name=area)
            )
            inner = 0 < number <= len(face.holes)
            yield from _ring_flaws(network, name, ring, what, named, is_hole=inner)


def _ring_flaws(
    network: Network, name: str, ring: tuple[int, ...], what: str, named: BorderNames, *,
    is_hole: bool,
) -> Iterator[Flaw]:  # fmt: skip
    if not ring:
        yield Flaw("ring-empty", (name,), say("{what!c} names no border.", what=what))
        return
    unknown = [signed for signed in ring if abs(signed) not in network.edges]
    if unknown:
        for signed in unknown:
            text = say(
                "{what!c} names border {border}, which does not exist.",
                what=what, border=abs(signed),
            )  # fmt: skip
            yield Flaw("ring-border", (name, str(signed)), text)
        return
    for here, following in zip(ring, ring[1:] + ring[:1], strict=True):
        last = ends(network.edges[abs(here)], here)[1]
        first = ends(network.edges[abs(following)], following)[0]
        if last != first:
            text = say(
                "{what!c} does not close: {here} does not end where {following} begins.",
                what=what,
                here=named(abs(here)),
                following=named(abs(following)),
            )
            yield Flaw("ring-open", (name, str(here)), text, network.nodes.get(last))
            return
    if any(node not in network.nodes for s in ring for node in ends(network.edges[abs(s)], s)):
        return  # told already as border-node
    points = ring_points(network, ring)
    if not all(on_grid(point) and within_limit(point) for point in points):
        return  # told already; the exact area needs the grid
    area = twice_area(points)
    if area == 0:
        yield Flaw("ring-flat", (name,), say("{what!c} encloses nothing.", what=what), points[0])
    elif (area > 0) != is_hole:
        text = (
            say("{what!c} runs the wrong way round: the hole must lie on its right.", what=what)
            if is_hole
            else say(
                "{what!c} runs the wrong way round: the inside must lie on its left.", what=what
            )
        )
        yield Flaw("ring-turned", (name,), text, points[0])


def _use_flaws(network: Network, called: Mapping[str, str]) -> Iterator[Flaw]:
    named = BorderNames(network, called)
    uses = Counter(signed for signed, _ in walks(network.faces))
    owners: dict[int, list[str]] = {}
    for signed, name in walks(network.faces):
        owners.setdefault(signed, []).append(name)
    for signed, count in uses.items():
        if count > 1:
            names = tuple(sorted(set(owners[signed])))
            text = say(
                "{border!c} has two areas on the same side ({cells!s}): they overlap there.",
                border=named(abs(signed)),
                cells=", ".join(called.get(one, one) for one in names),
            )
            at = edge_points(network, signed)[0]
            yield Flaw("border-overlap", (str(abs(signed)), *names), text, at)
    for number in network.edges:
        left, right = owners.get(number, []), owners.get(-number, [])
        at = edge_points(network, number)[0]
        if not left and not right:
            text = say("{border!c} bounds no area.", border=named(number))
            yield Flaw("border-loose", (str(number),), text, at, grave=False)
        elif left and left == right:
            text = say(
                "A border has area {cell!s} on both sides.", cell=called.get(left[0], left[0])
            )
            yield Flaw("border-inside", (str(number), left[0]), text, at)
