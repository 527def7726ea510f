"""From the name of a scenario to a table that is ready to be played on."""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from wardesk import paths
from wardesk.documents.maps.store import load_board
from wardesk.documents.packs.store import find_scenario, read_pack, read_scenario
from wardesk.engine.kernel import begin
from wardesk.engine.rules import Rules
from wardesk.engine.types import Effect, Value
from wardesk.errors import DamagedFile, UserError, shown
from wardesk.games.registry import charts_of, game_ids, make_rules
from wardesk.model.briefing import Briefing
from wardesk.model.lesson import Lesson
from wardesk.model.options import from_before, read_options, with_figures, with_players
from wardesk.model.scenario import CHARTS, HANDICAP, Handicap, Pack, ScenarioInfo
from wardesk.services.packs.places import pack_folders
from wardesk.services.play.own_charts import as_option, from_option, own_cells
from wardesk.words import from_record, readied, say


class TableInfo(Struct, frozen=True, kw_only=True):
    """What a screen says about a game before and while it is played."""

    scenario: str
    """``pack/scenario``, or a path: what `load_table` was asked for."""
    title: str
    game: str
    game_title: str
    blurb: str = ""
    players: str = ""
    length: str = ""
    complexity: int = 0
    """From 1 (minutes to learn) to 5; 0 = not said."""
    turns: int = 0
    reconstruction: tuple[str, ...] = ()
    """What had to be rebuilt, one sentence each; to be shown wherever the game is."""
    briefing: Briefing = Briefing()
    handicap: Handicap | None = None
    """What the scenario changes for balance, unless a game leaves it out."""
    pack: str = ""


class PlayTable(Struct, frozen=True):
    """Rules over a board and a scenario."""

    rules: Rules[Any, Any]
    info: TableInfo
    lesson: Lesson | None = None
    """What the scenario teaches, if it is a guided game."""


_LONGEST = 4096
"""Letters of a path; systems refuse longer ones in their own words."""

Loader = Callable[[str, Mapping[str, Value]], PlayTable]
"""``loader(scenario, options)``; UserError when there is no such scenario."""


def load_table(scenario: str, options: Mapping[str, Value]) -> PlayTable:
    """The table of a scenario, asked for as `scenario_info` says.

    *options* may also name figures of the scenario, with dots. UserError when there is none, or
    when map, forces or *options* do not fit its game.
    """
    info = scenario_info(scenario)
    rules = _rules(info, options)
    if rules.turns and info.turns != rules.turns:
        raise DamagedFile(
            say(
                "{file!s}, turns: the card says {turns!s}, but the game has {played!s}.",
                file=info.file,
                turns=info.turns,
                played=rules.turns,
            ),
            "Give turns and, under [setup], last_turn the same number.",
        )
    if info.edits:
        rules.edits = read_edits(rules, info.edits)
        rules.digest = hashlib.sha256("\n".join((rules.digest, *info.edits)).encode()).hexdigest()
        begin(rules, umpire=False)  # a scenario that cannot begin is refused here and not later
    return PlayTable(
        rules,
        TableInfo(
            scenario=_asked_for(info),
            title=info.title,
            game=info.game,
            game_title=rules.title,
            blurb=info.blurb,
            players=info.players,
            length=info.length,
            complexity=info.complexity,
            turns=info.turns,
            reconstruction=info.reconstruction,
            briefing=info.briefing,
            handicap=info.handicap,
            pack=info.pack,
        ),
        info.lesson,
    )


def _asked_for(info: ScenarioInfo) -> str:
    """By id what ships with WarDesk, wherever that lies; anything else by its file."""
    file = Path(info.file)
    shipped = file.parents[2] == paths.campaigns().resolve()
    return info.id if shipped else str(file)


def _rules(info: ScenarioInfo, options: Mapping[str, Value]) -> Rules[Any, Any]:
    """The rules of a scenario, with its handicap unless *options* leave it out."""
    if info.handicap is None:
        return _laid(info, options)
    rest, option = dict(options), info.handicap.option()
    chosen = read_options((option,), {HANDICAP: rest.pop(HANDICAP, option.default)})[HANDICAP]
    made = _laid(info, {**info.handicap.figures, **rest} if chosen == "yes" else rest)
    made.also = (info.handicap.option(chosen),)
    return made


def _laid(info: ScenarioInfo, options: Mapping[str, Value]) -> Rules[Any, Any]:
    figures = {name: value for name, value in options.items() if "." in name}
    given = {n: value for n, value in options.items() if n not in figures and n != CHARTS}
    board, chosen = load_board(info.map, info.part), {**info.options, **given}
    own: dict[str, Value] = {**from_option(options.get(CHARTS))}
    setup = info.laid_out(own)
    charts = charts_of(info.game)
    try:
        if (info.charts or own) and charts is None:
            raise UserError("This game has no charts to lay anything over.")
        made = make_rules(info.game, board, setup, chosen, place=info.map)
        if not figures:
            return made
        known = made.variables()
        if charts is not None:  # what is no figure of the scenario may be a cell of the charts
            named, there = {value.id for value in known}, charts.shipped().values
            cells = [n for n in figures if n not in named and n.partition(".")[0] in there]
            own |= {name: figures.pop(name) for name in cells}
        setup = with_figures(info.laid_out(own), known, figures)
        return make_rules(info.game, board, setup, chosen, place=info.map)
    except UserError as error:
        if options or info.map in error.message:
            raise  # what a person chose, or the map, is at fault and not the scenario
        message = say("{file!s}: {reason}", file=info.file, reason=error.message)
        raise type(error)(message, error.advice) from error


def read_edits(rules: Rules[Any, Any], edits: Sequence[str]) -> tuple[Effect, ...]:
    """Edits of a set-up as the effects they are. DamagedFile that names the one that is none."""
    found: list[Effect] = []
    for number, text in enumerate(edits, 1):
        try:
            plain = msgspec.json.decode(text)
            event = msgspec.convert(
                {"id": 0, "parent": -1, "effects": [plain]},
                readied(rules.event_type),
                dec_hook=from_record,
            )
        except (msgspec.MsgspecError, RecursionError) as error:
            raise DamagedFile(
                say(
                    "Edit {number!s} of the scenario cannot be read: {error!s}.",
                    number=number,
                    error=error,
                ),
                "Take it out of the scenario's file, or save the scenario again.",
            ) from error
        found += event.effects
    return tuple(found)


def seated(
    loader: Loader,
    scenario: str,
    options: Mapping[str, Value] | None,
    players: Mapping[str, str] | None,
) -> tuple[PlayTable, dict[str, Value]]:
    """The table of a scenario with the options that its *players* bring, and all of these options.

    UserError as `load_table`.
    """
    if not isinstance(options, Mapping | None):
        raise UserError(
            say("{options!s} are no options.", options=shown(options)),
            "Give a name and a value for each.",
        )
    if not isinstance(players, Mapping | None):
        raise UserError(
            say("{players!s} are no players.", players=shown(players)),
            "Name a player for each side.",
        )
    given = dict(options or {})
    for kind in (players or {}).values():
        if not isinstance(kind, str):
            raise UserError(
                say("{kind!s} is no kind of player.", kind=shown(kind)), "Write it as a text."
            )
    table = loader(scenario, given)
    wanted = with_players(table.rules.option_list(), given, players or {})
    wanted |= own_charts(table, given)
    return (table, given) if wanted == given else (loader(scenario, wanted), wanted)


def new_table(scenario: str, options: Mapping[str, Value]) -> tuple[PlayTable, dict[str, Value]]:
    """The table of a new game without a file, by the owner's charts, and all of its options."""
    table = load_table(scenario, options)
    wanted = {**own_charts(table, options), **options}
    return (table, wanted) if wanted == options else (load_table(scenario, wanted), wanted)


def own_charts(table: PlayTable, options: Mapping[str, Value]) -> dict[str, Value]:
    """The option with the owner's charts for a new game; none where *options* say it.

    A guided game is played as it is told. UserError where the owner's file makes no sense.
    """
    if CHARTS in options or table.lesson is not None:
        return {}
    cells = own_cells(table.info.game, table.info.pack)
    return {CHARTS: as_option(cells)} if cells else {}


def recorded(loader: Loader, scenario: str, options: Mapping[str, Value]) -> PlayTable:
    """The table of a game's file: an option that came later is played as it was before.

    UserError as `load_table`.
    """
    table = loader(scenario, options)
    played = from_before(table.rules.option_list(), options)
    return table if played == options else loader(scenario, played)


def scenario_info(name: str) -> ScenarioInfo:
    """A scenario by ``pack/scenario``, by its file, or by the folder of a pack that has no other.

    UserError when there is none.
    """
    if not isinstance(name, str) or len(name) > _LONGEST or "\0" in name:
        raise UserError(
            say("{name!s} is no name of a scenario.", name=shown(name)),
            "Name it like pack/scenario, or its file.",
        )
    path = Path(name)
    if path.suffix == ".toml":
        with contextlib.suppress(OSError, ValueError):  # no system has files of such a name
            if path.is_file():
                return read_scenario(read_pack(path.resolve().parent.parent), path.stem)
        name = f"{name[:120]}…" if len(name) > 120 else name
        raise UserError(
            say("The scenario {name!s} is missing.", name=name),
            "If its pack was moved or renamed, put it back, or open it from its new place.",
        )
    with contextlib.suppress(OSError, ValueError):
        if (path / "pack.toml").is_file():
            return _only_scenario(path)
    return find_scenario(name)


def _only_scenario(folder: Path) -> ScenarioInfo:
    pack = read_pack(folder)
    if len(pack.scenarios) != 1:
        raise UserError(
            say(
                "{folder!s}: the pack has {number!s} scenarios.",
                folder=folder,
                number=len(pack.scenarios),
            ),
            say(
                "Name the file of one: {known!s}.",
                known=", ".join(_file(pack, name) for name in pack.scenarios) or "scenarios/*.toml",
            ),
        )
    return read_scenario(pack, Path(_file(pack, pack.scenarios[0])).stem)


def _file(pack: Pack, scenario: str) -> str:
    """The file of a scenario that its pack calls ``pack/scenario``."""
    return str(Path(pack.folder) / "scenarios" / f"{scenario.partition('/')[2]}.toml")


def load_game_table(game: str, *, own: bool = False) -> PlayTable:
    """A table of *game* over its first scenario: for what depends on the game alone.

    *own*: by the owner's charts. UserError that names the games there are.
    """
    for folder in pack_folders():
        try:
            pack = read_pack(folder)
        except UserError:  # Home tells of packs that are broken
            continue
        if pack.game == game and pack.scenarios:
            scenario = _file(pack, pack.scenarios[0])
            return new_table(scenario, {})[0] if own else load_table(scenario, {})
    known = ", ".join(game_ids())
    raise UserError(
        say("There is no game {game!r} with a scenario here.", game=game),
        say("The games are: {known!s}.", known=known),
    )
