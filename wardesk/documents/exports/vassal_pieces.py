"""Counters in VASSAL's words: slots of trays, stacks that stand at the start, and saved games."""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, time
from typing import Literal

from msgspec import Struct

from wardesk.documents.exports.vassal_words import (
    element,
    encode,
    hidden_from_eyes,
    nested,
    plain,
)

WIDGET = "VASSAL.build.widget."
VERSION = "3.7.10"
EPOCH = (1980, 1, 1, 0, 0, 0)
MAP_NAME, BOARD_NAME = "Map", "Board"
BOXES_NAME = "Off the map"
"""The map and the board of what lies beside the country."""


class ModulePiece(Struct, frozen=True, kw_only=True):
    """A counter: its name, whose it is, its faces as PNG, and where it stands."""

    name: str
    side: str
    faces: tuple[bytes, ...]
    """The front, then what it is turned or reduced to."""
    size: int
    """Pixels along its edge."""
    at: tuple[int, int] | None = None
    """The pixel of its middle; None for one that waits in the tray."""
    map: str = MAP_NAME
    """On which map that is."""
    face: int = 1
    """Which face is up, counted from 1."""
    id: str = ""
    """What it is called inside WarDesk."""
    secret: Literal["", "masked", "hidden"] = ""
    """Whether its side alone sees its face, or sees it at all."""
    behind: bytes = b""
    """What the others see of it while it is masked, as PNG."""
    deck: str = ""
    """The deck that it is a card of."""


class ModuleDeck(Struct, frozen=True, kw_only=True):
    """A deck that lies face down beside the map, with its cards."""

    name: str
    cards: tuple[ModulePiece, ...]
    at: tuple[int, int]
    """The pixel of its middle on the sheet of the boxes."""
    size: int


Told = tuple[ModulePiece, Sequence[str]]
"""A counter and the names of its pictures."""


def named(pieces: Sequence[ModulePiece]) -> tuple[list[Told], dict[str, bytes]]:
    """The counters with names for their pictures, and the pictures; equal ones stand once."""
    images: dict[bytes, str] = {}
    told: list[Told] = []
    behind = {mask_name(piece): piece.behind for piece in pieces if piece.behind}
    for number, piece in enumerate(pieces, start=1):
        names = [
            images.setdefault(face, f"p{number}-{count}.png")
            for count, face in enumerate(piece.faces, start=1)
        ]
        told.append((piece, names))
    return told, {name: data for data, name in images.items()} | behind


def mask_name(piece: ModulePiece) -> str:
    """What the picture of a masked counter is called; the same for the same picture."""
    return f"mask-{hashlib.sha256(piece.behind).hexdigest()[:12]}.png" if piece.behind else ""


def slot(piece: ModulePiece, images: Sequence[str], number: int, kind: str = "PieceSlot") -> str:
    """A counter as a slot of a tray or of a stack, or a card as one of a deck."""
    told = {"entryName": plain(piece.name), "gpid": number, "height": piece.size,
            "width": piece.size}  # fmt: skip
    text = _added("null", *_strings(piece, images, number))
    return element(WIDGET + kind, told, text=text)


def _added(name: str, kind: str, state: str) -> str:
    return "+/" + encode([name, kind, state], "/")


def _strings(
    piece: ModulePiece,
    images: Sequence[str],
    number: int,
    place: tuple[str, int, int] = ("null", 0, 0),
) -> tuple[str, str]:
    """Type and state of a counter; its later faces are a layer that Ctrl+F turns over."""
    traits: list[tuple[str, str]] = [("delete;Delete;68,130;", "")]
    side = plain(piece.side)
    if piece.secret == "hidden":
        traits.append((encode(["hide", "73,130", "Invisible", "", "side:"], ";"), side))
    if piece.secret == "masked" or piece.behind:
        mask = ["obs", "77,130", mask_name(piece), "Mask", "B", "?", "side:", "Peek"]
        owner = side if piece.secret == "masked" else "null"
        traits.append((encode(mask, ";"), encode([owner, ""], ";")))
    if len(images) > 1:
        traits.append((_layer(images), str(piece.face)))
    marks = {"Side": side, "Deck": plain(piece.deck), "WarDesk": plain(piece.id)}
    marks = {key: value for key, value in marks.items() if value}
    if marks:
        traits.append(("mark;" + encode(marks, ","), encode(marks.values(), ",")))
    first = images[0] if len(images) == 1 else ""
    traits.append((
        encode(["piece", "", "", first, plain(piece.name)], ";"),
        encode([*place, number, 0], ";"),
    ))  # fmt: skip
    return nested([kind for kind, _ in traits]), nested([state for _, state in traits])


def _layer(images: Sequence[str]) -> str:
    """The trait of a counter with several faces: Ctrl+F shows the next one, round and round."""
    names = ["", *["+ (reduced)"] * (len(images) - 1)]
    fields = ["emb2", "", 128, "A", "Flip", 128, "F", "", 128, "", "", "", "1", "false", 0, 0,
              encode(images, ","), encode(names, ","), "true", "Step", "", "", "false", "", 1, 1,
              "true", "", "70,130", "", "", 1.0, "", "true"]  # fmt: skip
    return encode(fields, ";")


_NOT_NEW = "SETUP_STACK\t"
"""Says that what stands at the start was laid out before; else it would be laid out once more."""


def saved_game(
    told: Sequence[Told],
    boards: Mapping[str, str],
    title: str,
    day: date,
    decks: Sequence[tuple[ModuleDeck, Sequence[Told]]] = (),
) -> bytes:
    """A saved game: every counter where it stands now. *boards*: the board of every map."""
    commands = ["begin_save", "", _NOT_NEW]
    stacks: dict[tuple[str, int, int], list[str]] = {}
    for number, (piece, images) in enumerate(told, start=1):
        if piece.at is None:
            continue
        place = (piece.map, *piece.at)
        name = f"1{number:06d}"
        commands.append(_added(name, *_strings(piece, images, number, place)))
        stacks.setdefault(place, []).append(name)
    for number, (place, members) in enumerate(stacks.items(), start=1):
        state = encode([*place, *members, "@@-1"], ";")
        commands.append(_added(f"2{number:06d}", "stack", state))
    for number, (deck, cards) in enumerate(decks, start=1):
        place = (BOXES_NAME, *deck.at)
        ids = [f"3{number:03d}{card:04d}" for card in range(1, len(cards) + 1)]
        commands += (
            _added(name, *_strings(*card, card_number, place))
            for card_number, (name, card) in enumerate(zip(ids, cards, strict=True), start=1)
        )
        kind = ["deck", True, "0,0,0", deck.size, deck.size, "Always", "Always", False, False,
                False, "", "", "", plain(deck.name)]  # fmt: skip
        words = [str(word).lower() if isinstance(word, bool) else word for word in kind]
        state = encode([*place, "true", *([encode(ids, ",")] if ids else [])], ";")
        commands.append(_added(f"4{number:06d}", encode(words, ";"), state))
    commands += [
        encode([f"{name}BoardPicker", board, 0, 0], "\t") for name, board in boards.items()
    ]
    commands.append("end_save")
    data = element(
        "data", {"version": 1}, element("version"), element("extra1"), element("extra2"),
        element("VassalVersion", {}, text=VERSION),
        element("dateSaved", {}, text=str(milliseconds(day))),
        element("description", {}, text=plain(title)),
    )  # fmt: skip
    head = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'
    return zipped({
        "savedGame": hidden_from_eyes(encode(commands, "\x1b").encode()),
        "savedata": (head + data).encode(),
        "moduledata": module_data(title, day),
    })  # fmt: skip


def module_data(title: str, day: date) -> bytes:
    """What the window of modules reads of a file."""
    inner = [
        element("version", {}, text="1.0"), element("extra1"), element("extra2"),
        element("VassalVersion", {}, text=VERSION),
        element("dateSaved", {}, text=str(milliseconds(day))),
        element("description"), element("name", {}, text=title),
    ]  # fmt: skip
    text = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n'
    return (text + element("data", {"version": 1}, *inner)).encode()


def milliseconds(day: date) -> int:
    """A day as VASSAL counts time."""
    return int(datetime.combine(day, time(), UTC).timestamp() * 1000)


def zipped(parts: Mapping[str, bytes]) -> bytes:
    """A zip of the parts, the same for the same parts."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in parts.items():
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.external_attr, entry.create_system = 0o644 << 16, 3
            packed = name.endswith((".png", ".vsav"))
            entry.compress_type = zipfile.ZIP_STORED if packed else zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return buffer.getvalue()


def sides_of(told: Iterable[Told]) -> list[str]:
    """The sides in the order in which they come."""
    return list(dict.fromkeys(plain(piece.side) for piece, _ in told if piece.side))
