"""A recorded session: a campaign of two battles made with the mouse, played, given away, opened."""

from __future__ import annotations

import pytest
from campaign_desk import WAIT, settled
from clipping import clipped
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QFileDialog, QLineEdit, QTableWidget

from wardesk.documents.packs.campaign_packs import own_packs, read_design
from wardesk.ui.campaign.workshop.workspace import WorkshopWorkspace

pytestmark = pytest.mark.usefixtures("light")
MOST_STEPS = 60


class Hand:
    """A person's hand: every click, drag, choice and typed word is one step."""

    def __init__(self, qtbot):
        self.qtbot, self.steps = qtbot, []

    def _did(self, what):
        self.steps.append(what)

    def click(self, widget, at=None):
        self.qtbot.waitUntil(widget.isEnabled, timeout=WAIT)
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton,
                         pos=at if at is not None else widget.rect().center())  # fmt: skip
        self._did(f"click {widget.accessibleName()}")

    def tab(self, segment, choice):
        button = segment._group.button(segment._ids.index(choice))
        self.click(button)

    def type(self, field, words):
        """Type over what stands in a field that has the keyboard or is clicked."""
        if not field.hasFocus():
            QTest.mouseClick(field, Qt.MouseButton.LeftButton)
        QTest.keyClick(field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClicks(field, words)
        QTest.keyClick(field, Qt.Key.Key_Return)
        self._did(f"type {words}")

    def choose(self, box, value):
        """Pick from a list as a person does; the list itself is Qt's."""
        assert isinstance(box, QComboBox)
        at = box.findData(value)
        assert at >= 0, [box.itemData(k) for k in range(box.count())]
        box.setCurrentIndex(at)
        box.activated.emit(at)
        self._did(f"choose {box.accessibleName()}")

    def drag(self, widget, start, end):
        QTest.mousePress(widget, Qt.MouseButton.LeftButton, pos=start)
        QTest.mouseMove(widget, (start + end) / 2)
        QTest.mouseMove(widget, end)
        QTest.mouseRelease(widget, Qt.MouseButton.LeftButton, pos=end)
        self._did("drag")

    def cell(self, grid, row, column, words):
        """Type into a cell of a grid."""
        assert isinstance(grid, QTableWidget)
        where = grid.visualItemRect(grid.item(row, column)).center()
        QTest.mouseClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=where)
        QTest.mouseDClick(grid.viewport(), Qt.MouseButton.LeftButton, pos=where)
        editor = grid.findChild(QLineEdit)
        assert editor is not None
        QTest.keyClick(editor, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClicks(editor, words)
        QTest.keyClick(editor, Qt.Key.Key_Return)
        QTest.qWait(1)  # Qt takes it over a moment later
        self._did(f"cell {words}")


@pytest.fixture
def hand(qtbot):
    return Hand(qtbot)


def judged(qtbot, workshop):
    qtbot.waitUntil(
        lambda: workshop.model.kept and workshop.model.verdict is not None, timeout=WAIT
    )


def begin(desk, qtbot, hand, name):
    """From Home to an open workshop, by the wizard."""
    opener = desk.campaigns
    opener.new_campaign()
    qtbot.waitUntil(lambda: opener.dialog is not None and opener.dialog.isVisible(), timeout=WAIT)
    hand.click(opener.dialog.own)
    dialog = opener.template
    hand.click(dialog.cards["linked-scenarios"])
    hand.type(dialog.name, name)
    qtbot.waitUntil(lambda: isinstance(opener.workshop, WorkshopWorkspace), timeout=WAIT)
    judged(qtbot, opener.workshop)
    return opener.workshop


UNITS = (
    "Side;Division;Unit;Steps;Type\n"
    "German;10. Panzer;I./69;4;infantry\nGerman;10. Panzer;Pz 8;6;armour\n"
    "French;3 DCR;41e BCC;5;armour\nFrench;3 DCR;16e BCP;4;infantry\n"
)


@pytest.mark.slow
def test_a_campaign_of_two_battles_by_mouse(desk, qtbot, hand, tmp_path, monkeypatch):
    workshop = begin(desk, qtbot, hand, "Stonne 1940")
    forces, graph = workshop.pages["forces"], workshop.pages["graph"]
    hand.tab(workshop.tabs, "forces")
    table = tmp_path / "units.csv"
    table.write_text(UNITS, encoding="utf-8")
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_a, **_k: (str(table), ""))
    hand.click(forces.take.file)
    hand.click(forces.take.instead)
    judged(qtbot, workshop)
    assert [line["name"] for line in workshop.model.draft.units] == [
        "I./69", "Pz 8", "41e BCC", "16e BCP",
    ]  # fmt: skip

    hand.tab(workshop.tabs, "graph")
    canvas = graph.canvas

    def at(box):
        return canvas.mapFromScene(box.center())

    for key, name in (("first", "La Besace"), ("second", "Stonne")):
        hand.click(canvas.viewport(), at(canvas.box((key,))))
        hand.type(graph.node.name, name)
    # the template's own way goes, and one is drawn from battle to battle
    way = next(way for way in canvas.ways if way.card.key == ("first", "second"))
    hand.click(canvas.viewport(), at(way.card.box))
    hand.click(graph.link.away)
    hand.drag(canvas.viewport(), at(canvas.box(("first",))), at(canvas.box(("second",))))
    judged(qtbot, workshop)
    assert canvas.on == ("first", "second")
    condition = graph.link.condition
    hand.click(condition.more)
    judged(qtbot, workshop)
    assert "won La Besace" in condition.sentence.text()
    hand.choose(condition.values[0], "german")
    hand.click(graph.link.rules.more)
    judged(qtbot, workshop)
    preview = graph.link.preview
    unit = next(u.id for u in workshop.model.design.units if u.name == "Pz 8")
    hand.cell(preview.table, row_of(preview.table, "Pz 8"), 1, "2")
    assert preview.left == {unit: 2}
    assert preview.table.item(row_of(preview.table, "Pz 8"), 3).text() == "3"
    hand.click(workshop.buttons.undo)
    assert workshop.model.draft.rows("links")[0].get("carry") is None
    hand.click(workshop.buttons.redo)
    assert clipped(workshop) == []

    hand.tab(workshop.tabs, "check")
    judged(qtbot, workshop)
    if workshop.pages["check"].all.isEnabled():
        hand.click(workshop.pages["check"].all)
        judged(qtbot, workshop)
    assert workshop.model.verdict.playable, workshop.model.verdict.findings

    pack = tmp_path / "for-a-friend.wdpack"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_a, **_k: (str(pack), ""))
    hand.click(workshop.buttons.give)
    qtbot.waitUntil(pack.is_file, timeout=WAIT)

    hand.click(workshop.buttons.play)
    opener = desk.campaigns
    before = opener.dialog
    qtbot.waitUntil(lambda: opener.dialog is not before and opener.dialog.isVisible(), timeout=WAIT)
    hand.click(opener.dialog.begin_)
    qtbot.waitUntil(lambda: opener.workspace is not None, timeout=WAIT)
    played(qtbot, desk, hand)

    # somebody else opens the pack: the same campaign, in a workshop of his own
    design = read_design(workshop.model.folder)[0]
    for file in (own_packs() / "stonne-1940").iterdir():
        file.unlink()
    (own_packs() / "stonne-1940").rmdir()
    desk.open_game(str(pack))
    qtbot.waitUntil(lambda: opener.workshop is not None, timeout=WAIT)
    hand._did("open the pack")
    assert read_design(opener.workshop.model.folder)[0] == design
    assert len(hand.steps) <= MOST_STEPS, (len(hand.steps), hand.steps)


def row_of(table, name):
    return next(k for k in range(table.rowCount()) if table.item(k, 0).text() == name)


def played(qtbot, desk, hand):
    """Both battles: begun as the list asks, their sheets filled in and entered. Steps carried."""
    place = desk.campaigns.workspace
    settled(qtbot, desk)
    to_scenario(qtbot, desk, hand, "first")
    hand.click(place.bar.results)
    enter(qtbot, desk, hand, "german", ("Pz 8",))
    to_scenario(qtbot, desk, hand, "second")
    lines = [line.words for line in place.worker.page.log]
    assert any("carry-over La Besace → Stonne" in str(words) for words in lines), lines
    hand.click(place.bar.results)
    enter(qtbot, desk, hand, "french", ())
    settled(qtbot, desk)


def to_scenario(qtbot, desk, hand, node):
    """Press the button of the next thing, and do what is asked, until a battle is played."""
    place = desk.campaigns.workspace
    for _ in range(12):
        need = place.worker.page.need
        if need is not None and need.key == f"duty:play.{node}":
            return
        if need is not None and need.key.startswith("duty:begin.") and place.ask.primary:
            hand.click(place.ask.primary)
        else:
            hand.click(place.next_)
        settled(qtbot, desk)
    raise AssertionError(need)


def enter(qtbot, desk, hand, winner, losers):
    """Fill in the sheet that is open: who lost a step, who won."""
    page = desk.campaigns.workspace.results
    qtbot.waitUntil(lambda: page.blank is not None and page.winner.count() > 1, timeout=WAIT)
    settled(qtbot, desk)
    for name in losers:
        row = next(k for k in range(page.proxy.rowCount())
                   if name in str(page.proxy.index(k, 0).data()))  # fmt: skip
        where = page.table.visualRect(page.proxy.index(row, 0)).center()
        QTest.mouseClick(page.table.viewport(), Qt.MouseButton.LeftButton, pos=where)
        hand._did(f"pick {name}")
        hand.click(page.minus)
    hand.choose(page.winner, winner)
    page.flush()
    settled(qtbot, desk)
    hand.click(page.accept)
    settled(qtbot, desk)
