"""A study of a game in the making, in one press: programs play it, and it is told who wins."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, Signal

from wardesk.services.studies.study_desk import (
    Workplace,
    plan_study,
    setting_of,
    working_file,
)
from wardesk.studies.record import StudyRecord
from wardesk.studies.spec import named_plainly
from wardesk.studies.summary import StudySetting
from wardesk.ui.rulebooks.check_page import GAMES
from wardesk.ui.rulebooks.model import RulebookModel
from wardesk.ui.study.player import StudyPlayer, StudyStanding
from wardesk.ui.tasks import Task
from wardesk.words import tr


class BookStudy(QObject):
    """``progressed(done, wanted)``, then ``told(words)`` or ``failed(error)``."""

    progressed = Signal(int, int)
    told = Signal(str)
    failed = Signal(object)

    def __init__(self, model: RulebookModel, parent: QObject) -> None:
        super().__init__(parent)
        self._model = model
        self.player = StudyPlayer(self)
        self.player.advanced.connect(self._advanced)
        self.player.ended.connect(self._ended)
        self.player.failed.connect(self.failed)
        self._planning = Task(self)
        self._planning.done.connect(self._planned)
        self._planning.failed.connect(self.failed)

    def start(self) -> None:
        """Play the first scenario as it lies on the disk."""
        names = [str(name) for name in self._model.draft.head.get("scenarios", ())]
        if not names or self.player.running:
            return
        self.progressed.emit(0, GAMES)
        scenario = str(self._model.folder / "scenarios" / f"{names[0]}.toml")
        self._planning.start(partial(_planned, scenario))

    def _planned(self, planned: tuple[StudyRecord, StudySetting]) -> None:
        record, setting = planned
        file = working_file(record.study)
        self.player.start(record, setting, Workplace(jobs=1), file, 0.0, named_plainly)

    def _advanced(self, so_far: StudyStanding) -> None:
        self.progressed.emit(so_far.record.games, so_far.record.wanted)

    def _ended(self, done: StudyStanding) -> None:
        self.told.emit(result_words(done))

    def stop(self) -> None:
        """Stop after the game that is being played."""
        self.player.pause()

    def shut(self) -> None:
        """The window goes."""
        self._planning.stop()
        self.player.shut()


def _planned(scenario: str) -> tuple[StudyRecord, StudySetting]:
    """Worker thread: the study of a scenario by scripts."""
    record = plan_study(scenario, {}, (), players={}, n=GAMES, seed=1)
    return record, setting_of(record.study)


def result_words(done: StudyStanding) -> str:
    """Who won how often, how the games ended, and when."""
    part, sides = done.summary.parts[0], {s.id: s.name for s in done.summary.setting.sides}
    if not part.games:
        return tr("No game was played to its end.")
    lines = [tr("{0} games were played.").format(part.games)]
    for win in part.wins:
        won = win.share.count
        name = sides.get(win.side, "") or tr("Nobody")
        lines.append(tr("{0} won {1} of {2}.").format(name, won, part.games))
    lines += [
        tr("{0}: {1} games, seed {2} for one.").format(
            level.level or tr("Without words"), level.share.count, level.seed)
        for level in part.levels
    ]  # fmt: skip
    if part.turns is not None and part.turns.counts:
        turns = ", ".join(tr("{0} on turn {1}").format(n, turn) for turn, n in part.turns.counts)
        lines.append(tr("They ended: {0}.").format(turns))
    lines += [tr("Seed {0} broke: {1}").format(seed, why) for seed, why in part.broken[:3]]
    return "\n".join(lines)
