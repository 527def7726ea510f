"""How a game is played, as settings on the record: mode, players, dice, stops, standing orders."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, Literal

from msgspec import Struct, ValidationError, convert, to_builtins

from wardesk import paths
from wardesk.documents.games.gamelog import Header, SettingChange
from wardesk.engine.types import UMPIRE, Decision, Value, replace
from wardesk.errors import UserError, shown
from wardesk.model.standing import TableOrder
from wardesk.players.bots import KINDS
from wardesk.services.play.tables import PlayTable
from wardesk.words import say

Mode = Literal["play", "adjudicate"]
DiceKind = Literal["seeded", "typed", "shared"]
"""*shared*: a game by mail, whose dice two homes make."""
DICE_KINDS = ("seeded", "typed")
"""What a person may choose."""
Stops = Literal["all", "changes", "none"] | frozenset[str]
"""Which outcomes an umpire wants to see: all, those that change something, none, or kinds."""

BY_MAIL = "mail"
"""Who plays a side at another home."""
PEOPLE = ("human", BY_MAIL)
PLAYER_KINDS = (*PEOPLE, *KINDS)

Clock = Callable[[], datetime]


def utc_now() -> datetime:
    """The wall clock; everything else takes a clock as an argument."""
    return datetime.now(UTC)


class PlaySettings(Struct, frozen=True, kw_only=True):
    """How a game is played at some point of it."""

    mode: Mode = "play"
    players: dict[str, str] = {}
    dice: DiceKind = "seeded"
    stops: Stops = "all"
    orders: tuple[TableOrder, ...] = ()
    """The standing orders of all sides; the first that speaks of a question decides."""

    @classmethod
    def of(cls, header: Header, sides: Sequence[str]) -> PlaySettings:
        """The settings that a game of these *sides* starts with. UserError for unknown ones."""
        players = checked_players(header.players, sides)
        return cls(mode=header.mode, players=players, dice=header.dice)

    def changed(self, setting: SettingChange) -> PlaySettings:
        """These settings after *setting*. UserError when it makes no sense."""
        value: Any = setting.value
        match setting.name:
            case "mode":
                return replace(self, mode=one_of(value, ("play", "adjudicate"), "mode"))
            case "dice":
                return replace(self, dice=one_of(value, DICE_KINDS, say("kind of dice")))
            case "players":
                return replace(self, players=checked_players(value, tuple(self.players)))
            case "orders":
                return replace(self, orders=checked_orders(value, tuple(self.players)))
            case "stops":
                return replace(self, stops=read_stops(value))

    def stops_at(self, outcome: Decision) -> bool:
        """Whether the umpire wants to see this outcome before it counts."""
        if self.mode == "play" or outcome.who != UMPIRE or self.stops == "none":
            return False
        if isinstance(self.stops, frozenset):
            return outcome.kind in self.stops
        return self.stops == "all" or any(outcome.proposed.values())


def checked_orders(value: object, sides: Sequence[str]) -> tuple[TableOrder, ...]:
    """Standing orders of *sides*, each with a number of its own. UserError for anything else."""
    orders = orders_only(value)
    for order in orders:
        if order.side not in sides:
            raise UserError(say("There is no side {side!s}.", side=shown(order.side)))
    if len({(order.side, order.id) for order in orders}) < len(orders):
        raise UserError("Two standing orders have the same number.")
    try:  # whatever made them, they must be read back
        return convert(to_builtins(orders), tuple[TableOrder, ...])
    except ValidationError as error:
        raise UserError(say("A standing order cannot be kept: {error}.", error=error)) from error


def orders_only(value: object) -> tuple[TableOrder, ...]:
    """*value* if it is standing orders. UserError for anything else."""
    if not isinstance(value, (tuple, list)) or not all(isinstance(o, TableOrder) for o in value):
        raise UserError(say("{value!s} are no standing orders.", value=shown(value)))
    return tuple(value)


def read_stops(value: object) -> Stops:
    """A stop filter from a word or from kinds of outcomes. UserError when it is neither."""
    if value == "all" or value == "changes" or value == "none":
        return value  # type: ignore[return-value]
    if isinstance(value, (frozenset, set, tuple, list)):
        return frozenset(str(kind) for kind in value)
    raise UserError(
        say("{value!s} is no stop filter.", value=shown(value)),
        "Say all, changes, none, or name kinds.",
    )


def write_stops(stops: Stops) -> str | tuple[str, ...]:
    """A stop filter as plain data, in an order that does not change."""
    return tuple(sorted(stops)) if isinstance(stops, frozenset) else stops


def checked_players(
    players: Mapping[str, str], sides: Sequence[str], automata: Sequence[str] | None = None
) -> dict[str, str]:
    """A player for every side (a person where none is named). UserError for unknown ones.

    *automata*: the sides that the rules can play themselves; None leaves that unasked.
    """
    if not isinstance(players, Mapping):
        raise UserError(
            say("{players!s} are no players.", players=shown(players)),
            "Name a player for each side.",
        )
    for side, kind in players.items():
        if side not in sides:
            known = ", ".join(sides)
            raise UserError(
                say("There is no side {side!s}.", side=shown(side)),
                say("The sides are {known!s}.", known=known),
            )
        one_of(kind, PLAYER_KINDS, say("kind of player"))
        if kind == "automaton" and automata is not None and side not in automata:
            advice = (
                say("They play: {automata}.", automata=", ".join(automata))
                if automata
                else say("Say policy or random.")
            )
            raise UserError(
                say("These rules have no automaton for the side {side!s}.", side=side), advice
            )
    return {side: players.get(side, "human") for side in sides}


def whole(value: object, what: str) -> int:
    """*value* if it is a whole number; UserError that names *what* otherwise."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise UserError(
        say("{value!s} is no {what}.", value=shown(value), what=what), "Give a whole number."
    )


def words_only(**words: object) -> None:
    """UserError that names the first of *words* (author, reason …) that is no text."""
    for name, word in words.items():
        if not isinstance(word, str):
            raise UserError(
                say("The {name} must be text, not {word!s}.", name=name, word=shown(word)),
                "Write it as a text.",
            )


def one_of(value: object, known: Sequence[str], what: str) -> Any:  # noqa: ANN401 - a literal
    """*value* if it is among *known*; UserError that lists them otherwise."""
    if not isinstance(value, str) or value not in known:
        raise UserError(
            say("{value!s} is no {what}.", value=shown(value), what=what),
            say("Say one of {known!s}.", known=", ".join(known)),
        )
    return value


def make_header(
    table: PlayTable,
    *,
    seed: int,
    mode: str,
    players: Mapping[str, str],
    dice: str,
    options: Mapping[str, Value],
    created: datetime,
    origin: Mapping[str, str] | None = None,
) -> Header:
    """The first line of a new game's log. UserError for settings that make no sense."""
    rules = table.rules
    return Header(
        app=paths.VERSION,
        game=rules.id,
        rules=getattr(rules, "digest", ""),
        board=getattr(getattr(rules, "board", None), "digest", ""),
        scenario=table.info.scenario,
        title=table.info.title,
        options=dict(options),
        seed=whole(seed, "seed"),
        dice=one_of(dice, (*DICE_KINDS, "shared"), say("kind of dice")),
        luck="deed",
        players=checked_players(players, rules.sides, rules.thinking.automaton_sides),
        mode=one_of(mode, ("play", "adjudicate"), "mode"),
        created=created.isoformat(timespec="seconds"),
        origin=dict(origin or {}),
    )
