"""Figures of a cell or a line, as lines ``name = value`` that can be changed, added, taken away."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from wardesk.errors import UserError
from wardesk.model.palette import Scalar
from wardesk.ui import theme
from wardesk.ui.language import explained
from wardesk.ui.map.panels.kind_dialog import read_figures
from wardesk.ui.widgets.text import Text

SetFigure = Callable[[str, Scalar | None], object]


class FiguresField(QWidget):
    """One line per figure, and an empty one for another; a line that is emptied takes it away."""

    def __init__(
        self, figures: Mapping[str, Scalar], done: SetFigure, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._done = done
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme.S1)
        self.problem = Text("", self, role="small", tone="danger", wrap=True)
        self.problem.hide()
        self.fields: list[QLineEdit] = []
        for name, value in figures.items():
            shown = str(value).lower() if isinstance(value, bool) else str(value)
            self._line(column, name, f"{name} = {shown}")
        self._line(column, "", "")
        column.addWidget(self.problem)

    def _line(self, column: QVBoxLayout, name: str, text: str) -> None:
        field = QLineEdit(text, self)
        field.setFont(theme.font("mono"))
        field.setPlaceholderText(self.tr("another figure: name = value"))
        field.setAccessibleName(self.tr("Figure {0}").format(name) if name else
                                self.tr("Another figure"))  # fmt: skip
        field.editingFinished.connect(lambda: self._finish(field, name, text))
        self.fields.append(field)
        column.addWidget(field)

    def _finish(self, field: QLineEdit, name: str, before: str) -> None:
        text = field.text().strip()
        if text == before:
            return
        try:
            found = read_figures(text)
        except UserError as error:
            self.problem.setText(explained(error).message)
            self.problem.show()
            return
        if name and name not in found:
            self._done(name, None)
        for one, value in found.items():
            self._done(one, value)
