"""Grounds of a map from elsewhere that no word tells how to draw: a colour for each."""

from __future__ import annotations

from msgspec.structs import replace

from wardesk.drawing.document import MapDocument
from wardesk.model.map_look import PLAIN_KIND, KindLook
from wardesk.render.map.recipes import art_of, recipe_of

_TINTS = (
    "#d9d3a0", "#9fb98a", "#d8b48c", "#a9c4cf", "#c9a3a0", "#b9b2cf", "#e3c77b", "#8fb3a4",
    "#c4c1b4", "#a7a06f", "#dcb9c4", "#86a3c0",
)  # fmt: skip
"""As far apart as calm grounds go; digits can be read on each."""


def tell_apart(document: MapDocument) -> None:
    """Give every such ground a colour of its own, where there is more than one.

    A ground that a word or the map's look tells how to draw keeps its drawing.
    """
    bare = [
        kind
        for kind in document.palette.terrain
        if recipe_of(art_of(document, kind)) == "plain"
        and document.look.of("terrain", kind) == PLAIN_KIND
    ]
    if len(bare) < 2:
        return
    colours = {
        kind: KindLook(colour=_TINTS[number % len(_TINTS)]) for number, kind in enumerate(bare)
    }
    document.look = replace(document.look, terrain={**document.look.terrain, **colours})
