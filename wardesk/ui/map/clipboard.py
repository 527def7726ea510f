"""Copied cells on the clipboard of the computer, so that they can be pasted into any map."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from PySide6.QtCore import QByteArray, QMimeData
from PySide6.QtGui import QGuiApplication

from wardesk.drawing.commands.all_commands import AnyCommand, ClearSides, EraseTerrain, SetProperty
from wardesk.drawing.commands.clips import Clip, copy_cells
from wardesk.drawing.document import MapDocument
from wardesk.errors import UserError
from wardesk.words import readied, tr

MIME = "application/x-wardesk-clip+json"
MOST_BYTES = 64_000_000
"""Beyond that no map of ours was copied."""


def put(clip: Clip) -> None:
    """Lay a clip on the clipboard; other programs see its cells as a text."""
    data = QMimeData()
    data.setData(MIME, QByteArray(msgspec.json.encode(clip)))
    data.setText(" ".join(cell.terrain for cell in clip.cells[:1000]))
    QGuiApplication.clipboard().setMimeData(data)


def holds_clip() -> bool:
    """Whether there is something to paste."""
    data = QGuiApplication.clipboard().mimeData()
    return data is not None and data.hasFormat(MIME)


def take() -> Clip:
    """What is on the clipboard. UserError if it holds no cells, or is damaged."""
    data = QGuiApplication.clipboard().mimeData()
    if data is None or not data.hasFormat(MIME):
        raise UserError(
            tr("There are no map cells on the clipboard."),
            tr("Pick cells and press Ctrl+C, here or in another map."),
        )
    return read_clip(bytes(data.data(MIME).data()))


def read_clip(raw: bytes) -> Clip:
    """The clip in its written form; UserError if it is none: others can write there too."""
    damaged = tr("What is on the clipboard is damaged.")
    again = tr("Copy the cells once more.")
    if len(raw) > MOST_BYTES:
        raise UserError(damaged, again)
    try:
        clip = msgspec.json.decode(raw, type=readied(Clip))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UserError(damaged, again) from error
    steps = {cell.step for cell in clip.cells}
    near = all(abs(number) <= 10_000 for step in steps for number in step)
    sides = all(side.a in steps and side.b in steps for side in clip.sides)
    if not clip.cells or len(steps) != len(clip.cells) or not near or not sides:
        raise UserError(damaged, again)
    return clip


def copied(document: MapDocument, cells: Sequence[str]) -> Clip:
    """A clip of the picked cells. UserError if there are none, or the map has areas."""
    if not cells:
        raise UserError(
            tr("No cells are picked."),
            tr("Pick the cells to copy with the select tool."),
        )
    return copy_cells(document, cells)


def emptying(document: MapDocument, cells: Sequence[str]) -> list[AnyCommand]:
    """The commands that take away what was cut out: terrain, sides among the cells, properties."""
    inside = set(cells)
    commands: list[AnyCommand] = [EraseTerrain(tuple(cells))]
    pairs = tuple(pair for pair in document.sides if inside.issuperset(pair))
    if pairs:
        commands.append(ClearSides(pairs))
    by_name: dict[str, list[str]] = {}
    for cell in cells:
        for name in document.cells[cell].properties:
            by_name.setdefault(name, []).append(cell)
    commands += [SetProperty(tuple(found), name) for name, found in by_name.items()]
    return commands
