"""What a freeform scenario lays out: sides, boxes, cups, tracks, markers and dice."""

from __future__ import annotations

import re
from collections import Counter as Count
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta, Struct

from wardesk.engine.types import CHANCE, UMPIRE
from wardesk.errors import UserError
from wardesk.games.freeform.state import ASIDE, TURN
from wardesk.model.board import Board
from wardesk.words import readied, say

Id = Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9 _.-]*\Z", max_length=40)]
Title = Annotated[str, Meta(pattern=r"^[^\x00-\x1f\x7f-\x9f]+\Z", max_length=60)]
Note = Annotated[str, Meta(min_length=1, max_length=400)]
Colour = Annotated[str, Meta(pattern=r"^(#[0-9A-Fa-f]{6})?\Z")]
Dice = Annotated[str, Meta(min_length=2, max_length=30)]
MOST_DICE, LEAST_FACES = 12, 2
DEAD, EXIT, FROM = "dead", "exit", "from"
"""What the ids of boxes are or begin with that a campaign reads: the lost, those who left the map,
and those who wait beside it where they were before."""

PAINTS: tuple[tuple[str, str], ...] = (
    ("#8f9a8c", "#3f4a42"),
    ("#c2ab7c", "#6b5a37"),
    ("#8ea3b8", "#34495e"),
    ("#b98a80", "#6e2f27"),
    ("#a99bb5", "#4d3d5c"),
    ("#b7b59a", "#56543a"),
)
"""Face and bar for sides that name no colours of their own."""


class SideSetup(Struct, frozen=True, forbid_unknown_fields=True):
    """One side, in the order of its turns."""

    id: Id
    name: Title
    field: Colour = ""
    bar: Colour = ""


def slots(sides: Sequence[SideSetup]) -> tuple[Literal["a", "b"], ...]:
    """Which of the window's two inks each side has: the first is grey, the second blue.

    In turn; two sides are swapped where the first is the bluer one of them by its own colours.
    """
    order: tuple[Literal["a", "b"], ...] = tuple("ab"[k % 2] for k in range(len(sides)))  # type: ignore[misc]
    if len(sides) == 2 and _blue(sides[0]) > _blue(sides[1]):
        return order[::-1]
    return order


def _blue(side: SideSetup) -> int:
    """How much bluer than yellow a side's bar is; 0 for a side without colours of its own."""
    if not side.bar:
        return 0
    red, green, blue = (int(side.bar[k : k + 2], 16) for k in (1, 3, 5))
    return 2 * blue - red - green


class BoxRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A box beside the map in which counters can lie."""

    id: Id
    title: Title
    side: str = ""


class CupRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A cup of chits to draw from."""

    id: Id
    title: Title
    items: Annotated[tuple[Title, ...], Meta(max_length=1000)]


class DeckRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A deck of cards to draw from."""

    id: Id
    title: Title
    owner: str = ""
    """The side that may look through it and take cards of its choice; empty = nobody may."""


class TrackRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A track with a number on it."""

    id: Id
    title: Title
    value: int = 0
    least: int = 0
    most: int = 20
    side: str = ""


class MarkRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of marker for counters and places."""

    id: Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9 _.-]*\Z", max_length=40)]
    name: Title
    letter: Annotated[str, Meta(min_length=1, max_length=2)]
    colour: Colour = "#5b6b8c"
    shape: Literal["circle", "square", "diamond", "octagon", "hexagon", "triangle"] = "circle"


DEFAULT_MARKS = (
    MarkRow("done", "Done", "D", "#5b6b8c", "triangle"),
    MarkRow("disrupted", "Disrupted", "X", "#9c3b30", "octagon"),
    MarkRow("out-of-supply", "Out of supply", "S", "#b3812f", "hexagon"),
    MarkRow("dug-in", "Dug in", "E", "#3f3a33", "square"),
)


class GroundRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A marker that lies on the map from the start."""

    place: str
    mark: str


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything of a scenario but its counters."""

    sides: Annotated[tuple[SideSetup, ...], Meta(max_length=24)] = ()
    last_turn: Annotated[int, Meta(ge=0, le=999)] = 0
    """The turn after which the game is over; 0 = nobody counts."""
    boxes: Annotated[tuple[BoxRow, ...], Meta(max_length=500)] = ()
    cups: Annotated[tuple[CupRow, ...], Meta(max_length=100)] = ()
    decks: Annotated[tuple[DeckRow, ...], Meta(max_length=40)] = ()
    tracks: Annotated[tuple[TrackRow, ...], Meta(max_length=200)] = ()
    marks: Annotated[tuple[MarkRow, ...], Meta(max_length=100)] = DEFAULT_MARKS
    facings: Literal[0, 4, 6, 8, 12] = 0
    """How many ways a counter can face; 0 = six on hexes, eight elsewhere."""
    dice: Annotated[tuple[Dice, ...], Meta(max_length=40)] = ("1d6", "2d6", "1d10")
    turn: Annotated[int, Meta(ge=1, le=999)] = 1
    """The turn with which the game begins."""
    first: str = ""
    """The side that is up first; empty = the first one."""
    ground: Annotated[tuple[GroundRow, ...], Meta(max_length=20_000)] = ()
    notes: Annotated[tuple[Note, ...], Meta(max_length=1000)] = ()

    @property
    def side_ids(self) -> tuple[str, ...]:
        """The sides in the order of their turns."""
        return tuple(side.id for side in self.sides)


KNOWN = {*Setup.__struct_fields__, "forces"}


def read_setup(raw: Mapping[str, Any], board: Board) -> Setup:
    """The set-up of a scenario; without sides they are those of its counters.

    UserError that names the entry when something does not fit.
    """
    unknown = sorted(set(raw) - KNOWN)
    if unknown:
        raise UserError(
            say("The scenario's setup has the unknown entry {unknown!r}.", unknown=unknown[0]),
            say("It may have: {known!s}.", known=", ".join(sorted(KNOWN - {"forces"}))),
        )
    plain = {key: value for key, value in raw.items() if key != "forces"}
    if not plain.get("sides"):
        plain["sides"] = _sides_of(raw.get("forces", {}))
    try:
        found = msgspec.convert(plain, readied(Setup))
    except msgspec.ValidationError as error:
        raise UserError(
            say("The scenario's setup cannot be read: {error!s}.", error=error)
        ) from error
    _judge(found, board)
    return found


def _sides_of(forces: Mapping[str, Any]) -> list[dict[str, str]]:
    """The sides that counters name, in their order; two colours when nobody says anything."""
    counters: Iterable[Mapping[str, Any]] = forces.get("counter", ())
    named = [str(row.get("side", "")) for row in counters]
    return [{"id": side, "name": side} for side in dict.fromkeys(s for s in named if s)] or [
        {"id": "blue", "name": "Blue"},
        {"id": "red", "name": "Red"},
    ]


def _judge(setup: Setup, board: Board) -> None:
    _once("side", setup.side_ids)
    _once("box", (*(box.id for box in setup.boxes), ASIDE))
    _once("cup", (*(cup.id for cup in setup.cups), *(deck.id for deck in setup.decks)))
    for deck in setup.decks:
        if deck.owner and deck.owner not in setup.side_ids:
            raise UserError(
                say(
                    "The deck {deck!r} belongs to {side!r}, which is no side.",
                    deck=deck.id,
                    side=deck.owner,
                ),
                say("The sides are: {side_ids!s}.", side_ids=", ".join(setup.side_ids)),
            )
    _once("track", (*(track.id for track in setup.tracks), TURN))
    _once("marker", (mark.id for mark in setup.marks))
    for side in setup.side_ids:
        if side in (CHANCE, UMPIRE):
            raise UserError(
                say("No side can be called {side!r}.", side=side), "That word is taken."
            )
    for box in setup.boxes:
        if box.id in board.cells:
            raise UserError(
                say("The box {box!r} is called like a cell of the map.", box=box.id), "Rename it."
            )
    for track in setup.tracks:
        if not track.least <= track.value <= track.most:
            raise UserError(
                say(
                    "The track {track!r} starts at {value!s}, which is not between {least!s} "
                    "and {most!s}.",
                    track=track.id,
                    value=track.value,
                    least=track.least,
                    most=track.most,
                )
            )
    for dice in setup.dice:
        read_dice(dice)
    _judge_beginning(setup, board)


def _judge_beginning(setup: Setup, board: Board) -> None:
    """Who is up first and what lies on the map must be there."""
    if setup.first and setup.first not in setup.side_ids:
        raise UserError(
            say("There is no side {first!r} to be up first.", first=setup.first),
            say("The sides are: {side_ids!s}.", side_ids=", ".join(setup.side_ids)),
        )
    kinds = {mark.id for mark in setup.marks}
    for row in setup.ground:
        if row.place not in board.cells or row.mark not in kinds:
            raise UserError(
                say("No marker {mark!r} can lie in {place!r}.", mark=row.mark, place=row.place),
                "Name a cell of the map and a marker of the scenario.",
            )


def _once(what: str, ids: Iterable[str]) -> None:
    twice = [name for name, number in Count(ids).items() if number > 1]
    if twice:
        raise UserError(
            say("There are two {what} entries called {twice!r}.", what=what, twice=twice[0]),
            "Rename one.",
        )


class DiceSum(NamedTuple):
    """Dice that are added up: the faces of each, its sign, and what is added in the end."""

    faces: tuple[int, ...]
    signs: tuple[Literal[1, -1], ...]
    plus: int

    def total(self, dice: Sequence[int]) -> int:
        """What dice that fell so come to."""
        return sum(sign * die for sign, die in zip(self.signs, dice, strict=True)) + self.plus


_TERM = re.compile(r"([+-]?)(?:([0-9]{0,2})d([0-9]{1,3}|%)|([0-9]{1,3}))")


def read_dice(text: str) -> DiceSum:
    """What to roll: ``2d6+1``, ``d100``, ``3d6-1d4``. UserError when nobody has such dice."""
    plain = "".join(text.lower().split())
    faces: list[int] = []
    signs: list[Literal[1, -1]] = []
    plus = at = 0
    while at < len(plain):
        found = _TERM.match(plain, at)
        if found is None or (at and not found[1]):
            break
        sign: Literal[1, -1] = -1 if found[1] == "-" else 1
        at = found.end()
        if found[4]:
            plus += sign * int(found[4])
            continue
        count = int(found[2] or 1)
        faces += [100 if found[3] == "%" else int(found[3])] * count
        signs.extend(sign for _ in range(count))
    good = at == len(plain) and 1 <= len(faces) <= MOST_DICE and min(faces) >= LEAST_FACES
    if not good:
        raise UserError(
            say("{text!r} cannot be rolled.", text=text[:30]),
            say(
                "Write 1 to {most_dice!s} dice with what is added, like 2d6+1 or d100.",
                most_dice=MOST_DICE,
            ),
        )
    return DiceSum(tuple(faces), tuple(signs), plus)
