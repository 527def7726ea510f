"""Cells under new ids, or gone: overrides, sides, features and lines that name them follow."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from wardesk.drawing.commands.change import DocumentDraft
from wardesk.drawing.document import Kept, Override
from wardesk.drawing.neighbourhood import Pair, sorted_pair
from wardesk.model.board import Feature


def follow(draft: DocumentDraft, ids: Mapping[str, str]) -> None:
    """Draft all references anew. *ids* gives the new id of every cell that changes, "" = gone.

    What names a cell that is gone goes too; a line or label merely forgets it.
    """
    overrides: dict[tuple[str, str], Override] = {}
    for row in draft.now("overrides"):
        a, b = (ids.get(cell, cell) for cell in row.pair)
        if a and b and a != b:
            overrides.setdefault(sorted_pair(a, b), replace(row, pair=(a, b)))
    draft.set("overrides", list(overrides.values()))
    if draft.now("kept"):
        draft.set("kept", _kept(draft.now("kept"), ids))
    draft.set("features", [_feature(feature, ids) for feature in draft.now("features")])
    sides = {}
    for (a, b), kinds in draft.now("sides").items():
        one, other = ids.get(a, a), ids.get(b, b)
        if one and other:
            sides[sorted_pair(one, other)] = kinds
    if sides != draft.document.sides:
        draft.set("sides", sides)
    high = {
        sorted_pair(ids.get(a, a), ids.get(b, b)): ids.get(cell, cell)
        for (a, b), cell in draft.now("high").items()
        if ids.get(a, a) and ids.get(b, b)
    }
    if high != draft.document.high:
        draft.set("high", high)


def _kept(rows: Mapping[Pair, Kept], ids: Mapping[str, str]) -> dict[Pair, Kept]:
    found: dict[Pair, Kept] = {}
    for pair, row in rows.items():
        a, b = (ids.get(cell, cell) for cell in pair)
        if a and b and a != b:
            found.setdefault(sorted_pair(a, b), row)
    return found


def _feature(feature: Feature, ids: Mapping[str, str]) -> Feature:
    cell = ids.get(feature.cell, feature.cell) if feature.cell else ""
    properties = feature.properties
    named = properties.get("cells")
    if isinstance(named, (list, tuple)):
        cells = [ids.get(one, one) if isinstance(one, str) else one for one in named]
        properties = {**properties, "cells": [one for one in cells if one != ""]}
        if properties["cells"] == list(named):
            properties = feature.properties
    if cell == feature.cell and properties is feature.properties:
        return feature
    return replace(feature, cell=cell, properties=properties)
