"""The commands of the map editor as rows: what they are called, their keys, what they do."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from wardesk.ui.map.words import tr

if TYPE_CHECKING:
    from wardesk.ui.map.workspace import MapWorkspace

Row = tuple[str, str, str, Callable[[], object], str]
"""Of a command: id, title, key, what it does, icon."""


def map_rows(workspace: MapWorkspace) -> list[Row]:
    """Every command of a map, tools last."""
    desk, view, actions = workspace.desk, workspace.view, workspace.acts
    rows: list[Row] = [
        ("save", tr("Save the map"), "Ctrl+S", workspace.save, "save"),
        ("save_as", tr("Save the map as…"), "Ctrl+Shift+S", workspace.save_as_asked.emit, "save"),
        ("export", tr("Export the map…"), "Ctrl+E", workspace.export, "export"),
        ("try", tr("Try the map on the table"), "Ctrl+T", workspace.try_asked.emit, "table"),
        ("scenario", tr("Save as scenario…"), "", workspace.scenario_asked.emit, "flag"),
        ("sheet", tr("Size and numbers of the sheet…"), "", workspace.lay_out_sheet, "grid"),
        ("stitch", tr("Add a board beside this one…"), "", workspace.add_board, "merge"),
        ("close", tr("Close the map"), "Ctrl+W", workspace.close_asked.emit, "close"),
        ("undo", tr("Undo"), "Ctrl+Z", desk.undo, "undo"),
        ("redo", tr("Do again"), "Ctrl+Shift+Z", desk.redo, "redo"),
        ("copy", tr("Copy the picked cells"), "Ctrl+C", actions.copy, "copy"),
        ("cut", tr("Cut the picked cells out"), "Ctrl+X", actions.cut, "cut"),
        ("paste", tr("Paste cells"), "Ctrl+V", actions.paste, "copy"),
        ("duplicate", tr("Double what is picked"), "Ctrl+D", actions.duplicate, "copy"),
        ("turn", tr("Turn the piece to paste"), "Ctrl+R", actions.rotate, "redo"),
        ("turn_back", tr("Turn the piece back"), "Ctrl+Shift+R", partial(actions.rotate, -1),
         "undo"),
        ("pick_all", tr("Pick all cells"), "Ctrl+A", actions.pick_all, "select"),
        ("pick_none", tr("Pick nothing"), "Ctrl+Shift+A", actions.pick_none, "select"),
        ("delete", tr("Erase what is picked"), "Del", actions.delete, "eraser"),
        ("name", tr("Name the picked cell"), "F2", actions.name, "text"),
        ("swap", tr("Swap the two inks"), "X", desk.swap_inks, "swap"),
        ("alt", tr("Let Alt count as held, or not"), "O", view.lock_alt, "swap"),
        ("issue", tr("Go to the next issue"), "F8", workspace.next_issue, "warning"),
        ("doubt", tr("Go to the next doubtful neighbours"), "Shift+F8", workspace.next_doubt,
         "doubt"),
        ("fit", tr("Show the whole sheet"), "Ctrl+0", view.fit, "fit"),
        ("selection", tr("Show what is picked"), "Shift+F", view.fit_selection, "target"),
    ]  # fmt: skip
    rows += [
        (f"tool.{tool.id}", tool.title, tool.key, partial(workspace.use, tool.id), tool.icon)
        for tool in workspace.tools.values()
    ]
    return rows
