"""An attack as a form to fill in: what it depends on, in the words of somebody with the board."""

from __future__ import annotations

from collections.abc import Iterable

from wardesk.games.europa.attack import LEFT_OUT, Across, Modifier
from wardesk.games.europa.tables import TABLES
from wardesk.games.europa.works import WORKS
from wardesk.model.worksheet import Only, SheetChoice, SheetField, SheetGroup, Worksheet
from wardesk.words import say

MOST = 999
"""The greatest figure that anybody may give."""
ACROSS: dict[Across, str] = {
    "minor_river": say("Minor river"),
    "major_river": say("Major river"),
    "border": say("Border"),
    "fortified_hexside": WORKS["fortified_hexside"].name,
    "unimproved_fortified_hexside": WORKS["unimproved_fortified_hexside"].name,
}
_MODIFIERS: dict[Modifier, str] = {
    "terrain": say("Terrain"),
    "city": say("City"),
    "work": say("Work"),
    "river": say("Minor river"),
    "armour": say("Armour effects"),
}


def word(name: str) -> str:
    """An id as it is typed: hyphens in place of underscores."""
    return name.replace("_", "-")


def _choices(rows: Iterable[tuple[str, str]]) -> tuple[SheetChoice, ...]:
    return tuple(SheetChoice(word(one), name) for one, name in rows)


def _works(*, printed_die: bool = False, stands: bool = False) -> Only:
    """Holds while the work is one that asks for a figure or a decision."""
    found = [
        word(row.id)
        for row in WORKS.values()
        if (printed_die and "die" in row.printed) or (stands and row.ignores_retreat != "none")
    ]
    return Only("work", tuple(found))


_across = tuple(
    SheetChoice(word(one), name, Only("work", ("ouvrage",)) if one == "border" else None)
    for one, name in ACROSS.items()
)
DEFENDERS: tuple[SheetField, ...] = (
    SheetField(key="number", title=say("Number"), kind="number", usual="1", least=1, most=99,
               after="x"),
    SheetField(key="kind", title=say("Type of unit"), kind="choice", usual="infantry",
               choices=_choices((row.id, row.name) for row in TABLES.kind)),
    SheetField(key="strength", title=say("Strength of one"), kind="number", usual="5", most=99),
    SheetField(key="size", title=say("Size"), kind="choice", usual="division",
               choices=_choices((row.id, row.name) for row in TABLES.size)),
)  # fmt: skip
"""A line of units."""
ATTACKERS: tuple[SheetField, ...] = (
    *DEFENDERS,
    SheetField(key="across", title=say("Across"), kind="choices", choices=_across, before="across"),
)  # fmt: skip

_HEX = SheetGroup(
    say("The hex"),
    (
        SheetField(
            key="work",
            title=say("Work"),
            kind="choice",
            usual="none",
            choices=(
                SheetChoice("none", say("No work")),
                *_choices((r.id, r.name) for r in WORKS.values() if r.kind != "hexside"),
            ),
            hint=say("A fortified hexside is chosen with the attackers who cross it."),
        ),
        SheetField(key="work-strength", title=say("Its own strength"), kind="number", most=MOST,
                   hint=say("Points of defence on its marker, and on that of a fortified "
                            "hexside; 0 without any.")),
        SheetField(key="westwall-die", title=say("Printed value"), kind="number", least=1, most=9,
                   only=_works(printed_die=True),
                   hint=say("What the map prints in the Westwall hex.")),
        SheetField(key="terrain", title=say("Terrain"), kind="choice", usual="clear",
                   choices=_choices((row.id, row.name) for row in TABLES.terrain)),
        SheetField(key="city", title=say("City"), kind="choice", usual="none",
                   choices=_choices((row.id, row.name) for row in TABLES.city)),
        SheetField(key="german-soviet", title=say("Germans against Soviets"), kind="yes",
                   usual="no", only=Only("city", ("major",))),
    ),
)  # fmt: skip
_ATTACK = SheetGroup(
    say("Attackers"),
    (
        SheetField(key="attackers", title=say("Attackers"), kind="rows", columns=ATTACKERS,
                   add=say("Add attackers")),
        SheetField(key="support", title=say("Ground support factors"), kind="number", most=MOST),
        SheetField(key="supplied", title=say("Supply is paid"), kind="yes", usual="yes"),
        SheetField(key="airborne", title=say("Paratroops land in the hex"), kind="yes", usual="no"),
    ),
)  # fmt: skip
_DEFENCE = SheetGroup(
    say("Defenders"),
    (
        SheetField(key="defenders", title=say("Defenders"), kind="rows", columns=DEFENDERS,
                   add=say("Add defenders")),
        SheetField(key="anti-air", title=say("Light anti-aircraft points"), kind="number",
                   most=MOST,
                   hint=say("Of units and printed works. Those that every such work has count "
                            "by themselves.")),
        SheetField(key="convert", title=say("CA and DL become ME where they may"), kind="yes",
                   usual="yes"),
        SheetField(key="stand", title=say("Retreats are ignored"), kind="yes", usual="yes",
                   only=_works(stands=True)),
    ),
)  # fmt: skip
_UMPIRE = SheetGroup(
    say("Umpire"),
    (
        SheetField(key="umpire", title=say("Add to the main die"), kind="number", least=-MOST,
                   most=MOST),
        SheetField(key="column", title=say("Column"), kind="choice", usual="odds",
                   choices=(SheetChoice("odds", say("by the odds")),
                            *(SheetChoice(name, name) for name in TABLES.main.columns))),
        SheetField(key="without", title=say("Left out of the die"), kind="choices",
                   choices=_choices((one, _MODIFIERS[one]) for one in LEFT_OUT)),
    ),
)  # fmt: skip

ATTACK_SHEET = Worksheet(
    id="attack",
    title=say("Attack on a fort"),
    text=say(
        "Say what lies in the hex, who attacks and who defends. Strengths, odds, die, supply "
        "and the chances of every result follow at once."
    ),
    groups=(_HEX, _ATTACK, _DEFENCE, _UMPIRE),
    start={
        "work": "fort",
        "attackers": "3x infantry 7 division, 1x artillery 4 brigade",
        "defenders": "1x infantry 5 division",
    },
)
