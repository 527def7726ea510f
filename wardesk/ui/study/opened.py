"""A study with all that is needed to show it: read, planned and written in a worker thread."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from msgspec import Struct
from PySide6.QtWidgets import QWidget

from wardesk.engine.types import Value
from wardesk.reports.study_files import Kind, write_study
from wardesk.services.studies.kept import (
    KeptStudy,
    PlayableScenario,
    ScenarioQuestion,
    kept_studies,
    playable,
    question_of,
)
from wardesk.services.studies.study_desk import checked_again, plan_study, setting_of, working_file
from wardesk.studies.compare import ComparedGames
from wardesk.studies.record import StudyRecord, read_record
from wardesk.studies.summary import StudySetting
from wardesk.studies.words import ending_text
from wardesk.ui.language import said, whole, wording
from wardesk.ui.study.form import Asked
from wardesk.ui.study.player import StudyStanding, standing
from wardesk.words import tr

SUFFIXES: dict[str, Kind] = {
    ".html": "html", ".htm": "html", ".csv": "csv", ".parquet": "parquet", ".json": "json",
}  # fmt: skip


class OpenedStudy(Struct, frozen=True):
    """A study with all that is needed to show it and to go on."""

    path: Path
    setting: StudySetting
    question: ScenarioQuestion
    now: StudyStanding

    def played(self, at: int) -> ComparedGames:
        """One of its settings with what came out."""
        record = self.now.record
        return ComparedGames(record.study.specs[at], record.tallies[at])

    def described(self, *, running: bool) -> tuple[str, str, list[str]]:
        """Title, state and facts of the window's head line."""
        record, lost = self.now.record, len(self.now.record.lost)
        state = tr("study, {0}").format(
            tr("running") if running
            else tr("played", "study") if record.games >= record.wanted
            else tr("paused")
        )  # fmt: skip
        facts = [
            tr("{0} settings").format(len(record.tallies)),
            tr("no game lost") if not lost else tr("{0} ranges lost").format(lost),
            tr("kept", "study"),
        ]
        return self.now.summary.setting.title, state, facts

    def endings(self, at: int) -> list[tuple[str, int]]:
        """A game for each ending of one of its settings, in words, and its seed."""
        names = {side.id: side.name for side in self.now.summary.setting.sides}
        return [
            (
                tr("{0}, {1}: seed {2}").format(
                    names.get(level.winner, tr("Nobody")),
                    said(ending_text(level.level)),
                    level.seed,
                ),
                level.seed,
            )
            for level in self.now.summary.parts[at].levels
        ]

    def rivals(self, shown: int, kept: tuple[KeptStudy, ...]) -> list[tuple[str, int | Path]]:
        """What the setting *shown* can be held against, in words: other settings, kept studies."""
        found: list[tuple[str, int | Path]] = []
        for at, part in enumerate(self.now.summary.parts):
            if at != shown and part.games:
                found.append((said(part.label), at))
        here = self.now.record.study.specs[0].scenario
        for one in kept:
            if one.scenario == here and one.path != self.path and one.games:
                label = ", ".join(said(label) for label in one.labels)
                when = one.when.astimezone().strftime("%Y-%m-%d %H:%M")
                words = tr("{0}: {1} games, {2}").format(label, whole(one.games), when)
                found.append((words, one.path))
        return found


class Watched(Struct, frozen=True):
    """A game of a study that somebody wants to see on the table."""

    scenario: str
    seed: int
    players: dict[str, str]
    options: dict[str, Value]


def export_file(
    opened: OpenedStudy, parent: QWidget, choose: Callable[..., tuple[str, str]]
) -> Path | None:
    """The file that a person wants a study in; one without an ending gets that of its kind."""
    kinds = (
        tr("Report (*.html)"), tr("Figures as CSV (*.csv)"),
        tr("Games as Parquet (*.parquet)"), tr("Study (*.json)"),
    )  # fmt: skip
    name = opened.now.record.study.specs[0].scenario.replace("/", "-")
    place = str(Path.home() / f"{name}.html")
    chosen, kind = choose(parent, tr("Export the study"), place, ";;".join(kinds))
    if not chosen:
        return None
    path = Path(chosen)
    if path.suffix not in SUFFIXES:
        at = kinds.index(kind) if kind in kinds else 0
        path = path.with_name(f"{path.name}{('.html', '.csv', '.parquet', '.json')[at]}")
    return path


def listed() -> tuple[tuple[PlayableScenario, ...], tuple[KeptStudy, ...]]:
    """What can be studied, and the studies that are kept."""
    return playable(wording()), kept_studies(wording())


def open_study(path: Path) -> OpenedStudy:
    """A kept study; UserError when it cannot be read or other rules play it now."""
    record = checked_again(read_record(path))
    setting = setting_of(record.study)
    question = question_of(record.study.specs[0].scenario, wording())
    return OpenedStudy(path, setting, question, standing(record, setting, question.named))


def export_study(path: Path, record: StudyRecord, setting: StudySetting, spoken: str) -> Path:
    """Write a study as its ending says, in the language *spoken*."""
    write_study(path, record, setting, SUFFIXES[path.suffix], spoken)
    return path


def planned(asked: Asked, question: ScenarioQuestion, opened: OpenedStudy | None) -> OpenedStudy:
    """What is to be played: the study that is asked for, or more games of the open one."""
    if opened is not None:
        record, path = opened.now.record, opened.path
    else:
        record = plan_study(
            asked.scenario, asked.options, asked.changes, players=asked.players, n=asked.n,
            seed=asked.seed,
        )  # fmt: skip
        path = working_file(record.study)
        if path.is_file():
            record = read_record(path)
    if record.games:
        known = record.study.specs[0].n
        done = record.games >= record.wanted
        record = checked_again(record, max(known, asked.n) if done else known)
    setting = setting_of(record.study)
    return OpenedStudy(path, setting, question, standing(record, setting, question.named))


def first_of(path: Path) -> ComparedGames:
    """The first setting of a kept study."""
    record = read_record(path)
    return ComparedGames(record.study.specs[0], record.tallies[0])
