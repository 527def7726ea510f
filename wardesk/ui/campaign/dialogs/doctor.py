"""The health of a campaign file: what is wrong, what can be saved, and a button that does it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from wardesk.campaign.ledger.findings import Finding, health
from wardesk.errors import UserError
from wardesk.services.campaign import files as campaign_files
from wardesk.services.campaign.server import Place, examine_campaign
from wardesk.store.backups import Backup, backups
from wardesk.ui import theme
from wardesk.ui.dialogs.dialog import Dialog
from wardesk.ui.language import explained, said
from wardesk.ui.tasks import Task
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.fields import combo_box
from wardesk.ui.widgets.glyph import Glyph
from wardesk.ui.widgets.panel import Scroller
from wardesk.ui.widgets.text import ElidedLine, Label
from wardesk.words import tr

_TONES = {"error": ("error", "danger"), "warning": ("warning", "warn"), "note": ("info", "text2")}


class Examined:
    """Findings, numbers and the backups of a file."""

    def __init__(
        self, findings: Sequence[Finding], numbers: dict[str, object], kept: Sequence[Backup]
    ) -> None:
        self.findings, self.numbers, self.kept = tuple(findings), numbers, tuple(kept)

    @property
    def health(self) -> str:
        """``healthy``, ``damaged``, ``newer`` or ``not examined``."""
        return health(self.findings)

    @property
    def damaged(self) -> bool:
        """Whether anything is really wrong with the file."""
        return self.health == "damaged"


def examine(place: Place) -> Examined:
    """Worker thread: look at a campaign without changing it. UserError when there is none."""
    findings, numbers = examine_campaign(place)
    return Examined(findings, numbers, backups(place) if isinstance(place, Path) else ())


class DoctorDialog(Dialog):
    """``restored(path)`` after a backup was put back; what was there is kept beside it."""

    restored = Signal(str)

    def __init__(self, place: Place, found: Examined, parent: QWidget | None = None) -> None:
        icon, tone = ("check", "ok") if found.health == "healthy" else ("warning", "warn")
        super().__init__(parent, icon=icon, tone=tone, size=(560, 420))
        self._place, self._found = place, found
        self._task = Task(self)
        self._task.done.connect(self._done)
        self._task.failed.connect(self._failed)
        title = {
            "healthy": tr("This campaign is healthy"),
            "damaged": tr("This campaign is damaged"),
            "newer": tr("A newer WarDesk wrote this campaign"),
        }.get(found.health, tr("WarDesk could not examine this campaign"))
        self.set_title(tr("Examine a campaign"), title)
        column = self.body
        column.addWidget(ElidedLine(str(place), self, role="mono", tone="text2", least=200))
        events = found.numbers.get("events", 0)
        column.addWidget(Label(tr("{0} events can be read.").format(events), self, tone="text2"))
        column.addWidget(self._findings(), 1)
        self.words = Label(self._what_can_be_saved(), self, wrap=True)
        column.addWidget(self.words)
        self.which = combo_box(tr("Backup"), self)
        for backup in found.kept:
            words = tr("{0} events, kept because of: {1}").format(backup.seq, backup.why)
            self.which.addItem(words, str(backup.path))
        self.which.setVisible(found.damaged and bool(found.kept))
        column.addWidget(self.which)
        self.restore = Button(tr("Put this backup back"), self, icon="history", kind="primary")
        self.restore.setVisible(found.damaged and isinstance(place, Path))
        self.restore.clicked.connect(self.put_back)
        leave = self.set_foot(self.restore, leave=tr("Leave it"))
        self.judge("" if found.kept else tr("There is no backup"))
        (self.restore if found.damaged and found.kept else leave).setFocus()

    def _findings(self) -> QWidget:
        body = QWidget(self)
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, theme.S2, 0)
        column.setSpacing(theme.S2)
        order = {"error": 0, "warning": 1, "note": 2}
        for each in sorted(self._found.findings, key=lambda one: order[one.level])[:60]:
            box = QWidget(body)
            row = QHBoxLayout(box)
            row.setContentsMargins(0, 0, 0, 0)
            row.setSpacing(theme.S2)
            icon, tone = _TONES[each.level]
            row.addWidget(Glyph(icon, box, tone=tone, size=16))
            words = f"{said(each.place)}: {said(each.text)}"
            if each.cause != "damage":
                words = f"{words} {said(each.advice)}".rstrip()
            row.addWidget(Label(words, box, role="small", wrap=True), 1)
            column.addWidget(box)
        if not self._found.findings:
            column.addWidget(Label(tr("Nothing is wrong."), body, tone="text2"))
        column.addStretch(1)
        return Scroller(body, self)

    def _what_can_be_saved(self) -> str:
        if not self._found.damaged:
            return ""
        if not isinstance(self._place, Path):
            return tr("Backups of it are kept by whoever runs the server.")
        if self._found.kept:
            newest = self._found.kept[0]
            return tr(
                "The youngest backup holds {0} events. It is checked before it is put back, and "
                "the damaged file is kept beside it."
            ).format(newest.seq)
        return tr(
            "There is no backup beside it. The file stays as it is; a copy from elsewhere can be "
            "opened in its place."
        )

    def put_back(self) -> None:
        """Put the chosen backup in the campaign's place."""
        if not isinstance(self._place, Path):
            return
        chosen = Path(str(self.which.currentData()))
        self.restore.refuse(tr("Checking the backup…"))
        self._task.start(partial(campaign_files.restore, self._place, chosen))

    def _done(self, _used: Path) -> None:
        self.restored.emit(str(self._place))
        self.accept()

    def _failed(self, error: object) -> None:
        self.restore.allow()
        if not isinstance(error, UserError):
            if isinstance(error, BaseException):
                raise error
            return
        self.words.setText(str(explained(error)))
        self.words.set_tone("danger")
