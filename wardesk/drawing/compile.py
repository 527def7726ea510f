"""From the editable document to the frozen board that games play on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping

from wardesk.drawing.document import MapDocument, Override
from wardesk.drawing.issues.whole_map import require_sound
from wardesk.drawing.lattice_compile import (
    compile_lattice,
    directed_facts,
    drawn_lines,
    sight_facts,
)
from wardesk.geometry.adjacency.coverage import edge_lengths
from wardesk.geometry.borders.topology import Touch, edge_points, outlines, sides, touches
from wardesk.model.board import Board, Border, Cell, Contact
from wardesk.model.palette import Palette


def compile_board(document: MapDocument) -> Board:
    """Freeze the document. UserError with the first problem if the map has errors."""
    require_sound(document)
    if document.layout is not None:
        return compile_lattice(document, document.layout)
    contacts, borders = _contacts(document), _borders(document)
    rings = outlines(document.network)
    return Board(
        id=document.id,
        title=document.title,
        kind=document.kind,
        unit=document.unit,
        provenance=document.provenance,
        cells=dict(document.cells),
        outlines={cell: rings[cell] for cell in document.cells},
        borders=borders,
        contacts=contacts,
        features=tuple(document.features),
        palette=document.palette,
        digest=rules_digest(document.cells, contacts, document.palette, borders),
        lines=drawn_lines(document),
    )


def rules_digest(
    cells: Mapping[str, Cell],
    contacts: tuple[Contact, ...],
    palette: Palette,
    borders: tuple[Border, ...],
) -> str:
    """SHA-256 (hex) of what rules read: terrain, figures, open contacts, which side is high.

    Names, lengths, anchors and drawing stay out: they may be improved under a saved game.
    """
    facts = {
        "cells": {c.id: [c.terrain, dict(c.properties)] for c in cells.values()},
        "contacts": sorted([c.a, c.b, c.kind, c.passable] for c in contacts),
        "terrain": {kind.id: dict(kind.properties) for kind in palette.terrain.values()},
        "borders": {kind.id: kind.passable for kind in palette.borders.values()},
        **sight_facts(palette),
        **directed_facts(palette),
    }
    directed = {kind.id for kind in palette.borders.values() if kind.directed}
    if directed:
        high = [[b.left or "", b.right or "", b.kind] for b in borders if b.kind in directed]
        facts["high"] = sorted(high)
    text = json.dumps(facts, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def _borders(document: MapDocument) -> tuple[Border, ...]:
    beside = sides(document.network)
    return tuple(
        Border(
            id=str(number),
            points=edge_points(document.network, number),
            left=beside[number].left,
            right=beside[number].right,
            kind=edge.kind,
        )
        for number, edge in document.edges.items()
    )


def _contacts(document: MapDocument) -> tuple[Contact, ...]:
    """Derived contacts with closed ones marked, then those that a person added; sorted by pair."""
    lengths = edge_lengths(document.network)
    removed = {_key(o): o.reason for o in document.overrides if o.change == "remove"}
    found = [
        _derived(document, touch, lengths, removed.get((touch.a, touch.b)))
        for touch in touches(document.network)
    ]
    found += [
        Contact(*_key(override), kind="manual", passable=True, reason=override.reason)
        for override in document.overrides
        if override.change == "add"
    ]
    return tuple(sorted(found, key=lambda contact: (contact.a, contact.b, contact.kind)))


def _derived(
    document: MapDocument, touch: Touch, lengths: Mapping[int, float], closed_because: str | None
) -> Contact:
    reason = closed_because or ""
    if not touch.is_side:
        at = tuple(document.nodes[node] for node in touch.nodes)
        return Contact(touch.a, touch.b, "corner", passable=False, at=at, reason=reason)
    kinds = document.palette.borders
    open_edges = [e for e in touch.edges if kinds[document.edges[e].kind].passable]
    return Contact(
        touch.a,
        touch.b,
        "side",
        # by the presence of an open border, never by a length: lengths are rounded
        passable=bool(open_edges) and closed_because is None,
        length=sum(lengths[edge] for edge in touch.edges),
        passable_length=sum(lengths[e] for e in open_edges) if closed_because is None else 0.0,
        borders=tuple(str(edge) for edge in touch.edges),
        reason=reason,
    )


def _key(override: Override) -> tuple[str, str]:
    a, b = sorted(override.pair)
    return a, b
