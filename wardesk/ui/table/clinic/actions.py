"""What leads into the clinic, and what can be made of a position there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wardesk.render.export.encoded import jpeg_bytes
from wardesk.ui.table.clinic.page import ClinicPage
from wardesk.words import tr

if TYPE_CHECKING:
    from wardesk.ui.table.workspace import TableWorkspace

KEY = "Ctrl+Shift+L"


def add_clinic_action(table: TableWorkspace) -> None:
    """From any moment of a game."""
    model = table.model

    def why_not() -> str:
        if model.session.post is not None and model.session.ask is not None:
            return tr("A game by mail can be laid out when it is over.")
        return ""

    model.actions.add(
        "clinic", tr("Position clinic…"), KEY, lambda: table.clinic_asked.emit(model.at),
        "scales", why_not=why_not, also=tr("lay out position what may happen why example"),
    )  # fmt: skip


def clinic_page(table: TableWorkspace) -> ClinicPage:
    """The drawer of the clinic and its actions."""

    def picture() -> bytes:
        return jpeg_bytes(table.view.grab().toImage(), 90)

    model, page = table.model, ClinicPage(table.model, picture, table)
    table.drawers.add("clinic", tr("Clinic"), "table.clinic", page)
    add = model.actions.add

    def ask() -> None:
        table.drawers.bring("clinic")
        page.unit.setFocus()

    add("clinic", tr("Ask about a unit or a place"), KEY, ask, "scales")
    add("clinic_page", tr("The position as a page…"), "Ctrl+P", page.save_page, "log",
        also=tr("print position answers"))  # fmt: skip
    add("clinic_example", tr("Save the position as an example…"), "Ctrl+S", page.save_example,
        "export", also=tr("keep expected figures check"))  # fmt: skip
    add("clinic_play", tr("Play on from here"), "Ctrl+G", table.play_asked.emit, "play",
        also=tr("begin a game from this position"))  # fmt: skip
    add("clinic_back", tr("Back to the game"), "", table.game_asked.emit, "back")
    return page
