"""The cap of a key: how it looks on a keyboard."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from wardesk.ui import theme
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.text import Label
from wardesk.words import tr


class KeyCap(Label):
    """One key or chord, such as ``Ctrl+O``."""

    def __init__(self, key: str, parent: QWidget | None = None) -> None:
        super().__init__(key, parent, role="tiny", tone="text2")
        self.setObjectName("keycap")
        self.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.setFixedSize(paint.key_width(key), theme.px(18))
        self.setAccessibleName(tr("Key {0}").format(key))
