"""What stands in for workspaces in which nothing is open."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from wardesk.ui.shell.workspace import Placeholder
from wardesk.words import tr


def placeholder(
    mode: str,
    parent: QWidget,
    go_home: Callable[[], object],
    new_map: Callable[[], object],
    new_campaign: Callable[[], object],
) -> Placeholder:
    """The place-holder of a mode other than home."""
    if mode == "table":
        return Placeholder(
            tr("Table"),
            "table",
            tr("No game on the table"),
            tr("Start a scenario, or continue a game that was left open."),
            parent,
            actions=((tr("Choose a scenario"), go_home),),
        )
    if mode == "map":
        return Placeholder(
            tr("Map"),
            "map",
            tr("No map is open"),
            tr("Draw a new one, or open one that you have: from Home, or dropped on the window."),
            parent,
            actions=((tr("New map…"), new_map), (tr("Back to Home"), go_home)),
        )
    if mode == "study":
        return Placeholder(
            tr("Study"),
            "study",
            tr("No study is open"),
            tr("Bots play a scenario many times, and you see how it comes out."),
            parent,
            actions=((tr("Back to Home"), go_home),),
        )
    return Placeholder(
        tr("Campaign"),
        "campaign",
        tr("No campaign is open"),
        tr("Begin a new one, or open one that you have: from Home, or dropped on the window."),
        parent,
        actions=((tr("New campaign…"), new_campaign), (tr("Back to Home"), go_home)),
    )
