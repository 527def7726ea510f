"""What a map lacks for the game it is drawn for: its figures held against the game's schema."""

from __future__ import annotations

from pathlib import Path

from wardesk.documents.packs.store import read_pack
from wardesk.drawing.document import MapDocument
from wardesk.drawing.issues.whole_map import Issue
from wardesk.errors import UserError
from wardesk.games.registry import game_ids, schema_of
from wardesk.model.schema import ground_faults
from wardesk.services.packs.pack_copy import pack_of


def game_of(path: Path, document: MapDocument) -> str:
    """The game of the pack that a map lies in, else the one that its palette comes from, or ""."""
    folder = pack_of(path)
    if folder is not None:
        try:
            return read_pack(folder).game
        except UserError:
            pass  # the pack is told of where it is opened
    return document.palette.id if document.palette.id in game_ids() else ""


def figure_issues(path: Path, document: MapDocument) -> list[Issue]:
    """Figures of the map at *path* that its game cannot play with."""
    schema = schema_of(game_of(path, document))
    faults = ground_faults(schema, document.palette.terrain, document.cells)
    return [
        Issue(
            id=f"figure:{fault.kind}:{fault.id}",
            code="figure",
            level="error",
            place=f"{fault.kind} {fault.id}",
            text=f"{fault.text[:1].upper()}{fault.text[1:]}.",
            advice="Mend it in the map editor.",
            at=document.cells[fault.id].anchor if fault.kind == "cell" else None,
            items=(fault.id,),
        )
        for fault in faults
    ]
