"""What can be laid over the sheet while drawing: neighbours, sight, heights, reach."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from wardesk.ui.map.workspace import MapWorkspace


def overlay_switches(workspace: MapWorkspace) -> list[QWidget]:
    """Make the overlays, hang them into the view, and give the switches for the options bar."""
    del workspace
    return []
