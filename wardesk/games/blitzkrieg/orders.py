"""What standing orders may speak of at Hannut and Stonne, and the sets that are given together."""

from __future__ import annotations

from wardesk.model.standing import (
    AS_PROPOSED,
    ROLLS,
    OrderCondition,
    OrderedMoment,
    OrderSet,
    TableOrder,
    ordered,
)
from wardesk.words import say

REACT = OrderedMoment(
    title=say("They march, fire or shell in our sight"),
    when=("react",),
    goes_on=("reaction",),
    does=(("fire", say("open fire")), ("withdraw", say("fall back")), ("pass", say("let it pass"))),
    otherwise=(("pass", say("let it pass")), ("quiet", say("let the whole march pass"))),
    measures=("chance", "range", "step"),
    best=("chance", "range", "step"),
    usual=30,
)
RETURN = OrderedMoment(
    title=say("One of ours is fired at"),
    when=("return",),
    does=(("fire", say("fire back")), ("pass", say("hold fire"))),
    otherwise=(("pass", say("hold fire")),),
    measures=("chance", "range", "step"),
)
RETREAT = OrderedMoment(
    title=say("One of ours falls back"),
    when=("retreat", "hq-back"),
    does=((AS_PROPOSED, say("go where it is proposed")),),
)
NEUTRALISED = OrderedMoment(
    title=say("One of ours would be neutralised"),
    when=("neutralised",),
    does=(("N", say("let it be neutralised")), ("step", say("lose a step instead"))),
    otherwise=(("N", say("let it be neutralised")),),
    measures=("step",),
)
SHAKEN = OrderedMoment(
    title=say("One of ours is driven out, or pays a step"),
    when=("shaken",),
    does=(("back", say("fall back")), ("step", say("lose a step and stay"))),
)
STEP = OrderedMoment(
    title=say("A carrier or its riders lose a step"),
    when=("step",),
    does=((AS_PROPOSED, say("lose it as proposed")),),
)
GIVE_WAY = OrderedMoment(
    title=say("Ours are attacked in close combat"),
    when=("give-way",),
    does=(("stand", say("stand")),),
)
GO_ON = OrderedMoment(
    title=say("Our attackers may break a fight off"),
    when=("break-off",),
    does=(("on", say("go on")), ("back", say("break it off"))),
)
MOMENTS = (REACT, RETURN, RETREAT, NEUTRALISED, SHAKEN, STEP, GIVE_WAY, GO_ON, ROLLS)

WEAK = (OrderCondition("step", most=1),)
_COMMON = tuple(map(ordered, (RETREAT, STEP, ROLLS)))
SETS = (
    OrderSet(
        id="stand",
        title=say("Stand and fire"),
        text=say("fire at 30 % or more, never fall back"),
        orders=(
            ordered(REACT),
            ordered(RETURN, figure=0),
            ordered(NEUTRALISED, figure=0),
            ordered(SHAKEN, "step"),
            ordered(GIVE_WAY),
            ordered(GO_ON),
            *_COMMON,
        ),
    ),
    OrderSet(
        id="bend",
        title=say("Bend, not break"),
        text=say("the weak fall back, fire at 40 % or more"),
        orders=(
            TableOrder(when=REACT.when, do="withdraw", only_if=WEAK, best=("step",),
                       otherwise="pass"),
            ordered(REACT, figure=40, ask_from=30),
            ordered(RETURN, figure=0),
            ordered(NEUTRALISED, figure=0),
            ordered(SHAKEN, "back"),
            *_COMMON,
        ),
    ),
)  # fmt: skip
