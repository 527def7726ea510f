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
from wardesk.words import readied, say

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
            OptionChoice("silenced", say("Once out of action")),
            OptionChoice("destroyed", say("Once destroyed (ours)")),
        ),
        default="destroyed",
        before="silenced",
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
        id="sallies",
        title=say("Counterattacks"),
        choices=(
            OptionChoice("leave", say("Removed after their battle, as printed")),
            OptionChoice("stay", say("May man works and serve their guns")),
        ),
        default="leave",
        before="stay",
        cite="EE N29",
    ),
    GameOption(
        id="march_fire",
        title=say("German light machine guns"),
        choices=(
            OptionChoice("moving", say("Fire at moving Belgians too, as printed")),
            OptionChoice("attack", say("Fire at attackers only")),
        ),
        default="moving",
        before="attack",
        cite="EE 2.1-V-B",
    ),
    GameOption(
        id="gliders",
        title=say("Squads that have landed"),
        choices=(
            OptionChoice("fort", say("Placed anywhere in the fort")),
            OptionChoice("sector", say("Stay in their glider’s sector (ours)")),
        ),
        default="sector",
        cite="EE 2.1-L",
    ),
    GameOption(
        id="guns",
        title=say("Guns in full readiness"),
        choices=(
            OptionChoice("all", say("All reach the roof, as printed")),
            OptionChoice("away", say("Most fire on the bridges (ours)")),
        ),
        default="away",
        cite="EE N54",
    ),
    GameOption(
        id="target",
        title=say("Counterattacks of the automaton"),
        choices=(
            OptionChoice("nearest", say("At the nearest Germans, as printed")),
            OptionChoice("weakest", say("At the weakest Germans in reach")),
        ),
        default="nearest",
        cite="EE N59",
    ),
    GameOption(
        id="hands",
        title=say("Counters in hand"),
        choices=(
            OptionChoice("open", say("Open to both sides")),
            OptionChoice("closed", say("Known to their side only")),
        ),
        default="open",
        cite="EE N65",
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
    control: Literal["last", "present", "silenced", "destroyed"]
    """When a work's points count: once Germans were there, while they stay, once it is silent, once
    it is destroyed."""
    charge: Literal["sure", "die"]
    doors: Literal["shut", "silent"]
    losses: Literal["first", "any"]
    """Whose loss ends the game: the Germans of the first gliders, or any (EE N48)."""
    sallies: Literal["leave", "stay"]
    """What men of a counterattack do: fight and go, or serve the guns of a work (EE N29)."""
    march_fire: Literal["moving", "attack"]
    gliders: Literal["fort", "sector"]
    guns: Literal["all", "away"]
    target: Literal["nearest", "weakest"]
    hands: Literal["open", "closed"]
    solitaire: Literal["no", "yes"]

    @property
    def charge_rolls(self) -> bool:
        """Whether a charge works on a die roll only (EE N39)."""
        return self.charge == "die"


def read_choices(options: Mapping[str, Any]) -> Options:
    """*options* with the default of each that is not there. UserError when one is unknown."""
    return msgspec.convert(read_options(OPTIONS, options), readied(Options))
