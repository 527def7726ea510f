"""What may be chosen before a game, the printed reading first."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from wardesk.model.options import GameOption, OptionChoice
from wardesk.words import say

_OFF, _ON = OptionChoice("no", say("No")), OptionChoice("yes", say("Yes"))

OPTIONS: tuple[GameOption, ...] = (
    GameOption(
        id="ruleset",
        title=say("Series rules"),
        choices=(
            OptionChoice("1.1", say("Version 1.1, as the game was printed for")),
            OptionChoice("2.0", say("Version 2.0: opportunity fire +2, other mass")),
        ),
        default="1.1",
        cite="WED SR5.4",
    ),
    GameOption(
        id="mortars",
        title=say("Opportunity fire of mortars"),
        choices=(_ON, _OFF),
        default="yes",
        cite="WED N9",
    ),
    GameOption(
        id="batteries",
        title=say("Counter-battery fire"),
        choices=(
            OptionChoice("no", say("None: no park is ever a target")),
            OptionChoice("yes", say("A park may answer one that has fired in this turn (ours)")),
        ),
        default="no",
        cite="WED N21",
    ),
    GameOption(
        id="covering",
        title=say("Covering fire"),
        choices=(
            _OFF,
            OptionChoice("yes", say("Who stands beside a firer spoils his opportunity fire")),
        ),
        default="no",
        cite="WED O1.0",
    ),
    GameOption(
        id="lost",
        title=say("Lost Germans"),
        choices=(
            _OFF,
            OptionChoice("yes", say("Germans far from their leaders may lose their way")),
        ),
        default="no",
        cite="WED O3.0",
    ),
    GameOption(
        id="tanks",
        title=say("Airborne tanks"),
        choices=(
            OptionChoice("no", say("None")),
            OptionChoice("tetrarch", say("Tetrarchs land with Drop One")),
            OptionChoice("locust", say("Locusts land with Drop One")),
        ),
        default="no",
        cite="WED O4.0",
    ),
    GameOption(
        id="drops",
        title=say("Drop zones"),
        choices=(
            OptionChoice("historical", say("By the schedule")),
            OptionChoice("free", say("One formation to a zone, as the Allies choose")),
        ),
        default="historical",
        cite="WED 3.3",
    ),
    GameOption(
        id="mug",
        title=say("Chits"),
        choices=(
            OptionChoice("printed", say("As printed")),
            OptionChoice("alternate", say("No direct command; division chits without limits")),
        ),
        default="printed",
        cite="WED O2.0",
    ),
)


class Options(Struct, frozen=True):
    """What was chosen of each option."""

    ruleset: Literal["1.1", "2.0"]
    mortars: Literal["no", "yes"]
    batteries: Literal["no", "yes"] = "no"
    covering: Literal["no", "yes"] = "no"
    lost: Literal["no", "yes"] = "no"
    tanks: Literal["no", "tetrarch", "locust"] = "no"
    drops: Literal["historical", "free"] = "historical"
    mug: Literal["printed", "alternate"] = "printed"
