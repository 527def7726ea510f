"""Commands that mend what the issue list finds on area maps: anchors and gaps."""

from __future__ import annotations

import shapely
from msgspec.structs import replace

from wardesk.drawing.called import cell_name
from wardesk.drawing.commands.change import DocumentChange, DocumentDraft
from wardesk.drawing.commands.checks import good_point, known_area, known_border_kind
from wardesk.drawing.commands.command import Command
from wardesk.drawing.commands.network_checks import anchor_in, put_sound_network
from wardesk.drawing.document import MapDocument
from wardesk.errors import UserError
from wardesk.geometry.adjacency.coverage import polygon, strictly_inside
from wardesk.geometry.borders.rebuild import rebuilt, rings_of
from wardesk.geometry.borders.topology import Network, outlines
from wardesk.geometry.grids.snap import Point
from wardesk.words import say


class MoveAnchor(Command, frozen=True):
    """Move the point where a cell's counters lie; without a place it is found."""

    cell: str
    to: Point | None = None

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        cell = known_area(document, self.cell)
        shape = polygon(outlines(document.network)[self.cell])
        name = cell_name(document, self.cell)
        to = anchor_in(shape, name) if self.to is None else good_point(self.to)
        if not strictly_inside(shape, to):
            raise UserError(say("The anchor must lie inside area {cell!s}.", cell=name))
        draft = DocumentDraft(document)
        draft.put("cells", self.cell, replace(cell, anchor=to))
        return draft.change(say("Move the anchor of {cell}", cell=name), {"geometry"})


class FillGap(Command, frozen=True):
    """Give the enclosed ground that belongs to nobody at *at* to a cell beside it."""

    at: Point
    cell: str
    kind: str

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        known_area(document, self.cell)
        known_border_kind(document, self.kind)
        rings = outlines(document.network)
        at = shapely.Point(good_point(self.at))
        gap = next((gap for gap in gaps(document.network) if gap.contains(at)), None)
        if gap is None:
            raise UserError(
                say(
                    "There is no gap at {at!s}, {at_2!s}.",
                    at=f"{self.at[0]:g}",
                    at_2=f"{self.at[1]:g}",
                )
            )
        whole = shapely.coverage_union_all([polygon(rings[self.cell]), gap])
        if not isinstance(whole, shapely.Polygon):
            raise UserError(say("Cell {cell!s} does not lie beside the gap.", cell=self.cell))
        rings[self.cell] = rings_of(whole)
        draft = DocumentDraft(document)
        try:
            put_sound_network(draft, rebuilt(document.network, rings, self.kind))
        except ValueError as error:
            raise UserError(say("The gap cannot be filled: {error}.", error=error)) from error
        return draft.change(say("Fill a gap with {cell}", cell=self.cell), {"geometry", "sides"})


def gaps(network: Network) -> tuple[shapely.Polygon, ...]:
    """The enclosed ground that belongs to no area, each piece whole."""
    merged = shapely.coverage_union_all([polygon(found) for found in outlines(network).values()])
    return tuple(
        shapely.Polygon(ring)
        for part in shapely.get_parts(merged)
        if isinstance(part, shapely.Polygon)
        for ring in part.interiors
    )
