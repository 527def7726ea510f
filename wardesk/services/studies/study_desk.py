"""Studies for window and command line: from a scenario and options to a played record."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from wardesk import paths
from wardesk.engine.kernel import begin
from wardesk.engine.rules import Rules
from wardesk.engine.types import Value
from wardesk.errors import UserError
from wardesk.players.bots import kind_of
from wardesk.services.play import tables
from wardesk.studies.cluster import connected
from wardesk.studies.conduct import Conductor, Pool
from wardesk.studies.duel import Duel
from wardesk.studies.measures import measures_of, sides_of
from wardesk.studies.record import StudyRecord, new_record, write_record
from wardesk.studies.run import processes
from wardesk.studies.spec import Study, Variant, check_players, make_study
from wardesk.studies.summary import StudySetting, summarise
from wardesk.words import say

SEED = "seed"
"""What a change may name beside options, figures of the scenario and sides."""


def rules_of(scenario: str, options: Mapping[str, Value]) -> Rules[Any, Any]:
    """The rules of a scenario: what workers lay their tables with. Errors of `load_table`."""
    return tables.load_table(scenario, options).rules


# ---- planning -----------------------------------------------------------------------------------


def plan_study(
    scenario: str,
    options: Mapping[str, Value],
    compare: Sequence[Mapping[str, Value]],
    *,
    players: Mapping[str, str],
    n: int,
    seed: int,
    sweep: Sequence[Mapping[str, Value]] = (),
) -> StudyRecord:
    """A study of *options*, and of *options* with each change of *compare*; nothing played yet.

    A change names options, figures of the scenario (``victory.minor``), sides with another player,
    or ``seed``. One of *sweep* that comes to what *options* and *players* are is left out.
    UserError when scenario, options, players or numbers make no sense.
    """
    table, options = tables.new_table(scenario, options)
    sides = table.rules.sides
    everybody = {**dict.fromkeys(sides, "policy"), **_kinds(players)}
    base = Variant(options=options, players=everybody, seed=seed)
    variants = [_changed(base, change, sides) for change in ({}, *compare, *sweep)]
    made = [tables.load_table(scenario, each.options) for each in variants]
    told = [
        (table.rules.digest, each.players, each.seed)
        for table, each in zip(made, variants, strict=True)
    ]
    kept = [at for at, one in enumerate(told) if at <= len(compare) or one != told[0]]
    rules = [made[at].rules for at in kept]
    study = make_study(made[0].info.scenario, rules, [variants[at] for at in kept], n=n)
    return new_record(study)


def plan_duel(
    scenario: str,
    options: Mapping[str, Value],
    players: Mapping[str, str],
    base: str = "",
    base_games: int = 1,
) -> Duel:
    """A comparison on the first side of *players*; *base* is the other side's player by default.

    UserError when scenario, options or players make no sense.
    """
    table, options = tables.new_table(scenario, options)
    rules = table.rules
    kinds = _kinds(players)
    check_players(rules, kinds)
    if not kinds:
        raise UserError(
            "Nobody is to be tried.",
            say("Name a player, {side!s}=captain for example.", side=rules.sides[0]),
        )
    side = next(iter(kinds))
    kinds = {**dict.fromkeys(rules.sides, "policy"), **kinds}
    others = [kind for each, kind in kinds.items() if each != side]
    base = kind_of(base) if base else others[0]
    check_players(rules, {side: base})
    return Duel(
        scenario=table.info.scenario,
        options=dict(options),
        players=kinds,
        side=side,
        base=base,
        base_games=base_games,
    )


def _kinds(players: Mapping[str, str]) -> dict[str, str]:
    return {side: kind_of(word) for side, word in players.items()}


def _changed(base: Variant, change: Mapping[str, Value], sides: Sequence[str]) -> Variant:
    options, players, seed = dict(base.options), dict(base.players), base.seed
    for name, value in change.items():
        if name in sides:
            players[name] = kind_of(str(value))
        elif name == SEED:
            if not isinstance(value, int):
                raise UserError(say("{value!s} is no seed.", value=value), "Say a whole number.")
            seed = value
        else:
            options[name] = value
    return Variant(options=options, players=players, seed=seed)


def swept(
    key: str, values: Sequence[Value], base: Mapping[str, Value]
) -> tuple[dict[str, Value], ...]:
    """A change for each of *values* of *key*; the value that the base has is left out."""
    return tuple({key: value} for value in values if base.get(key) != value)


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
    variants = [
        Variant(options=spec.options, players=spec.players, seed=spec.seed) for spec in specs
    ]
    study = make_study(specs[0].scenario, rules, variants, n=wanted)
    return StudyRecord(study=study, tallies=record.tallies)


def setting_of(study: Study) -> StudySetting:
    """Titles, sides and measures of a study's scenario. Errors of `load_table`."""
    spec = study.specs[0]
    table = tables.load_table(spec.scenario, spec.options)
    _, state = begin(table.rules, umpire=False)
    look = table.rules.showing.look(state)
    return StudySetting(
        title=table.info.title,
        game_title=table.info.game_title,
        sides=sides_of(table.rules, look.sides),
        measures=measures_of(look, state),
        reconstruction=table.info.reconstruction,
    )


def working_file(study: Study) -> Path:
    """Where a study lies while it is played and nobody named a file."""
    name = "-".join(spec.key[:8] for spec in study.specs[:4])
    return studies_folder() / f"{study.specs[0].key if len(study.specs) == 1 else name}.json"


def studies_folder() -> Path:
    """Where studies are kept that nobody gave a place of their own."""
    return paths.user_data() / "studies"


# ---- playing ------------------------------------------------------------------------------------


class Workplace(Struct, frozen=True, kw_only=True):
    """Where games are played: in *jobs* processes here (0: this one), or on a cluster of Dask."""

    jobs: int = 1
    cluster: str = ""
    """Address of its scheduler, or ``local`` for one on this machine."""


@contextmanager
def _open(place: Workplace) -> Iterator[tuple[int, Pool]]:
    """How many play at once there, and what makes an executor."""
    if not place.cluster:
        yield place.jobs, processes
        return
    with connected(place.cluster, place.jobs) as workers:
        yield workers.jobs, workers.executor


SETTLED = 0.05
"""How wide a band of the share of wins may be when a study is called settled."""
FIRST_LOOK = 200
"""Games of each part before anybody asks whether it is settled; then always half as many more."""


def play_study(
    record: StudyRecord,
    setting: StudySetting,
    place: Workplace,
    *,
    file: Path | None = None,
    settled: float = 0.0,
    progress: Callable[[StudyRecord], None] = lambda _: None,
    should_stop: Callable[[], bool] = lambda: False,
    pool: Pool | None = None,
) -> StudyRecord:
    """Play what is missing of *record*, at *place*; it is kept in *file* all along.

    With *settled* it ends as soon as no interval of a share of wins is wider than that. It is only
    asked after whole rounds of games, so the same games are played by any number of workers in any
    order. UserError as `Conductor.play`, and when a cluster cannot be used.
    """

    def save(so_far: StudyRecord) -> None:
        if file is not None:
            write_record(file, _of_size(so_far, wanted), summarise(so_far, setting))

    def tell(so_far: StudyRecord) -> None:
        progress(_of_size(so_far, wanted))

    wanted = record.study.specs[0].n
    rounds = _rounds(wanted, record) if settled else [wanted]
    left = sum(spec.n for spec in record.study.specs) - record.games
    with _open(place) as (jobs, made):
        for number in rounds:
            conductor = Conductor(
                _of_size(record, number),
                rules_of,
                jobs=min(jobs, max(1, left)) if jobs else 0,
                save=save,
                progress=tell,
                should_stop=should_stop,
                pool=pool or made,
            )
            record = conductor.play()
            if should_stop():
                break
            if settled and _widest(record, setting) <= settled:
                wanted = number
                save(record)
                break
    return _of_size(record, wanted)


def _rounds(wanted: int, record: StudyRecord) -> list[int]:
    """How many games there are after each round; what has been played is a round of its own."""
    most = max((at for tally in record.tallies for at in tally.by_game), default=-1) + 1
    found = [FIRST_LOOK]
    while found[-1] < wanted:
        found.append(found[-1] * 3 // 2)
    return [number for number in found if most <= number < wanted] + [wanted]


def _widest(record: StudyRecord, setting: StudySetting) -> float:
    return max(part.widest for part in summarise(record, setting).parts)


def _of_size(record: StudyRecord, n: int) -> StudyRecord:
    """The same study of *n* games each."""
    specs = tuple(replace(spec, n=n) for spec in record.study.specs)
    return replace(record, study=Study(specs=specs))
