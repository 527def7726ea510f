"""Every face that the counters of a game can show: at full strength, with each step less, behind.

Programs that know no rules, and printers, need them all; a table shows one at a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from wardesk.engine.rules import Rules
from wardesk.engine.types import GameState, Piece
from wardesk.model.look import CounterLook, TableLook

_MOST_STEPS = 8


class CounterFaces(Struct, frozen=True, kw_only=True):
    """One counter: its faces from the strongest on, and which of them is up now."""

    look: CounterLook
    faces: tuple[CounterLook, ...]
    up: int = 0
    place: str | None = None
    """Cell or box."""
    secret: Literal["", "masked", "hidden"] = ""
    """Whether some other side sees its back alone, or nothing of it."""


def counter_faces(
    rules: Rules[Any, Any], state: GameState[Any, Any]
) -> tuple[TableLook, tuple[CounterFaces, ...]]:
    """The table as it is, and the faces of every counter on it, those in boxes included."""
    look = rules.showing.look(state)
    beside = {piece: box.title for box in look.boxes for piece in box.pieces}
    variants = [
        {one.piece: one for one in rules.showing.look(other).counters} for other in _variants(state)
    ]
    found: list[CounterFaces] = []
    for counter in look.counters:
        faces: list[CounterLook] = []
        for variant in variants:
            face = variant.get(counter.piece)
            if face is not None and all(_drawn(face) != _drawn(known) for known in faces):
                faces.append(face)
        now = [number for number, face in enumerate(faces) if _drawn(face) == _drawn(counter)]
        if not now:
            faces.insert(0, counter)
        found.append(
            CounterFaces(
                look=counter, faces=tuple(faces), up=now[0] if now else 0,
                place=counter.at or beside.get(counter.piece),
            )
        )  # fmt: skip
    return look, tuple(found)


def with_secrets(
    counters: Iterable[CounterFaces],
    state: GameState[Any, Any],
    seen: Iterable[GameState[Any, Any]],
) -> tuple[CounterFaces, ...]:
    """The counters of *state*; what is missing in what some side has *seen* is secret."""
    views = list(seen)
    found: list[CounterFaces] = []
    for one in counters:
        name = one.look.piece
        if any(name not in view.pieces for view in views):
            masked = getattr(state.pieces.get(name), "down_for", "")
            found.append(replace(one, secret="masked" if masked else "hidden"))
        else:
            found.append(one)
    return tuple(found)


def _drawn(look: CounterLook) -> CounterLook:
    """What of a counter is printed on it: nothing that the moment adds."""
    return replace(look, badges=(), text="", turned=0, spent=False, at=None)


def _variants(state: GameState[Any, Any]) -> Iterator[GameState[Any, Any]]:
    """The state with all counters whole, with a step less each, and turned over."""
    pieces: Mapping[str, Piece] = state.pieces
    full = {name: _full(piece) for name, piece in pieces.items()}
    deepest = min(_MOST_STEPS, max(full.values(), default=0))
    for lost in range(max(1, deepest)):
        yield replace(state, pieces={
            name: replace(piece, steps=max(1, full[name] - lost)) if full[name] else piece
            for name, piece in pieces.items()
        })  # fmt: skip
    turned = {name for name, piece in pieces.items() if _turns(piece) and full[name] < 2}
    for up in (False, True) if turned else ():
        yield replace(state, pieces={
            name: replace(piece, flipped=up) if name in turned else piece
            for name, piece in pieces.items()
        })  # fmt: skip


def _turns(piece: Piece) -> bool:
    """Whether a counter has a back that is no loss of a step."""
    return bool(getattr(piece, "has_back", False))


def _full(piece: Piece) -> int:
    """How many steps a counter has at most; 0 where its kind has none."""
    if not isinstance(getattr(piece, "steps", None), int):
        return 0
    usual = type(piece).__struct_defaults__
    fields = type(piece).__struct_fields__
    first = dict(zip(fields[len(fields) - len(usual) :], usual, strict=True)).get("steps")
    known = getattr(piece, "full_steps", first if isinstance(first, int) else 1)
    return max(int(known), piece.steps)  # type: ignore[attr-defined]
