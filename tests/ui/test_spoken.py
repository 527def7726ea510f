"""What a screen reader finds: every control of the places, and what boards say."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication

from wardesk.paths import campaigns, user_data
from wardesk.services.maps.edit_session import EditSession
from wardesk.services.packs.pack_copy import own_map
from wardesk.services.play.session import PlaySession
from wardesk.ui.campaign import opener
from wardesk.ui.campaign.worker import CampaignWorker
from wardesk.ui.campaign.workspace import CampaignWorkspace
from wardesk.ui.map.workspace import MapWorkspace
from wardesk.ui.shell.main_window import MainWindow
from wardesk.ui.study.workspace import StudyWorkspace
from wardesk.ui.table.workspace import TableWorkspace

SCENARIO = "eben-emael/historical"
SCROLLING = ("QScrollArea", "Scroller")
WITH_VALUE = (QAccessible.Role.ComboBox, QAccessible.Role.SpinBox, QAccessible.Role.Slider)


@pytest.fixture
def window(light, qtbot):
    made = MainWindow()
    qtbot.addWidget(made)
    made.resize(1440, 900)
    made.show()
    return made


def table(window):
    made = TableWorkspace(PlaySession.new(SCENARIO, seed=3, keep=False), window)
    made.model.runner.set_paused(True)
    return made


def editor(window):
    return MapWorkspace(
        EditSession.open(own_map(campaigns() / "hannut-stonne/maps/hannut")), window
    )


def desk(window):
    begun = opener.BegunCampaign(
        "market-garden", "market-garden", user_data() / "1.wdcamp", 7, {}, {}, {}
    )
    made = CampaignWorkspace(CampaignWorker(*opener._create(begun)), window)
    made.worker.setParent(made)
    return made


PLACES = {"table": table, "map": editor, "campaign": desk, "study": StudyWorkspace}


def controls(interface, deep=0):
    """Every element of the tree that can take the keyboard, the invisible ones left out."""
    if deep > 40 or not interface.isValid():
        return
    state = interface.state()
    if state.invisible:
        return
    if state.focusable:
        yield interface
    # The cells of a list or table are spoken as their view says them; their view is the control.
    if interface.role() in (QAccessible.Role.List, QAccessible.Role.Table, QAccessible.Role.Tree):
        return
    for at in range(interface.childCount()):
        child = interface.child(at)
        if child is not None:
            yield from controls(child, deep + 1)


@pytest.mark.parametrize("place", PLACES)
def test_every_control_has_a_role_a_name_and_a_value(window, qtbot, place):
    made = PLACES[place](window)
    window.set_workspace(place, made)
    window.show_mode(place)
    if isinstance(made, StudyWorkspace):
        qtbot.waitUntil(lambda: not made.busy, timeout=30_000)
    QApplication.processEvents()
    found = list(controls(QAccessible.queryAccessibleInterface(window)))

    wrong = []
    for one in found:
        name = one.text(QAccessible.Text.Name)
        kind = type(one.object()).__name__
        if one.role() == QAccessible.Role.NoRole:
            wrong.append(f"{kind} {name!r} has no role")
        if one.role() == QAccessible.Role.Client and not kind.startswith(SCROLLING):
            wrong.append(f"{kind} {name!r} is told as a filler")
        if not name and not kind.startswith(SCROLLING):
            wrong.append(f"{kind} in {type(one.object().parent()).__name__} has no name")
        if one.role() in WITH_VALUE and not one.text(QAccessible.Text.Value):
            value = one.valueInterface()
            if value is None or value.currentValue() is None:
                wrong.append(f"{kind} {name!r} has no value")
    made.shut()
    assert len(found) > 15
    assert wrong == []


def test_the_board_says_cell_ground_counters_and_what_is_allowed(window):
    made = table(window)
    window.set_workspace("table", made)
    window.show_mode("table")
    QApplication.processEvents()
    view = made.view
    looks = {look.at for look in made.model.look.counters if look.at in view.scene().board.cells}
    cell = sorted(looks)[0]
    view.set_focus_cell(cell)
    said = QAccessible.queryAccessibleInterface(view).text(QAccessible.Text.Description)

    board = view.scene().board
    assert board.palette.terrain[board.cells[cell].terrain].name in said
    assert view.scene().in_cell(cell)[0].title in said
    allowed = [view.describe(one) for one in view.scene().marks.reach]
    assert all("may be picked" in words for words in allowed)
    made.shut()
