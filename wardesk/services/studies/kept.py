"""Studies that lie in a person's folder, and the scenarios that bots can play."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from wardesk.documents.translate_values import PLAIN, Wording, worded
from wardesk.engine.kernel import begin
from wardesk.engine.rules import Rules
from wardesk.engine.types import Value
from wardesk.errors import UserError
from wardesk.model.options import GameOption, SetupValue
from wardesk.model.scenario import CHARTS
from wardesk.players.bots import kinds_for
from wardesk.services.packs.shelf import lesson_names, read_shelf, scenario_names
from wardesk.services.play import tables
from wardesk.services.play.kept_games import delete_game
from wardesk.services.play.own_charts import has_charts
from wardesk.services.studies.study_desk import SEED, studies_folder
from wardesk.services.timeout import guarded
from wardesk.studies.measures import Measure, SideName, sides_of
from wardesk.studies.spec import Naming, Study, named_plainly
from wardesk.studies.summary import EndLevel, Histogram, Part, StudySetting, Summary
from wardesk.studies.words import player_text
from wardesk.words import readied, say, shown


class KeptStudy(Struct, frozen=True, kw_only=True):
    """A study in the folder, without its figures."""

    path: Path
    scenario: str
    title: str
    labels: tuple[str, ...]
    games: int
    wanted: int
    when: datetime


class _SummaryHead(Struct):
    setting: _SettingHead
    games: int = 0
    wanted: int = 0


class _SettingHead(Struct):
    title: str = ""


class _KeptHead(Struct):
    """What of a file is needed to list it: all else is skipped, not read."""

    study: Study
    summary: _SummaryHead


def kept_studies(words: Wording = PLAIN) -> tuple[KeptStudy, ...]:
    """All studies of the folder, the newest first; files that are none are left out.

    What sets their parts apart is said in the language of *words*.
    """
    found: list[KeptStudy] = []
    named: dict[str, Naming] = {}
    for path in studies_folder().glob("*.json"):
        with suppress(UserError):
            found.append(guarded(str(path), partial(_kept_study, path, named, words)))
    return tuple(sorted(found, key=lambda one: one.when, reverse=True))


def _kept_study(path: Path, named: dict[str, Naming], words: Wording) -> KeptStudy:
    head = msgspec.json.decode(path.read_bytes(), type=readied(_KeptHead), strict=False)
    specs = head.study.specs
    base = specs[0]
    scenario = base.scenario
    if scenario not in named and (specs[1:] or base.options):
        named[scenario] = _naming(scenario, words)
    naming = named.get(scenario, named_plainly)
    return KeptStudy(
        path=path,
        scenario=scenario,
        title=head.summary.setting.title or scenario,
        labels=tuple(spec.label_beside(base, naming) for spec in specs),
        games=head.summary.games,
        wanted=sum(spec.n for spec in specs),
        when=datetime.fromtimestamp(path.stat().st_mtime, UTC),
    )


def _naming(scenario: str, words: Wording) -> Naming:
    """How the options of a scenario are said; as they are written where it is not there."""
    try:
        return question_of(scenario, words).named
    except UserError:
        return named_plainly


def put_away_study(path: Path) -> Path:
    """Put a study out of sight; where it lies now. UserError if it cannot be."""
    return delete_game(path)


class PlayableScenario(Struct, frozen=True):
    """A scenario that can be chosen."""

    id: str
    title: str
    game: str


def playable(words: Wording = PLAIN) -> tuple[PlayableScenario, ...]:
    """The scenarios of all packs, lessons last; those that cannot be read are left out."""
    packs = read_shelf().packs
    names = [name for pack in packs for name in scenario_names(pack)]
    names += [name for pack in packs for name in lesson_names(pack)]
    found: list[PlayableScenario] = []
    for name in dict.fromkeys(names):
        with suppress(UserError):
            info = guarded(name, partial(tables.scenario_info, name))
            found.append(PlayableScenario(name, words.text(info.title), info.game))
    return tuple(found)


class ScenarioQuestion(Struct, frozen=True, kw_only=True):
    """What can be chosen for a scenario."""

    scenario: str
    title: str
    sides: tuple[SideName, ...]
    kinds: dict[str, tuple[str, ...]]
    """Kinds of player per side."""
    options: tuple[GameOption, ...]
    figures: tuple[SetupValue, ...]
    board: Any
    charts: bool = False
    """Whether cells of its charts can be changed too."""
    refused: str = ""
    """Why bots cannot play it; empty where they can."""

    def named(self, option: str, value: Value) -> tuple[str, str]:
        """How an option, a figure, a side's player and their values are said."""
        for one in self.options:
            if one.id == option:
                labels = {choice.key: choice.label for choice in one.choices}
                return one.title, labels.get(str(value), str(value))
        for side in self.sides:
            if side.id == option:
                return side.name, shown(player_text(str(value)))
        titles = {figure.id: figure.title for figure in self.figures}
        titles[SEED], titles[CHARTS] = shown(say("First seed")), shown(say("Charts"))
        return titles.get(option, option), shown(str(value))


def question_of(scenario: str, words: Wording = PLAIN) -> ScenarioQuestion:
    """What can be chosen for *scenario*, in the language of *words*. Errors of `load_table`."""
    table = tables.load_table(scenario, {})
    rules: Rules[Any, Any] = table.rules
    _, state = begin(rules, umpire=False)
    by_hand = state.ask is not None and bool(state.ask.worded)
    sides = sides_of(rules, rules.showing.look(state).sides)
    return ScenarioQuestion(
        scenario=table.info.scenario,
        title=words.text(table.info.title),
        sides=tuple(_side(side, words) for side in sides),
        kinds={side: kinds_for(rules, side) for side in rules.sides},
        options=worded(tuple(o for o in rules.option_list() if not o.with_player), words),
        figures=worded(rules.variables(), words),
        board=rules.board,
        charts=has_charts(table.info.game),
        refused=say("People move everything by hand at this table; bots cannot.")
        if by_hand
        else "",
    )


# ---- in the language of the window --------------------------------------------------------------


def worded_setting(setting: StudySetting, words: Wording) -> StudySetting:
    """*setting* in the language of *words*."""
    return replace(
        setting,
        title=words.text(setting.title),
        game_title=words.text(setting.game_title),
        sides=tuple(_side(side, words) for side in setting.sides),
        measures=tuple(_measure(measure, words) for measure in setting.measures),
        reconstruction=tuple(words.text(text) for text in setting.reconstruction),
    )


def worded_summary(summary: Summary, words: Wording) -> Summary:
    """*summary* in the language of *words*: names, endings and titles."""
    if words == PLAIN:
        return summary
    return replace(
        summary,
        setting=worded_setting(summary.setting, words),
        parts=tuple(_part(part, words) for part in summary.parts),
    )


def _side(side: SideName, words: Wording) -> SideName:
    return replace(side, name=words.text(side.name))


def _measure(measure: Measure, words: Wording) -> Measure:
    steps = tuple((at, words.text(name)) for at, name in measure.steps)
    return replace(measure, title=words.text(measure.title), steps=steps)


def _part(part: Part, words: Wording) -> Part:
    def level(one: EndLevel) -> EndLevel:
        return replace(one, level=words.text(one.level) if one.level else "")

    def histogram(one: Histogram) -> Histogram:
        measure = _measure(one.measure, words) if one.measure is not None else None
        return replace(one, title=words.text(one.title), measure=measure)

    return replace(
        part,
        levels=tuple(level(one) for one in part.levels),
        points=tuple(histogram(one) for one in part.points),
        series=tuple(replace(one, measure=_measure(one.measure, words)) for one in part.series),
    )
