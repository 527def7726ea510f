"""The counter designer: what it says, what it refuses, what it draws."""

from __future__ import annotations

from functools import partial

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent, QImage
from PySide6.QtTest import QTest

from wardesk.model.look import CounterLook, SideLook
from wardesk.render.counters.counter import counter_image
from wardesk.services.packs.new_table import preview
from wardesk.ui.making.counter_designer import CounterDesigner

pytestmark = pytest.mark.usefixtures("light")

SIDES = (SideLook("n", "North", "#8ea3b8", "#34495e"), SideLook("s", "South", "#c2ab7c", "#6b5a37"))
ROWS = [{"id": side.id, "name": side.name} for side in SIDES]


@pytest.fixture
def designer(qtbot):
    made = CounterDesigner(SIDES, partial(preview, ROWS), values={"side": "s", "place": "0101"})
    qtbot.addWidget(made)
    made.show()
    return made


def test_enter_makes_the_counter_that_was_described(designer, qtbot):
    QTest.keyClicks(designer.name, "Guns")
    QTest.keyClicks(designer.factors, "4-2-3")
    designer.symbol.setCurrentIndex(designer.symbol.findData("artillery"))
    with qtbot.waitSignal(designer.made) as made:
        QTest.keyClick(designer.name, Qt.Key.Key_Return)

    assert made.args[0] == {
        "name": "Guns", "side": "s", "symbol": "artillery", "factors": "4-2-3", "steps": "1",
        "place": "0101",
    }  # fmt: skip


def test_without_a_name_it_says_so_and_makes_nothing(designer):
    assert not designer.save.isEnabled()
    assert "name" in designer.save.toolTip()


@pytest.mark.parametrize(
    ("field", "text", "says"),
    [("factors", "1-2-3-4", "does not fit"), ("field", "#12", "no colour")],
)
def test_what_does_not_fit_is_said_at_once(designer, field, text, says):
    QTest.keyClicks(designer.name, "Guns")
    part = getattr(designer, field)
    part.setText(text) if field == "factors" else part.set_value(text)

    assert says in designer.problem.text()
    assert not designer.save.isEnabled()


def test_a_picture_takes_the_place_of_the_symbol(designer, tmp_path):
    image = QImage(40, 40, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.magenta)
    image.save(str(tmp_path / "p.png"))
    QTest.keyClicks(designer.name, "Guns")
    designer.front.take(tmp_path / "p.png")

    face = preview(ROWS, designer.values())
    drawn = counter_image(face, SIDES[1], 60)
    pixels = {drawn.pixelColor(x, y).name() for x in range(20, 64) for y in range(20, 64)}
    assert "#ff00ff" in pixels


def test_a_picture_that_cannot_be_drawn_is_refused_with_a_sentence(designer, tmp_path):
    image = QImage(40, 40, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    image.save(str(tmp_path / "p.png"))
    data = (tmp_path / "p.png").read_bytes()
    for name, spoilt, says in (
        ("cut.png", data[:45], "cut short or damaged"),
        ("wide.png", data[:16] + (40_000).to_bytes(4, "big") + data[20:], "40,000"),
        ("text.png", b"hello", "no picture"),
    ):
        (tmp_path / name).write_bytes(spoilt)
        designer.front.take(tmp_path / name)
        assert says in designer.problem.text()
        assert "picture" not in designer.values()


def test_a_back_shows_the_sides_colour_and_nothing_of_the_face():
    look = CounterLook(piece="b", side="n", at=None, title="Secret", left="9", face_down=True)
    plain = CounterLook(piece="b", side="n", at=None, title="", symbol="none", face_down=True)

    assert counter_image(look, SIDES[0], 60) == counter_image(plain, SIDES[0], 60)
    other = CounterLook(piece="b", side="s", at=None, title="", symbol="none", face_down=True)
    assert counter_image(plain, SIDES[0], 60) != counter_image(other, SIDES[1], 60)


def test_each_side_takes_a_picture_and_the_preview_shows_both(designer, tmp_path):
    for name, ink in (("front", Qt.GlobalColor.magenta), ("back", Qt.GlobalColor.cyan)):
        image = QImage(40, 40, QImage.Format.Format_RGB32)
        image.fill(ink)
        image.save(str(tmp_path / f"{name}.webp"), None, 100)
    QTest.keyClicks(designer.name, "Guns")
    designer.symbol.setCurrentIndex(designer.symbol.findData("none"))
    designer.front.take(tmp_path / "front.webp")
    designer.back.take(tmp_path / "back.webp")

    values = designer.values()
    assert values["picture"] != values["back"]
    turned = preview(ROWS, {**values, "flipped": "yes"})
    middle = [counter_image(face, SIDES[1], 60).pixelColor(48, 48)
              for face in (preview(ROWS, values), turned)]  # fmt: skip
    assert middle[0].red() > 200 > middle[0].green()
    assert middle[1].green() > 200 > middle[1].red()


def test_a_file_can_be_dropped_on_a_side(designer, tmp_path, qtbot):
    image = QImage(40, 40, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.cyan)
    image.save(str(tmp_path / "p.png"))
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "p.png"))])
    drop = QDropEvent(
        QPointF(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    with qtbot.waitSignal(designer.back.changed):
        designer.back.dropEvent(drop)

    assert designer.values()["back"].endswith(".png")
