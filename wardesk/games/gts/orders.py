"""What standing orders may speak of in the Grand Tactical Series, and the sets given together."""

from __future__ import annotations

from wardesk.games.gts.ch08_checks import BOUGHT
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

FIRE = OrderedMoment(
    title=say("They leave, work or attack in our fire zones"),
    when=("opportunity",),
    does=(("fire", say("open fire")), ("hold", say("hold fire"))),
    otherwise=(("hold", say("hold fire")),),
    measures=("chance", "range", "step"),
    best=("chance", "range", "step"),
    usual=30,
)
MORE = OrderedMoment(
    title=say("One of ours could act once more"),
    when=("second-action",),
    does=(("no", say("no second action")),),
)
MARCHED = OrderedMoment(
    title=say("One of ours has marched"),
    when=("march",),
    does=(("done", say("nothing more, whatever it could still do")),),
)
CHECKS = tuple(f"check-{what}" for what in BOUGHT if what not in ("hit", "charge"))
POINT = OrderedMoment(
    title=say("A command point would pass a check of an action"),
    when=CHECKS,
    does=(("pay", say("pay")), ("roll", say("roll"))),
    otherwise=(("roll", say("roll")),),
    measures=("cost", "chance", "step"),
)
SAVED = OrderedMoment(
    title=say("A command point would save one of ours that was hit"),
    when=("check-hit", "check-charge"),
    does=(("pay", say("pay")), ("roll", say("roll"))),
    otherwise=(("roll", say("roll")),),
    measures=("cost", "chance", "step"),
)
STAND = OrderedMoment(
    title=say("Ours are assaulted"),
    when=("fall-back",),
    does=(("hold", say("hold the hex")),),
)
WHERE = OrderedMoment(
    title=say("One of ours falls back"),
    when=("fall-back-to",),
    does=((AS_PROPOSED, say("go where it is proposed")),),
)
MOMENTS = (FIRE, MORE, MARCHED, POINT, SAVED, STAND, WHERE, ROLLS)

DOUBTFUL = (OrderCondition("chance", most=60),)
_SAVED = TableOrder(when=SAVED.when, do="pay", only_if=DOUBTFUL, otherwise="roll")
_COMMON = (ordered(MORE), ordered(MARCHED), ordered(POINT, "roll", 0), _SAVED, ordered(ROLLS))
SETS = (
    OrderSet(
        id="stand",
        title=say("Stand and fire"),
        text=say("fire at 30 % or more, hold every hex"),
        orders=(ordered(FIRE), ordered(STAND), *_COMMON),
    ),
    OrderSet(
        id="bend",
        title=say("Bend, not break"),
        text=say("fire at 50 % or more, ask whether to hold"),
        orders=(ordered(FIRE, figure=50, ask_from=30), ordered(WHERE), *_COMMON),
    ),
)
