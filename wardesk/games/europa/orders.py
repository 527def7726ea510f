"""What standing orders may speak of in Europa, and the sets that are given together."""

from __future__ import annotations

from wardesk.model.standing import AS_PROPOSED, PROPOSED, ROLLS, OrderedMoment, OrderSet, ordered
from wardesk.words import say

LOSSES = OrderedMoment(title=say("Losses are shared out"), when=("losses",), does=(PROPOSED,))
RETREAT = OrderedMoment(title=say("One of ours retreats"), when=("retreat",), does=(PROPOSED,))
ADVANCE = OrderedMoment(
    title=say("Ours may move into the hex they took"),
    when=("advance",),
    does=(PROPOSED, ("none", say("nobody"))),
)
SUPPORT = OrderedMoment(
    title=say("Ground support could help our attack"),
    when=("support",),
    does=(("0", say("none")), PROPOSED),
)
PAY = OrderedMoment(
    title=say("Our attack is paid for, or made at half strength"),
    when=("pay",),
    does=(
        (AS_PROPOSED, say("pay where it is worth it")),
        ("pay", say("pay")),
        ("save", say("attack at half strength")),
    ),
    otherwise=(("save", say("attack at half strength")),),
    measures=("cost",),
)
CONVERT = OrderedMoment(
    title=say("A fort could soften the result"), when=("convert",),
    does=(("convert", say("change it")),),
)  # fmt: skip
STAND = OrderedMoment(
    title=say("A work lets ours ignore a retreat"), when=("stand",),
    does=(("stand", say("stand")), ("retreat", say("retreat"))),
)  # fmt: skip
COUNTER = OrderedMoment(
    title=say("We must counter-attack a hex"), when=("counter",), does=(PROPOSED,)
)
MOMENTS = (LOSSES, RETREAT, ADVANCE, SUPPORT, PAY, CONVERT, STAND, COUNTER, ROLLS)

_COMMON = tuple(map(ordered, (LOSSES, RETREAT, SUPPORT, PAY, CONVERT, ROLLS)))
SETS = (
    OrderSet(
        id="stand",
        title=say("Stand and fire"),
        text=say("ignore retreats, move in, losses as proposed"),
        orders=(ordered(STAND), ordered(ADVANCE), *_COMMON),
    ),
    OrderSet(
        id="bend",
        title=say("Bend, not break"),
        text=say("retreat where one may, ask who moves in"),
        orders=(ordered(STAND, "retreat"), *_COMMON),
    ),
)
