"""The review list of a map being drawn: pairs of cells whose adjacency a person should look at.

Derived anew from the drawing, with the list a traced map was imported with beside it. A pair that
a person joined, parted or confirmed is done with; it comes back only if the drawing has changed
under a confirmed one.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from statistics import median
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from wardesk.drawing.document import MapDocument
from wardesk.drawing.issues.features import BRIDGE, ROADS, is_kind
from wardesk.drawing.issues.whole_map import network_issues
from wardesk.drawing.line_cells import cells_along
from wardesk.drawing.neighbourhood import (
    Pair,
    joined_pairs,
    require_side,
    sorted_pair,
)
from wardesk.errors import UserError
from wardesk.geometry.adjacency.contacts import Meeting, derive
from wardesk.geometry.adjacency.coverage import polygon
from wardesk.geometry.adjacency.review import LISTED, doubt_of
from wardesk.geometry.borders.topology import Touch, edge_points, outlines, touches
from wardesk.geometry.grids.snap import Point
from wardesk.words import say

Why = Literal[
    "short", "apart", "near", "corner", "declared", "undeclared", "road", "import", "changed"
]
GRAVE = 0.5
"""From this doubt on a person should look before anybody plays."""
SHORT = 0.12
"""A side shorter than this share of the usual one is as likely a slip as a border."""
CORNER = 0.3
"""Doubt of cells that share one point: players ask, and one slip of the pen decides."""
ROAD = 0.6
CHANGED = 1.0
IMPORTED = 0.35


class TracedDoubt(Struct, frozen=True):
    """What an importer noted of a pair: kind of contact, length and gap on the tracing."""

    pair: Pair
    doubt: float
    why: str
    kind: str = ""
    length: float = 0.0
    gap: float = 0.0
    against: str = ""


class ImportedWord(Struct, frozen=True):
    """An override that an importer gave by itself; no person has confirmed it yet."""

    pair: Pair
    change: str
    reason: str


class PairDoubt(Struct, frozen=True):
    """One pair to look at. *doubt* runs from 0 to 1, *joined* is what holds now.

    *kind* is the kind of contact, "" for none; *length* and *gap* in map units. *why* tells the
    reason in English, *code* the sort of reason. *lines* are where the two meet, in map units;
    a single point for a corner; empty where they do not.
    """

    pair: Pair
    doubt: float
    code: Why
    why: str
    joined: bool
    kind: str = ""
    length: float = 0.0
    gap: float = 0.0
    lines: tuple[tuple[Point, ...], ...] = ()


def pair_doubts(
    document: MapDocument,
    traced: Sequence[TracedDoubt] = (),
    words: Sequence[ImportedWord] = (),
    *,
    least: float = LISTED,
) -> tuple[PairDoubt, ...]:
    """The pairs with at least that doubt, the most doubtful first. UserError if borders are broken.

    *traced* and *words* are what the map's importer noted, if it was imported.
    """
    if document.kind == "area" and not network_issues(document)[1]:
        text = say("The borders are broken, so nobody can tell who borders on whom.")
        raise UserError(text, "Mend the errors in the list of issues first.")
    joined = joined_pairs(document)
    found = _of_areas(document, joined, traced, least) if document.kind == "area" else {}
    for row in _roads(document, joined):
        if row.pair not in found or found[row.pair].doubt < row.doubt:
            found[row.pair] = row
    for pair in _settled(document, words):
        found.pop(pair, None)
    found |= _contradicted(document, joined)
    meetings = _places(document) if document.kind == "area" and found else {}
    rows = [replace(row, lines=meetings.get(row.pair, row.lines)) for row in found.values()]
    return tuple(sorted(rows, key=lambda row: (-row.doubt, row.pair)))


def _of_areas(
    document: MapDocument, joined: Container[Pair], traced: Sequence[TracedDoubt], least: float
) -> dict[Pair, PairDoubt]:
    """What the drawing says, then what the tracing said, then overrides, whoever gave them."""
    found = {row.pair: row for row in _drawn(document, joined, least)}
    for note in traced:
        if set(note.pair) <= document.cells.keys():
            _note(found, note, joined)
    for override in document.overrides:
        pair = sorted_pair(*override.pair)
        if pair not in found and set(pair) <= document.cells.keys():
            text = f"the import says: {override.reason}"
            found[pair] = PairDoubt(pair, IMPORTED, "import", text, pair in joined)
    return found


def _contradicted(document: MapDocument, joined: Container[Pair]) -> dict[Pair, PairDoubt]:
    """Confirmed pairs under which the drawing has changed."""
    found: dict[Pair, PairDoubt] = {}
    for pair, kept in document.kept.items():
        if set(pair) <= document.cells.keys() and kept.joined != (pair in joined):
            was = "neighbours" if kept.joined else "not neighbours"
            text = f"confirmed as {was}, but the drawing has changed since"
            found[pair] = PairDoubt(pair, CHANGED, "changed", text, pair in joined)
    return found


def meeting_lines(document: MapDocument, pair: Pair) -> tuple[tuple[Point, ...], ...]:
    """Where two cells meet on a sheet of hexes or squares: their common side, if they share one."""
    layout = document.layout
    if layout is None:
        return _places(document).get(pair, ())
    try:
        require_side(document, *pair)
    except UserError:
        return ()
    numbers = document.cell_numbers
    (aq, ar), (bq, br) = (layout.grid.coordinates(numbers[cell]) for cell in pair)
    a, b = layout.grid.side(aq, ar, layout.grid.side_steps.index((bq - aq, br - ar)))
    return ((a, b),)


def _settled(document: MapDocument, words: Iterable[ImportedWord]) -> Iterator[Pair]:
    """Pairs that a person has decided, and that still are as decided."""
    given = {(word.pair, word.change, word.reason) for word in words}
    for override in document.overrides:
        pair = sorted_pair(*override.pair)
        if (pair, override.change, override.reason) not in given:
            yield pair
    yield from document.kept


def _drawn(document: MapDocument, joined: Container[Pair], least: float) -> Iterator[PairDoubt]:
    """Doubts that follow from the drawing as it is: short sides, corners, near borders."""
    rings = outlines(document.network)
    names = list(rings)
    adjacency = derive([polygon(rings[name]) for name in names])
    meetings = adjacency.meetings()
    lengths = [meeting.length for meeting in meetings if meeting.kind == "side"]
    limit = SHORT * median(lengths) if lengths else 0.0
    for meeting in meetings:
        pair = sorted_pair(names[meeting.a], names[meeting.b])
        if not set(pair) <= document.cells.keys():
            continue
        tolerance = float(max(adjacency.tolerance[meeting.a], adjacency.tolerance[meeting.b]))
        row = _judged(pair, meeting, limit, tolerance, joined=pair in joined)
        if row is not None and row.doubt >= least:
            yield row


def _judged(
    pair: Pair, meeting: Meeting, limit: float, tolerance: float, *, joined: bool
) -> PairDoubt | None:
    kind, length, gap = meeting.kind, round(meeting.length, 1), round(meeting.gap, 1)
    doubt, why = doubt_of(meeting, limit, tolerance)
    code: Why = "short"
    if kind == "gap" and joined:
        code = "apart"  # an import joined them over the gap
    elif kind == "gap":  # the editor's own borders meet exactly or not at all
        doubt, code = max(0.5, 1 - doubt), "apart"
        why = f"{gap:.1f} apart along {length:.1f}; the borders do not meet"
    elif kind == "corner" and meeting.gap:
        code = "near"
    elif kind == "corner":
        doubt, code, why = CORNER, "corner", "they share a point and nothing else"
    elif not joined:
        return None  # a border that cannot be passed, however short
    return PairDoubt(pair, round(doubt, 3), code, why, joined, kind, length, gap)


def _note(found: dict[Pair, PairDoubt], note: TracedDoubt, joined: Container[Pair]) -> None:
    """Let a note of the tracing stand over what the drawing says, if it doubts more."""
    pair = sorted_pair(*note.pair)
    known = found.get(pair)
    if known is not None and known.doubt > note.doubt:
        return
    code: Why = "short"
    if note.against:
        code = "declared" if note.against == "declared only" else "undeclared"
    elif note.kind == "corner":
        code = "near" if note.gap else "corner"
    elif " apart" in note.why:  # what tipped the scales, the length or the gap
        code = "apart"
    found[pair] = PairDoubt(
        pair, note.doubt, code, note.why, pair in joined, note.kind, note.length, note.gap
    )


def _roads(document: MapDocument, joined: Container[Pair]) -> Iterator[PairDoubt]:
    """Sides that a drawn road crosses though nobody may pass there."""
    for feature in document.features:
        drawn = feature.geometry["type"] == "LineString"
        if not (drawn and feature.kind in document.palette.lines and is_kind(feature.kind, ROADS)):
            continue
        points = [(float(x), float(y)) for x, y, *_ in feature.geometry["coordinates"]]
        cells = cells_along(document, points)
        for a, b in pairwise(cells):
            pair = sorted_pair(a, b)
            bridged = any(is_kind(kind, (BRIDGE,)) for kind in document.sides.get(pair, ()))
            if pair in joined or bridged:
                continue
            lines = meeting_lines(document, pair) if document.layout is not None else ()
            if document.layout is not None and not lines:
                continue  # through a corner: the road goes round it
            name = feature.name or feature.kind
            text = f"the {name} crosses, but the side is closed"
            yield PairDoubt(pair, ROAD, "road", text, joined=False, kind="side", lines=lines)


def _places(document: MapDocument) -> Mapping[Pair, tuple[tuple[Point, ...], ...]]:
    """Where areas meet: the points of their common borders, or the corners they share."""
    return {(t.a, t.b): _place(document, t) for t in touches(document.network)}


def _place(document: MapDocument, touch: Touch) -> tuple[tuple[Point, ...], ...]:
    if touch.edges:
        return tuple(tuple(edge_points(document.network, edge)) for edge in touch.edges)
    return tuple((document.nodes[node],) for node in touch.nodes)
