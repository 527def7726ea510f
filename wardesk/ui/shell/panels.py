"""F6: walk the keyboard from panel to panel."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QFrame, QWidget

from wardesk.ui.widgets.panel import Panel


def panels_of(window: QWidget) -> list[QWidget]:
    """The parts F6 visits: mode bar, document bar, then the visible panels and the board."""
    bars = [
        bar
        for name in ("modebar", "docbar")
        for bar in window.findChildren(QFrame, name)
        if bar.isVisible()
    ]
    inside = [
        panel
        for panel in window.findChildren(QWidget)
        if panel.isVisible() and (isinstance(panel, Panel) or panel.property("panel"))
    ]
    return [*bars, *inside]


def first_control(panel: QWidget) -> QWidget | None:
    """The part of a panel that takes the keyboard first: its own choice, else the first."""
    stop = getattr(panel, "first_stop", lambda: None)()
    if stop is not None:
        return stop
    candidates = [panel, *panel.findChildren(QWidget)]
    return next(
        (
            widget
            for widget in candidates
            if widget.isVisible()
            and widget.isEnabled()
            and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        ),
        None,
    )


def walk(window: QWidget, by: int, among: Sequence[QWidget] = ()) -> None:
    """Move the keyboard to the next (1) or previous (-1) panel that can take it.

    *among* are the panels in their order; by default the bars, and whatever is a panel.
    """
    panels = [panel for panel in among or panels_of(window) if first_control(panel)]
    stops = [control for panel in panels if (control := first_control(panel))]
    if not stops:
        return
    here = QApplication.focusWidget()
    at = next(
        (
            k
            for k, panel in enumerate(panels)
            if here is not None and (panel is here or panel.isAncestorOf(here))
        ),
        -1 if by > 0 else 0,
    )
    stops[(at + by) % len(stops)].setFocus(Qt.FocusReason.ShortcutFocusReason)
