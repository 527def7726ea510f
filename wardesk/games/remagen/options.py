"""What can be chosen before a game of Remagen Bridgehead."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from msgspec import Struct

from wardesk.model.options import GameOption, OptionChoice, read_options
from wardesk.words import readied, say

OPTIONS = (
    GameOption(
        id="night",
        title=say("Night moves"),
        choices=(
            OptionChoice("yes", say("Night moves, and caution by day")),
            OptionChoice("no", say("Every turn is a day")),
        ),
        default="yes",
        cite="RB 14.1",
    ),
    GameOption(
        id="victory",
        title=say("Victory"),
        choices=(
            OptionChoice("scale", say("By the strength across the river")),
            OptionChoice("bridgehead", say("By the east bridgehead alone")),
        ),
        default="scale",
        cite="RB N12",
    ),
    GameOption(
        id="quota",
        title=say("American quota"),
        choices=(
            OptionChoice("usual", say("As rebuilt")),
            OptionChoice("lean", say("5 less in a turn")),
            OptionChoice("rich", say("5 more in a turn")),
        ),
        default="usual",
        cite="RB N11",
    ),
)


class Options(Struct, frozen=True):
    """What was chosen of each option."""

    night: Literal["yes", "no"]
    victory: Literal["scale", "bridgehead"]
    quota: Literal["usual", "lean", "rich"]


def read_choices(options: Mapping[str, Any]) -> Options:
    """*options* with the default of each that is not there. UserError when one is unknown."""
    return msgspec.convert(read_options(OPTIONS, options), readied(Options))
