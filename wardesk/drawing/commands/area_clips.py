"""Copy areas with their common borders, turn them, lay them down elsewhere or stitch a board on."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from wardesk.drawing.called import area_names
from wardesk.drawing.commands.change import DocumentChange, DocumentDraft, Kind
from wardesk.drawing.commands.checks import (
    good_id,
    good_point,
    good_scalar,
    good_text,
    known_area,
    known_border_kind,
    known_terrain,
    new_cell_id,
    one_line,
    require_areas,
)
from wardesk.drawing.commands.clip_kinds import (
    ClipKinds,
    features_of,
    kinds_used,
    moved_feature,
    put_features,
    put_kinds,
    settle_lines,
    turned,
)
from wardesk.drawing.commands.command import Command
from wardesk.drawing.commands.network_checks import anchor_in, put_sound_network
from wardesk.drawing.document import Kept, MapDocument, Override
from wardesk.drawing.neighbourhood import sorted_pair
from wardesk.errors import UserError
from wardesk.geometry.adjacency.coverage import Area, polygon, strictly_inside
from wardesk.geometry.borders.rebuild import rebuilt
from wardesk.geometry.borders.topology import Edge, Face, Network, outlines
from wardesk.geometry.borders.validation import network_flaws
from wardesk.geometry.grids.snap import Point
from wardesk.geometry.tracing.cut_areas import laid_over
from wardesk.model.board import Cell, Feature
from wardesk.words import say

MOST_CELLS = 20_000
Side = Literal["left", "right", "top", "bottom"]


class AreaClip(Struct, frozen=True, forbid_unknown_fields=True):
    """What a copy of areas holds: a network of its own, from an origin, and what belongs to it."""

    nodes: tuple[tuple[int, Point], ...]
    edges: tuple[Edge, ...]
    faces: dict[str, Face]
    cells: tuple[Cell, ...]
    overrides: tuple[Override, ...] = ()
    kept: tuple[tuple[tuple[str, str], Kept], ...] = ()
    kinds: ClipKinds = ClipKinds()
    features: tuple[Feature, ...] = ()

    def network(self, at: Point, degrees: float) -> Network:
        """The borders turned clockwise about the origin, which lies at *at* then; on the grid."""

        def move(point: Point) -> Point:
            x, y = turned(point, degrees)
            return good_point((x + at[0], y + at[1]))

        return Network(
            {number: move(point) for number, point in self.nodes},
            {e.id: replace(e, points=tuple(map(move, e.points))) for e in self.edges},
            self.faces,
        )


class PasteAreas(Command, frozen=True):
    """Lay copied areas down with their origin at *at*, turned clockwise by *turn* degrees.

    They take their ground from areas below, or fill only what is free. *prefix* goes before their
    ids. Corners within *reach* units of a border that is there are put on it. Borders that this
    makes are of the kind that is usual in the piece.
    """

    clip: AreaClip
    at: Point
    turn: float = 0.0
    prefix: str = ""
    over: Literal["take", "fill"] = "take"
    reach: float = 0.0

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        require_areas(document)
        ids = _fresh_ids(document, self.clip, self.prefix)
        _check(document, self.clip)
        if not math.isfinite(self.turn) or not 0 <= self.reach < 1 << 20:
            raise UserError("A turn or a reach must be a number.")
        laid = self._network(document, ids)
        rings = laid_over(
            document.network, laid, self.over, self.reach, called=area_names(document)
        )
        both = Network(
            {**document.network.nodes, **laid.nodes},
            {**document.network.edges, **laid.edges},
            {**document.network.faces, **laid.faces},
        )
        usual = Counter(edge.kind for edge in self.clip.edges).most_common(1)[0][0]
        try:
            after = rebuilt(both, rings, usual)
        except ValueError as error:
            text = say("The borders would not fit together: {error}.", error=error)
            raise UserError(text, "Lay the areas a little apart, or with another reach.") from error
        draft = DocumentDraft(document)
        put_sound_network(draft, after)
        for row in self.clip.cells:
            if ids[row.id] in rings:
                self._put_cell(draft, row, ids[row.id], polygon(rings[ids[row.id]]))
        kinds: set[Kind] = {"geometry", "cells", "sides"}
        if put_kinds(draft, self.clip.kinds):
            kinds.add("palette")
        kinds |= self._put_extras(draft, {old: new for old, new in ids.items() if new in rings})
        return draft.change(say("Paste {number} areas", number=len(self.clip.cells)), kinds)

    def _network(self, document: MapDocument, ids: dict[str, str]) -> Network:
        """The clip's network where it will lie, under numbers that are free here."""
        old = self.clip.network(self.at, self.turn)
        first_node = max(document.nodes, default=0)
        first_edge = max(document.edges, default=0)
        nodes = {number: n for n, number in enumerate(old.nodes, start=first_node + 1)}
        edges = {number: n for n, number in enumerate(old.edges, start=first_edge + 1)}

        def walk(ring: tuple[int, ...]) -> tuple[int, ...]:
            return tuple(edges[abs(s)] * (1 if s > 0 else -1) for s in ring)

        return Network(
            {nodes[number]: point for number, point in old.nodes.items()},
            {
                edges[e.id]: Edge(edges[e.id], nodes[e.start], nodes[e.end], e.points, e.kind)
                for e in old.edges.values()
            },
            {ids[n]: f.with_rings([*map(walk, f.rings)]) for n, f in old.faces.items()},
        )

    def _put_cell(self, draft: DocumentDraft, row: Cell, name: str, shape: Area) -> None:
        x, y = turned(row.anchor, self.turn)
        anchor = good_point((x + self.at[0], y + self.at[1]))
        if not strictly_inside(shape, anchor):
            anchor = anchor_in(shape, name)
        called = name if row.name == row.id else row.name
        draft.put("cells", name, Cell(name, called, row.terrain, anchor, row.properties))

    def _put_extras(self, draft: DocumentDraft, ids: dict[str, str]) -> set[Kind]:
        rows = [
            Override(sorted_pair(ids[a], ids[b]), o.change, o.reason)
            for o in self.clip.overrides
            for a, b in [o.pair]
            if a in ids and b in ids
        ]
        if rows:
            draft.set("overrides", [*draft.document.overrides, *rows])
        confirmed = {
            sorted_pair(ids[a], ids[b]): row
            for (a, b), row in self.clip.kept
            if a in ids and b in ids
        }
        if confirmed:
            draft.set("kept", {**draft.document.kept, **confirmed})
        if not self.clip.features:
            return {"adjacency"}

        def move(point: Point) -> Point:
            x, y = turned(point, self.turn)
            return x + self.at[0], y + self.at[1]

        put_features(draft, self.clip.features, move, ids, self.prefix)
        settle_lines(draft, draft.preview())
        return {"adjacency", "lines", "labels", "zones"}


def copy_areas(
    document: MapDocument, cells: Sequence[str], origin: Point | None = None
) -> AreaClip:
    """A clip of areas; its origin is the anchor of the first one unless another is given.

    Common borders stay common; kinds, words on adjacency, and what is drawn on these areas alone
    come along. UserError for unknown cells.
    """
    require_areas(document)
    found = [known_area(document, cell) for cell in dict.fromkeys(cells)]
    if not found:
        raise UserError("No cell is named.", "Name at least one.")
    names = {cell.id for cell in found}
    x0, y0 = good_point(origin or found[0].anchor)

    def move(point: Point) -> Point:
        return point[0] - x0, point[1] - y0

    faces = {name: face for name, face in document.faces.items() if name in names}
    used = {abs(s) for face in faces.values() for ring in face.rings for s in ring}
    edges = tuple(
        replace(edge, points=tuple(map(move, edge.points)))
        for number, edge in document.edges.items()
        if number in used
    )
    ends = {node for edge in edges for node in (edge.start, edge.end)}
    features = features_of(document, names, whole=len(names) == len(document.cells))
    return AreaClip(
        nodes=tuple((n, move(point)) for n, point in document.nodes.items() if n in ends),
        edges=edges,
        faces=faces,
        cells=tuple(replace(cell, anchor=move(cell.anchor)) for cell in found),
        overrides=tuple(o for o in document.overrides if names.issuperset(o.pair)),
        kept=tuple(row for row in document.kept.items() if names.issuperset(row[0])),
        kinds=kinds_used(
            document,
            {cell.terrain for cell in found},
            {edge.kind for edge in edges},
            {feature.kind for feature in features},
        ),
        features=tuple(moved_feature(feature, move) for feature in features),
    )


def stitching_areas(
    document: MapDocument,
    board: MapDocument,
    side: Side,
    *,
    prefix: str,
    shift: float = 0.0,
    overlap: float = 0.0,
    reach: float = 4.0,
) -> PasteAreas:
    """The command that stitches a whole second board of areas to one side of this map.

    The boards' outermost points meet; *overlap* map units pushes the second one inwards, *shift*
    moves it along the seam. Where the boards overlap, this one wins; corners within *reach* of the
    seam are put on it. *prefix* goes before the second board's ids.
    """
    clip = copy_areas(board, tuple(board.cells), (0.0, 0.0))
    left, top, right, bottom = _box(document)
    l2, t2, r2, b2 = _box(board)
    at = {
        "left": (left - r2 + overlap, top - t2 + shift),
        "right": (right - l2 - overlap, top - t2 + shift),
        "top": (left - l2 + shift, top - b2 + overlap),
        "bottom": (left - l2 + shift, bottom - t2 - overlap),
    }[side]
    return PasteAreas(clip, at, prefix=prefix, over="fill", reach=reach)


def _box(document: MapDocument) -> tuple[float, float, float, float]:
    require_areas(document)
    points = [p for rings in outlines(document.network).values() for ring in rings for p in ring]
    if not points:
        raise UserError("One of the boards has no areas.")
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs), min(ys), max(xs), max(ys)


def _fresh_ids(document: MapDocument, clip: AreaClip, prefix: str) -> dict[str, str]:
    ids = {cell.id: prefix + cell.id for cell in clip.cells}
    if not ids or len(ids) > MOST_CELLS or set(ids) != set(clip.faces):
        raise UserError("The piece holds no areas, or not all of what belongs to them.")
    for name in ids.values():
        try:
            new_cell_id(document, name)
        except UserError as error:
            raise UserError(error.message, "Lay it down with another prefix.") from error
    return ids


def _check(document: MapDocument, clip: AreaClip) -> None:
    terrain = {kind.id for kind in clip.kinds.terrain}
    borders = {kind.id for kind in clip.kinds.borders}
    for cell in clip.cells:
        good_id(cell.id)
        one_line(cell.name, "A name")
        for name, value in cell.properties.items():
            good_text(name, "The name of a property")
            good_scalar(value)
        if cell.terrain not in terrain:
            known_terrain(document, cell.terrain)
    for kind in {edge.kind for edge in clip.edges} - borders:
        known_border_kind(document, kind)
    for override in clip.overrides:
        if not one_line(override.reason, "The reason").strip():
            raise UserError("The piece joins or parts areas without saying why.")
    numbers = [n for n, _ in clip.nodes], [e.id for e in clip.edges]
    twice = any(len(set(row)) < len(row) for row in numbers)
    network = Network(dict(clip.nodes), {e.id: e for e in clip.edges}, clip.faces)
    if twice or any(flaw.grave for flaw in network_flaws(network)):
        raise UserError("The borders of the piece do not fit together.")
