"""What leads into the clinic, and what can be made of a position there."""

from __future__ import annotations

from collections.abc import Callable

from wardesk.ui.table.clinic.page import ClinicPage
from wardesk.ui.table.model import TableModel
from wardesk.words import tr

KEY = "Ctrl+Shift+L"


def add_clinic_action(model: TableModel, asked: Callable[[int | None], object]) -> None:
    """From any moment of a game: *asked* gets the event that is shown, None for the present."""

    def why_not() -> str:
        if model.session.post is not None and model.session.ask is not None:
            return tr("A game by mail can be laid out when it is over.")
        return ""

    model.actions.add(
        "clinic", tr("Position clinic…"), KEY, lambda: asked(model.at), "scales",
        why_not=why_not, also=tr("lay out position what may happen why example"),
    )  # fmt: skip


def add_actions_of_clinic(
    model: TableModel,
    page: ClinicPage,
    bring: Callable[[], object],
    play: Callable[[], object],
    back: Callable[[], object],
) -> None:
    """What can be done there; *bring* opens the drawer of the *page*."""
    add = model.actions.add

    def ask() -> None:
        bring()
        page.unit.setFocus()

    add("clinic", tr("Ask about a unit or a place"), KEY, ask, "scales")
    add("clinic_page", tr("The position as a page…"), "Ctrl+P", page.save_page, "log",
        also=tr("print position answers"))  # fmt: skip
    add("clinic_example", tr("Save the position as an example…"), "Ctrl+S", page.save_example,
        "export", also=tr("keep expected figures check"))  # fmt: skip
    add("clinic_play", tr("Play on from here"), "Ctrl+Shift+B", play, "play",
        also=tr("begin a game from this position"))  # fmt: skip
    add("clinic_back", tr("Back to the game"), "", back, "back")
