"""Plays a study in a worker thread and tells the window how it stands."""

from __future__ import annotations

import threading
import time
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from wardesk.services.studies.kept import worded_summary
from wardesk.services.studies.study_desk import Workplace, play_study
from wardesk.studies.conduct import Pool
from wardesk.studies.record import StudyRecord
from wardesk.studies.spec import Naming
from wardesk.studies.summary import StudySetting, Summary, summarise
from wardesk.ui.language import wording
from wardesk.ui.tasks import Task, tell

_EVERY = 0.4
"""Seconds between two pictures of a running study."""


class StudyStanding(Struct, frozen=True):
    """A study as it stands, and what it says, in the language of the window."""

    record: StudyRecord
    summary: Summary


def standing(record: StudyRecord, setting: StudySetting, naming: Naming) -> StudyStanding:
    """*record* with all that it says, its settings named by *naming*."""
    summary = worded_summary(summarise(record, setting), wording())
    base, *others = record.study.specs
    labels = [spec.label_beside(base, naming) for spec in (base, *others)]
    return StudyStanding(
        record,
        replace(
            summary,
            parts=tuple(
                replace(part, label=label)
                for part, label in zip(summary.parts, labels, strict=True)
            ),
            comparisons=tuple(
                replace(one, label=label)
                for one, label in zip(summary.comparisons, labels[1:], strict=True)
            ),
        ),
    )


class StudyPlayer(QObject):
    """``advanced(Standing)`` now and then, ``ended(Standing)``, or ``failed(error)``."""

    advanced = Signal(object)
    ended = Signal(object)
    failed = Signal(object)

    def __init__(self, parent: QObject, pool: Pool | None = None) -> None:
        """*pool* plays in the place of what was chosen: tests play in this process."""
        super().__init__(parent)
        self._pool = pool
        self._stop = threading.Event()
        self._task = Task(self)
        self._task.done.connect(self.ended)
        self._task.failed.connect(self.failed)

    @property
    def running(self) -> bool:
        """Whether games are being played."""
        return self._task.running

    def start(
        self,
        record: StudyRecord,
        setting: StudySetting,
        place: Workplace,
        file: Path,
        settled: float,
        naming: Naming,
    ) -> None:
        """Play what is missing of *record*; it is kept in *file* all along."""
        self._stop.clear()

        def work() -> StudyStanding:
            shown = 0.0

            def progress(so_far: StudyRecord) -> None:
                nonlocal shown
                if (now := time.monotonic()) - shown >= _EVERY:
                    shown = now
                    tell(self.advanced, standing(so_far, setting, naming))

            done = play_study(
                record, setting, place, file=file, settled=settled, progress=progress,
                should_stop=self._stop.is_set, pool=self._pool,
            )  # fmt: skip
            return standing(done, setting, naming)

        self._task.start(work)

    def pause(self) -> None:
        """Stop after the games that are being played; ``ended`` follows."""
        self._stop.set()

    def shut(self) -> None:
        """The window goes: stop and wait."""
        self._stop.set()
        self._task.stop()
