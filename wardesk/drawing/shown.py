"""A map without the layers that are hidden: for pictures of it, never for play."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import TypeVar

from msgspec.structs import replace

from wardesk.drawing.document import MapDocument, snapshot
from wardesk.drawing.layers import LAYERS, Layer, elevation_property, feature_layer, layer_state
from wardesk.model.board import Cell
from wardesk.model.palette import BorderKind, TerrainKind

_PLAIN = "plain"
_Kind = TypeVar("_Kind", TerrainKind, BorderKind)


def hidden_layers(document: MapDocument) -> frozenset[Layer]:
    """The layers whose eye is shut."""
    return frozenset(layer for layer in LAYERS if not layer_state(document, layer).visible)


def without_layers(document: MapDocument, hidden: Collection[Layer]) -> MapDocument:
    """A copy that looks as if what lies on these layers had never been drawn.

    Cells and their borders stay, as plain ones; so who borders on whom may be another than on the
    map itself.
    """
    if not hidden:
        return document
    shown = snapshot(document)
    if "terrain" in hidden:
        _level_ground(shown)
    if "elevation" in hidden:
        height = elevation_property(document)
        _change_cells(shown, lambda cell: replace(cell, properties=_without(cell, height)))
    if "labels" in hidden:
        _change_cells(shown, lambda cell: replace(cell, name=cell.id))
    if "sides" in hidden:
        _clear_borders(shown)
    shown.features = [
        one for one in document.features if feature_layer(document, one) not in hidden
    ]
    return shown


def _level_ground(shown: MapDocument) -> None:
    """All ground becomes open, of a kind that the map has if it can be."""
    kinds = shown.palette.terrain
    plain = _plain_kind(kinds, "open", TerrainKind(_PLAIN, "", "open"))
    shown.palette = replace(shown.palette, terrain={**kinds, plain.id: plain})
    if shown.layout is not None:
        shown.layout = replace(shown.layout, fill=plain.id)
    _change_cells(shown, lambda cell: replace(cell, terrain=plain.id))


def _clear_borders(shown: MapDocument) -> None:
    """Nothing lies on any side; what people said about neighbours rests on it, and goes too."""
    shown.sides, shown.high, shown.overrides = {}, {}, []
    if shown.edges:
        kinds = shown.palette.borders
        plain = _plain_kind(kinds, "border", BorderKind(_PLAIN, "", passable=True))
        shown.palette = replace(shown.palette, borders={**kinds, plain.id: plain})
        shown.edges = {n: replace(edge, kind=plain.id) for n, edge in shown.edges.items()}


def _plain_kind(kinds: Mapping[str, _Kind], art: str, otherwise: _Kind) -> _Kind:
    return next((kind for kind in kinds.values() if kind.art == art), otherwise)


def _change_cells(shown: MapDocument, change: Callable[[Cell], Cell]) -> None:
    shown.cells = {name: change(cell) for name, cell in shown.cells.items()}


def _without(cell: Cell, name: str) -> dict[str, object]:
    return {key: value for key, value in cell.properties.items() if key != name}
