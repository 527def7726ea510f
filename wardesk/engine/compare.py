"""What differs between two states of a game, generic over games: pieces, marks, tracks, cups."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from msgspec import Struct

from wardesk.engine.types import GameState, Piece, Value

DifferenceKind = Literal["created", "lost", "moved", "changed", "mark", "track", "cup", "result"]


class Difference(Struct, frozen=True, kw_only=True):
    """One thing that is not the same in two states.

    *what* is the piece, mark, track or cup; *field* the field of a piece that changed. *cells* are
    the places it concerns, boxes included.
    """

    kind: DifferenceKind
    what: str
    field: str = ""
    before: Value = None
    after: Value = None
    cells: tuple[str, ...] = ()


def differences(a: GameState[Any, Any], b: GameState[Any, Any]) -> tuple[Difference, ...]:
    """Everything on the table that differs between *a* and *b*, as what became of *a*.

    Losses, arrivals and moves of pieces come first, then their other fields, marks, tracks, cups.
    The pending question is not on the table and does not count.
    """
    found = [*_pieces(a.pieces, b.pieces), *_marks(a.marks, b.marks)]
    found += _tracks(a.tracks, b.tracks)
    for cup in sorted({*a.cups, *b.cups}):
        was, now = ", ".join(sorted(a.cups.get(cup, ()))), ", ".join(sorted(b.cups.get(cup, ())))
        if was != now:
            found.append(Difference(kind="cup", what=cup, before=was, after=now))
    if a.result != b.result:
        was, now = (state.result.text if state.result else None for state in (a, b))
        found.append(Difference(kind="result", what="result", before=was, after=now))
    order: tuple[DifferenceKind, ...] = (
        "result", "track", "lost", "created", "moved", "changed", "mark", "cup",
    )  # fmt: skip
    return tuple(sorted(found, key=lambda one: order.index(one.kind)))


def cells_of(found: tuple[Difference, ...]) -> tuple[str, ...]:
    """Every place that *found* concerns, once, in the order of the list."""
    return tuple(dict.fromkeys(cell for one in found for cell in one.cells))


def _pieces(a: Mapping[str, Piece], b: Mapping[str, Piece]) -> Iterator[Difference]:
    for piece in dict.fromkeys((*a, *b)):
        was, now = a.get(piece), b.get(piece)
        here, there = was.at if was else None, now.at if now else None
        cells = tuple(dict.fromkeys(cell for cell in (here, there) if cell is not None))
        if here is None and there is not None:
            yield Difference(kind="created", what=piece, after=there, cells=cells)
        elif here is not None and there is None:
            yield Difference(kind="lost", what=piece, before=here, cells=cells)
        elif here != there:
            yield Difference(kind="moved", what=piece, before=here, after=there, cells=cells)
        if was is not None and now is not None and there is not None and was is not now:
            yield from _fields(piece, was, now)


def _fields(piece: str, was: Piece, now: Piece) -> Iterator[Difference]:
    cells = (now.at,) if now.at is not None else ()
    for name in now.__struct_fields__:
        old, new = getattr(was, name, None), getattr(now, name)
        if name not in ("id", "at") and old != new:
            yield Difference(
                kind="changed", what=piece, field=name, before=old, after=new, cells=cells
            )


def _marks(a: Mapping[str, Value], b: Mapping[str, Value]) -> Iterator[Difference]:
    for mark in sorted({*a, *b}):
        if a.get(mark) != b.get(mark):
            # By custom a mark is named after its cell: "MN/destroyed".
            cell = mark.partition("/")[0]
            yield Difference(
                kind="mark", what=mark, before=a.get(mark), after=b.get(mark), cells=(cell,)
            )


def _tracks(a: Mapping[str, int], b: Mapping[str, int]) -> list[Difference]:
    return [
        Difference(kind="track", what=track, before=a.get(track), after=b.get(track))
        for track in dict.fromkeys((*a, *b))
        if a.get(track) != b.get(track)
    ]
