"""A second board beside a map: the command that puts it there, and a trial of it."""

from __future__ import annotations

from string import ascii_uppercase

from msgspec import Struct

from wardesk.drawing.commands.all_commands import AnyCommand
from wardesk.drawing.commands.area_clips import Side, stitching_areas
from wardesk.drawing.commands.clips import stitching
from wardesk.drawing.document import MapDocument, snapshot
from wardesk.errors import UserError
from wardesk.words import say


class StitchSeam(Struct, frozen=True):
    """How the second board lies: on which side, how far over the first, how its cells are called.

    *overlap* and *shift* are columns or rows on sheets of hexes and squares (no shift there), and
    map units on area maps. *prefix* goes before ids of areas; cells of sheets are named by it.
    """

    side: Side = "right"
    overlap: float = 0.0
    shift: float = 0.0
    prefix: str = ""


class Stitched(Struct, frozen=True):
    """The map with both boards, the command that makes it, and what a person should know."""

    command: AnyCommand
    document: MapDocument
    added: tuple[str, ...]
    """The cells that the second board brought."""
    notes: tuple[str, ...] = ()


def seam_command(document: MapDocument, board: MapDocument, seam: StitchSeam) -> AnyCommand:
    """The command that puts *board* beside *document*. UserError if they do not go together."""
    if document.kind != board.kind:
        text = say(
            "A board of the kind {kind} does not go beside one of the kind {other}.",
            kind=board.kind,
            other=document.kind,
        )
        raise UserError(text, "Choose a board of the same kind.")
    if document.kind == "area":
        return stitching_areas(
            document, board, seam.side, prefix=seam.prefix, shift=seam.shift, overlap=seam.overlap
        )
    if seam.shift:
        raise UserError(
            "Sheets of hexes and squares meet at their first row or column.", "Leave the shift out."
        )
    if seam.overlap != int(seam.overlap):
        raise UserError("Whole columns or rows overlap.", "Give a whole number.")
    return stitching(board, seam.side, int(seam.overlap), seam.prefix)


def tried(document: MapDocument, board: MapDocument, seam: StitchSeam) -> Stitched:
    """The map with the board beside it; *document* stays as it is. UserError says why not."""
    command = seam_command(document, board, seam)
    after = snapshot(document)
    command.apply(after)
    added = tuple(cell for cell in after.cells if cell not in document.cells)
    return Stitched(command, after, added, _notes(document, board))


def _notes(document: MapDocument, board: MapDocument) -> tuple[str, ...]:
    found: list[str] = []
    if board.overrides and board.kind != "area":
        many = len(board.overrides)
        found.append(
            say("{many} words on neighbours of the second board do not come along.", many=many)
        )
    if board.underlays:
        found.append("Pictures under the second board do not come along.")
    if board.unit != document.unit:
        found.append(
            say(
                "The second board is measured in {unit}, this one in {unit_2}.",
                unit=board.unit,
                unit_2=document.unit,
            )
        )
    return tuple(found)


def free_prefix(document: MapDocument, board: MapDocument) -> str:
    """The shortest prefix under which no area of the board has an id that is taken; "" if none is.

    On sheets none is needed: there cells go on in the numbering of the first board.
    """
    if document.kind != "area" or document.cells.keys().isdisjoint(board.cells):
        return ""
    letters = [f"{letter}-" for letter in ascii_uppercase[1:]]
    numbers = (f"{number}-" for number in range(2, 10_000))
    for prefix in (*letters, *numbers):
        if document.cells.keys().isdisjoint(prefix + cell for cell in board.cells):
            return prefix
    return "board-2-"
