"""What the desk proposes before dice fall: the engine's question to chance, with its exact odds."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction
from typing import Literal

from wardesk.campaign.ledger.events import EVERYONE, EventDraft
from wardesk.campaign.ledger.kinds.rulings import ProposalJudged
from wardesk.campaign.operation.design import OperationTable
from wardesk.campaign.operation.dice import DICE
from wardesk.engine.types import CHANCE, Decision, Faces, Factor, Shape, replace
from wardesk.errors import UserError
from wardesk.model.look import OddsLine
from wardesk.words import Spoken, join, say

FACES = 10
"""Dice show 0 to 9."""


class Proposal(Decision, frozen=True, gc=False, kw_only=True, omit_defaults=True):
    """A roll that the rules ask for; what it rests on is its *context*.

    With *needed*, the roll plus modifiers must not exceed it; otherwise a table is read.
    """

    who: str = CHANCE
    shape: Shape = "roll"
    then: str = ""
    dice: Faces = (FACES,)
    lowest: Literal[0, 1] = 0
    needed: int | None = None
    odds: tuple[OddsLine, ...] = ()
    missing: Spoken = ""
    """What is not known, so that nothing can be rolled before the umpire says it."""
    reconstruction: Spoken = ""
    reason: str = ""
    """Why the umpire has switched modifiers off."""
    seen_by: tuple[str, ...] = EVERYONE
    """Who may know of its die and its modifiers; the umpire may anyhow."""

    @property
    def modifiers(self) -> tuple[Factor, ...]:
        """Those that count."""
        return tuple(each for each in self.factors if each.on)

    @property
    def off(self) -> tuple[Factor, ...]:
        """Those that the umpire has switched off."""
        return tuple(each for each in self.factors if not each.on)

    @property
    def modifier(self) -> int:
        """The sum of the modifiers that count."""
        return sum(each.value for each in self.modifiers)

    @property
    def odds_text(self) -> str:
        """All chances in one line."""
        return join(
            ", ",
            [
                say("{label} {ways} %", label=each.label, ways=round(each.ways * 100 / each.of))
                for each in self.odds
            ],
        )


def roll_under(
    kind: str,
    prompt: str,
    cite: str,
    needed: int | None,
    results: tuple[str, str],
    factors: tuple[Factor, ...] = (),
    *,
    context: str = "",
    reason: str = "",
    unknown: str = "",
    reconstruction: str = "",
) -> Proposal:
    """A roll that must not exceed *needed*: the *results* are what it brings if not, and if so.

    None is *needed* where the number is not known, which *unknown* says.
    """
    made = Proposal(
        kind=kind, prompt=prompt, cite=cite, context=context, factors=factors, needed=needed,
        missing=unknown if needed is None else "", reason=reason, reconstruction=reconstruction,
    )  # fmt: skip
    if needed is None:
        return made
    yes, no = results
    return reckoned(replace(made, odds=(OddsLine(yes, 0, FACES, "good"), OddsLine(no, 0, FACES))))


def reckoned(proposal: Proposal) -> Proposal:
    """With the odds of the modifiers that count now, where a number is needed."""
    if proposal.needed is None:
        return proposal
    ways = int(odds(proposal.needed, proposal.modifier) * FACES)
    yes, no = proposal.odds
    return replace(proposal, odds=(replace(yes, ways=ways), replace(no, ways=FACES - ways)))


def on_table(
    kind: str, prompt: str, table: OperationTable, cite: str, factors: tuple[Factor, ...] = ()
) -> Proposal:
    """A roll on a table."""
    die = DICE[table.die]
    return Proposal(
        kind=kind, prompt=prompt, cite=cite, dice=(len(die),), lowest=1 if die[0] else 0,
        factors=factors, odds=table.odds(sum(each.value for each in factors)),
        reconstruction=table.reconstruction,
    )  # fmt: skip


def factors_of(
    rows: Iterable[tuple[str, int]], cite: str, without: Collection[str] = ()
) -> tuple[Factor, ...]:
    """Modifiers by their labels, those of 0 left out; those in *without* are switched off.

    Their values are added to the roll: below zero they help. UserError for a label in *without*
    that none of them has.
    """
    found = [Factor(label, label, value, cite, label not in without) for label, value in rows
             if value]  # fmt: skip
    known = [each.id for each in found]
    for label in without:
        if label not in known:
            listed = "; ".join(known) or "none"
            raise UserError(
                say("There is no modifier {label!r} here.", label=label),
                say("There are: {listed}.", listed=listed),
            )
    return tuple(found)


def odds(needed: int, modifier: int) -> Fraction:
    """The chance that a die of 0 to 9 plus *modifier* is at most *needed*."""
    return Fraction(max(0, min(FACES, needed - modifier + 1)), FACES)


def succeeds(proposal: Proposal, roll: int) -> bool:
    """Whether *roll* is enough. UserError while its number is not known, or for no such die."""
    check_roll(roll)
    if proposal.missing or proposal.needed is None:
        raise UserError(
            join(": ", (proposal.prompt, proposal.missing)), "Give it with the action set-number."
        )
    return roll + proposal.modifier <= proposal.needed


def check_roll(roll: int, faces: range = DICE["d10"]) -> None:
    """UserError unless it is a face of the die."""
    if roll not in faces:
        raise UserError(
            say("A die shows {least} to {most}, not {roll}.", least=faces[0], most=faces[-1],
                roll=roll)
        )  # fmt: skip


def judged(proposal: Proposal, roll: int | None, result: str) -> EventDraft:
    """The record of a proposal that was accepted as it came out.

    With modifiers switched off it is the umpire's ruling: what would have come out stands beside
    it. UserError when he gave no reason.
    """
    need_reason(proposal)
    off = tuple(
        say("switched off: {label} ({value:+d})", label=each.name, value=each.value)
        for each in proposal.off
    )
    record = replace(
        _record(proposal),
        inputs=(*_inputs(proposal), *off),
        roll=roll,
        proposed=_with_all(proposal, roll, result),
        decided=result,
        override=proposal.reason.strip() if off else "",
    )
    return EventDraft(
        payload=record, source="ruling" if off else "engine", seen_by=proposal.seen_by
    )


def overridden(proposal: Proposal, decided: str, reason: str) -> EventDraft:
    """The record of a proposal on which the umpire decided otherwise."""
    record = replace(_record(proposal), decided=decided, override=reason)
    return EventDraft(payload=record, source="ruling", seen_by=proposal.seen_by)


def _record(proposal: Proposal) -> ProposalJudged:
    return ProposalJudged(
        title=proposal.prompt,
        cite=proposal.cite,
        inputs=_inputs(proposal),
        modifiers=tuple((each.name, each.value) for each in proposal.modifiers),
        needed=proposal.needed,
        odds=proposal.odds_text,
    )


def _inputs(proposal: Proposal) -> tuple[str, ...]:
    return (proposal.context,) if proposal.context else ()


def need_reason(proposal: Proposal) -> None:
    """UserError when modifiers are switched off and nobody says why."""
    if proposal.off and not proposal.reason.strip():
        raise UserError("Switching a modifier off needs a reason.", "Say in a few words why.")


def _with_all(proposal: Proposal, roll: int | None, result: str) -> str:
    """What would have come out with every modifier."""
    if not proposal.off or roll is None or proposal.needed is None:
        return result
    total = sum(each.value for each in proposal.factors)
    yes, no = (each.label for each in proposal.odds)
    return yes if roll + total <= proposal.needed else no
