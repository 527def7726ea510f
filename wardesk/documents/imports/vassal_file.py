"""Files of VASSAL opened with care: a zip is read part by part, and no part becomes a file.

What is inside was written by others: parts are bounded, XML holds no entities, unknown classes are
passed over.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from wardesk.documents.exports.vassal_words import decode, made_readable, unnested
from wardesk.documents.files.untrusted import read_bounded
from wardesk.documents.imports.tracing import plain
from wardesk.documents.imports.triplea import safe_root
from wardesk.errors import DamagedFile
from wardesk.words import say

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

MOST_BYTES, MOST_PART, MOST_PARTS = 600 << 20, 100 << 20, 60_000
"""Of a module's file, of one part unpacked, and how many parts."""
_MOST_READ = 800 << 20
"""Of all parts that are read, unpacked."""
_GARBLED = (zipfile.BadZipFile, zlib.error, EOFError, ValueError, RuntimeError, OSError)
_ADVICE = say("Get a fresh copy of the module; nothing was written.")
_BUILD = ("buildFile.xml", "buildFile")
DEEPEST = 200
"""Traits of one counter, more nobody has."""


class Archive:
    """The parts of a module or of a saved game, read when they are asked for."""

    def __init__(self, path: Path) -> None:
        self.path, self._read = path, 0
        data = read_bounded(path, MOST_BYTES)
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
            entries = self._zip.infolist()
        except (zipfile.BadZipFile, ValueError, NotImplementedError, EOFError) as error:
            raise self.damaged() from error
        if len(entries) > MOST_PARTS:
            raise DamagedFile(
                say("{path!s} has {parts} parts.", path=path.name, parts=len(entries)), _ADVICE
            )
        self._parts = {entry.filename: entry for entry in entries if not entry.is_dir()}
        self._plain = {name.lower(): name for name in self._parts}

    def damaged(self) -> DamagedFile:
        """What is said of a file that is none of VASSAL's."""
        return DamagedFile(say("{path!s} is no file of VASSAL.", path=self.path.name), _ADVICE)

    def part(self, name: str) -> bytes | None:
        """A part; None if it is not there. DamagedFile if it is too large or garbled."""
        entry = self._parts.get(name) or self._parts.get(self._plain.get(name.lower(), ""))
        if entry is None:
            return None
        try:
            with self._zip.open(entry) as stream:
                data = stream.read(MOST_PART + 1)
        except _GARBLED as error:
            raise self.damaged() from error
        self._read += len(data)
        if len(data) > MOST_PART or self._read > _MOST_READ:
            raise DamagedFile(
                say("{path!s}: the part {part!s} is too large.", path=self.path.name,
                    part=plain(name)), _ADVICE,
            )  # fmt: skip
        return data

    def image(self, name: str) -> bytes | None:
        """A picture by the name that a module gives it, with or without its ending."""
        for tried in (f"images/{name}", f"images/{name}.gif", f"images/{name}.png", name):
            data = self.part(tried)
            if data is not None:
                return data
        return None

    def build_file(self) -> Element:
        """The root of the module. DamagedFile if there is none."""
        for name in _BUILD:
            data = self.part(name)
            if data is not None:
                return safe_root(data, self.path)
        raise self.damaged()

    def commands(self) -> list[str]:
        """The commands of a saved game. DamagedFile if it is none."""
        data = self.part("savedGame")
        if data is None:
            raise DamagedFile(
                say("{path!s} is no saved game of VASSAL.", path=self.path.name), _ADVICE
            )
        try:
            text = made_readable(data).decode()
        except ValueError as error:
            raise self.damaged() from error
        return list(_flat(text, 0))


def _flat(text: str, depth: int) -> Iterator[str]:
    """Commands within commands one after another."""
    for word in decode(text, "\x1b"):
        if "\x1b" in word and depth < 20:
            yield from _flat(word, depth + 1)
        else:
            yield word


def simple(row: Element) -> str:
    """The class of an element without its package."""
    return str(row.tag).rpartition(".")[2]


class FoundPiece(Struct, frozen=True, kw_only=True):
    """A counter as a module or a saved game tells of it."""

    name: str
    images: tuple[str, ...] = ()
    """Of its faces by name."""
    face: int = 1
    marks: Mapping[str, str] = {}
    map: str = ""
    at: tuple[int, int] | None = None
    board: str = ""
    """The board that *at* is counted from; empty where it is counted from the corner of the map."""
    location: str = ""
    """The place by its name on the board, which counts before *at*."""
    masked_by: str = ""
    """Who alone sees its face: a side, or whatever VASSAL calls a player; empty = everybody."""
    hidden_by: str = ""
    """Who alone sees it at all, in the same words."""
    behind: str = ""
    """The picture that others see of it while it is masked."""
    lost: int = 0
    """How many of its traits mean nothing here."""


class FoundDeck(Struct, frozen=True, kw_only=True):
    """A deck with its cards, the top one last."""

    name: str
    face_down: bool = True
    cards: tuple[FoundPiece, ...] = ()


Prototypes = Mapping[str, tuple[list[str], list[str]]]
_KNOWN = frozenset(
    {"piece", "mark", "emb2", "prototype", "delete", "basicName", "label", "obs", "hide"}
)


def read_piece(text: str, prototypes: Prototypes) -> tuple[str, FoundPiece] | None:
    """The id and the counter of a command that adds one; None if it is none (a stack, a deck)."""
    words = decode(text, "/")
    if len(words) < 4 or words[0] != "+":
        return None
    kinds, states = unnested(words[2]), unnested(words[3])
    if not kinds[-1].startswith("piece;") or len(kinds) > DEEPEST:
        return None
    return words[1], _piece(kinds, states, prototypes)


def read_deck(text: str) -> tuple[FoundDeck, list[str]] | None:
    """The deck of a command that adds one, and the ids of its cards; None if it is none."""
    words = decode(text, "/")
    if len(words) < 4 or words[0] != "+" or not words[2].startswith("deck;"):
        return None
    kind, state = decode(words[2], ";"), decode(words[3], ";")
    name = kind[13] if len(kind) > 13 else ""
    cards = [card for word in state[4:] for card in decode(word, ",") if card]
    return FoundDeck(name=plain(name), face_down=state[3:4] != ["false"]), cards


def prototype(text: str) -> tuple[list[str], list[str]] | None:
    """The traits of a prototype, without its piece."""
    words = decode(text, "/")
    if len(words) < 4 or words[0] != "+":
        return None
    return unnested(words[2])[:-1], unnested(words[3])[:-1]


def _piece(kinds: list[str], states: list[str], prototypes: Prototypes) -> FoundPiece:
    base, state = decode(kinds[-1], ";"), decode(states[-1], ";")
    image = base[3] if len(base) > 3 else ""
    name = base[4] if len(base) > 4 else ""
    marks: dict[str, str] = {}
    layers: list[tuple[list[str], int]] = []
    masked_by = hidden_by = behind = ""
    lost = 0
    for kind, value in _with_prototypes(kinds[:-1], states[:-1], prototypes, 0):
        tag, _, rest = kind.partition(";")
        if tag == "mark":
            values = decode(value, ",")
            marks |= dict(zip(decode(rest, ","), values, strict=False))
        elif tag == "emb2":
            fields = decode(rest, ";")
            images = [one for one in decode(fields[15], ",") if one] if len(fields) > 15 else []
            level = int(value) if value.lstrip("-").isdigit() else 1
            if images:
                layers.append((images, level))
        elif tag == "basicName" and rest:
            name = rest
        elif tag == "obs":
            behind = [*decode(rest, ";"), ""][1] or behind
            masked_by = _owner(decode(value, ";")[0]) or masked_by
        elif tag == "hide":
            hidden_by = _owner(value) or hidden_by
        lost += tag not in _KNOWN
    faces, face = ([image] if image else []), 1
    for images, level in layers:
        if not faces or (len(images) > 1 and len(faces) == 1 and level > 0):
            faces, face = images, max(1, level)
    place = _place(state)
    return FoundPiece(
        name=name, images=tuple(faces), face=min(face, max(1, len(faces))), marks=marks,
        map=place[0], at=place[1], lost=lost, masked_by=masked_by, hidden_by=hidden_by,
        behind=behind,
    )  # fmt: skip


def _owner(text: str) -> str:
    return "" if text == "null" else text


def _with_prototypes(
    kinds: list[str], states: list[str], prototypes: Prototypes, depth: int
) -> Iterator[tuple[str, str]]:
    for number, kind in enumerate(kinds):
        if kind.startswith("prototype;") and depth < 12:
            known = prototypes.get(kind.removeprefix("prototype;"))
            if known is not None:
                yield from _with_prototypes(*known, prototypes, depth + 1)
        else:
            yield kind, states[number] if number < len(states) else ""


def _place(state: list[str]) -> tuple[str, tuple[int, int] | None]:
    try:
        x, y = int(state[1]), int(state[2])
    except (IndexError, ValueError):
        return "", None
    if state[0] in ("null", "") or max(abs(x), abs(y)) > 1_000_000:
        return "", None
    return state[0], (x, y)
