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

OPTIONS: tuple[GameOption, ...] = (
    GameOption(
        id="flamethrower",
        title="Flamethrower",
        choices=(
            OptionChoice("die", "+1 to the dice, as printed"),
            OptionChoice("column", "One odds column better"),
        ),
        default="die",
        cite="EE N22",
    ),
    GameOption(
        id="sequence",
        title="Order of the turn",
        choices=(
            OptionChoice("strip", "The strip beside the map"),
            OptionChoice("phases", "The phases of chapter 2"),
        ),
        default="strip",
        cite="EE 2.1",
    ),
    GameOption(
        id="control",
        title="Points for works",
        choices=(
            OptionChoice("last", "Once Germans were last there"),
            OptionChoice("present", "While Germans stand there"),
            OptionChoice("silenced", "Once out of action (ours)"),
        ),
        default="silenced",
        cite="EE N41",
    ),
    GameOption(
        id="charge",
        title="Shaped charge",
        choices=(
            OptionChoice("sure", "Always works, as printed"),
            OptionChoice("die", "Works on a die roll (ours)"),
        ),
        default="die",
        cite="EE N39",
    ),
    GameOption(
        id="doors",
        title="Blocked doors",
        choices=(
            OptionChoice("shut", "Nobody gets out, as printed"),
            OptionChoice("silent", "Nobody gets out or fires"),
        ),
        default="shut",
        cite="EE N24",
    ),
    GameOption(
        id="losses",
        title="The 85 Germans",
        choices=(
            OptionChoice("first", "Those of gliders 1 to 11"),
            OptionChoice("any", "Any 85, reinforcements too"),
        ),
        default="first",
        cite="EE N48",
    ),
    GameOption(
        id="solitaire",
        title="Solitaire",
        choices=(OptionChoice("no", "Two players"), OptionChoice("yes", "One player")),
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
