"""What standing orders may speak of at Remagen, and the sets that are given together."""

from __future__ import annotations

from wardesk.model.standing import AS_PROPOSED, PROPOSED, ROLLS, OrderedMoment, OrderSet, ordered
from wardesk.words import say

BACK = OrderedMoment(
    title=say("Ours were fired at and may answer"),
    when=("return-fire",),
    goes_on=("fire-on",),
    does=((AS_PROPOSED, say("fire back")), ("hold", say("hold fire"))),
    otherwise=(("hold", say("hold fire")),),
    measures=("chance", "loss"),
    usual=30,
)
HITS = OrderedMoment(
    title=say("We say where our hits fall"), when=("hits", "casualties"), does=(PROPOSED,)
)
WAY = OrderedMoment(
    title=say("Somebody beaten has to go"), when=("withdraw", "rout"), does=(PROPOSED,)
)
CONTACT = OrderedMoment(
    title=say("Ours fire in contact"), when=("contact",), does=(PROPOSED,)
)  # fmt: skip
BATTLES = OrderedMoment(
    title=say("Several battles are to be fought"), when=("battle",), does=(PROPOSED,)
)
MOMENTS = (BACK, HITS, WAY, CONTACT, BATTLES, ROLLS)

_COMMON = tuple(map(ordered, (HITS, WAY, CONTACT, BATTLES, ROLLS)))
SETS = (
    OrderSet(
        id="stand",
        title=say("Stand and fire"),
        text=say("answer all fire, hits as proposed"),
        orders=(ordered(BACK, figure=0), *_COMMON),
    ),
    OrderSet(
        id="bend",
        title=say("Bend, not break"),
        text=say("answer fire at 50 % or more"),
        orders=(ordered(BACK, figure=50, ask_from=20), *_COMMON),
    ),
)
