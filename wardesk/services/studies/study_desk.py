"""Studies for window and command line: from a scenario and options to a record to be played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from wardesk import paths
from wardesk.engine.kernel import begin
from wardesk.engine.rules import Rules
from wardesk.engine.types import Value
from wardesk.errors import UserError
from wardesk.players.bots import kind_of, kinds_for
from wardesk.services.play import tables
from wardesk.studies.duel import Duel
from wardesk.studies.measures import measures_of, sides_of
from wardesk.studies.record import StudyRecord, new_record
from wardesk.studies.spec import Study, make_study
from wardesk.studies.summary import Setting
from wardesk.words import say


def rules_of(scenario: str, options: Mapping[str, Value]) -> Rules[Any, Any]:
    """The rules of a scenario: what workers lay their tables with. Errors of `load_table`."""
    return tables.load_table(scenario, options).rules


def plan_study(
    scenario: str,
    options: Mapping[str, Value],
    compare: Sequence[Mapping[str, Value]],
    *,
    players: Mapping[str, str],
    n: int,
    seed: int,
) -> StudyRecord:
    """A study of *options*, and of *options* with each change of *compare*; nothing played yet.

    UserError when scenario, options, players or numbers make no sense.
    """
    chosen = [dict(options), *({**options, **change} for change in compare)]
    made = [tables.load_table(scenario, each) for each in chosen]
    name = made[0].info.scenario
    study = make_study(
        name, [table.rules for table in made], chosen, players=players, n=n, seed=seed
    )
    return new_record(study)


def plan_duel(
    scenario: str, options: Mapping[str, Value], players: Mapping[str, str], base: str = ""
) -> Duel:
    """A comparison on the first side of *players*; *base* is the other side's player by default.

    UserError when scenario, options or players make no sense.
    """
    table = tables.load_table(scenario, options)
    rules = table.rules
    kinds = {side: kind_of(kind) for side, kind in players.items()}
    for side in kinds:
        if side not in rules.sides:
            raise UserError(
                say("There is no side {side!r}.", side=side),
                say("The sides are {sides!s}.", sides=", ".join(rules.sides)),
            )
    if not kinds:
        raise UserError(
            "Nobody is to be tried.",
            say("Name a player, {side!s}=captain for example.", side=rules.sides[0]),
        )
    side = next(iter(kinds))
    kinds = {**dict.fromkeys(rules.sides, "policy"), **kinds}
    others = [kind for each, kind in kinds.items() if each != side]
    base = kind_of(base) if base else others[0]
    for each, kind in (*kinds.items(), (side, base)):
        known = kinds_for(rules, each)
        if kind not in known:
            raise UserError(
                say("{kind!r} is no player for {side!s}.", kind=kind, side=each),
                say("Say one of {kinds!s}.", kinds=", ".join(known)),
            )
    return Duel(
        scenario=table.info.scenario, options=dict(options), players=kinds, side=side, base=base
    )


def checked_again(record: StudyRecord, n: int | None = None) -> StudyRecord:
    """A stored study, ready to go on, with *n* games of each set of options if given.

    UserError when its scenario is not here, when the rules' tables have changed since, or when
    *n* is smaller than what was played.
    """
    specs = record.study.specs
    rules = [rules_of(spec.scenario, spec.options) for spec in specs]
    if any(made.digest != spec.rules for made, spec in zip(rules, specs, strict=True)):
        text = say("The rules have changed since this study was begun.")
        raise UserError(text, "Start it again: numbers under two sets of rules do not add up.")
    wanted = specs[0].n if n is None else n
    if any(at >= wanted for tally in record.tallies for at in tally.by_game):
        text = say("More than {wanted!s} games were played already.", wanted=wanted)
        raise UserError(text, "Leave -n out, or say a larger number.")
    study = make_study(
        specs[0].scenario,
        rules,
        [spec.options for spec in specs],
        players=specs[0].players,
        n=wanted,
        seed=specs[0].seed,
    )
    return StudyRecord(study=study, tallies=record.tallies)


def setting_of(study: Study) -> Setting:
    """Titles, sides and measures of a study's scenario. Errors of `load_table`."""
    spec = study.specs[0]
    table = tables.load_table(spec.scenario, spec.options)
    _, state = begin(table.rules, umpire=False)
    look = table.rules.showing.look(state)
    return Setting(
        title=table.info.title,
        game_title=table.info.game_title,
        sides=sides_of(table.rules, look.sides),
        measures=measures_of(look, state),
        reconstruction=table.info.reconstruction,
    )


def working_file(study: Study) -> Path:
    """Where a study lies while it is played and nobody named a file."""
    return paths.user_data() / "studies" / f"{study.specs[0].key}.json"
