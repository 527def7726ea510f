"""The assistant at the table: an attack, a work and the red die, asked for by names and figures."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import cast

from msgspec.structs import replace

from wardesk.errors import UserError
from wardesk.games.europa.attack import LEFT_OUT, Across, Attack, Modifier, Troop, checked
from wardesk.games.europa.ch40a_results import red_case
from wardesk.games.europa.outlook import attack_case, if_taken, signed, size_word
from wardesk.games.europa.state import LOOKS
from wardesk.games.europa.tables import RULEBOOK_FILE, TABLES, Ground, Tables
from wardesk.games.europa.works import GONE, WORKS, Figure, WorkKind
from wardesk.model.look import CaseLook, ChartLook, InputLine
from wardesk.model.rulebook import Rulebook, read_rulebook
from wardesk.model.worksheet import (
    Only,
    SheetChoice,
    SheetField,
    SheetGroup,
    Worksheet,
    write_rows,
)
from wardesk.words import Text, say

# ---- an attack as a form ------------------------------------------------------------------------

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
                *_choices((r.id, r.name) for r in WORKS.values() if not r.hexside),
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


def attack_sheet(charts: Tables) -> Worksheet:
    """The form of an attack that is read on *charts*."""
    umpire = SheetGroup(
        say("Umpire"),
        (
            SheetField(key="umpire", title=say("Add to the main die"), kind="number", least=-MOST,
                       most=MOST),
            SheetField(key="column", title=say("Column"), kind="choice", usual="odds",
                       choices=(SheetChoice("odds", say("by the odds")),
                                *(SheetChoice(name, name) for name in charts.main.columns))),
            SheetField(key="without", title=say("Left out of the die"), kind="choices",
                       choices=_choices((one, _MODIFIERS[one]) for one in LEFT_OUT)),
        ),
    )  # fmt: skip
    return Worksheet(
        id="attack",
        title=say("Attack on a fort"),
        text=say(
            "Say what lies in the hex, who attacks and who defends. Strengths, odds, die, supply "
            "and the chances of every result follow at once."
        ),
        groups=(_HEX, _ATTACK, _DEFENCE, umpire),
        start={
            "work": "fort",
            "attackers": "3x infantry 7 division, 1x artillery 4 brigade",
            "defenders": "1x infantry 5 division",
        },
    )


# ---- an attack as it is typed, or stands in the form --------------------------------------------

Values = Mapping[str, str]


def one_of(key: str, text: str, known: Iterable[str]) -> str:
    """The id that *text* names; UserError with the nearest one."""
    names = [word(name) for name in known]
    wanted = word(text.strip().lower()).replace(" ", "-")
    if wanted in names:
        return wanted.replace("-", "_")
    near = difflib.get_close_matches(wanted, names, n=1)
    raise UserError(
        say("{key!s} knows no {text!r}.", key=key, text=text),
        say("Did you mean {close!s}?", close=near[0])
        if near
        else say("There are: {known!s}.", known=", ".join(names)),
    )


def _number(values: Values, key: str, least: int = 0) -> int:
    text = values.get(key, "0")
    if not re.fullmatch(r"[+-]?[0-9]{1,9}", text):
        raise UserError(say("{key!s} is a whole number, not {text!r}.", key=key, text=text))
    number = int(text)
    if not least <= number <= MOST:
        raise UserError(
            say(
                "{key!s} lies between {least} and {most}, not {number}.",
                key=key,
                least=least,
                most=MOST,
                number=number,
            )
        )
    return number


def yes(values: Values, key: str, usual: str) -> bool:
    """Whether *key* says yes; *usual* where it is not there. UserError for anything else."""
    text = values.get(key, usual).lower()
    if text not in ("yes", "no"):
        raise UserError(say("{key!s} is yes or no, not {text!r}.", key=key, text=text))
    return text == "yes"


_TROOP = re.compile(
    r"(?:(?P<number>\d{1,3})\s*x\s*)?(?P<kind>[a-z_-]+)\s+(?P<strength>\d{1,3})"
    r"(?:\s+(?P<size>(?!across\b)[a-z]+))?(?:\s+across\s+(?P<across>[a-z_+-]+))?"
)


def troops(key: str, text: str, charts: Tables = TABLES) -> tuple[Troop, ...]:
    """Units as they are typed: ``3x infantry 7 division across border, artillery 4``.

    Number, size and what they attack across may be left out. UserError that shows the form.
    """
    return tuple(_troop(key, part, charts) for part in text.split(",") if part.strip())


def _troop(key: str, text: str, charts: Tables) -> Troop:
    match = _TROOP.fullmatch(text.strip().lower())
    if match is None:
        raise UserError(
            say("{key!s} cannot be read at {text!r}.", key=key, text=text.strip()),
            say(
                "Write number, type, strength, size and hexside: {example!s}. "
                "Number, size and hexside may be left out.",
                example="3x infantry 7 division across major-river",
            ),
        )
    kind = charts.kinds[one_of(key, match["kind"], charts.kinds)]
    size = one_of(key, match["size"], charts.sizes) if match["size"] else kind.size
    words = match["across"].split("+") if match["across"] else ()
    if words and key == "defenders":
        raise UserError(
            say("Defenders attack across nothing."), say("Write the hexside behind the attackers.")
        )
    across = cast("frozenset[Across]", frozenset(one_of(key, one, ACROSS) for one in words))
    number = int(match["number"] or 1)
    if not number:
        raise UserError(
            say("{key!s} cannot be read at {text!r}.", key=key, text=text.strip()),
            say("Leave out units of which there are none."),
        )
    return Troop(
        kind=kind.id,
        strength=int(match["strength"]),
        halves=charts.sizes[size].halves,
        number=number,
        across=across,
    )


ATTACK_KEYS = tuple(field.key for field in attack_sheet(TABLES).fields())


def read_attack(values: Values, charts: Tables = TABLES) -> Attack:
    """The attack that *values* describe. UserError for what makes no sense."""
    if "attackers" not in values:
        raise UserError(
            say("The value {key!s} is missing.", key="attackers"),
            say(
                "For example: {example!s}.",
                example='attackers="3x infantry 7, artillery 4" defenders="infantry 5" work=fort',
            ),
        )
    work, column = values.get("work", "none"), values.get("column", "odds")
    attack = Attack(
        attackers=troops("attackers", values["attackers"], charts),
        defenders=troops("defenders", values.get("defenders", ""), charts),
        work="" if work == "none" else one_of("work", work, WORKS),
        work_strength=_number(values, "work-strength"),
        printed_die=_number(values, "westwall-die"),
        terrain=one_of("terrain", values.get("terrain", "clear"), charts.grounds),
        city=one_of("city", values.get("city", "none"), charts.cities),
        german_soviet=yes(values, "german-soviet", "no"),
        support=_number(values, "support"),
        anti_air=_number(values, "anti-air"),
        airborne=yes(values, "airborne", "no"),
        supplied=yes(values, "supplied", "yes"),
        converts=yes(values, "convert", "yes"),
        holds=yes(values, "stand", "yes"),
        umpire=_number(values, "umpire", -MOST),
        without=_left_out(values.get("without", "")),
        ruled_column="" if column == "odds" else column,
        charts=charts,
    )
    return checked(attack)


def _left_out(text: str) -> frozenset[Modifier]:
    found = [one_of("without", one, LEFT_OUT) for one in text.split("+") if one]
    return cast("frozenset[Modifier]", frozenset(found))


def written(attack: Attack) -> dict[str, str]:
    """The values that `read_attack` makes *attack* of; units that are alike in one line."""
    values = {
        "attackers": _lines(ATTACKERS, attack.attackers, attack.charts),
        "defenders": _lines(DEFENDERS, attack.defenders, attack.charts),
        "work": word(attack.work) or "none",
        "terrain": word(attack.terrain),
        "city": word(attack.city),
        "without": "+".join(sorted(attack.without)),
        "column": attack.ruled_column,
    }
    figures = {"work-strength": attack.work_strength, "westwall-die": attack.printed_die,
               "support": attack.support, "anti-air": attack.anti_air,
               "umpire": attack.umpire}  # fmt: skip
    values |= {key: str(number) if number else "" for key, number in figures.items()}
    answers = {"german-soviet": (attack.german_soviet, False), "airborne": (attack.airborne, False),
               "supplied": (attack.supplied, True), "convert": (attack.converts, True),
               "stand": (attack.holds, True)}  # fmt: skip
    values |= {key: "yes" if now else "no" for key, (now, usual) in answers.items() if now != usual}
    return {key: value for key, value in values.items() if value}


def _lines(columns: Sequence[SheetField], troops: Sequence[Troop], charts: Tables) -> str:
    sizes = {row.halves: row.id for row in charts.size}
    numbers: dict[Troop, int] = {}
    for troop in troops:
        one = replace(troop, number=1)
        numbers[one] = numbers.get(one, 0) + troop.number
    return write_rows(
        columns,
        [
            {
                "number": str(number),
                "kind": word(troop.kind),
                "strength": str(troop.strength),
                "size": sizes[troop.halves],
                "across": "+".join(sorted(map(word, troop.across))),
            }
            for troop, number in numbers.items()
        ],
    )


# ---- works and the red die ----------------------------------------------------------------------


def work_case(row: WorkKind) -> CaseLook:
    """All figures of a work, each marked as stated, deduced or rebuilt."""
    sources = {
        "stated": say("stated"), "deduced": say("deduced"), "rebuilt": say("rebuilt"),
    }  # fmt: skip
    figures: tuple[tuple[Figure, str, str], ...] = (
        ("die", say("Main die"), say("as printed on the map") if "die" in row.printed
         else signed(row.die)),
        ("armour", say("Armour effects"), signed(row.armour)),
        ("supply", say("Supply points more"), size_word(row.supply)),
        ("strength", say("Strength of its own, at most"), say("as printed on the counter")
         if "strength" in row.printed else str(row.strength)),
        ("anti_air", say("Light anti-aircraft points"), say("as printed on the counter")
         if "anti_air" in row.printed else str(row.anti_air)),
        ("reduced_to", say("One attack further down"), _next_level(row)),
        ("becomes", say("If the hex is taken"), if_taken(row)),
    )  # fmt: skip
    return CaseLook(
        title=say("Work"),
        place=row.name,
        inputs=tuple(
            InputLine(
                label,
                say("{value} ({source})", value=value, source=sources[row.source(figure)]),
                f"EF {row.rule}",
            )
            for figure, label, value in figures
        ),
    )


def _next_level(row: WorkKind) -> Text:
    if not row.reduced_to:
        return say("nothing, attacks do not reduce it")
    return say("gone") if row.reduced_to == GONE else say("{work}", work=WORKS[row.reduced_to].name)


def _attack(values: Values, charts: Tables) -> CaseLook:
    return attack_case(read_attack(values, charts))


def _work(values: Values, charts: Tables) -> CaseLook:
    del charts
    return work_case(WORKS[one_of("work", values.get("work", ""), WORKS)])


def _red(values: Values, charts: Tables) -> CaseLook:
    return red_case(charts.red, below=yes(values, "below-even-odds", "no"))


def effects_chart(charts: Tables) -> ChartLook:
    """What every work, ground and city does to an attack (EF 40.0-2)."""
    rows: list[dict[str, object]] = []
    for one in (*WORKS.values(), *charts.terrain, *charts.city[1:]):
        printed = one.printed if isinstance(one, WorkKind) else ()
        die = signed(one.die) if one.die or isinstance(one, WorkKind) else "0"
        armour = signed(one.armour) if one.armour else "0"
        own = str(one.strength) if isinstance(one, WorkKind) else "–"
        rows.append(
            {
                "name": one.name,
                "die": "printed" if "die" in printed else die,
                "armour": armour,
                "supply": size_word(one.supply),
                "own": "printed" if "strength" in printed else own,
                "laid": one.laid if isinstance(one, Ground) else (),
            }
        )
    return LOOKS.table("effects", LOOKS.values(effects=rows))


_CASES: Mapping[str, tuple[Callable[[Values, Tables], CaseLook], tuple[str, ...]]] = {
    "attack": (_attack, ATTACK_KEYS),
    "work": (_work, ("work",)),
    "red": (_red, ("below-even-odds",)),
}


class Fortifications:
    """Rule 40 at a board of your own: its rulebook, its forms, and what they come to."""

    title = say("Attack on a fort (Europa)")

    def __init__(self, charts: Tables = TABLES) -> None:
        self.charts = charts
        """What cases are read by."""

    def sheets(self) -> tuple[Worksheet, ...]:
        """The attack as a form."""
        return (attack_sheet(self.charts),)

    @property
    def rulebook(self) -> Rulebook:
        """Every sentence of the rule, and what the assistant does with it."""
        return read_rulebook(RULEBOOK_FILE)

    def odds(self, table: str, values: Values) -> CaseLook:
        """The case of *table* (``attack``, ``work`` or ``red``). UserError that says what fits."""
        made = _CASES.get(table)
        if made is None:
            raise UserError(
                say("There is no table {table!r}.", table=table),
                say("There are: {known!s}.", known=", ".join(_CASES)),
            )
        make, keys = made
        wrong = sorted(set(values) - set(keys))
        if wrong:
            raise UserError(
                say("The table {table!s} has no key {key!r}.", table=table, key=wrong[0]),
                say("Its keys: {keys!s}.", keys=", ".join(keys) or "–"),
            )
        return make(values, self.charts)
