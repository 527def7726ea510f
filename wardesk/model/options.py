"""Options of a rule system: what can be chosen before a game, in words and as keys."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from msgspec import Struct

from wardesk.errors import UserError, shown
from wardesk.words import say


class OptionChoice(Struct, frozen=True):
    """One value of an option: the key that is stored, and the words on the screen."""

    key: str
    label: str


class GameOption(Struct, frozen=True, kw_only=True):
    """Something that can be chosen before a game begins."""

    id: str
    title: str
    choices: tuple[OptionChoice, ...]
    default: str
    cite: str = ""
    with_player: str = ""
    """A kind of player that switches the option on (its last choice); no screen asks for it."""
    before: str = ""
    """How a game is played whose file does not name the option: one from before there was any.
    Empty: by the default. A new game's file names every option that has this."""

    @property
    def keys(self) -> tuple[str, ...]:
        """The values it may have."""
        return tuple(choice.key for choice in self.choices)


class SetupValue(Struct, frozen=True, kw_only=True):
    """A figure of a scenario that a designer may change: a threshold, a number of men."""

    id: str
    """Where it stands in the scenario's setup, with dots: ``victory.minor``, ``place.Hill.value``.

    A row of a list goes by its ``name`` or ``id``, else by its number from 0.
    """
    title: str
    value: int
    least: int = 0
    most: int = 999
    cite: str = ""
    rebuilt: bool = False
    """The printed game does not say it: a calibration may set it."""


def read_options(known: Sequence[GameOption], given: Mapping[str, Any]) -> dict[str, str]:
    """A value for every option, the default where none is given.

    UserError that names the options, or the values of one, when *given* does not fit.
    """
    by_id = {option.id: option for option in known}
    for name, value in given.items():
        option = by_id.get(name)
        if option is None:
            listed = ", ".join(by_id) or "none"
            raise UserError(
                say("There is no option {name!s}.", name=shown(name)),
                say("The options are: {listed!s}.", listed=listed),
            )
        if _word(value) not in option.keys:
            keys = " or ".join(option.keys)
            raise UserError(
                say(
                    "The option {name!s} is {keys!s}, not {value!s}.",
                    name=name,
                    keys=keys,
                    value=shown(value),
                )
            )
    return {name: _word(given.get(name, option.default)) for name, option in by_id.items()}


def _word(value: object) -> str:
    return value if isinstance(value, str) else shown(value)


def with_players(
    known: Sequence[GameOption], given: Mapping[str, Any], players: Mapping[str, str]
) -> dict[str, Any]:
    """*given*, unless somebody has chosen what the *players* bring, and what a file must name."""
    kinds = set(players.values())
    named = {o.id: o.default for o in known if o.before}
    brought = {o.id: o.keys[-1] for o in known if o.with_player and o.with_player in kinds}
    return {**named, **brought, **given}


def from_before(known: Sequence[GameOption], given: Mapping[str, Any]) -> dict[str, Any]:
    """*given* of a game's file, and how it is played by options that were not there yet."""
    return {**{o.id: o.before for o in known if o.before}, **given}


def with_figures(
    setup: Mapping[str, Any], known: Sequence[SetupValue], wanted: Mapping[str, object]
) -> dict[str, Any]:
    """*setup* with the figures in their places; UserError for one that is unknown or does not fit.

    Figures are named with dots, options without: both may stand in one mapping of what is chosen.
    """
    found: dict[str, Any] = dict(setup)
    by_id = {value.id: value for value in known}
    for name, given in wanted.items():
        value = by_id.get(name)
        if value is None:
            raise UserError(
                say("There is no figure {name!s} to change.", name=shown(name)),
                say("The figures are: {listed!s}.", listed=", ".join(by_id) or "none"),
            )
        new = int(given) if isinstance(given, int | str) and _whole(given) else None
        if new is None or not value.least <= new <= value.most:
            raise UserError(
                say(
                    "{value!s}: {new!s} is not from {least!s} to {most!s}.",
                    value=value.title,
                    new=given,
                    least=value.least,
                    most=value.most,
                )
            )
        if new == value.value:
            continue
        found = cast("dict[str, Any]", _put(found, value.id.split("."), new))
    return found


def _put(at: object, path: Sequence[str], new: int) -> object:
    """What stands *at* a place with *new* at the end of *path* below it; a copy."""
    if not path:
        return new
    if isinstance(at, Mapping | None):
        table = dict(cast("Mapping[str, Any]", at or {}))
        return {**table, path[0]: _put(table.get(path[0]), path[1:], new)}
    rows = list(cast("Sequence[Any]", at))
    names = [str(row.get("name", row.get("id", n))) for n, row in enumerate(rows)]
    number = names.index(path[0])
    return [*rows[:number], _put(rows[number], path[1:], new), *rows[number + 1 :]]


def _whole(given: int | str) -> bool:
    return isinstance(given, int) or given.removeprefix("-").isdecimal()
