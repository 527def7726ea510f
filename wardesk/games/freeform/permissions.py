"""What every chapter needs: its steps, who may touch what, who sees what, and the way back."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress

import msgspec

from wardesk.engine.draft import Draft
from wardesk.engine.rules import Steps
from wardesk.engine.types import Choice, Value, replace
from wardesk.games.freeform.cards import CardBack, knowers
from wardesk.games.freeform.setting import Setting
from wardesk.games.freeform.setup import MarkRow, Setup
from wardesk.games.freeform.state import MARKER, Counter, State
from wardesk.words import Text, readied, say

steps = Steps()
"""The steps of a game; each chapter adds its own."""


Table = Draft[Setting]

BACK = "back"
BACK_OF = "back of "
"""Begins the id under which a counter goes for those who see only its back."""
_NO_CARD = CardBack("", "")
"""A counter that lies face down: its side's colours, and nothing else."""
BACK_CHOICE = Choice(BACK, say("Back"), "FF 1.1", say("Do nothing of this kind"))


class DeedRefused(Exception):
    """A deed that cannot be done, with the rule that says so."""

    def __init__(self, text: str, cite: str = "") -> None:
        super().__init__(text)
        self.text, self.cite = text, cite


def may_touch(setting: Setting, counter: Counter, side: str) -> bool:
    """Whether *side* may do something with *counter* (FF 1.2)."""
    if not counter.seen_by(side):
        return False
    return not setting.own_hands or counter.side == side


def touchable(setting: Setting, pieces: Mapping[str, Counter], side: str) -> tuple[str, ...]:
    """Every counter that *side* may do something with, in the order of the table."""
    return tuple(c.id for c in pieces.values() if may_touch(setting, c, side))


def known_marks(layout: Setup, marks: Mapping[str, Value]) -> tuple[MarkRow, ...]:
    """The kinds of markers there are: the scenario's, then those made at the table."""
    made: list[MarkRow] = []
    for key, value in marks.items():
        if key.startswith(MARKER):
            # An umpire may have written anything there by hand; what is no marker is none.
            with suppress(msgspec.ValidationError, ValueError):
                letter, name, colour, shape = str(value).split("|", 3)
                row = {"id": key.removeprefix(MARKER), "letter": letter, "name": name}
                made.append(
                    msgspec.convert({**row, "colour": colour, "shape": shape}, readied(MarkRow))
                )
    return (*layout.marks, *made)


def marker_name(layout: Setup, mark: MarkRow) -> str:
    """The name of a marker; one that was made at the table stands as a person wrote it."""
    return mark.name if mark in layout.marks else say("{name!s}", name=mark.name)


def tell_witnesses(d: Table, before: Sequence[Counter], after: Sequence[Counter]) -> None:
    """Let those sides read about it that saw all of the counters until now, or do from now on."""
    seen, see = witnesses(d.setting, before), witnesses(d.setting, after)
    if seen and see:
        d.secret([side for side in d.setting.sides if side in {*seen, *see}])


def witnesses(setting: Setting, counters: Iterable[Counter]) -> tuple[str, ...]:
    """The sides that see all of *counters*; empty when that is every side."""
    seen = list(counters)
    sides = tuple(side for side in setting.sides if all(c.seen_by(side) for c in seen))
    return () if len(sides) == len(setting.sides) else sides


def place_name(setting: Setting, at: str | None) -> str:
    """A place in words."""
    if at is None:
        return say("off the table")
    cell = setting.board.cells.get(at)
    if cell is not None:
        if cell.name in ("", at):
            return cell.name
        return say("{place} ({cell!s})", place=cell.name, cell=at)
    return next((box.title for box in setting.layout.boxes if box.id == at), at)


def called(setting: Setting, counter: Counter) -> str:
    """The name of a counter; one that was given at the table stands as a person wrote it."""
    if counter.name in setting.counter_names:
        return counter.name
    return say("{name!s}", name=counter.name)


def names(setting: Setting, counters: Iterable[Counter]) -> Text:
    """A few counters by name, many by number."""
    found = [called(setting, counter) for counter in counters]
    if len(found) <= 3:
        return say("{counters}", counters=found)
    return say(
        "{first}, {second} and {number} more",
        first=found[0],
        second=found[1],
        number=len(found) - 2,
    )


def together(
    setting: Setting, pieces: Mapping[str, Counter], picked: Iterable[str], side: str
) -> tuple[str, ...]:
    """The picked counters, and those that are grouped with them (FF 2.6)."""
    wanted = [pieces[piece] for piece in picked if piece in pieces]
    groups = {counter.group for counter in wanted if counter.group}
    chosen = {counter.id for counter in wanted}
    return tuple(
        c.id
        for c in pieces.values()
        if c.id in chosen or (c.group in groups and may_touch(setting, c, side))
    )


def regrouped(seen: Collection[Counter]) -> dict[str, Counter]:
    """The counters whose group names one that is not *seen*, with another name for it.

    A group is named after one of its counters. One that stands alone in it is in none.
    """
    known = {counter.id for counter in seen}
    groups: dict[str, list[Counter]] = {}
    for counter in seen:
        if counter.group and counter.group not in known:
            groups.setdefault(counter.group, []).append(counter)
    return {
        counter.id: replace(counter, group=f"group-{found[0].id}" if len(found) > 1 else "")
        for found in groups.values()
        for counter in found
    }


def backs(
    pieces: Iterable[Counter], side: str, cards: Mapping[str, CardBack]
) -> dict[str, Counter]:
    """The counters of which *side* sees only the back; *cards* are the backs of the cards.

    Their ids are made of what anybody can see, side, place and how many lie there: neither a name
    nor an order of the list gives away which counter it is.
    """
    down = [c for c in pieces if c.felt_by(side) and not c.seen_by(side)]
    lying: dict[tuple[str, str | None], list[tuple[int, CardBack]]] = {}
    for counter in down:
        back = cards.get(counter.card, _NO_CARD)
        lying.setdefault((counter.side, counter.at), []).append((counter.pile, back))
    found: dict[str, Counter] = {}
    for (owner, at), those in sorted(lying.items(), key=lambda one: (one[0][0], one[0][1] or "")):
        seen = sorted(those, key=lambda one: (one[0], one[1].deck))
        for number, (pile, back) in enumerate(seen, 1):
            name = f"{BACK_OF}{owner}/{at or ''}/{number}"
            found[name] = Counter(
                id=name, side=owner, at=at, name=back.deck or "Face down", symbol="none",
                down_for=side, pile=pile, bar=back.colour, picture=back.picture,
            )  # fmt: skip
    return found


def anything_hidden(setting: Setting, state: State, side: str) -> bool:
    """Whether *side* is kept from seeing some counter or card (FF 2.7, FF 6.1)."""
    if any(not counter.seen_by(side) for counter in state.pieces.values()):
        return True
    return any(
        items and side not in knowers(setting.decks, cup, setting.sides)
        for cup, items in state.cups.items()
    )
