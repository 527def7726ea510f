"""Commands on whole areas: draw, reshape, split, merge, delete. A common border exists once."""

from __future__ import annotations

from typing import Literal

import shapely
from msgspec.structs import replace

from wardesk.drawing.called import area_names, cell_name
from wardesk.drawing.commands.change import DocumentChange, DocumentDraft, Kind
from wardesk.drawing.commands.checks import (
    good_points,
    known_area,
    known_border_kind,
    known_cell,
    known_terrain,
    new_cell_id,
    one_line,
    require_areas,
)
from wardesk.drawing.commands.command import Command
from wardesk.drawing.commands.network_checks import anchor_in, put_sound_network, roomy_anchor
from wardesk.drawing.commands.references import follow
from wardesk.drawing.document import MapDocument
from wardesk.errors import UserError
from wardesk.geometry.adjacency.coverage import polygon, strictly_inside
from wardesk.geometry.borders.rebuild import rebuilt
from wardesk.geometry.borders.topology import Network, outlines
from wardesk.geometry.grids.snap import Point
from wardesk.geometry.tracing.cut_areas import Rings, cut_in_two, drawn_over, joined
from wardesk.model.board import Cell
from wardesk.words import say


class DrawArea(Command, frozen=True):
    """Draw a new area. It takes its ground from those below, or fills only what is free.

    Corners within *reach* units of a border are put on it. New borders are of *kind*.
    """

    cell: str
    points: tuple[Point, ...]
    terrain: str
    kind: str
    name: str = ""
    over: Literal["take", "fill"] = "take"
    reach: float = 0.0

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        require_areas(document)
        new_cell_id(document, self.cell)
        known_terrain(document, self.terrain)
        known_border_kind(document, self.kind)
        drawn = _drawn(self.points)
        called = self.name or self.cell
        rings = drawn_over(
            document.network, self.cell, drawn, self.over, self.reach,
            called={**area_names(document), self.cell: called},
        )  # fmt: skip
        draft = DocumentDraft(document)
        after = _rebuilt(document.network, rings, self.kind)
        put_sound_network(draft, after)
        anchor = anchor_in(polygon(rings[self.cell]), called)
        name = one_line(self.name, "A name")
        draft.put("cells", self.cell, Cell(self.cell, name, self.terrain, anchor))
        return draft.change(say("Draw area {cell}", cell=called), {"geometry", "cells", "sides"})


class ReshapeArea(Command, frozen=True):
    """Give an area another outline. Ground it gains is taken; what it leaves *give* gets, or none.

    The holes of the area stay where other cells lie in them.
    """

    cell: str
    points: tuple[Point, ...]
    kind: str
    give: str = ""
    reach: float = 0.0

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        require_areas(document)
        known_area(document, self.cell)
        known_border_kind(document, self.kind)
        if self.give:
            known_area(document, self.give)
        drawn = _drawn(self.points)
        network = document.network
        called = area_names(document)
        rings = drawn_over(
            network, self.cell, drawn, "take", self.reach, give=self.give, called=called
        )
        draft = DocumentDraft(document)
        put_sound_network(draft, _rebuilt(network, rings, self.kind))
        return draft.change(
            say("Reshape area {cell}", cell=called[self.cell]), {"geometry", "sides"}
        )


class SplitArea(Command, frozen=True):
    """Cut an area in two along a line from outline to outline.

    The part with the anchor keeps the id, the other is *cell_made*; both have the terrain. An
    anchor that would lie on the cut, or hardly beside it, goes to the middle of its part. The ends
    of the line are put on the outline if they lie within *reach* units of it.
    """

    cell: str
    points: tuple[Point, ...]
    cell_made: str
    kind: str
    name: str = ""
    reach: float = 4.0

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        require_areas(document)
        old = known_area(document, self.cell)
        new_cell_id(document, self.cell_made)
        known_border_kind(document, self.kind)
        points = good_points(self.points, 2, "A cut")
        network, parts = cut_in_two(
            document.network, self.cell, points, self.reach, called=area_names(document)
        )
        if strictly_inside(polygon(parts[1]), old.anchor):
            parts = parts[::-1]
        rings = outlines(network) | {self.cell: parts[0], self.cell_made: parts[1]}
        draft = DocumentDraft(document)
        put_sound_network(draft, _rebuilt(network, rings, self.kind))
        anchor = anchor_in(polygon(parts[1]), self.cell_made)
        name = one_line(self.name, "A name")
        draft.put("cells", self.cell_made, Cell(self.cell_made, name, old.terrain, anchor))
        called = cell_name(document, self.cell)
        place = roomy_anchor(polygon(parts[0]), old.anchor, called)
        draft.put("cells", self.cell, replace(old, anchor=place))
        return draft.change(say("Split area {cell}", cell=called), {"geometry", "cells", "sides"})


class MergeAreas(Command, frozen=True):
    """Make one area of two that share a border; the first keeps its id, terrain and name.

    With *apart* they may lie apart, such as islands, and become pieces of one area. An anchor that
    would lie hardly beside the outline goes to the middle.
    """

    cell: str
    gone: str
    apart: bool = False

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        require_areas(document)
        old = known_area(document, self.cell)
        known_area(document, self.gone)
        if self.cell == self.gone:
            raise UserError("An area cannot be merged with itself.")
        rings = joined(
            document.network, self.cell, self.gone, apart=self.apart, called=area_names(document)
        )
        draft = DocumentDraft(document)
        put_sound_network(draft, _rebuilt(document.network, rings, ""))
        draft.drop("cells", self.gone)
        place = roomy_anchor(polygon(rings[self.cell]), old.anchor, cell_name(document, self.cell))
        draft.put("cells", self.cell, replace(old, anchor=place))
        follow(draft, {self.gone: self.cell})
        kinds: set[Kind] = {"geometry", "cells", "sides", "adjacency", "lines"}
        gone, cell = (cell_name(document, one) for one in (self.gone, self.cell))
        return draft.change(say("Merge {gone} into {cell}", gone=gone, cell=cell), kinds)


class DeleteArea(Command, frozen=True):
    """Take an area off the map; its ground belongs to nobody then."""

    cell: str

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        require_areas(document)
        known_cell(document, self.cell)
        rings = outlines(document.network)
        rings.pop(self.cell, None)
        draft = DocumentDraft(document)
        put_sound_network(draft, _rebuilt(document.network, rings, ""))
        draft.drop("cells", self.cell)
        follow(draft, {self.cell: ""})
        kinds: set[Kind] = {"geometry", "cells", "sides", "adjacency", "lines"}
        name = cell_name(document, self.cell)
        return draft.change(say("Delete area {cell}", cell=name), kinds)


def _drawn(points: tuple[Point, ...]) -> shapely.Polygon:
    """The outline a person drew. UserError if it is none."""
    ring = good_points(points, 3, "An area")
    ring = ring[:-1] if ring[0] == ring[-1] else ring
    shape = shapely.Polygon(ring) if len(ring) >= 3 else shapely.Polygon()
    if shape.is_empty or not shape.is_valid or shape.area == 0:
        raise UserError("The outline of the area crosses itself or encloses nothing.")
    return shape


def _rebuilt(network: Network, rings: Rings, kind: str) -> Network:
    try:
        return rebuilt(network, rings, kind)
    except ValueError as error:
        text = say("The borders would not fit together: {error}.", error=error)
        raise UserError(text, "`wardesk map check` tells where the map is broken.") from error
