"""One table line by name and figures, for the command line (``wardesk odds eben-emael …``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from wardesk.errors import UserError
from wardesk.games.eben_emael import charts
from wardesk.games.eben_emael.cases import (
    charge_case,
    combat_case,
    die_case,
    fire_case,
    landing_case,
)
from wardesk.games.eben_emael.ch04_combat import Assessment
from wardesk.games.eben_emael.tables import Tables
from wardesk.games.shared.odds import half_up
from wardesk.model.look import CaseLook

Values = Mapping[str, str]
DIVISORS = (1, 2, 3)


def odds(tables: Tables, table: str, values: Values) -> CaseLook:
    """The exact distribution of one line. UserError that names tables and keys."""
    known = _TABLES.get(table)
    if known is None:
        raise UserError(f"There is no table {table!r}.", f"There are: {', '.join(_TABLES)}.")
    make, keys = known
    wrong = sorted(set(values) - set(keys))
    if wrong:
        listed = ", ".join(keys) or "none"
        raise UserError(f"The table {table} has no key {wrong[0]!r}.", f"Its keys: {listed}.")
    return make(tables, values)


def _number(values: Values, key: str, least: int, default: int | None = None) -> int:
    text = values.get(key)
    if text is None:
        if default is None:
            raise UserError(f"The value {key} is missing.", f"Add {key}=<number>.")
        return default
    try:
        number = int(text)
    except ValueError:
        raise UserError(f"{key} is a whole number, not {text!r}.") from None
    if not least <= number <= 9999:
        raise UserError(f"{key} lies between {least} and 9999, not {number}.")
    return number


def _divisor(values: Values) -> int:
    by = _number(values, "divisor", 1, 1)
    if by not in DIVISORS:
        raise UserError(f"divisor is 1, 2 or 3, not {by}.")
    return by


def _switch(values: Values, key: str) -> bool:
    text = values.get(key, "no").lower()
    if text not in ("yes", "no"):
        raise UserError(f"{key} is yes or no, not {text!r}.")
    return text == "yes"


def _combat(tables: Tables, values: Values) -> CaseLook:
    men = _number(values, "attackers", 1)
    defenders, by = _number(values, "defenders", 1), _divisor(values)
    strength = half_up(men, by)
    column = tables.combat.column(strength, defenders)
    found = Assessment(men, by, strength, defenders, column)
    shift = _switch(values, "flamethrower") + _switch(values, "bonus")
    return combat_case(tables, found, column, shift)


def _machine_gun(tables: Tables, values: Values) -> CaseLook:
    text = values.get("column", "").strip("[]")
    if text not in tables.machine_gun.columns:
        raise UserError(f"column is one of {', '.join(tables.machine_gun.columns)}.")
    chart = charts.gun_chart(tables, tables.machine_gun.columns.index(text))
    return fire_case(tables.machine_gun, chart, _divisor(values), title=f"Machine guns [{text}]")


def _artillery(tables: Tables, values: Values) -> CaseLook:
    strength = _number(values, "strength", 1)
    chart = charts.artillery_chart(tables, tables.artillery.column(strength))
    return fire_case(tables.artillery, chart, _divisor(values), title=f"Artillery {strength}")


def _landing(tables: Tables, _: Values) -> CaseLook:
    return landing_case(tables, "Glider landing")


def _canal(tables: Tables, _: Values) -> CaseLook:
    return die_case("Canal bunker", charts.canal_chart(tables), tables.canal.faces)


def _demolition(tables: Tables, values: Values) -> CaseLook:
    needs = tables.charge.needs(values.get("work", ""))
    crew = _switch(values, "garrison")
    return charge_case(tables, needs, crew=crew, place=values.get("work", ""))


_TABLES: Mapping[str, tuple[Callable[[Tables, Values], CaseLook], tuple[str, ...]]] = {
    "combat": (_combat, ("attackers", "defenders", "divisor", "flamethrower", "bonus")),
    "mg": (_machine_gun, ("column", "divisor")),
    "artillery": (_artillery, ("strength", "divisor")),
    "landing": (_landing, ()),
    "canal": (_canal, ()),
    "demolition": (_demolition, ("work", "garrison")),
}
