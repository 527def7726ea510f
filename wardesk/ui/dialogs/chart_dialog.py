"""A printed table by itself, as large as the screen lets it be."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from wardesk.model.look import ChartLook
from wardesk.ui import theme
from wardesk.ui.dialogs.dialog import Dialog
from wardesk.ui.widgets.chart_view import ChartView
from wardesk.words import tr

_MARGINS, _HEAD_AND_FOOT = 2 * theme.S6 + 8, 150


class ChartDialog(Dialog):
    """Shows a chart whole; Escape or Enter leaves it."""

    def __init__(self, look: ChartLook, parent: QWidget | None) -> None:
        super().__init__(parent)
        self.set_title(look.title)
        self.chart = ChartView(look, self)
        self.chart.large.hide()
        self.body.addWidget(self.chart, 1)
        away = self.set_foot(None, leave=tr("Close"))
        room = self.screen().availableGeometry().size()
        wish = self.chart.sizeHint() + QSize(_MARGINS, _HEAD_AND_FOOT)
        self.resize(wish.boundedTo(room * 0.94))
        away.setFocus()
