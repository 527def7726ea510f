"""Where there is little room, things are left out or told in two lines; none is cut."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from clipping import clipped
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from wardesk.services.campaign.attention import Attention
from wardesk.services.campaign.page import LogLine
from wardesk.services.play.briefing import Level
from wardesk.services.play.timeline import Tick
from wardesk.ui import theme
from wardesk.ui.campaign.docks.checklist import NeedsPanel
from wardesk.ui.campaign.pages.log import LogPage
from wardesk.ui.shell.briefing import LevelScale
from wardesk.ui.table.past.timeline import Timeline

pytestmark = pytest.mark.usefixtures("light")


def shown(qtbot, widget, width, height):
    qtbot.addWidget(widget)
    widget.resize(width, height)
    with qtbot.waitExposed(widget):
        widget.show()
    QApplication.processEvents()
    return widget


@pytest.mark.parametrize("height", [29, 44])
def test_the_handle_of_a_timeline_is_whole(qtbot, height):
    line = Timeline()
    line.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # or a frame of the same colour is drawn around it
    shown(qtbot, line, 300, height)
    ticks = [Tick(event=k, side="", marks=frozenset()) for k in range(3)]
    line.set_line(SimpleNamespace(ticks=ticks, revision=1), {}, {}, str)
    line.set_place(1)
    image = line.grab().toImage()
    ring = theme.colour("accent")
    column = [
        y for y in range(image.height())
        if abs(image.pixelColor(round(line.x_of(1)), y).red() - ring.red()) < 40
    ]  # fmt: skip

    assert max(column) - min(column) >= 16  # both edges of the ring
    assert min(column) > 0
    assert max(column) < image.height() - 1


@pytest.mark.parametrize(("width", "cells"), [(540, 3), (1000, 4)])
def test_a_narrow_log_has_the_seat_under_its_turn(qtbot, width, cells):
    page = LogPage()
    line = LogLine(471, "18 Sep 1900", "Allied commander", "units", "1/2 IG came in " * 5)
    page.show_lines([line], umpire=True)
    shown(qtbot, page, width, 300)
    table = page.table
    told = [
        page.model.index(0, k).data() for k in range(4) if not table.isColumnHidden(k)
    ]  # fmt: skip

    assert len(told) == cells
    assert "Allied commander" in "\n".join(told)
    assert table.rowHeight(0) >= (2 if cells == 3 else 1) * theme.line_height("body")


def test_what_needs_somebody_is_told_whole(qtbot):
    panel = NeedsPanel()
    words = "Plan the supply of the 82nd Airborne Division before the day is over"
    detail = "by the German commander, before the night of the 18th September is over"
    panel.show_rows([Attention("supply", "settle", words, detail)])
    shown(qtbot, panel, 300, 200)

    assert clipped(panel, lines=True) == []
    for told, role in ((words, "body"), (detail, "small")):
        label = next(each for each in panel.findChildren(QWidget) if _text(each) == told)
        wanted = label.heightForWidth(label.width())
        assert label.height() >= wanted > theme.line_height(role) * 1.5


def _text(part):
    return part.text() if hasattr(part, "text") else ""


def test_a_long_name_of_a_victory_level_has_all_its_lines(light, qtbot):
    """*Decisive American victory* takes three lines where the dialog is small."""
    levels = tuple(
        Level(least, most, name)
        for name, least, most in (
            ("German victory", 0, 14),
            ("Draw", 15, 39),
            ("Marginal American victory", 40, 69),
            ("Decisive American victory", 70, 70),
        )
    )
    holder = QWidget()
    qtbot.addWidget(holder)
    scale = LevelScale(levels, "a", holder)
    scale.resize(320, scale.heightForWidth(320))
    enough = scale.grab().toImage()
    scale.resize(320, enough.height() + 60)
    roomy = scale.grab().toImage()

    beyond = roomy.copy(0, enough.height(), 320, 60)
    blank = beyond.copy()
    blank.fill(beyond.pixelColor(0, 59))
    assert beyond == blank
    assert scale.heightForWidth(320) > scale.heightForWidth(900)
