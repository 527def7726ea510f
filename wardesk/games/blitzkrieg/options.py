"""What may be chosen before a game: supplementary rules, and readings of unclear ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from msgspec import Struct

from wardesk.model.options import GameOption, OptionChoice, read_options
from wardesk.words import say

_OFF, _ON = OptionChoice("no", say("No")), OptionChoice("yes", say("Yes"))

OPTIONS: tuple[GameOption, ...] = (
    GameOption(
        id="hidden_guns",
        title=say("Hidden anti-tank guns"),
        choices=(_OFF, _ON),
        default="no",
        cite="BK 13.1",
    ),
    GameOption(
        id="critical_hits",
        title=say("Critical hits"),
        choices=(_OFF, _ON),
        default="no",
        cite="BK 13.2",
    ),
    GameOption(
        id="reaction",
        title=say("A reaction check succeeds"),
        choices=(
            OptionChoice("at_most", say("With the value or less, as in 6.3")),
            OptionChoice("below", say("With less than the value, as in the example")),
        ),
        default="at_most",
        cite="BK N2",
    ),
    GameOption(
        id="stragglers",
        title=say("Out of command, a reaction check is"),
        choices=(
            OptionChoice("harder", say("Harder by one, as in 6.2")),
            OptionChoice("easier", say("Easier by one, as 6.3.1.1 can be read")),
        ),
        default="harder",
        cite="BK N3",
    ),
    GameOption(
        id="second_battalion",
        title=say("II/11 RDP begins near"),
        choices=(
            OptionChoice("1712", say("1712, as printed")),
            OptionChoice("1212", say("1212, if that is a misprint")),
        ),
        default="1712",
        cite="BK N14",
    ),
)

YesNo = Literal["no", "yes"]


class Options(Struct, frozen=True):
    """What was chosen of each option."""

    hidden_guns: YesNo
    critical_hits: YesNo
    reaction: Literal["at_most", "below"]
    stragglers: Literal["harder", "easier"]
    second_battalion: Literal["1712", "1212"]


def read_choices(options: Mapping[str, Any]) -> Options:
    """*options* with the default of each that is not there. UserError when one is unknown."""
    return msgspec.convert(read_options(OPTIONS, options), Options)
