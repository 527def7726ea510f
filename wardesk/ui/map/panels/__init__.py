"""The panels of the map editor's docks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from wardesk.ui.map.workspace import MapWorkspace


def left_panels(workspace: MapWorkspace) -> list[QWidget]:
    """The panels left of the sheet, from the top."""
    del workspace
    return []


def right_panels(workspace: MapWorkspace) -> list[QWidget]:
    """The panels right of the sheet, from the top."""
    del workspace
    return []
