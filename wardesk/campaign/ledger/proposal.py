"""What the desk proposes before dice fall: inputs, modifiers, what is needed, the exact odds."""

from __future__ import annotations

from collections.abc import Collection
from fractions import Fraction

from msgspec import Struct

from wardesk.campaign.ledger.events import EVERYONE, Draft
from wardesk.campaign.ledger.kinds.rulings import Judged
from wardesk.campaign.operation.design import Table
from wardesk.campaign.operation.dice import DICE, TEN, DieName
from wardesk.errors import UserError
from wardesk.words import join, say

FACES = 10
"""Dice show 0 to 9."""


class Modifier(Struct, frozen=True):
    """One modifier with its rule. Added to the roll: below zero it helps."""

    label: str
    value: int
    cite: str


class Chance(Struct, frozen=True):
    """One outcome in *ways* of all faces of the die."""

    label: str
    ways: int


class Proposal(Struct, frozen=True, kw_only=True):
    """A roll that the rules ask for.

    With *needed*, the roll plus modifiers must not exceed it; otherwise a table is read.
    """

    id: str
    title: str
    cite: str
    inputs: tuple[str, ...] = ()
    modifiers: tuple[Modifier, ...] = ()
    needed: int | None = None
    chances: tuple[Chance, ...] = ()
    missing: str = ""
    """What is not known, so that nothing can be rolled before the umpire says it."""
    reconstruction: str = ""
    off: tuple[Modifier, ...] = ()
    """Modifiers that the umpire has switched off."""
    reason: str = ""
    """Why they are off."""
    seen_by: tuple[str, ...] = EVERYONE
    """Who may know of its die and its modifiers; the umpire may anyhow."""
    die: DieName = TEN

    @property
    def modifier(self) -> int:
        """The sum of all modifiers."""
        return sum(each.value for each in self.modifiers)

    @property
    def odds_text(self) -> str:
        """All chances in one line."""
        return join(
            ", ",
            [
                say("{label} {ways} %", label=each.label, ways=round(each.ways * 100 / self.ways))
                for each in self.chances
            ],
        )

    @property
    def ways(self) -> int:
        """In how many ways its die can fall."""
        return DICE[self.die].count


def switched(
    modifiers: tuple[Modifier, ...], without: Collection[str]
) -> tuple[tuple[Modifier, ...], tuple[Modifier, ...]]:
    """Those that count, and those that the umpire has switched off by their labels.

    UserError for a label that none of them has.
    """
    known = [each.label for each in modifiers]
    for label in without:
        if label not in known:
            listed = "; ".join(known) or "none"
            raise UserError(
                say("There is no modifier {label!r} here.", label=label),
                say("There are: {listed}.", listed=listed),
            )
    kept = tuple(each for each in modifiers if each.label not in without)
    return kept, tuple(each for each in modifiers if each.label in without)


def odds(needed: int, modifier: int) -> Fraction:
    """The chance that a die of 0 to 9 plus *modifier* is at most *needed*."""
    return Fraction(max(0, min(FACES, needed - modifier + 1)), FACES)


def roll_under(needed: int, modifier: int, yes: str, no: str) -> tuple[Chance, ...]:
    """The chances of a roll that must not exceed a number."""
    ways = int(odds(needed, modifier) * FACES)
    return Chance(yes, ways), Chance(no, FACES - ways)


def table_chances(table: Table, modifier: int = 0) -> tuple[Chance, ...]:
    """The chances of every result of a table."""
    found: dict[str, int] = {}
    for roll in DICE[table.die].faces:
        row = table.row(roll + modifier)
        label = row.result
        if row.value is not None:
            label = say("{result} ({value})", result=row.result, value=row.value)
        found[label] = found.get(label, 0) + 1
    return tuple(Chance(label, ways) for label, ways in found.items())


def succeeds(proposal: Proposal, roll: int) -> bool:
    """Whether *roll* is enough. UserError while its number is not known, or for no such die."""
    check_roll(roll)
    if proposal.missing or proposal.needed is None:
        raise UserError(
            join(": ", (proposal.title, proposal.missing)), "Give it with the action set-number."
        )
    return roll + proposal.modifier <= proposal.needed


def check_roll(roll: int, die: DieName = TEN) -> None:
    """UserError unless it is a face of the die."""
    faces = DICE[die].faces
    if roll not in faces:
        raise UserError(
            say("A die shows {least} to {most}, not {roll}.", least=faces[0], most=faces[-1],
                roll=roll)
        )  # fmt: skip


def judged(proposal: Proposal, roll: int | None, result: str) -> Draft:
    """The record of a proposal that was accepted as it came out.

    With modifiers switched off it is the umpire's ruling: what would have come out stands beside
    it. UserError when he gave no reason.
    """
    need_reason(proposal)
    off = tuple(
        say("switched off: {label} ({value:+d})", label=each.label, value=each.value)
        for each in proposal.off
    )
    payload = Judged(
        title=proposal.title,
        cite=proposal.cite,
        inputs=(*proposal.inputs, *off),
        modifiers=tuple((each.label, each.value) for each in proposal.modifiers),
        needed=proposal.needed,
        roll=roll,
        odds=proposal.odds_text,
        proposed=_with_all(proposal, roll, result),
        decided=result,
        override=proposal.reason.strip() if proposal.off else "",
    )
    source = "ruling" if proposal.off else "engine"
    return Draft(payload=payload, source=source, seen_by=proposal.seen_by)


def overridden(proposal: Proposal, decided: str, reason: str) -> Draft:
    """The record of a proposal on which the umpire decided otherwise."""
    payload = Judged(
        title=proposal.title,
        cite=proposal.cite,
        inputs=proposal.inputs,
        modifiers=tuple((each.label, each.value) for each in proposal.modifiers),
        needed=proposal.needed,
        odds=proposal.odds_text,
        decided=decided,
        override=reason,
    )
    return Draft(payload=payload, source="ruling", seen_by=proposal.seen_by)


def need_reason(proposal: Proposal) -> None:
    """UserError when modifiers are switched off and nobody says why."""
    if proposal.off and not proposal.reason.strip():
        raise UserError("Switching a modifier off needs a reason.", "Say in a few words why.")


def _with_all(proposal: Proposal, roll: int | None, result: str) -> str:
    """What would have come out with every modifier."""
    if not proposal.off or roll is None or proposal.needed is None:
        return result
    total = proposal.modifier + sum(each.value for each in proposal.off)
    yes, no = (each.label for each in proposal.chances)
    return yes if roll + total <= proposal.needed else no
