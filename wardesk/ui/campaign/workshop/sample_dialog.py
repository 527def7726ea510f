"""A packet and an orders form of a campaign in the making, as a seat would read them."""

from __future__ import annotations

from PySide6.QtWidgets import QPlainTextEdit, QStackedWidget, QTextBrowser, QWidget

from wardesk.reports.packet_sample import SampleTurn
from wardesk.ui import theme
from wardesk.ui.dialogs.dialog import Dialog
from wardesk.ui.widgets.fields import text_edit
from wardesk.ui.widgets.segment import Segment
from wardesk.ui.widgets.text import Text
from wardesk.words import shown, tr

_PAPER = "QTextBrowser { background: #ffffff; color: #1c1f23; padding: 12px; }"
"""A sheet of paper is white in every theme."""


class SampleDialog(Dialog):
    """Shows a `SampleTurn`; nothing in it can be changed or followed."""

    def __init__(self, found: SampleTurn, parent: QWidget | None = None) -> None:
        super().__init__(parent, icon="mail", size=(760, 680))
        self.found = found
        title = tr("What {0} would be sent").format(found.name)
        self.set_title(tr("Packet and orders form"), title)
        words = tr(
            "After {0} of a trial, in which dice fall by chance and what needs a decision is left. "
            "A packet holds the map, too."
        )
        self.body.addWidget(Text(words.format(shown(found.turn)), self, tone="text2", wrap=True))
        self.parts = Segment(
            (("packet", tr("Packet")), ("form", tr("Orders form"))), self, name=tr("What to show")
        )
        self.packet = QTextBrowser(self)
        self.packet.setAccessibleName(tr("Packet"))
        self.packet.setOpenLinks(False)
        self.packet.setStyleSheet(_PAPER)
        self.packet.setHtml(found.packet)
        self.form: QPlainTextEdit = text_edit(tr("Orders form"), self, found.form)
        self.form.setReadOnly(True)
        self.form.setFont(theme.font("mono"))
        self.stack = QStackedWidget(self)
        self.stack.addWidget(self.packet)
        self.stack.addWidget(self.form)
        self.parts.chosen.connect(
            lambda key: self.stack.setCurrentWidget(self.form if key == "form" else self.packet)
        )
        self.body.addWidget(self.parts)
        self.body.addWidget(self.stack, 1)
        self.set_foot(None, leave=tr("Close")).setFocus()
