"""Dice of a campaign: those that somebody typed, or those that its own seed rolls."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from wardesk.campaign.ledger.chain import Ledger
from wardesk.campaign.ledger.kinds.rulings import Drawn
from wardesk.campaign.ledger.proposal import check_roll
from wardesk.campaign.operation.dice import DICE, TEN
from wardesk.engine.dice import SeededDice
from wardesk.engine.types import CHANCE, Decision
from wardesk.errors import UserError
from wardesk.words import say

SECRET = "dice"
"""The secret that holds the seed."""
_ROLL = Decision(who=CHANCE, kind=TEN, shape="roll", prompt="", cite="", then="", dice=(10,))


def fallen_dice(
    ledger: Ledger, what: str, count: int, typed: Sequence[int], faces: range = DICE[TEN]
) -> Drawn:
    """*count* dice: those *typed*, or without any the next of the seed.

    UserError if neither is there, or for another number of dice.
    """
    if typed:
        if len(typed) != count:
            raise UserError(
                say("{count} dice are needed, {given} are there.", count=count, given=len(typed)),
                "Type one die for each, in order.",
            )
        for roll in typed:
            check_roll(roll, faces)
        return Drawn(what=what, faces=(len(faces),) * count, results=tuple(typed), how="typed")
    secret = ledger.state.secrets.get(SECRET)
    if secret is None or secret.kept is None:
        text = say(
            "{what}: roll a die of {least} to {most} and type it.", what=what, least=faces[0],
            most=faces[-1],
        )  # fmt: skip
        if count == 1:
            raise UserError(text, "Give it with --roll.")
        raise UserError(
            say("{what}: roll {count} dice of 0 to 9 and type them.", what=what, count=count),
            "Give them as dice=3,0,7,…",
        )
    dice = SeededDice(int(secret.kept[1]))
    # draws that were taken back count as well: no die of the seed falls twice
    before = sum(event.kind == "draw.made" for event in ledger.events)
    thrown = replace(_ROLL, dice=(len(faces),) * count)
    # the last face of a die from 0 is the 0
    fallen = ((die - faces[0]) % len(faces) for die in dice.answer(thrown, 0, before).dice)
    results = tuple(faces[number] for number in fallen)
    return Drawn(what=what, faces=thrown.dice, results=results, how="seeded")
