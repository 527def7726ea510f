"""Asks why two cells are joined or parted; nothing goes on without a reason."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from wardesk.ui.dialogs.text_dialog import ReasonDialog
from wardesk.words import tr


class BorderReasonDialog(ReasonDialog):
    """The reason stands on the map, for whoever meets the border."""

    def __init__(self, title: str, reason: str = "", parent: QWidget | None = None) -> None:
        super().__init__(
            title,
            tr("Say why: whoever meets this border must be able to read it."),
            parent,
            take=tr("Keep"),
            reason=reason,
            hint=tr("a ferry, a cliff, a blown bridge…"),
        )
