"""Commands on what is drawn over cells: lines, labels, zones and boxes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import shapely
from msgspec import field
from msgspec.structs import replace

from wardesk.drawing.commands.change import DocumentChange, DocumentDraft, Kind
from wardesk.drawing.commands.checks import (
    good_id,
    good_point,
    good_points,
    good_scalar,
    known_cell,
    known_cells,
    known_feature,
    new_feature_id,
    one_line,
)
from wardesk.drawing.commands.command import Command
from wardesk.drawing.document import MapDocument
from wardesk.drawing.layers import LABEL, ZONE, feature_layer
from wardesk.drawing.line_cells import cells_along
from wardesk.errors import UserError
from wardesk.geometry.grids.snap import Point
from wardesk.model.board import Feature
from wardesk.model.palette import Scalar
from wardesk.words import say

_OURS = frozenset({"kind", "name", "cell", "cells"})


class DrawLine(Command, frozen=True):
    """Draw a road, railway, river or other line of a kind the palette knows.

    The cells it runs through are found by its points. An empty *id* gets one made.
    """

    kind: str
    points: tuple[Point, ...]
    name: str = ""
    id: str = ""
    properties: dict[str, Scalar] = field(default_factory=dict[str, Scalar])

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        kind = _line_kind(document, self.kind)
        points = good_points(self.points, 2, "A line")
        drawn = Feature(
            kind,
            _geometry("LineString", points),
            one_line(self.name, "A name"),
            properties={**_checked(self.properties), "cells": list(cells_along(document, points))},
            id=new_feature_id(document.features, self.id, kind),
        )
        return _with(document, drawn, "lines", say("Draw {kind}", kind=kind))


class EditLine(Command, frozen=True):
    """Give a line other points; the cells it runs through are found anew."""

    line: str
    points: tuple[Point, ...]

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        place = known_feature(document, self.line)
        old = document.features[place]
        if old.geometry["type"] != "LineString":
            raise UserError(say("{line!s} is not a line.", line=self.line))
        points = good_points(self.points, 2, "A line")
        cells = list(cells_along(document, points))
        properties = {**old.properties, "cells": cells}
        new = replace(old, geometry=_geometry("LineString", points), properties=properties)
        return _changed(
            document, place, new, say("Edit {kind} {line}", kind=old.kind, line=self.line)
        )


class SetFeature(Command, frozen=True):
    """Give a drawn feature another name, kind of line or properties; what is left out stays."""

    feature: str
    name: str | None = None
    kind: str | None = None
    properties: dict[str, Scalar | None] = field(default_factory=dict[str, Scalar | None])
    """None takes a property away."""

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        place = known_feature(document, self.feature)
        old = document.features[place]
        new = old
        if self.name is not None:
            new = replace(new, name=one_line(self.name, "A name"))
        if self.kind is not None:
            if old.kind not in document.palette.lines:
                raise UserError(
                    say(
                        "{feature!s} is not a line of a kind the palette knows.",
                        feature=self.feature,
                    )
                )
            new = replace(new, kind=_line_kind(document, self.kind))
        if self.properties:
            given = {k: v for k, v in self.properties.items() if v is not None}
            kept = {k: v for k, v in old.properties.items() if k not in self.properties}
            new = replace(new, properties={**kept, **_checked(given)})
        return _changed(document, place, new, say("Change {feature}", feature=self.feature))


class PlaceLabel(Command, frozen=True):
    """Write a label on the map, of one cell or of none."""

    text: str
    at: Point
    cell: str = ""
    id: str = ""
    properties: dict[str, Scalar] = field(default_factory=dict[str, Scalar])

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        if not one_line(self.text, "A label").strip():
            raise UserError("A label must say something.")
        if self.cell:
            known_cell(document, self.cell)
        label = Feature(
            LABEL,
            _geometry("Point", good_point(self.at)),
            self.text,
            self.cell,
            _checked(self.properties),
            new_feature_id(document.features, self.id, LABEL),
        )
        return _with(document, label, "labels", say("Label {text}", text=self.text))


class MoveFeature(Command, frozen=True):
    """Move a label or other single point to another place."""

    feature: str
    to: Point

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        place = known_feature(document, self.feature)
        old = document.features[place]
        if old.geometry["type"] != "Point":
            raise UserError(
                say("{feature!s} is not a single point.", feature=self.feature), "Edit its points."
            )
        new = replace(old, geometry=_geometry("Point", good_point(self.to)))
        return _changed(document, place, new, say("Move {old}", old=old.name or self.feature))


class DrawZone(Command, frozen=True):
    """Name a zone: cells that belong together, or a box drawn on or beside the map, or both."""

    name: str
    cells: tuple[str, ...] = ()
    points: tuple[Point, ...] = ()
    id: str = ""
    properties: dict[str, Scalar] = field(default_factory=dict[str, Scalar])

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        if not one_line(self.name, "The name of a zone").strip():
            raise UserError("A zone needs a name.")
        cells = known_cells(document, self.cells) if self.cells else ()
        if self.points:
            ring = good_points(self.points, 3, "A zone")
            ring = ring if ring[0] == ring[-1] else (*ring, ring[0])
            if len(ring) < 4 or not shapely.Polygon(ring).is_valid:
                raise UserError("The outline of the zone crosses itself or encloses nothing.")
            geometry = {"type": "Polygon", "coordinates": [[list(point) for point in ring]]}
        elif cells:
            points = [list(cell.anchor) for cell in cells]
            geometry = {"type": "MultiPoint", "coordinates": points}
        else:
            raise UserError("A zone needs cells or an outline.")
        named = {"cells": [cell.id for cell in cells]} if cells else {}
        zone = Feature(
            ZONE,
            geometry,
            self.name,
            properties={**_checked(self.properties), **named},
            id=new_feature_id(document.features, self.id, ZONE),
        )
        return _with(document, zone, "zones", say("Zone {self}", self=self.name))


class RemoveFeature(Command, frozen=True):
    """Take a drawn feature away: a line, a label, a zone, anything."""

    feature: str

    def plan(self, document: MapDocument) -> DocumentChange:
        """See `Command.plan`."""
        place = known_feature(document, self.feature)
        rows = [*document.features[:place], *document.features[place + 1 :]]
        draft = DocumentDraft(document)
        draft.set("features", rows)
        old = document.features[place]
        return draft.change(
            say("Remove {old}", old=old.name or self.feature), {_kind_of(document, old)}
        )


def line_cells(feature: Feature) -> tuple[str, ...]:
    """The cells that a stored line says it runs through."""
    named = feature.properties.get("cells", ())
    if not isinstance(named, (list, tuple)):
        return ()
    return tuple(cell for cell in named if isinstance(cell, str))


def _line_kind(document: MapDocument, kind: str) -> str:
    if kind not in document.palette.lines:
        known = ", ".join(list(document.palette.lines)[:12]) or "none"
        raise UserError(
            say("The palette has no line kind {kind!s}.", kind=f"{kind!a:.70}"),
            say("It has {known!s}.", known=known),
        )
    return kind


def _checked(properties: Mapping[str, Scalar]) -> dict[str, Any]:
    for name, value in properties.items():
        if name in _OURS:
            raise UserError(
                say("The property {name!s} is WarDesk's own.", name=name), "Choose another name."
            )
        good_id(name)
        good_scalar(value)
    return dict(properties)


def _geometry(kind: str, points: Point | tuple[Point, ...]) -> dict[str, Any]:
    """Plain lists, as files give them back."""
    if kind == "Point":
        return {"type": kind, "coordinates": list(points)}
    rows = [list(point) for point in points if isinstance(point, tuple)]
    return {"type": kind, "coordinates": rows}


def _kind_of(document: MapDocument, feature: Feature) -> Kind:
    layer = feature_layer(document, feature)
    return layer if layer in ("labels", "lines") else "zones"


def _with(document: MapDocument, feature: Feature, kind: Kind, title: str) -> DocumentChange:
    draft = DocumentDraft(document)
    draft.cells.update(line_cells(feature))
    draft.set("features", [*document.features, feature])
    return draft.change(title, {kind})


def _changed(document: MapDocument, place: int, new: Feature, title: str) -> DocumentChange:
    old = document.features[place]
    draft = DocumentDraft(document)
    draft.cells.update((*line_cells(old), *line_cells(new)))
    rows = [*document.features[:place], new, *document.features[place + 1 :]]
    draft.set("features", rows)
    return draft.change(title, {_kind_of(document, old), _kind_of(document, new)})
