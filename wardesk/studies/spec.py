"""What a study plays: a scenario, options, players and the seeds of its games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct

from wardesk.engine.rules import Rules
from wardesk.engine.types import Value
from wardesk.errors import UserError
from wardesk.model.scenario import CHARTS
from wardesk.players.bots import kinds_for
from wardesk.words import say, shown

MOST_GAMES = 1_000_000
"""Of one set of options; more say nothing that fewer do not."""

MakeRules = Callable[[str, Mapping[str, Value]], Rules[Any, Any]]
"""``make(scenario, options)``, found by its name in a worker: a function of a module."""


AS_PRINTED = say("as printed")
OWN_CHARTS = say("own")

Naming = Callable[[str, Value], tuple[str, str]]
"""``naming(option, value)``: how both are said; sides and their players, too."""


def named_plainly(option: str, value: Value) -> tuple[str, str]:
    """Both as they are written on the command line."""
    return option, str(value)


def _titled(title: str, value: str) -> str:
    """Both are in the language in force, and so is what stands between them."""
    return shown(say("{title!s}: {value!s}", title=title, value=value))


class StudySpec(Struct, frozen=True, kw_only=True):
    """One set of options, played *n* times. Game number *i* has the seed ``seed + i``.

    So ``wardesk play --seed`` shows any game of a study again, and two specs with the same seed
    meet the same dice.
    """

    scenario: str
    options: dict[str, Value] = {}
    players: dict[str, str]
    """Kind of player per side."""
    n: int
    seed: int
    rules: str = ""
    """Digest of the rules' tables, so that a study is not gone on with under others."""

    @property
    def key(self) -> str:
        """Names everything but the number of games: what must not change when a study goes on."""
        plain = msgspec.json.encode(msgspec.structs.replace(self, n=0), order="sorted")
        return sha256(plain).hexdigest()[:16]

    @property
    def label(self) -> str:
        """The options in words."""
        return self.label_beside(self)

    def label_beside(self, base: StudySpec, naming: Naming | None = None) -> str:
        """What sets it apart from *base*: all its options, and other players or seeds."""
        naming = naming or named_plainly
        plain = naming is named_plainly
        other: list[tuple[str, Value]] = [
            (side, kind) for side, kind in self.players.items() if base.players.get(side) != kind
        ]
        if self.seed != base.seed:
            other.append(("seed", self.seed))
        alike = bool(other) and self.options == base.options
        chosen = (
            []
            if alike
            else [
                (key, OWN_CHARTS if key == CHARTS else value) for key, value in self.options.items()
            ]
        )
        named = [naming(key, value) for key, value in (*chosen, *other)]
        said = [" ".join(pair) if plain else _titled(*pair) for pair in named]
        return ", ".join(said if chosen or alike else (shown(AS_PRINTED), *said))


class StudyTask(Struct, frozen=True):
    """A range of games of one spec: numbers *first* to ``first + count - 1``."""

    spec: StudySpec
    first: int
    count: int


class Variant(Struct, frozen=True, kw_only=True):
    """What one part of a study is played with; a side without a player gets the scripted one."""

    options: Mapping[str, Value] = {}
    """Options of the rules, and figures of the scenario by their dotted names."""
    players: Mapping[str, str] = {}
    seed: int = 1


class Study(Struct, frozen=True, kw_only=True):
    """One or more specs of one scenario. Games of the same number are compared with each other."""

    specs: tuple[StudySpec, ...]


def make_study(
    scenario: str, rules: Sequence[Rules[Any, Any]], variants: Sequence[Variant], *, n: int
) -> Study:
    """A study of *variants*, each with its *rules*, which name sides and digest.

    UserError for sides, players or numbers that make no sense, and for two equal variants.
    """
    sides = rules[0].sides
    for variant in variants:
        check_players(rules[0], variant.players)
    if not 1 <= n <= MOST_GAMES:
        raise UserError(
            say("{n!s} games cannot be played.", n=n),
            say("Say a number from 1 to {most_games!s}.", most_games=MOST_GAMES),
        )
    specs = tuple(
        StudySpec(
            scenario=scenario,
            options=dict(variant.options),
            players={side: variant.players.get(side, "policy") for side in sides},
            n=n,
            seed=variant.seed,
            rules=made.digest,
        )
        for made, variant in zip(rules, variants, strict=True)
    )
    if len({spec.key for spec in specs}) < len(specs):
        raise UserError("Two sets of options are the same.", "Leave one of them out.")
    return Study(specs=specs)


def check_players(rules: Rules[Any, Any], players: Mapping[str, str]) -> None:
    """UserError for a side that *rules* have not, and for a player that cannot hold its side."""
    for side, kind in players.items():
        if side not in rules.sides:
            raise UserError(
                say("There is no side {side!r}.", side=side),
                say("The sides are {sides!s}.", sides=", ".join(rules.sides)),
            )
        known = kinds_for(rules, side)
        if kind not in known:
            raise UserError(
                say("{kind!r} is no player for {side!s}.", kind=kind, side=side),
                say("Say one of {kinds!s}.", kinds=", ".join(known)),
            )
