"""A VASSAL module as a pack for a table without rules: its board, its counters, its set-up."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import Struct

from wardesk.documents.files.images import image_part
from wardesk.documents.files.pictures import keep_many
from wardesk.documents.imports.tracing import plain
from wardesk.documents.imports.vassal import (
    FoundBoard,
    ReadModule,
    read_module,
    read_position,
)
from wardesk.documents.imports.vassal_board import BoardMap, board_map, extent_of
from wardesk.documents.imports.vassal_file import FoundPiece
from wardesk.documents.maps.store import write_map
from wardesk.documents.packs.pack_writer import NewPack, judge_place, slug, write_pack
from wardesk.drawing.compile import BACKDROP, compile_board
from wardesk.drawing.document import MapDocument, Underlay
from wardesk.errors import Progress, UserError, report
from wardesk.games.registry import make_rules
from wardesk.words import say, say_count

GAME, SCENARIO = "freeform", "table"
_NO_SIDE = "neutral"
_DICE = re.compile(r"[1-9]\d?d[1-9]\d{0,2}\Z")
_MOST = 4000
"""Counters."""
_BOARD_EDGE, _COUNTER_EDGE = 8_000, 320
"""Pixels that a picture is kept with at most."""

Repaint = Callable[[bytes, int], tuple[bytes, tuple[int, int]]]
"""A picture of any kind as PNG, at most so many pixels each way, and the size that it had.

UserError or DamagedFile if it is none.
"""


class MadeOfModule(Struct, frozen=True, kw_only=True):
    """What was made, and what a person should know about it."""

    pack: str
    scenario: str
    title: str
    sides: tuple[str, ...]
    counters: int
    placed: int
    cells: int
    notes: tuple[str, ...]


def import_module(
    source: Path,
    goal: Path,
    repaint: Repaint,
    *,
    position: Path | None = None,
    board: str = "",
    progress: Progress | None = None,
) -> MadeOfModule:
    """Make the pack folder *goal* of a module; of a saved game's *position*, if one is given.

    *board* names the one to take; else the largest. UserError or DamagedFile if something cannot
    be read; nothing is left behind then. Cancelled if *progress* wants no more.
    """
    judge_place(goal)
    report(progress, 0, 100)
    module = read_module(source)
    notes = list(module.notes)
    chosen, picture, size = _chosen(module, board, repaint, notes)
    if len(module.boards) > 1:
        others = [one.name for one in module.boards if one is not chosen]
        notes.append(
            say("Of {n} boards {name!s} was taken; there are also {others!s}.",
                n=len(module.boards), name=plain(chosen.name),
                others=plain(", ".join(others), 200))
        )  # fmt: skip
    report(progress, 10, 100)
    found = board_map(chosen, size, module.title, progress=None)
    document = module.own if module.own is not None and chosen.map == "Map" else found.document
    if module.own is None and picture:
        _put_under(document, picture, size, found)
    notes += found.notes if module.own is None else ()
    report(progress, 20, 100)
    standing = read_position(position, module) if position is not None else module.start

    def place_of(piece: FoundPiece) -> str:
        at = _on_board(piece, chosen)
        cell = found.cell_at(at) if at is not None else None
        return cell if cell is not None and cell in document.cells else ""

    rows, placed = _rows(module, standing, place_of, repaint, notes, progress)
    return _written(goal, module, document, rows, placed, notes)


def _chosen(
    module: ReadModule, wanted: str, repaint: Repaint, notes: list[str]
) -> tuple[FoundBoard, bytes, tuple[int, int]]:
    """The board to take, its picture as PNG, and its size in the pixels of the module."""
    known = [one for one in module.boards if not wanted or wanted in (one.name, one.map)]
    if not known:
        raise UserError(
            say("There is no board {name!s}.", name=plain(wanted)),
            say("There are: {known!s}.",
                known=plain(", ".join(one.name for one in module.boards), 300)),
        )  # fmt: skip
    best: tuple[int, FoundBoard, bytes, tuple[int, int]] | None = None
    for one in known[:40]:
        data, size = b"", one.size
        raw = module.archive.image(one.image) if one.image else None
        if raw is not None:
            try:
                data, size = repaint(raw, _BOARD_EDGE)
            except UserError:
                raw = None
        if not (size[0] and size[1]):
            size = extent_of(one)
        if not (size[0] and size[1]):
            continue
        weight = size[0] * size[1] * (1 if one.grid is not None else 0) + bool(data)
        if best is None or weight > best[0]:
            best = weight, one, data, size
    if best is None:
        raise UserError(
            "No board of the module has a picture or a size.",
            "Get a copy of the module with its pictures.",
        )
    if not best[2]:
        notes.append(say("The picture of the board is not in the module."))
    return best[1:]


def _put_under(
    document: MapDocument, picture: bytes, size: tuple[int, int], found: BoardMap
) -> None:
    """The board's picture under the map, where it belongs; it may have been made smaller."""
    part = image_part(picture, "the board")
    a, b, c, d, e, f = found.transform
    by_x, by_y = size[0] / part.size[0], size[1] / part.size[1]
    document.extra_parts[part.part] = picture
    document.styles[BACKDROP] = "board"
    document.underlays.append(
        Underlay(
            id="board", image=part.part, size=part.size, title="Board",
            transform=(a * by_x, b * by_y, c, d * by_x, e * by_y, f), locked=True,
        )
    )  # fmt: skip


class _Pictures:
    """The pictures of a module's counters, kept for this person; what was lost is counted."""

    def __init__(
        self, module: ReadModule, pieces: Sequence[FoundPiece], repaint: Repaint,
        progress: Callable[[float], None],
    ) -> None:  # fmt: skip
        wanted = dict.fromkeys(name for piece in pieces for name in piece.images[:2])
        painted: dict[str, bytes] = {}
        for number, name in enumerate(wanted):
            progress(number / len(wanted))
            raw = module.archive.image(name)
            with suppress(UserError):  # counted, as one that is not there
                if raw is not None:
                    painted[name] = repaint(raw, _COUNTER_EDGE)[0]
        progress(1.0)
        self._kept = keep_many(painted)
        self.gone = len(wanted) - len(self._kept)
        self.more_faces = sum(len(piece.images) > 2 for piece in pieces)

    def faces(self, piece: FoundPiece) -> list[str]:
        """Front and back."""
        return [self._kept[name] for name in piece.images[:2] if name in self._kept]

    def notes(self) -> Iterator[str]:
        """What was lost, in words."""
        if self.gone:
            yield say_count("{n} picture is not in the module, or is no picture.",
                            "{n} pictures are not in the module, or are no pictures.",
                            n=self.gone)  # fmt: skip
        if self.more_faces:
            yield say_count("{n} counter has more than two faces; the first two were taken.",
                            "{n} counters have more than two faces; the first two were taken.",
                            n=self.more_faces)  # fmt: skip


def _rows(
    module: ReadModule,
    standing: tuple[FoundPiece, ...],
    place_of: Callable[[FoundPiece], str],
    repaint: Repaint,
    notes: list[str],
    progress: Progress | None,
) -> tuple[list[dict[str, str]], int]:
    """Rows of a table of counters: those that stand somewhere first, then the rest of the trays."""
    sides = _sides(module)
    trays = {(piece.name, piece.images): tray for tray, piece in module.tray}
    found = [(piece, trays.get((piece.name, piece.images), ""), place_of(piece))
             for piece in standing]  # fmt: skip
    stood = Counter((piece.name, piece.images) for piece in standing)
    for tray, piece in module.tray:
        key = (piece.name, piece.images)
        if stood[key]:
            stood[key] -= 1
        else:
            found.append((piece, tray, ""))
    found, rows = found[:_MOST], list[dict[str, str]]()

    def told(share: float) -> None:
        report(progress, 20 + int(60 * share), 100)

    pictures = _Pictures(module, [piece for piece, _, _ in found], repaint, told)
    for piece, tray, place in found:
        row = {
            "name": _name(piece.name), "side": _side_of(piece, tray, sides), "symbol": "none",
            "place": place,
        }  # fmt: skip
        faces = pictures.faces(piece)
        row |= dict(zip(("picture", "back"), faces, strict=False))
        if len(faces) > 1:
            row["flipped"] = "yes" if piece.face > 1 else "no"
        rows.append(row)
    placed = sum(bool(place) for _, _, place in found)
    if len(standing) > placed:
        notes.append(
            say_count("{n} counter stands on no cell of the board; it waits aside.",
                      "{n} counters stand on no cell of the board; they wait aside.",
                      n=len(standing) - placed)
        )  # fmt: skip
    notes += pictures.notes()
    return rows, placed


def _on_board(piece: FoundPiece, board: FoundBoard) -> tuple[int, int] | None:
    if piece.at is None or piece.map != board.map:
        return None
    return piece.at[0] - board.edge[0], piece.at[1] - board.edge[1]


def _sides(module: ReadModule) -> dict[str, str]:
    """The sides by id with their names; what belongs to nobody has one too."""
    names = list(module.sides)
    names += [piece.marks["Side"] for _, piece in module.tray if piece.marks.get("Side")]
    found: dict[str, str] = {}
    for name in names:
        words = plain(" ".join(name.split()), 40).strip()
        if words and words not in found.values() and len(found) < 20:
            found[_id(words, found)] = words
    return found | {_NO_SIDE: "Neutral"}


def _id(words: str, taken: Mapping[str, str]) -> str:
    text = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode()
    stem = re.sub(r"[^A-Za-z0-9]+", "-", text).strip("-").lower()[:30] or "side"
    number = 1
    while (name := stem if number == 1 else f"{stem}-{number}") in taken or name in (
        _NO_SIDE, "chance", "umpire", "aside",
    ):  # fmt: skip
        number += 1
    return name


def _side_of(piece: FoundPiece, tray: str, sides: Mapping[str, str]) -> str:
    """Whose a counter is: it says so, or its tray is called after a side."""
    said = piece.marks.get("Side", "").lower()
    for side, name in sides.items():
        if said and said == name.lower():
            return side
    for side, name in sides.items():
        if name.lower() in (tray.lower(), *(v.lower() for v in piece.marks.values())):
            return side
    return next((side for side, name in sides.items() if name.lower() in tray.lower()), _NO_SIDE)


def _name(text: str) -> str:
    words = "".join(c if c.isprintable() else " " for c in text)
    return " ".join(words.split())[:50].strip() or "Counter"


def _written(
    goal: Path, module: ReadModule, document: MapDocument, rows: list[dict[str, str]],
    placed: int, notes: list[str],
) -> MadeOfModule:  # fmt: skip
    sides = _sides(module)
    used = {row["side"] for row in rows}
    if _NO_SIDE not in used and len(sides) > 1:
        sides.pop(_NO_SIDE)
    cups = [
        {"id": slug(name, "cup")[:30] + f"-{number}", "title": name,
         "items": [_name(item) for item in items[:1000]]}
        for number, (name, items) in enumerate(module.cups[:100], start=1)
    ]  # fmt: skip
    dice = [one for one in module.dice if _DICE.match(one)][:12] or ["1d6", "2d6", "1d10"]
    setup: dict[str, Any] = {
        "dice": dice, "sides": [{"id": one, "name": name} for one, name in sides.items()],
    }  # fmt: skip
    if cups:
        setup["cups"] = cups
    title = _name(module.title)
    make_rules(GAME, compile_board(document), {**setup, "forces": {"counter": rows}}, {})
    with TemporaryDirectory() as folder:
        place = Path(folder) / "board.wdmap"
        write_map(document, place)
        new = NewPack(
            title=title, game=GAME, scenario=SCENARIO, map=place, counters=rows,
            scenario_row={
                "title": title, "players": f"1–{max(1, len(sides))}", "length": "as it takes",
                "complexity": 1, "turns": 10, "blurb": "A module of VASSAL, without its programs.",
                "setup": setup,
            },
            sources=[f"A VASSAL module: {title}"],
        )  # fmt: skip
        write_pack(goal, new)
    return MadeOfModule(
        pack=str(goal), scenario=str(goal / "scenarios" / f"{SCENARIO}.toml"), title=title,
        sides=tuple(sides.values()), counters=len(rows), placed=placed,
        cells=len(document.cells), notes=tuple(notes),
    )  # fmt: skip
