"""What may be chosen before a game: readings of unclear rules, the printed one first.

The default is the printed one too, save where it leaves no game; then its label says that it is
ours, and the rulebook why.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from msgspec import Struct

from wardesk.model.options import GameOption, OptionChoice, read_options
from wardesk.words import say

OPTIONS: tuple[GameOption, ...] = (
    GameOption(
        id="flamethrower",
        title=say("Flamethrower"),
        choices=(
            OptionChoice("die", say("+1 to the dice, as printed")),
            OptionChoice("column", say("One odds column better")),
        ),
        default="die",
        cite="EE N22",
    ),
    GameOption(
        id="sequence",
        title=say("Order of the turn"),
        choices=(
            OptionChoice("strip", say("The strip beside the map")),
            OptionChoice("phases", say("The phases of chapter 2")),
        ),
        default="strip",
        cite="EE 2.1",
    ),
    GameOption(
        id="control",
        title=say("Points for works"),
        choices=(
            OptionChoice("last", say("Once Germans were last there")),
            OptionChoice("present", say("While Germans stand there")),
            OptionChoice("silenced", say("Once out of action (ours)")),
        ),
        default="silenced",
        cite="EE N41",
    ),
    GameOption(
        id="charge",
        title=say("Shaped charge"),
        choices=(
            OptionChoice("sure", say("Always works, as printed")),
            OptionChoice("die", say("Works on a die roll (ours)")),
        ),
        default="die",
        cite="EE N39",
    ),
    GameOption(
        id="doors",
        title=say("Blocked doors"),
        choices=(
            OptionChoice("shut", say("Nobody gets out, as printed")),
            OptionChoice("silent", say("Nobody gets out or fires")),
        ),
        default="shut",
        cite="EE N24",
    ),
    GameOption(
        id="losses",
        title=say("The 85 Germans"),
        choices=(
            OptionChoice("first", say("Those of gliders 1 to 11")),
            OptionChoice("any", say("Any 85, reinforcements too")),
        ),
        default="first",
        cite="EE N48",
    ),
    GameOption(
        id="solitaire",
        title=say("Solitaire"),
        choices=(OptionChoice("no", say("Two players")), OptionChoice("yes", say("One player"))),
        default="no",
        cite="EE N59",
        with_player="automaton",
    ),
)


class Options(Struct, frozen=True):
    """What was chosen of each option."""

    flamethrower: Literal["die", "column"]
    sequence: Literal["strip", "phases"]
    control: Literal["last", "present", "silenced"]
    """When a work's points count: once Germans were there, while they stay, once it is silent."""
    charge: Literal["sure", "die"]
    doors: Literal["shut", "silent"]
    losses: Literal["first", "any"]
    """Whose loss ends the game: the Germans of the first gliders, or any (EE N48)."""
    solitaire: Literal["no", "yes"]

    @property
    def charge_rolls(self) -> bool:
        """Whether a charge works on a die roll only (EE N39)."""
        return self.charge == "die"


def read_choices(options: Mapping[str, Any]) -> Options:
    """*options* with the default of each that is not there. UserError when one is unknown."""
    return msgspec.convert(read_options(OPTIONS, options), Options)
