"""Attacks as they are typed or stand in a form, read and written."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import cast

from msgspec.structs import replace

from wardesk.errors import UserError
from wardesk.games.europa.attack import LEFT_OUT, Across, Attack, Modifier, Troop, checked
from wardesk.games.europa.cases_form import (
    ACROSS,
    ATTACK_SHEET,
    ATTACKERS,
    DEFENDERS,
    MOST,
    word,
)
from wardesk.games.europa.tables import TABLES
from wardesk.games.europa.works import WORKS
from wardesk.model.worksheet import SheetField, write_rows
from wardesk.words import say

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


def troops(key: str, text: str) -> tuple[Troop, ...]:
    """Units as they are typed: ``3x infantry 7 division across border, artillery 4``.

    Number, size and what they attack across may be left out. UserError that shows the form.
    """
    return tuple(_troop(key, part) for part in text.split(",") if part.strip())


def _troop(key: str, text: str) -> Troop:
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
    kind = TABLES.kinds[one_of(key, match["kind"], TABLES.kinds)]
    size = one_of(key, match["size"], TABLES.sizes) if match["size"] else kind.size
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
        halves=TABLES.sizes[size].halves,
        number=number,
        across=across,
    )


ATTACK_KEYS = tuple(field.key for field in ATTACK_SHEET.fields())


def read_attack(values: Values) -> Attack:
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
        attackers=troops("attackers", values["attackers"]),
        defenders=troops("defenders", values.get("defenders", "")),
        work="" if work == "none" else one_of("work", work, WORKS),
        work_strength=_number(values, "work-strength"),
        printed_die=_number(values, "westwall-die"),
        terrain=one_of("terrain", values.get("terrain", "clear"), TABLES.grounds),
        city=one_of("city", values.get("city", "none"), TABLES.cities),
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
    )
    return checked(attack)


def _left_out(text: str) -> frozenset[Modifier]:
    found = [one_of("without", one, LEFT_OUT) for one in text.split("+") if one]
    return cast("frozenset[Modifier]", frozenset(found))


def written(attack: Attack) -> dict[str, str]:
    """The values that `read_attack` makes *attack* of; units that are alike in one line."""
    values = {
        "attackers": _lines(ATTACKERS, attack.attackers),
        "defenders": _lines(DEFENDERS, attack.defenders),
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


def _lines(columns: Sequence[SheetField], troops: Sequence[Troop]) -> str:
    sizes = {row.halves: row.id for row in TABLES.size}
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
