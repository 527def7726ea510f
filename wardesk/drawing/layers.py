"""The layers of a map: what is seen, how strongly, and what is locked.

Eye, lock and opacity are stored with the map (in ``styles``) and set by a command like any other,
so they are journalled and can be undone. They must be: a lock decides whether a command is
accepted, so replaying a journal needs every lock at its place in the history; and somebody who
undoes far enough must come back to where painting was allowed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal, Protocol, cast, get_args

from msgspec import Struct

from wardesk.drawing.commands.change import DocumentChange
from wardesk.drawing.document import MapDocument, Underlay
from wardesk.errors import UserError
from wardesk.model.board import Cell, Feature
from wardesk.model.palette import Palette
from wardesk.words import Text, say

Layer = Literal["terrain", "elevation", "sides", "lines", "labels", "zones", "setup", "underlay"]
LAYERS: tuple[Layer, ...] = get_args(Layer)
IN_WORDS: Mapping[Layer, Text] = {
    "terrain": say("terrain"),
    "elevation": say("heights"),
    "sides": say("borders and what lies on sides"),
    "lines": say("roads, rails and rivers"),
    "labels": say("names and labels"),
    "zones": say("zones"),
    "setup": say("set-up areas"),
    "underlay": say("pictures under the map"),
}
SETUP = "setup"
"""A zone with this property is a set-up area; the value names whose."""
LABEL, ZONE = "label", "zone"


class LayerState(Struct, frozen=True):
    """How one layer is shown, and whether it may be drawn on."""

    visible: bool = True
    locked: bool = False
    opacity: float = 1.0


def layer_state(document: MapDocument, layer: Layer) -> LayerState:
    """The state of a layer; what a file says of it that makes no sense counts as not said."""
    rows = document.styles.get("layers")
    row = cast("Any", rows).get(layer) if isinstance(rows, dict) else None
    if not isinstance(row, dict):
        return LayerState()
    told = cast("dict[str, Any]", row)
    opacity = told.get("opacity", 1.0)
    is_share = type(opacity) in (int, float) and 0 <= opacity <= 1
    return LayerState(
        visible=told.get("visible") is not False,
        locked=told.get("locked") is True,
        opacity=float(opacity) if is_share else 1.0,
    )


def styles_with(document: MapDocument, layer: Layer, state: LayerState) -> dict[str, Any]:
    """The document's styles with another state of one layer; what is as usual is left out."""
    rows = document.styles.get("layers")
    layers = dict(cast("dict[str, Any]", rows)) if isinstance(rows, dict) else {}
    usual = LayerState()
    row = {
        name: getattr(state, name)
        for name in state.__struct_fields__
        if getattr(state, name) != getattr(usual, name)
    }
    layers.pop(layer, None)
    if row:
        layers[layer] = row
    styles = {name: value for name, value in document.styles.items() if name != "layers"}
    return {**styles, "layers": layers} if layers else styles


def require_unlocked(document: MapDocument, change: DocumentChange) -> None:
    """Refuse a change of anything on a locked layer. UserError that names the layer."""
    locked = [layer for layer in LAYERS if layer_state(document, layer).locked]
    if not locked:
        return
    touched = touched_layers(document, change)
    for layer in locked:
        if layer in touched:
            raise UserError(
                say("The layer “{in_words}” is locked.", in_words=IN_WORDS[layer]),
                "Unlock it in the list of layers.",
            )


def touched_layers(document: MapDocument, change: DocumentChange) -> set[Layer]:
    """The layers on which something differs after a change.

    References that follow new ids, and counters' anchors that follow borders, are no drawing.
    """
    found: set[Layer] = set()
    for name, patch in change.tables.items():
        pairs = [(before, after) for _, before, after in patch.replaced]
        gone = [value for _, _, value in patch.removed]
        new = [value for _, value in patch.added]
        found |= _TABLES[name](document, pairs, gone, new)
    for name, (before, after) in change.fields.items():
        compare = _FIELDS.get(name)
        if compare is not None:
            found |= compare(document, before, after)
    if change.kinds == {"geometry"} and not found and not change.is_empty:
        found.add("terrain")  # a counter's place
    return found


def feature_layer(document: MapDocument, feature: Feature) -> Layer:
    """The layer on which a drawn feature lies."""
    if feature.kind == LABEL:
        return "labels"
    if feature.kind in document.palette.lines:
        return "lines"
    return "setup" if feature.kind == ZONE and SETUP in feature.properties else "zones"


class HasPalette(Protocol):
    """A map, being drawn or played on."""

    @property
    def palette(self) -> Palette:
        """Its kinds."""
        ...


def elevation_property(document: HasPalette) -> str:
    """The property that holds heights: what the palette's sight rules read, else ``level``."""
    for policy in document.palette.sight.values():
        if policy.elevation is not None:
            return policy.elevation.property
    return "level"


Pairs = Iterable[tuple[Any, Any]]


def _cell_rows(document: MapDocument, pairs: Pairs, gone: list[Any], new: list[Any]) -> set[Layer]:
    found: set[Layer] = {"terrain"} if gone or new else set()
    for before, after in pairs:
        found.update(_cell_layers(document, before, after))
    return found


def _cell_layers(document: MapDocument, before: Cell, after: Cell) -> Iterator[Layer]:
    if before.terrain != after.terrain:
        yield "terrain"
    if before.name != after.name:
        yield "labels"
    if before.properties != after.properties:
        height = elevation_property(document)
        names = {*before.properties, *after.properties}
        changed = {n for n in names if before.properties.get(n) != after.properties.get(n)}
        if height in changed:
            yield "elevation"
        if changed - {height}:
            yield "terrain"


def _border_rows(
    document: MapDocument, pairs: Pairs, gone: list[Any], new: list[Any]
) -> set[Layer]:
    del document
    return {"sides"} if [*pairs] or gone or new else set()


def _no_rows(document: MapDocument, pairs: Pairs, gone: list[Any], new: list[Any]) -> set[Layer]:
    del document, pairs, gone, new
    return set()


def _cells(document: MapDocument, before: dict[str, Cell], after: dict[str, Cell]) -> set[Layer]:
    """Cells are known by their places here, so that new ids alone paint nothing."""
    found: set[Layer] = set() if before.keys() == after.keys() else {"labels"}
    old = {cell.anchor: cell for cell in before.values()}
    new = {cell.anchor: cell for cell in after.values()}
    if old.keys() != new.keys():
        found.add("terrain")
    for anchor in old.keys() & new.keys():
        if old[anchor] is not new[anchor]:
            found.update(_cell_layers(document, old[anchor], new[anchor]))
    return found


def _sides(document: MapDocument, before: dict[Any, Any], after: dict[Any, Any]) -> set[Layer]:
    del document
    same = Counter(map(repr, before.values())) == Counter(map(repr, after.values()))
    return set() if same else {"sides"}


def _features(document: MapDocument, before: list[Feature], after: list[Feature]) -> set[Layer]:
    old, new = ({id(one) for one in rows} for rows in (before, after))
    gone = Counter(_drawn(document, one) for one in before if id(one) not in new)
    come = Counter(_drawn(document, one) for one in after if id(one) not in old)
    return {layer for layer, _ in (gone - come) + (come - gone)}


def _drawn(document: MapDocument, feature: Feature) -> tuple[Layer, str]:
    own = {name: value for name, value in feature.properties.items() if name != "cells"}
    text = repr((feature.kind, feature.name, feature.geometry, own))
    return feature_layer(document, feature), text


def _underlays(document: MapDocument, before: list[Underlay], after: list[Underlay]) -> set[Layer]:
    del document
    old, new = ([(u.id, u.image, u.transform) for u in rows] for rows in (before, after))
    return set() if old == new else {"underlay"}


_TABLES: Mapping[str, Callable[..., set[Layer]]] = {
    "cells": _cell_rows,
    "nodes": _border_rows,
    "edges": _border_rows,
    "sides": _border_rows,
    "high": _border_rows,
    "faces": _no_rows,
}
_FIELDS: Mapping[str, Callable[..., set[Layer]]] = {
    "cells": _cells,
    "sides": _sides,
    "features": _features,
    "underlays": _underlays,
}
