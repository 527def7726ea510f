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
from wardesk.documents.exports.vassal_words import decode
from wardesk.documents.imports.tracing import plain
from wardesk.documents.imports.triplea import safe_root
from wardesk.documents.imports.vassal_file import (
    Archive,
    FoundDeck,
    FoundPiece,
    Prototypes,
    prototype,
    read_deck,
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
_PLAYER = "PLAYER\t"
_PRIVATE = ("PrivateMap", "PlayerHand")
_FACE_UP = ("Never", "MenuDefaultUp")
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
    decks: tuple[FoundDeck, ...]
    private: dict[str, str]
    """Maps that only one side sees, as its hand of cards: whose each is, by its name."""
    dice: tuple[str, ...]
    own: MapDocument | None
    prototypes: Prototypes
    notes: tuple[str, ...]


class ReadPosition(Struct, frozen=True, kw_only=True):
    """A saved game: counters where they stand, decks, and the side of each player by his id."""

    pieces: tuple[FoundPiece, ...]
    decks: tuple[FoundDeck, ...] = ()
    players: dict[str, str] = {}


def read_module(path: Path, progress: Progress | None = None) -> ReadModule:
    """A module's file. UserError or DamagedFile if it cannot be read, or has no board."""
    report(progress, 0, 1)
    archive = Archive(path)
    root = archive.build_file()
    maps = [one for one in root.iter() if simple(one) in ("Map", *_PRIVATE)]
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
    start, decks = _start(maps, prototypes)
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
        tray=tuple(tray[:_MOST_PIECES]), start=tuple(start[:_MOST_PIECES]), decks=tuple(decks),
        private=_private(maps),
        dice=tuple(dict.fromkeys(dice)), own=_own(archive, path),
        prototypes=prototypes, notes=tuple(notes),
    )  # fmt: skip


def read_position(path: Path, module: ReadModule) -> ReadPosition:
    """A saved game. What lies in a deck stands nowhere. Errors as `read_module`."""
    pieces: dict[str, FoundPiece] = {}
    decks: list[tuple[FoundDeck, list[str]]] = []
    players: dict[str, str] = {}
    for command in Archive(path).commands():
        added = read_piece(command, module.prototypes)
        if added is not None and added[1].at is not None and len(pieces) < _MOST_PIECES:
            pieces[added[0]] = added[1]
        deck = read_deck(command)
        if deck is not None:
            decks.append(deck)
        if command.startswith(_PLAYER) and len(words := decode(command, "\t")) > 3:
            players[words[1]] = plain(words[3], 40)
    return ReadPosition(
        decks=tuple(
            replace(deck, cards=tuple(pieces.pop(card) for card in cards if card in pieces))
            for deck, cards in decks
        ),
        pieces=tuple(pieces.values()),
        players=players,
    )


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


def _private(maps: Sequence[Element]) -> dict[str, str]:
    """Maps that others do not see, with the first side that does."""
    return {
        one.get("mapName", ""): plain(decode(one.get("side", ""), ",")[0], 40)
        for one in maps
        if simple(one) in _PRIVATE and one.get("visible") != "true"
    }


def _start(
    maps: Sequence[Element], prototypes: Prototypes
) -> tuple[list[FoundPiece], list[FoundDeck]]:
    """What stands on boards at the start, and the decks."""
    found: list[FoundPiece] = []
    decks: list[FoundDeck] = []
    for one in maps:
        for row in one.iter():
            slots = [slot for slot in row if simple(slot) in ("PieceSlot", "CardSlot")]
            pieces = [
                _called(piece[1], slot)
                for slot in slots
                if (piece := read_piece(slot.text or "", prototypes)) is not None
            ]
            if simple(row) == "DrawPile":
                face_down = row.get("faceDown") not in _FACE_UP
                name = plain(row.get("name", ""))
                decks.append(FoundDeck(name=name, face_down=face_down, cards=tuple(pieces)))
            elif simple(row) == "SetupStack":
                board = row.get("owningBoard", "")
                by_name = row.get("useGridLocation") == "true"
                found += (
                    replace(
                        piece, at=(_number(row, "x"), _number(row, "y")),
                        map=one.get("mapName", ""),
                        board="" if board == _ANY_BOARD else board,
                        location=row.get("location", "") if by_name else "",
                    )
                    for piece in pieces
                )  # fmt: skip
    return found, decks


def grid_of(board: FoundBoard) -> Element | None:
    """The element of a board's grid."""
    return cast("Element | None", board.grid)
