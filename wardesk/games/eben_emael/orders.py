"""What standing orders may speak of at Eben-Emael, and the sets that are given together."""

from __future__ import annotations

from wardesk.model.standing import AS_PROPOSED, PROPOSED, ROLLS, OrderedMoment, OrderSet, ordered
from wardesk.words import say

RETREAT = OrderedMoment(
    title=say("Our defenders could give ground"),
    when=("retreat",),
    does=(("stand", say("stand fast")), PROPOSED),
)
LOSSES = OrderedMoment(
    title=say("Losses are shared out"), when=("losses",),
    does=(PROPOSED,),
)  # fmt: skip
KEEP = OrderedMoment(
    title=say("Nothing in hand helps now"), when=("play-counter",),
    does=(("keep", say("keep it")),),
)  # fmt: skip
GUNS = OrderedMoment(
    title=say("Our machine guns bear on them"), when=("machine-guns",),
    does=((AS_PROPOSED, say("open fire")), ("hold", say("hold fire"))),
)  # fmt: skip
MOMENTS = (RETREAT, LOSSES, KEEP, GUNS, ROLLS)

_COMMON = tuple(map(ordered, (LOSSES, KEEP, GUNS, ROLLS)))
SETS = (
    OrderSet(
        id="stand",
        title=say("Stand and fire"),
        text=say("no ground given, every gun fires"),
        orders=(ordered(RETREAT), *_COMMON),
    ),
    OrderSet(
        id="bend",
        title=say("Bend, not break"),
        text=say("give ground as proposed"),
        orders=(ordered(RETREAT, AS_PROPOSED), *_COMMON),
    ),
)
