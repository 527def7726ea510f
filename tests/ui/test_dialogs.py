"""The base of all dialogs: Enter, Escape, what is refused, and the size that it had."""

import pytest
from clipping import clipped
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QComboBox, QLineEdit, QPushButton

from wardesk.services.play.briefing import BriefingLevel
from wardesk.ui.dialogs.dialog import Dialog
from wardesk.ui.dialogs.fields import Fields
from wardesk.ui.preferences import preferences
from wardesk.ui.shell.briefing import LevelStrip
from wardesk.ui.shell.settings import SettingsFile, load_settings, save_settings
from wardesk.ui.widgets import paint
from wardesk.ui.widgets.button import Button
from wardesk.ui.widgets.dice_fields import DiceFields
from wardesk.ui.widgets.fields import text_edit
from wardesk.ui.widgets.row_list import ListRow, RowList
from wardesk.ui.widgets.segment import Segment

CONTROL = Qt.KeyboardModifier.ControlModifier


class Question(Dialog):
    """Wants a few words."""

    def __init__(self, *, with_control=False):
        super().__init__(icon="pencil", size=(300, 200))
        self.set_title("Question", "What is your name?")
        self.field = QLineEdit(self)
        self.body.addWidget(self.field)
        self.go = Button("Answer", self, kind="primary")
        self.go.clicked.connect(self.accept)
        self.leave = self.set_foot(self.go, with_control=with_control)
        self.need_words(self.field, "Write it first")
        self.field.setFocus()


@pytest.fixture
def ask(light, qtbot):
    preferences().load(SettingsFile())

    def shown(**wishes):
        one = Question(**wishes)
        qtbot.addWidget(one)
        with qtbot.waitActive(one):
            one.show()
        return one

    yield shown
    preferences().load(SettingsFile())


def test_enter_presses_the_filled_button_once_it_may(ask, qtbot):
    dialog = ask()
    qtbot.keyClick(dialog.field, Qt.Key.Key_Return)
    assert (dialog.isVisible(), dialog.go.toolTip()) == (True, "Write it first")
    qtbot.keyClicks(dialog.field, "Erika")
    qtbot.keyClick(dialog.field, Qt.Key.Key_Return)
    assert dialog.result() == Dialog.DialogCode.Accepted


def test_where_enter_belongs_to_the_body_the_button_wants_control(ask, qtbot):
    dialog = ask(with_control=True)
    qtbot.keyClicks(dialog.field, "Erika")
    qtbot.keyClick(dialog.field, Qt.Key.Key_Return)
    assert dialog.isVisible()
    qtbot.keyClick(dialog.field, Qt.Key.Key_Return, CONTROL)
    assert dialog.result() == Dialog.DialogCode.Accepted


def test_control_enter_presses_it_in_every_dialog(ask, qtbot):
    dialog = ask()
    qtbot.keyClick(dialog.field, Qt.Key.Key_Return, CONTROL)
    assert dialog.isVisible()  # it is refused still
    dialog.field.setText("Erika")
    box = QComboBox(dialog)
    dialog.body.addWidget(box)
    box.setFocus()
    qtbot.keyClick(box, Qt.Key.Key_Return, CONTROL)
    assert dialog.result() == Dialog.DialogCode.Accepted


def test_the_button_says_which_key_presses_it(ask):
    assert ask().go.cap() == "Enter"
    assert ask(with_control=True).go.cap() == "Ctrl+Enter"


def test_a_field_of_several_lines_keeps_enter_but_not_control_enter(ask, qtbot):
    dialog = ask(with_control=True)
    lines = text_edit("Lines", dialog)
    dialog.body.addWidget(lines)
    dialog.field.setText("Erika")
    lines.setFocus()
    qtbot.keyClick(lines, Qt.Key.Key_Return)
    assert (dialog.isVisible(), lines.toPlainText()) == (True, "\n")
    qtbot.keyClick(lines, Qt.Key.Key_Return, CONTROL)
    assert not dialog.isVisible()


@pytest.mark.parametrize("kind", [Button, QPushButton, QComboBox, QCheckBox, Segment, RowList])
def test_control_enter_presses_the_button_that_says_so_whatever_has_the_keyboard(ask, qtbot, kind):
    dialog = ask(with_control=True)
    dialog.field.setText("Erika")
    pressed = []
    if kind is Segment:
        part = Segment((("a", "A"), ("b", "B")), dialog, name="One of two")
        part.chosen.connect(pressed.append)
        dialog.body.addWidget(part)
        part = part.findChildren(QAbstractButton)[1]
    elif kind is RowList:
        part = RowList("Rows", dialog)
        part.set_rows([ListRow("a", "A")])
        part.set_current("a")
        part.picked.connect(pressed.append)
        dialog.body.addWidget(part)
    else:
        part = kind("Back", dialog) if kind is not QComboBox else QComboBox(dialog)
        if kind is not QComboBox:
            part.clicked.connect(lambda: pressed.append("itself"))
        dialog.body.addWidget(part)
    part.show()
    part.setFocus()
    qtbot.keyClick(part, Qt.Key.Key_Return, CONTROL)
    assert dialog.result() == Dialog.DialogCode.Accepted
    assert pressed == []


def test_escape_and_the_button_at_its_side_leave(ask, qtbot):
    dialog = ask()
    qtbot.keyClick(dialog.field, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    again = ask()
    again.leave.click()
    assert again.result() == Dialog.DialogCode.Rejected


def test_a_problem_makes_room_for_itself(ask):
    dialog = ask()
    height = dialog.height()
    dialog.tell_problem("It cannot be done, and here is the reason why, at some length. " * 8)
    assert dialog.problem.isVisible()
    assert dialog.height() > height
    dialog.tell_problem("")
    assert not dialog.problem.isVisible()


def test_a_dialog_opens_as_it_was_left_also_after_a_start(ask, tmp_path):
    first = ask()
    assert (first.width(), first.height()) == (300, 200)
    first.close()
    assert preferences().now.dialogs == {}
    second = ask()
    second.resize(420, 333)
    second.close()
    save_settings(preferences().now, tmp_path)
    settings, _error = load_settings(tmp_path)
    preferences().load(settings)
    third = ask()
    assert (third.width(), third.height()) == (420, 333)


def test_a_die_may_begin_at_nought(light, qtbot):
    fields = DiceFields()
    qtbot.addWidget(fields)
    fields.set_dice((10,), least=0)
    for typed, values in (("0", (0,)), ("9", (9,)), ("x", None)):
        fields.fields[0].setText(typed)
        assert fields.values() == values
    assert "0 to 9" in fields.wrong()
    fields.set_dice((6,))
    fields.fields[0].setText("0")
    assert fields.values() is None


def test_a_fact_longer_than_its_room_takes_another_line(light, qtbot):
    fields = Fields()
    qtbot.addWidget(fields)
    fields.fact("Nachbarn", "6 abgeleitet, 0 ergänzt, 0 getrennt")
    fields.resize(240, fields.heightForWidth(240))
    fields.show()
    assert clipped(fields, lines=True) == []


def test_a_dialog_of_a_least_size_is_as_wide_as_what_is_in_it(light, qtbot):
    dialog = Dialog(least=(200, 0))
    qtbot.addWidget(dialog)
    go = Button("As wide as the words of some languages make it", dialog, kind="primary")
    dialog.set_foot(go, Button("Another button of many words", dialog))
    dialog.show()
    qtbot.waitUntil(lambda: clipped(dialog) == [])
    dialog.body.addWidget(Button("W" * 90, dialog))
    dialog.grow()
    qtbot.waitUntil(lambda: clipped(dialog) == [])


def test_a_dialog_that_grows_stays_on_the_screen(light, qtbot):
    dialog = Dialog(least=(200, 0))
    qtbot.addWidget(dialog)
    dialog.set_foot(Button("Go", dialog, kind="primary"))
    dialog.show()
    room = dialog.screen().availableGeometry()
    dialog.move(room.left() + 10, room.bottom() - dialog.height() - 5)
    dialog.tell_problem("Word after word that tells what is wrong. " * 12)
    assert dialog.height() > 150
    assert room.contains(dialog.frameGeometry())


def test_levels_are_as_wide_as_their_longest_word_where_there_is_room(light, qtbot):
    names = ("Niederlage", "taktischer Sieg", "kleiner Sieg", "großer Sieg", "überwältigender Sieg")
    spans = ((0, 4), (5, 8), (9, 12), (13, 16), (17, 26))
    levels = tuple(
        BriefingLevel(least=least, most=most, name=name)
        for name, (least, most) in zip(names, spans, strict=True)
    )
    scale = LevelStrip(levels, "a", None)
    qtbot.addWidget(scale)
    for width in (360, 500):
        wide = scale._widths(width)
        assert sum(wide) <= width
        for name, found in zip(names, wide, strict=True):
            assert found >= max(paint.advance(word, "small") for word in name.split())
