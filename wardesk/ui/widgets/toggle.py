"""A button that stays down: something is shown or not."""

from __future__ import annotations

from PySide6.QtGui import QColor
from PySide6.QtWidgets import QWidget

from wardesk.ui import theme
from wardesk.ui.widgets.button import Button


class Toggle(Button):
    """A `Button` that can be on; on, it lies on the accent's soft ground. Signal ``toggled``."""

    def __init__(
        self, words: str, parent: QWidget | None = None, *, icon: str = "", key: str = ""
    ) -> None:
        super().__init__(words, parent, icon=icon, key=key)
        self.setCheckable(True)

    def _ground(self) -> tuple[QColor | None, QColor | None, QColor]:
        if self.isEnabled() and self.isChecked():
            return theme.colour("accent_soft"), theme.colour("accent"), theme.colour("accent_text")
        return super()._ground()
