"""What may be chosen before a game: readings of unclear rules, the printed one first.

The default is the printed one too, save where it leaves no game; then its label says that it is
ours, and the rulebook why.
"""

from __future__ import annotations

from wardesk.model.options import GameOption, OptionChoice

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
