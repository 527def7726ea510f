"""VASSAL modules read: boards with their grids, counters, what stands at the start."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from msgspec import Struct
from msgspec.structs import replace

from wardesk.documents.exports.geojson_inside import MEMBER, read_inside
from wardesk.documents.exports.vassal import OWN
from wardesk.documents.imports.tracing import plain
from wardesk.documents.imports.triplea import safe_root
from wardesk.documents.imports.vassal_file import (
    Archive,
    FoundPiece,
    Prototypes,
    prototype,
    read_piece,
    simple,
)
from wardesk.drawing.document import MapDocument
from wardesk.errors import Progress, UserError, report
from wardesk.words import say, say_count

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_MOST_PIECES = 4000
_MOST_BESIDE = 20
_BETWEEN = 50
"""Counters that are read before somebody is asked whether to go on."""
_ANY_BOARD = "<any>"
_GRIDS = ("HexGrid", "SquareGrid", "RegionGrid", "ZonedGrid")


class FoundBoard(Struct, frozen=True, kw_only=True):
    """A board of a module: on which map, its picture, and the element of its grid."""

    map: str
    name: str
    image: str
    size: tuple[int, int]
    """As the module says, where it has no picture; else 0, 0."""
    grid: Any
    edge: tuple[int, int] = (0, 0)
    """How far a board lies off the corner of its map."""


class ReadModule(Struct, frozen=True, kw_only=True):
    """A module: *tray* are its counters, *start* those that stand on a board when it begins."""

    title: str
    archive: Any
    boards: tuple[FoundBoard, ...]
    sides: tuple[str, ...]
    tray: tuple[tuple[str, FoundPiece], ...]
    """Each with the name of its tray."""
    start: tuple[FoundPiece, ...]
    cups: tuple[tuple[str, tuple[str, ...]], ...]
    dice: tuple[str, ...]
    own: MapDocument | None
    prototypes: Prototypes
    notes: tuple[str, ...]


def read_module(path: Path, progress: Progress | None = None) -> ReadModule:
    """A module's file. UserError or DamagedFile if it cannot be read, or has no board."""
    report(progress, 0, 1)
    archive = Archive(path)
    root = archive.build_file()
    maps = [one for one in root.iter() if simple(one) in ("Map", "PrivateMap", "PlayerHand")]
    boards = tuple(board for one in maps for board in _boards(one))
    if not boards:
        raise UserError(
            say("{path!s} has no board.", path=path.name), "Choose a module with a map."
        )
    prototypes = {
        one.get("name", ""): found
        for one in root.iter()
        if simple(one) == "PrototypeDefinition" and (found := prototype(one.text or "")) is not None
    }
    tray: list[tuple[str, FoundPiece]] = []
    for window in (one for one in root.iter() if simple(one) == "PieceWindow"):
        for number, (name, row) in enumerate(_slots(window, plain(window.get("name", "")))):
            if not number % _BETWEEN:
                report(progress, 0, 1)
            found = read_piece(row.text or "", prototypes)
            if found is not None:
                tray.append((name, _called(found[1], row)))
    start, cups = _start(maps, prototypes)
    sides = [
        plain(one.text or "", 40)
        for roster in root.iter() if simple(roster) == "PlayerRoster"
        for one in roster if one.tag == "entry"
    ]  # fmt: skip
    dice = [
        f"{one.get('nDice', '')}d{one.get('nSides', '')}"
        for one in root.iter() if simple(one) == "DiceButton"
    ]  # fmt: skip
    notes: list[str] = []
    if len(tray) > _MOST_PIECES:
        notes.append(say("Only the first {most} counters were read.", most=_MOST_PIECES))
    lost = sum(piece.lost for _, piece in tray)
    if lost:
        notes.append(
            say_count(
                "{n} trait of counters was left out: nothing happens by itself here.",
                "{n} traits of counters were left out: nothing happens by itself here.",
                n=lost,
            )
        )
    own_classes = sum(
        1 for one in root.iter() if "." in str(one.tag) and not str(one.tag).startswith("VASSAL.")
    )
    if own_classes:
        notes.append(say("The module has programs of its own, which were left out."))
    return ReadModule(
        title=plain(root.get("name", "")) or path.stem,
        archive=archive, boards=boards,
        sides=tuple(dict.fromkeys(filter(None, sides))),
        tray=tuple(tray[:_MOST_PIECES]), start=tuple(start[:_MOST_PIECES]), cups=tuple(cups),
        dice=tuple(dict.fromkeys(dice)), own=_own(archive, path),
        prototypes=prototypes, notes=tuple(notes),
    )  # fmt: skip


def read_position(path: Path, module: ReadModule) -> tuple[FoundPiece, ...]:
    """The counters of a saved game where they stand. Errors as `read_module`."""
    pieces: dict[str, FoundPiece] = {}
    for command in Archive(path).commands():
        added = read_piece(command, module.prototypes)
        if added is not None and added[1].at is not None:
            pieces[added[0]] = added[1]
            if len(pieces) >= _MOST_PIECES:
                break
    return tuple(pieces.values())


def module_of(position: Path) -> Path | None:
    """The module of a saved game, if it lies in the same folder: by the name that the game tells.

    Where the only module there tells no name it is taken. DamagedFile for no saved game.
    """
    game = Archive(position)
    if game.part("savedGame") is None:
        game.commands()  # says what is wrong
    wanted = _told_name(game)
    beside = sorted(position.resolve().parent.glob("*.vmod"))[:_MOST_BESIDE]
    for one in beside:
        with suppress(UserError):
            told = _told_name(Archive(one))
            if told == wanted and (told or len(beside) == 1):
                return one
    return None


def _told_name(archive: Archive) -> str:
    """What a module calls itself, or a saved game its module; empty if that is not told."""
    data = archive.part("moduledata")
    if data is None:
        return ""
    root = safe_root(data, archive.path)
    names = (one.text or "" for one in root.iter() if one.tag == "name")
    return " ".join(next(names, "").split())


def _own(archive: Archive, path: Path) -> MapDocument | None:
    """The very map, in a module that WarDesk wrote. DamagedFile if it cannot be read."""
    data = archive.part(OWN)
    if data is None:
        return None
    try:
        member = json.loads(data)
    except (ValueError, RecursionError):
        return None
    return read_inside({MEMBER: member, "features": []}, path.name)


def _boards(of: Element) -> Iterator[FoundBoard]:
    edge = _number(of, "edgeWidth"), _number(of, "edgeHeight")
    for row in of.iter():
        if simple(row) != "Board":
            continue
        grid = next((one for one in row.iter() if simple(one) in _GRIDS), None)
        yield FoundBoard(
            map=of.get("mapName", ""), name=row.get("name", ""), image=row.get("image", ""),
            size=(_number(row, "width"), _number(row, "height")), grid=grid, edge=edge,
        )  # fmt: skip


def _number(row: Element, name: str) -> int:
    text = row.get(name, "0") or "0"
    return min(int(text), 40_000) if text.isascii() and text.isdigit() and len(text) < 9 else 0


def _slots(row: Element, name: str) -> Iterator[tuple[str, Element]]:
    """All counters below an element, each with the name of the nearest tray."""
    for one in row:
        if simple(one) in ("PieceSlot", "CardSlot"):
            yield name, one
        else:
            yield from _slots(one, plain(one.get("entryName", "") or one.get("name", "")) or name)


def _called(piece: FoundPiece, row: Element) -> FoundPiece:
    return piece if piece.name else replace(piece, name=row.get("entryName", ""))


def _start(
    maps: Sequence[Element],
    prototypes: Any,  # noqa: ANN401
) -> tuple[list[FoundPiece], list[tuple[str, tuple[str, ...]]]]:
    """What stands on boards at the start, and the decks, by the names of what lies in them."""
    found: list[FoundPiece] = []
    cups: list[tuple[str, tuple[str, ...]]] = []
    for one in maps:
        for row in one.iter():
            slots = [slot for slot in row if simple(slot) in ("PieceSlot", "CardSlot")]
            if simple(row) == "DrawPile":
                names = [plain(slot.get("entryName", ""), 60) for slot in slots]
                cups.append((plain(row.get("name", "")) or "Deck", tuple(filter(None, names))))
            elif simple(row) == "SetupStack":
                at = _number(row, "x"), _number(row, "y")
                by_name = row.get("useGridLocation") == "true"
                board = row.get("owningBoard", "")
                for slot in slots:
                    piece = read_piece(slot.text or "", prototypes)
                    if piece is not None:
                        stands = replace(
                            _called(piece[1], slot), at=at, map=one.get("mapName", ""),
                            board="" if board == _ANY_BOARD else board,
                            location=row.get("location", "") if by_name else "",
                        )  # fmt: skip
                        found.append(stands)
    return found, [cup for cup in cups if cup[1]]


def grid_of(board: FoundBoard) -> Element | None:
    """The element of a board's grid."""
    return cast("Element | None", board.grid)
