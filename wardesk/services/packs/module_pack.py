"""A VASSAL module as a pack for a table without rules: its board, its counters, its set-up."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from wardesk.documents.files.images import image_part
from wardesk.documents.files.pictures import keep_many
from wardesk.documents.imports.tracing import plain
from wardesk.documents.imports.vassal import (
    FoundBoard,
    ReadModule,
    ReadPosition,
    read_module,
    read_position,
)
from wardesk.documents.imports.vassal_board import BoardMap, board_map, extent_of
from wardesk.documents.imports.vassal_file import FoundDeck, FoundPiece
from wardesk.documents.maps.store import write_map
from wardesk.documents.packs.pack_writer import NewPack, judge_place, write_pack
from wardesk.drawing.compile import BACKDROP, compile_board
from wardesk.drawing.document import MapDocument, Underlay
from wardesk.errors import Progress, UserError, report
from wardesk.games.registry import make_rules
from wardesk.words import say, say_count

GAME, SCENARIO = "freeform", "table"
_NO_SIDE = "neutral"
_DICE = re.compile(r"[1-9]\d?d[1-9]\d{0,2}\Z")
_MOST, _MOST_CARDS, _MOST_DECKS = 4000, 2000, 40
"""Counters, cards and their decks."""
_OTHERS = "others"
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


class PlannedPiece(Struct, frozen=True):
    """A counter of a plan: the tray it lies in, and the cell where it stands, if it does."""

    piece: FoundPiece
    tray: str
    place: str


class PlannedCard(Struct, frozen=True):
    """A card of a plan: its deck by number, and where it lies: ``discard``, or whose hand it is."""

    piece: FoundPiece
    deck: int
    at: str = ""
    hand: str = ""


class ModulePlan(Struct, frozen=True, kw_only=True):
    """What will become of a module, before anything is written."""

    title: str
    boards: tuple[str, ...]
    board: str
    """The one that is taken."""
    picture: bytes
    """Of the board as PNG; none if it has none."""
    document: MapDocument
    sides: tuple[str, ...]
    pieces: tuple[PlannedPiece, ...]
    decks: tuple[str, ...]
    cards: tuple[PlannedCard, ...]
    players: Mapping[str, str]
    """The side of each player of the saved game, by what VASSAL calls him."""
    notes: tuple[str, ...]
    """What a person should know, and what is lost, in words."""
    module: ReadModule

    @property
    def placed(self) -> int:
        """How many counters stand in a cell."""
        return sum(bool(one.place) for one in self.pieces)


def plan_module(
    source: Path,
    repaint: Repaint,
    *,
    position: Path | None = None,
    board: str = "",
    progress: Progress | None = None,
) -> ModulePlan:
    """Read a module, and a saved game's *position* if one is given; nothing is written.

    *board* names the one to take; else the largest. UserError or DamagedFile if something cannot
    be read. Cancelled if *progress* wants no more.
    """
    report(progress, 0, 100)
    module = read_module(source, progress)
    notes = list(module.notes)
    report(progress, 40, 100)
    standing = ReadPosition(pieces=module.start, decks=module.decks)
    if position is not None:
        standing = read_position(position, module)
    chosen, picture, size = _chosen(module, board, standing.pieces, repaint, notes)
    if len(module.boards) > 1:
        others = [one.name for one in module.boards if one is not chosen]
        notes.append(
            say("Of {n} boards {name!s} was taken; there are also {others!s}.",
                n=len(module.boards), name=plain(chosen.name),
                others=plain(", ".join(others), 200))
        )  # fmt: skip
    report(progress, 60, 100)
    found = board_map(chosen, size, module.title, progress=None)
    document = module.own if module.own is not None and chosen.map == "Map" else found.document
    if module.own is None and picture:
        _put_under(document, picture, size, found)
    notes += found.notes if module.own is None else ()
    report(progress, 80, 100)

    called = {cell.name: cell.id for cell in found.document.cells.values()}

    def place_of(piece: FoundPiece) -> str:
        at = _on_board(piece, chosen)
        cell = found.cell_at(at) if at is not None else None
        if at is not None:
            cell = called.get(plain(piece.location), cell)
        return cell if cell is not None and cell in document.cells else ""

    standing, decks, cards = _dealt(module, standing)
    pieces = _pieces(module, standing, cards, place_of, notes)
    notes += _told_secrets(pieces, standing.decks)
    report(progress, 100, 100)
    return ModulePlan(
        title=_name(module.title), boards=tuple(plain(one.name) for one in module.boards),
        board=plain(chosen.name), picture=picture, document=document,
        sides=_sides_used(module, pieces), pieces=pieces,
        decks=tuple(deck.name or "Deck" for deck in decks), cards=cards,
        players=standing.players, notes=tuple(notes), module=module,
    )  # fmt: skip


def make_pack(
    plan: ModulePlan, goal: Path, repaint: Repaint, progress: Progress | None = None
) -> MadeOfModule:
    """Make the pack folder *goal*. Errors as `plan_module`; nothing is left behind then."""
    judge_place(goal)
    notes = list(plan.notes)
    rows, cards = _rows(plan, repaint, notes, progress)
    report(progress, 90, 100)
    return _written(goal, plan, rows, cards, notes)


def import_module(
    source: Path,
    goal: Path,
    repaint: Repaint,
    *,
    position: Path | None = None,
    board: str = "",
    progress: Progress | None = None,
) -> MadeOfModule:
    """Both at once: `plan_module`, then `make_pack`. Errors as they say."""
    judge_place(goal)

    def half(begin: int) -> Progress:
        def told(done: int, of: int) -> bool:
            return progress is None or progress(begin + 50 * done // of, 100)

        return told

    plan = plan_module(source, repaint, position=position, board=board, progress=half(0))
    return make_pack(plan, goal, repaint, half(50))


def _chosen(
    module: ReadModule,
    wanted: str,
    pieces: Sequence[FoundPiece],
    repaint: Repaint,
    notes: list[str],
) -> tuple[FoundBoard, bytes, tuple[int, int]]:
    """The board to take, its picture as PNG, and its size in the pixels of the module.

    Most of the counters stand on the map; tables of cards and charts may be larger than it.
    """
    known = [one for one in module.boards if not wanted or wanted in (one.name, one.map)]
    standing = Counter((piece.map, piece.board) for piece in pieces)
    if not known:
        raise UserError(
            say("There is no board {name!s}.", name=plain(wanted)),
            say("There are: {known!s}.",
                known=plain(", ".join(one.name for one in module.boards), 300)),
        )  # fmt: skip
    best: tuple[tuple[int, ...], FoundBoard, bytes, tuple[int, int]] | None = None
    refused: dict[str, str] = {}
    for one in known[:40]:
        data, size = b"", one.size
        raw = module.archive.image(one.image) if one.image else None
        if raw is not None:
            try:
                data, size = repaint(raw, _BOARD_EDGE)
            except UserError as error:
                refused[one.image] = str(error)
        if not (size[0] and size[1]):
            size = extent_of(one)
        if not (size[0] and size[1]):
            continue
        has_grid = one.grid is not None
        here = standing[one.map, one.name] + standing[one.map, ""]
        weight = (
            one.map not in module.private,
            here * has_grid,
            size[0] * size[1] * has_grid,
            bool(data),
        )
        if best is None or weight > best[0]:
            best = weight, one, data, size
    if best is None:
        raise UserError(
            "No board of the module has a picture or a size.",
            "Get a copy of the module with its pictures.",
        )
    if not best[2]:
        notes.append(
            refused.get(best[1].image, say("The picture of the board is not in the module."))
        )
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
        self, module: ReadModule, pieces: Sequence[FoundPiece], backs: Iterable[str],
        repaint: Repaint, progress: Callable[[float], None],
    ) -> None:  # fmt: skip
        wanted = dict.fromkeys(name for piece in pieces for name in piece.images[:2])
        wanted |= dict.fromkeys(filter(None, backs))
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

    def back(self, card: FoundPiece) -> str:
        """What others see of a card."""
        return self._kept.get(card.behind, "")

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


def _pieces(
    module: ReadModule,
    position: ReadPosition,
    cards: Sequence[PlannedCard],
    place_of: Callable[[FoundPiece], str],
    notes: list[str],
) -> tuple[PlannedPiece, ...]:
    """Counters that stand somewhere first, then the rest of the trays."""
    standing = position.pieces
    trays = {(piece.name, piece.images): tray for tray, piece in module.tray}
    found = [
        PlannedPiece(piece, trays.get((piece.name, piece.images), ""), place_of(piece))
        for piece in standing
    ]
    placed = sum(bool(one.place) for one in found)
    if len(standing) > placed:
        notes.append(
            say_count("{n} counter stands on no cell of the board; it waits aside.",
                      "{n} counters stand on no cell of the board; they wait aside.",
                      n=len(standing) - placed)
        )  # fmt: skip
    used = (*standing, *(card.piece for card in cards))
    stood = Counter((piece.name, piece.images) for piece in used)
    for tray, piece in module.tray:
        key = (piece.name, piece.images)
        if stood[key]:
            stood[key] -= 1
        else:
            found.append(PlannedPiece(piece, tray, ""))
    return tuple(found[:_MOST])


def _dealt(
    module: ReadModule, position: ReadPosition
) -> tuple[ReadPosition, list[FoundDeck], tuple[PlannedCard, ...]]:
    """What stands on boards, the decks, and all cards: those in decks, hands and discards.

    A deck that lies face up is all discards: everybody may look. What lies in the window of one
    side is seen by that side alone.
    """
    decks = list(position.decks[:_MOST_DECKS])
    cards = [
        PlannedCard(card, number, "" if deck.face_down else "discard")
        for number, deck in enumerate(decks) for card in deck.cards
    ]  # fmt: skip
    names = {deck.name: number for number, deck in enumerate(decks)}
    whose = {
        (card.name, card.images): names[deck.name]
        for deck in (*decks, *module.decks) if deck.name in names for card in deck.cards
    }  # fmt: skip
    standing: list[FoundPiece] = []
    for piece in position.pieces:
        owner = module.private.get(piece.map)
        ours = names.get(piece.marks.get("Deck", ""))  # a card of a module that WarDesk wrote
        deck = whose.get((piece.name, piece.images)) if ours is None else ours
        hand = owner or (piece.masked_by if ours is not None else "")
        if hand and deck is not None:
            cards.append(PlannedCard(piece, deck, hand=hand))
        elif ours is not None:
            cards.append(PlannedCard(piece, ours, "discard"))
        elif owner is not None:
            standing.append(replace(piece, hidden_by=piece.hidden_by or owner or "nobody"))
        else:
            standing.append(piece)
    return replace(position, pieces=tuple(standing)), decks, tuple(cards[:_MOST_CARDS])


def _told_secrets(pieces: Sequence[PlannedPiece], decks: Sequence[FoundDeck]) -> Iterator[str]:
    """What is hidden, in words."""
    masked = sum(bool(one.piece.masked_by or one.piece.hidden_by) for one in pieces)
    if masked:
        yield say_count("{n} counter stays masked or invisible for the others.",
                        "{n} counters stay masked or invisible for the others.",
                        n=masked)  # fmt: skip
    if len(decks) > _MOST_DECKS:
        yield say("Only the first {most} decks were read.", most=_MOST_DECKS)
    if any(deck.cards and deck.face_down for deck in decks):
        yield say("The decks are shuffled: a deck here has no order.")


def _rows(
    plan: ModulePlan, repaint: Repaint, notes: list[str], progress: Progress | None
) -> tuple[list[dict[str, str]], list[dict[str, str]]]:
    """Rows of a table of counters, and of one of cards."""

    def told(share: float) -> None:
        report(progress, int(90 * share), 100)

    sides = _sides(plan.module)
    every = [one.piece for one in (*plan.pieces, *plan.cards)]
    backs = (card.piece.behind for card in plan.cards)
    pictures = _Pictures(plan.module, every, backs, repaint, told)
    rows: list[dict[str, str]] = []
    for one in plan.pieces:
        row = {
            "name": _name(one.piece.name), "side": _side_of(one.piece, one.tray, sides),
            "symbol": "none", "place": one.place,
        }  # fmt: skip
        faces = pictures.faces(one.piece)
        row |= dict(zip(("picture", "back"), faces, strict=False))
        if len(faces) > 1:
            row["flipped"] = "yes" if one.piece.face > 1 else "no"
        for column, owner in (("down", one.piece.masked_by), ("hidden", one.piece.hidden_by)):
            if owner:
                row["side"] = _side_called(plan.players.get(owner, owner), sides)
                row[column] = _OTHERS
        rows.append(row)
    left = _without_nobody(sides, {row["side"] for row in rows})
    for row in rows:  # the sides are known only now
        others = " ".join(side for side in left if side != row["side"])
        row |= {column: others for column in ("down", "hidden") if row.get(column)}
    cards: list[dict[str, str]] = []
    for card in plan.cards:
        row = {"name": _name(card.piece.name), "deck": _deck_id(card.deck), "at": card.at}
        hand = _side_called(card.hand, left) if card.hand else _NO_SIDE
        if card.hand:
            row["at"] = f"hand {hand}" if hand in left else ""
        front, back = pictures.faces(card.piece)[:1], pictures.back(card.piece)
        row |= {"picture": front[0]} if front else {}
        row |= {"back": back} if back else {}
        cards.append(row)
    notes += pictures.notes()
    return rows, cards


def _side_called(words: str, sides: Mapping[str, str]) -> str:
    """The side with this name or id, in whatever case; else the one that is nobody's."""
    wanted = plain(words, 40).lower()
    return next((s for s, name in sides.items() if wanted in (s, name.lower())), _NO_SIDE)


def _deck_id(number: int) -> str:
    return f"deck-{number + 1}"


def _on_board(piece: FoundPiece, board: FoundBoard) -> tuple[int, int] | None:
    if piece.at is None or piece.map != board.map or piece.board not in ("", board.name):
        return None
    if piece.board:
        return piece.at
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


def _sides_used(module: ReadModule, pieces: Sequence[PlannedPiece]) -> tuple[str, ...]:
    sides = _sides(module)
    used = {_side_of(one.piece, one.tray, sides) for one in pieces}
    return tuple(_without_nobody(sides, used).values())


def _without_nobody(sides: dict[str, str], used: Collection[str]) -> dict[str, str]:
    """The sides; whoever owns nothing and is called nobody is left out."""
    if _NO_SIDE not in used and len(sides) > 1:
        return {side: name for side, name in sides.items() if side != _NO_SIDE}
    return sides


def _written(
    goal: Path,
    plan: ModulePlan,
    rows: list[dict[str, str]],
    cards: list[dict[str, str]],
    notes: list[str],
) -> MadeOfModule:
    module, document = plan.module, plan.document
    sides = _without_nobody(_sides(module), {row["side"] for row in rows})
    decks = [
        {"id": _deck_id(number), "title": _name(name)} for number, name in enumerate(plan.decks)
    ]
    dice = [one for one in module.dice if _DICE.match(one)][:12] or ["1d6", "2d6", "1d10"]
    setup: dict[str, Any] = {
        "dice": dice, "sides": [{"id": one, "name": name} for one, name in sides.items()],
    }  # fmt: skip
    if decks:
        setup["decks"] = decks
    title = plan.title
    make_rules(
        GAME, compile_board(document), {**setup, "forces": {"counter": rows, "card": cards}}, {}
    )
    with TemporaryDirectory() as folder:
        place = Path(folder) / "board.wdmap"
        write_map(document, place)
        new = NewPack(
            title=title, game=GAME, scenario=SCENARIO, map=place, counters=rows, cards=cards,
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
        sides=tuple(sides.values()), counters=len(rows), placed=plan.placed,
        cells=len(document.cells), notes=tuple(notes),
    )  # fmt: skip
