"""From a tracing to a map document: borders drawn together, adjacency kept as it was drawn.

The new borders decide who touches whom. Where that differs from what the tracing shows (pieces
apart, seams of a map that joins up sideways, gaps too wide to close), an override with its reason
keeps the tracing's word. The declared neighbours stay beside it, in the part ``import.json``.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Collection, Mapping, Sequence, Set
from typing import Any

import numpy as np
import shapely
from msgspec import Struct, to_builtins
from msgspec.structs import replace
from shapely.geometry import Polygon

from wardesk.documents.files.json_parts import decode, encode, typed
from wardesk.documents.imports.tile_pictures import NO_PICTURES, TilePictures
from wardesk.documents.imports.tracing import TRY, TracedCell, Tracing, plain
from wardesk.drawing.commands.overrides import TakeWord
from wardesk.drawing.document import MapDocument, Override
from wardesk.drawing.issues.pair_review import ImportedWord, PairDoubt, TracedDoubt, pair_doubts
from wardesk.drawing.neighbourhood import open_neighbours, side_pairs, sorted_pair
from wardesk.errors import DamagedFile, Progress, UserError, report
from wardesk.geometry.adjacency.contacts import Adjacency, AdjacencyPolicy, Pair, derive
from wardesk.geometry.adjacency.coverage import Area, largest_piece, pieces_of, whole_of
from wardesk.geometry.adjacency.half_edges import Shapes, shape_array
from wardesk.geometry.adjacency.review import ContactDoubt, review
from wardesk.geometry.borders.rebuild import network_of
from wardesk.geometry.borders.topology import Network, touches
from wardesk.geometry.grids.snap import Point, snap_point
from wardesk.geometry.tracing.clean_coverage import piled_up, tangled
from wardesk.geometry.tracing.close_gaps import as_coverage
from wardesk.model.board import Cell
from wardesk.model.palette import BorderKind, Palette, TerrainKind
from wardesk.words import say, say_count

PART = "import.json"
BORDER = "border"
_SIDE_BY_SIDE = say("Areas lie side by side; leave out the layers that lie over others.")


class Imported(Struct, frozen=True):
    """The new document, with what a person should know about it.

    *tolerance* is the middle one of all cells, in map units; *doubts* the review list.
    """

    document: MapDocument
    tolerance: float
    doubts: tuple[ContactDoubt, ...]
    names: tuple[str, ...]
    notes: tuple[str, ...]
    declared: int | None
    agreed: int
    derived: int
    own: bool = False
    """Whether WarDesk wrote what was read."""
    pictures: TilePictures = NO_PICTURES
    """Of its kinds of ground, yet to be cut out of their files."""


class _ReviewRow(Struct):
    """One doubtful pair and why a person should look at it."""

    pair: tuple[str, str]
    why: str
    doubt: float = 0.0
    against: str = ""
    kind: str = ""
    length: float = 0.0
    gap: float = 0.0


class _WordRow(Struct):
    """An override that the import gave by itself."""

    pair: tuple[str, str]
    change: str
    reason: str


class _ImportPart(Struct):
    """What ``import.json`` must hold to be shown again."""

    review: list[_ReviewRow] = []
    words: list[_WordRow] = []
    declared: list[tuple[str, str]] = []


AS_WRITTEN = say("The map came back as it was written, without pictures under it.")


def came_back(
    document: MapDocument,
    notes: tuple[str, ...] = (AS_WRITTEN,),
    *,
    own: bool = True,
    pictures: TilePictures = NO_PICTURES,
) -> Imported:
    """A map that was read whole, such as one of its *own* that WarDesk wrote for others."""
    return Imported(
        document=document,
        tolerance=0.0,
        doubts=(),
        names=tuple(document.cells),
        notes=notes,
        declared=None,
        agreed=0,
        derived=sum(1 for _ in side_pairs(document)),
        own=own,
        pictures=pictures,
    )


def import_tracing(
    tracing: Tracing,
    *,
    tolerance: float | None = None,
    progress: Progress | None = None,
    seconds: float | None = None,
) -> Imported:
    """Make a map of a tracing.

    *tolerance* in the tracing's units; None = found from the tracing, cell by cell. *progress* is
    told how far the work is, some times a second on large maps; if it says False, Cancelled.
    UserError when the work is not done after *seconds*; None = it may take as long as it takes.
    DamagedFile if not one area has an outline, or if outlines lie over each other in heaps.
    """
    progress = _within(seconds, progress)
    before = after = 1 + len(tracing.cells) // 8  # deriving and writing take about an eighth each
    whole = before + len(tracing.cells) + after

    def told(done: int, of: int) -> None:
        report(progress, before + len(tracing.cells) * done // max(of, 1), whole)

    report(progress, 0, whole)
    names = _ids([cell.name for cell in tracing.cells])
    found_shapes: list[shapely.Geometry] = []
    for cell in tracing.cells:
        found_shapes.append(_shape(cell))
        report(progress, 0, whole)
    shapes = shape_array(found_shapes)
    if shapely.is_empty(shapes).all():
        raise DamagedFile("Not one area has an outline that encloses anything.", TRY)
    if piled_up(shapes):
        raise DamagedFile("Far too many areas lie over each other to be a map.", _SIDE_BY_SIDE)
    policy = AdjacencyPolicy(tolerance=tolerance, wrap=tracing.wrap)
    adjacency = derive(shapes, policy)
    used = adjacency.tolerance[adjacency.tolerance > 0]
    middle = float(np.median(used)) if len(used) else 0.0
    told(0, 1)
    faces = _ground(shapes, middle, told)
    told(1, 1)
    number = {cell.name: n for n, cell in enumerate(tracing.cells)}
    declared = None
    if tracing.declared is not None:
        declared = frozenset(_pair(number[a], number[b]) for a, b in tracing.declared)
    alive = {names[n]: face for n, face in enumerate(faces) if not face.is_empty}
    network = network_of(alive, BORDER)
    drawn = _drawn(network, names)
    # a border too short to tell by itself counts where drawing and declaration agree
    agreed = drawn & (declared or set())
    joined = adjacency.pairs() | agreed
    doubts = tuple(row for row in review(adjacency, declared) if (row.a, row.b) not in agreed)
    overrides = _overrides(adjacency, joined, drawn, names, alive.keys())
    document = _document(tracing, names, faces, network, overrides)
    notes = (*tracing.notes, *_left_out(tracing, shapes, faces))
    document.extra_parts[PART] = encode(
        {
            "source": tracing.source,
            "tolerance": round(middle, 3),
            "declared": sorted(sorted((names[a], names[b])) for a, b in declared or ()),
            "review": [_row(doubt, names) for doubt in doubts],
            "words": [to_builtins(override) for override in document.overrides],
            "notes": list(notes),
        }
    )
    report(progress, whole, whole)
    return Imported(
        document,
        middle,
        doubts,
        names,
        notes,
        None if declared is None else len(declared),
        len(joined & declared) if declared is not None else 0,
        len(joined),
    )


def _within(seconds: float | None, progress: Progress | None) -> Progress | None:
    """The same *progress*, which ends the work after *seconds* with a UserError."""
    if seconds is None:
        return progress
    end = time.monotonic() + seconds

    def told(done: int, of: int) -> bool:
        if time.monotonic() > end:
            text = say(
                "The import took longer than {seconds!s} seconds; WarDesk wrote nothing.",
                seconds=f"{seconds:g}",
            )
            raise UserError(text, "Give it more time, or simplify the outlines first.")
        return progress is None or progress(done, of)

    return told


def doubts_now(document: MapDocument) -> tuple[PairDoubt, ...]:
    """The pairs of a map that a person should look at, most doubtful first.

    What follows from the drawing, and what the import noted if the map was imported. UserError if
    the borders are broken, DamagedFile if somebody broke the part.
    """
    part = _noted(document)
    traced = [
        TracedDoubt(
            sorted_pair(*row.pair), row.doubt, plain(row.why, 200), row.kind, row.length, row.gap,
            row.against,
        )
        for row in part.review
    ]  # fmt: skip
    words = [ImportedWord(sorted_pair(*w.pair), w.change, w.reason) for w in part.words]
    return pair_doubts(document, traced, words)


def _noted(document: MapDocument) -> _ImportPart:
    """What the import of a map noted; nothing if it was not imported."""
    if PART not in document.extra_parts:
        return _ImportPart()
    return typed(decode(document.extra_parts[PART], PART), _ImportPart, PART)


def has_source_word(document: MapDocument) -> bool:
    """Whether a map's source declares neighbours, so far as can be read."""
    try:
        return bool(_noted(document).declared)
    except DamagedFile:
        return False


def source_word(document: MapDocument, doubts: Collection[PairDoubt]) -> TakeWord | None:
    """What makes those neighbours whom the map's source declares; None if it declares none.

    It settles the *doubts* of `doubts_now`, too. What a person has decided stays. Errors as there.
    """
    part = _noted(document)
    declared = {sorted_pair(*pair) for pair in part.declared}
    if not declared:
        return None
    own = {(sorted_pair(*word.pair), word.change, word.reason) for word in part.words}
    words = [(sorted_pair(*one.pair), one.change, one.reason) for one in document.overrides]
    decided = {word[0] for word in words if word not in own} | document.kept.keys()
    joined = {sorted_pair(a, b) for a, others in open_neighbours(document).items() for b in others}
    cells = document.cells.keys()
    asked = (declared ^ joined) | {row.pair for row in doubts}
    asked = {pair for pair in asked - decided if set(pair) <= cells}
    return TakeWord(
        tuple(sorted(asked & declared)), tuple(sorted(asked - declared)), "the source says so"
    )


def by_the_source(found: Imported) -> Imported:
    """An import whose neighbours are those that its source declares. UserError if it has none."""
    document = found.document
    word = source_word(document, doubts_now(document))
    if word is None:
        raise UserError(
            say("{title!s} declares no neighbours.", title=plain(document.title)),
            "Leave them to be found from the borders.",
        )
    word.plan(document).forward(document)
    pairs = sum(map(len, open_neighbours(document).values())) // 2
    return replace(found, doubts=(), derived=pairs, agreed=pairs)


def _drawn(network: Network, names: tuple[str, ...]) -> set[Pair]:
    """The pairs that have a side in common once the gaps are closed."""
    number = {name: n for n, name in enumerate(names)}
    return {_pair(number[t.a], number[t.b]) for t in touches(network) if t.is_side}


def _document(
    tracing: Tracing,
    names: tuple[str, ...],
    faces: Sequence[Area],
    network: Network,
    overrides: list[Override],
) -> MapDocument:
    cells = {
        names[n]: Cell(names[n], cell.name, cell.terrain, _anchor(cell.anchor, faces[n]))
        for n, cell in enumerate(tracing.cells)
        if not faces[n].is_empty
    }
    return MapDocument(
        id=_slug(tracing.title) or "map",
        title=tracing.title,
        provenance=f"imported from {tracing.source}",
        unit="px",
        nodes=dict(network.nodes),
        edges=dict(network.edges),
        faces=dict(network.faces),
        cells=cells,
        overrides=overrides,
        palette=_palette(tracing),
    )


def _overrides(
    adjacency: Adjacency,
    joined: Set[Pair],
    drawn: Set[Pair],
    names: tuple[str, ...],
    alive: Set[str],
) -> list[Override]:
    found: list[Override] = []
    for a, b in sorted(joined - drawn):
        meeting = adjacency.between(a, b)
        if meeting is not None and {names[a], names[b]} <= alive:
            how = f"{meeting.gap:.1f} apart along {meeting.length:.0f} on the tracing"
            found.append(Override((names[a], names[b]), "add", how))
    for a, b in sorted(drawn - joined):
        why = "only closing gaps made them touch; on the tracing they do not"
        found.append(Override((names[a], names[b]), "remove", why))
    return found


def _shape(cell: TracedCell) -> shapely.Geometry:
    if any(tangled(ring) for rings in cell.parts for ring in rings):
        text = say("The outline of {plain!s} crosses itself all over.", plain=plain(cell.name))
        raise DamagedFile(text, "Draw it as the edge of one area.")
    parts = [
        Polygon(rings[0], [hole for hole in rings[1:] if len(hole) >= 3])
        for rings in cell.parts
        if len(rings[0]) >= 3
    ]
    if not parts:
        return Polygon()
    valid = shapely.make_valid(shape_array(parts), method="structure", keep_collapsed=False)
    return shapely.union_all(valid)


def _ground(shapes: Shapes, width: float, told: Callable[[int, int], None]) -> list[Area]:
    """The cells as one coverage, piece by piece: islands are cut out of the seas round them.

    Pieces so small that no point of the grid lies inside are left out.
    """
    pieces, owner = shapely.get_parts(shapes, return_index=True)
    found: list[list[shapely.Geometry]] = [[] for _ in shapes]
    for piece, cell in zip(as_coverage(pieces, width, told), owner, strict=True):
        if not piece.is_empty and shapely.contains_xy(piece, *_anchor(None, piece)):
            found[cell].append(piece)
    return [whole_of(own) if own else Polygon() for own in found]


def _anchor(wanted: Point | None, face: Area) -> Point:
    """The source's own centre if it lies inside, else a point well inside its largest piece."""
    main = largest_piece(face)
    shapely.prepare(face)
    inner = main.representative_point()
    for place in (wanted, shapely.get_coordinates(shapely.centroid(main))[0], (inner.x, inner.y)):
        if place is not None:
            point = snap_point((float(place[0]), float(place[1])))
            if shapely.contains_xy(face, *point):
                return point
    return snap_point((float(inner.x), float(inner.y)))


def _ids(names: list[str]) -> tuple[str, ...]:
    """Names made fit for ids: no spaces or slashes, at most 64 letters, each once."""
    found: dict[str, None] = {}
    for name in names:
        base = _slug(name) or "area"
        tried, number = base, 1
        while tried in found:
            number += 1
            tried = f"{base[:58]}~{number}"
        found[tried] = None
    return tuple(found)


def _slug(text: str) -> str:
    return re.sub(r"[\s/\\\x00-\x1f\x7f]+", "-", text.strip())[:64].strip("-")


def _palette(tracing: Tracing) -> Palette:
    return Palette(
        id="imported",
        title="Imported",
        terrain={
            key: TerrainKind(key, name, "water" if key in ("sea", "water") else "open")
            for key, name in tracing.terrain.items()
        },
        borders={BORDER: BorderKind(BORDER, "Border", passable=True)},
    )


def _left_out(tracing: Tracing, shapes: Shapes, faces: Sequence[Area]) -> list[str]:
    told: list[str] = []
    empty = [c.name for c, f in zip(tracing.cells, faces, strict=True) if f.is_empty]
    if empty:
        told.append(f"Areas that vanished under others or enclose nothing: {', '.join(empty)}.")
    pieces = [face for face in faces if len(pieces_of(face)) > 1]
    if pieces:
        told.append(
            say_count(
                "{n} area lies in several pieces.", "{n} areas lie in several pieces.",
                n=len(pieces),
            )
        )  # fmt: skip
    lost = sum(
        len(pieces_of(shape)) > len(pieces_of(face)) > 0
        for shape, face in zip(shapes, faces, strict=True)
    )
    if lost:
        told.append(f"Of {lost} areas small pieces grew together or are too small to be drawn.")
    return told


def _row(doubt: ContactDoubt, names: tuple[str, ...]) -> Mapping[str, Any]:
    meeting = doubt.meeting
    return {
        "pair": sorted((names[doubt.a], names[doubt.b])),
        "doubt": round(doubt.doubt, 3),
        "why": plain(doubt.why, 200),
        "against": doubt.against,
        "kind": meeting.kind if meeting else "",
        "length": round(meeting.length, 1) if meeting else 0,
        "gap": round(meeting.gap, 1) if meeting else 0,
    }


def _pair(a: int, b: int) -> Pair:
    return (a, b) if a < b else (b, a)
