"""Questions that commands ask before they change anything; each refusal is one clear sentence."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence

from wardesk.drawing.document import Layout, MapDocument
from wardesk.errors import UserError
from wardesk.geometry.grids.snap import LIMIT, Point, snap_point, within_limit
from wardesk.model.board import Cell, Feature
from wardesk.model.palette import Scalar
from wardesk.words import join, say

_ID = re.compile(r"[^\s/\\\x00-\x1f\x7f]{1,64}")
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
MOST_TEXT = 20_000
MOST_POINTS = 20_000


def known_cells(document: MapDocument, cells: Iterable[str]) -> tuple[Cell, ...]:
    """The named cells, each once. UserError for none at all and for unknown ones."""
    found = tuple(known_cell(document, cell) for cell in dict.fromkeys(cells))
    if not found:
        raise UserError("No cell is named.", "Name at least one.")
    return found


def known_cell(document: MapDocument, cell: str) -> Cell:
    """The cell with this id."""
    if cell not in document.cells:
        raise UserError(say("The map has no cell {cell!s}.", cell=f"{cell!a:.70}"))
    return document.cells[cell]


def known_area(document: MapDocument, cell: str) -> Cell:
    """The cell with this id, which must have an outline."""
    require_areas(document)
    found = known_cell(document, cell)
    if cell not in document.faces:
        raise UserError(say("Cell {cell!s} has no outline.", cell=cell))
    return found


def new_cell_id(document: MapDocument, cell: str) -> str:
    """An id that a new cell may have."""
    if cell in document.cells or cell in document.faces:
        raise UserError(say("There is a cell {cell!s} already.", cell=cell), "Choose another id.")
    return good_id(cell)


def good_id(text: str) -> str:
    """An id that can be stored: 1 to 64 characters, no blanks, slashes or control characters."""
    if not _ID.fullmatch(text):
        raise UserError(
            say("{text!s} cannot be an id.", text=f"{text!a:.70}"),
            "Use up to 64 letters or digits, without blanks.",
        )
    return text


def good_text(text: str, what: str = "The text") -> str:
    """A text that can be stored: not too long, no control characters."""
    if len(text) > MOST_TEXT or _CONTROLS.search(text):
        raise UserError(
            say("{what!s} is too long or has control characters.", what=what),
            "Write it more plainly.",
        )
    return text


def one_line(text: str, what: str) -> str:
    """A text of one printable line."""
    if not text.isprintable():
        raise UserError(say("{what!s} must be one line of plain text.", what=what))
    return good_text(text, what)


def known_terrain(document: MapDocument, terrain: str) -> str:
    """A kind of ground that the palette has."""
    if terrain not in document.palette.terrain:
        raise UserError(
            say("The palette has no terrain {terrain!s}.", terrain=f"{terrain!a:.70}"),
            _choices(document.palette.terrain),
        )
    return terrain


def known_border_kind(document: MapDocument, kind: str) -> str:
    """A kind of border that the palette has."""
    if kind not in document.palette.borders:
        raise UserError(
            say("The palette has no border kind {kind!s}.", kind=f"{kind!a:.70}"),
            _choices(document.palette.borders),
        )
    return kind


def good_scalar(value: Scalar) -> Scalar:
    """A value that a property can have."""
    if isinstance(value, str):
        return good_text(value)
    if isinstance(value, float) and not math.isfinite(value):
        raise UserError("A property must be a number that can be written.")
    if isinstance(value, int) and abs(value) > 1 << 53:
        raise UserError(say("{value!s} is too large for a property.", value=value))
    return value


def good_share(value: float, what: str) -> float:
    """A number from 0 to 1."""
    if not 0 <= value <= 1:
        raise UserError(
            say(
                "{what!s} is a number from 0 to 1, not {value!s}.",
                what=what,
                value=f"{value!r:.30}",
            )
        )
    return float(value)


def good_point(point: Point) -> Point:
    """The point on the 1/64 grid. UserError if it is none, or out of reach."""
    if not all(map(math.isfinite, point)) or not within_limit(point):
        raise UserError(
            say("A point must lie within {limit:.0f} units of the origin.", limit=LIMIT)
        )
    snapped = snap_point(point)
    if not within_limit(snapped):
        raise UserError(
            say("A point must lie within {limit:.0f} units of the origin.", limit=LIMIT)
        )
    return snapped


def good_points(points: Sequence[Point], least: int, what: str) -> tuple[Point, ...]:
    """Points on the grid, the same one never twice in a row."""
    if len(points) > MOST_POINTS:
        raise UserError(
            say(
                "{what!s} has {number!s} points; {most_points!s} is the most.",
                what=what,
                number=len(points),
                most_points=MOST_POINTS,
            )
        )
    found: list[Point] = []
    for point in map(good_point, points):
        if not found or point != found[-1]:
            found.append(point)
    if len(found) < least:
        raise UserError(
            say("{what!s} needs at least {least!s} different points.", what=what, least=least)
        )
    return tuple(found)


def require_layout(document: MapDocument) -> Layout:
    """The sheet of a hex or square map."""
    if document.layout is None:
        raise UserError("This map has areas, not a sheet of hexes or squares.")
    return document.layout


def require_areas(document: MapDocument) -> None:
    """Refuse on maps of hexes and squares."""
    if document.kind != "area":
        raise UserError(say("This is a {kind} map; it has no borders to draw.", kind=document.kind))
    require_whole(document)


def require_whole(document: MapDocument) -> None:
    """Refuse to reckon with borders that name what does not exist; files can be so broken."""
    nodes, edges = document.nodes, document.edges
    whole = all(edge.start in nodes and edge.end in nodes for edge in edges.values()) and all(
        ring and all(abs(signed) in edges for signed in ring)
        for face in document.faces.values()
        for ring in face.rings
    )
    if not whole:
        text = say("The borders of this map name nodes or borders that do not exist.")
        raise UserError(text, "`wardesk map check` lists them; import the drawing again.")


def known_edge(document: MapDocument, edge: int) -> int:
    """The id of a border that exists."""
    require_areas(document)
    if edge not in document.edges:
        raise UserError(
            "This border is not on the map.",
            say("A script calls it {edge!s}; no border has this number.", edge=edge),
        )
    return edge


def known_node(document: MapDocument, node: int) -> int:
    """The id of a node that exists."""
    require_areas(document)
    if node not in document.nodes:
        raise UserError(
            "This node is not on the map.",
            say("A script calls it {node!s}; no node has this number.", node=node),
        )
    return node


def known_feature(document: MapDocument, name: str) -> int:
    """The place in the list of the feature with this id, or of ``#3`` for the third one."""
    for place, feature in enumerate(document.features):
        if feature.id and feature.id == name:
            return place
    if re.fullmatch(r"#[1-9][0-9]{0,8}", name) and int(name[1:]) <= len(document.features):
        return int(name[1:]) - 1
    raise UserError(
        say("The map has no drawn feature {name!s}.", name=f"{name!a:.70}"),
        "Name it by id, or as #number.",
    )


def new_feature_id(features: Sequence[Feature], wanted: str, kind: str) -> str:
    """*wanted* if it is free, a made one if it is empty."""
    taken = {feature.id for feature in features}
    if not wanted:
        number = 1
        while f"{kind}-{number}" in taken:
            number += 1
        return f"{kind}-{number}"
    if wanted in taken:
        raise UserError(
            say("There is a feature {wanted!s} already.", wanted=wanted), "Choose another id."
        )
    return good_id(wanted)


def some(ids: Sequence[str]) -> str:
    """A few ids in words, for titles: ``A``, ``A, B`` or ``A and 4 more``."""
    if len(ids) <= 2:
        return join(", ", ids)
    return say("{ids} and {number} more", ids=ids[0], number=len(ids) - 1)


def _choices(kinds: Iterable[str]) -> str:
    names = list(kinds)
    return say("It has {names!s}.", names=", ".join(names[:12])) if names else say("It is empty.")
