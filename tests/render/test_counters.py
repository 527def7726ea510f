"""Counters: every symbol at every size, ink that can be read, one picture for one look."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainter
from shipped import one_a_map

from wardesk.model.look import BadgeLook, CounterLook
from wardesk.render.colours import READABLE, contrast, ink_on, mix, tinted_ink
from wardesk.render.counters import face
from wardesk.render.counters.counter import (
    BLEED,
    bar_colour,
    counter_image,
    face_colour,
    paint_counter,
    paint_stack,
    side_of,
)
from wardesk.render.counters.face import frame_inks
from wardesk.render.counters.face_title import LEGIBLE, _lines
from wardesk.render.counters.symbols import ALIASES, echelon_marks, symbol, symbol_names
from wardesk.render.lettering import text_width
from wardesk.render.shapes import painting
from wardesk.render.theme import table_theme
from wardesk.services.play.session import PlaySession

SHAPES = ("circle", "square", "diamond", "octagon", "hexagon", "triangle")
NEEDED = (
    "infantry",
    "airborne",
    "paratroop engineer",
    "engineer",
    "machine_gun",
    "artillery",
    "anti_tank",
    "mortar",
    "aircraft",
    "hq",
    "glider",
    "garrison",
    "armour",
    "recon",
    "demolition charge",
    "flamethrower",
)


def look(**changes) -> CounterLook:
    values = {
        "piece": "p",
        "side": "grey",
        "at": None,
        "title": "1/Granite",
        "subtitle": "Pi.",
        "symbol": "infantry",
        "echelon": "platoon",
        "left": "12",
        "left_exponent": "3",
        "shield": "2",
        "right": "8",
        "movement": "tracks",
    }
    return CounterLook(**(values | changes))


def sheet(size: int = 200) -> tuple[QImage, QPainter]:
    image = QImage(size, size, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    return image, QPainter(image)


def pixels(image: QImage) -> bytes:
    return bytes(image.constBits())


@pytest.mark.parametrize("name", symbol_names())
def test_every_symbol_is_its_own_drawing(name, sides):
    plain = pixels(counter_image(look(symbol="nothing known"), sides[0], 100))
    mine = pixels(counter_image(look(symbol=name), sides[0], 100))
    assert mine != plain


@pytest.mark.parametrize("name", NEEDED)
def test_the_symbols_that_games_ask_for_exist(name):
    found = symbol(name)
    assert found.text or not (found.lines.isEmpty() and found.solid.isEmpty())


def test_other_words_lead_to_drawings():
    assert set(ALIASES.values()) <= set(symbol_names())


@pytest.mark.parametrize("px", [8, 16, 26, 39, 40, 56, 106, 400])
def test_any_size_paints_with_everything_on(px, sides):
    badges = tuple(BadgeLook("N", "n", "#c4261d", shape) for shape in SHAPES)
    image, painter = sheet()
    for changes in (
        {},
        {"spent": True},
        {"reduced": True},
        {"left": "", "right": "", "shield": ""},
    ):
        paint_counter(painter, look(badges=badges, **changes), sides[0], QPointF(100, 100), px, px)
    assert painter.transform().isIdentity()
    assert not painter.hasClipping()
    painter.end()
    assert any(pixels(image))


def test_ink_reads_on_every_side(sides):
    for side in sides:
        for spent in (False, True):
            one = look(spent=spent)
            face, bar = face_colour(one, side), bar_colour(one, side)
            assert contrast(tinted_ink(face), face) >= READABLE
            assert contrast(ink_on(bar), bar) >= READABLE
            line, ground = frame_inks(face)
            assert contrast(line, ground) >= READABLE


def test_ink_reads_on_every_colour_there_is():
    for red in range(0, 256, 51):
        for green in range(0, 256, 51):
            for blue in range(0, 256, 51):
                code = QColor(red, green, blue).name()
                assert contrast(tinted_ink(code), code) >= READABLE
                assert contrast(ink_on(code), code) >= READABLE


def test_losses_read_on_their_band():
    theme = table_theme()
    assert contrast(theme.code("card.loss"), theme.code("card.band")) >= READABLE


def test_contrast_is_the_published_formula():
    assert contrast("#000000", "#ffffff") == pytest.approx(21.0)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert mix("#000000", "#ffffff", 0.5) == "#808080"


def test_the_same_look_is_the_same_picture_wherever_it_stands(sides):
    here, there = look(at="a", piece="1"), look(at="b", piece="2")
    assert (
        counter_image(here, sides[0], 64).cacheKey()
        == counter_image(there, sides[0], 64).cacheKey()
    )
    image = counter_image(here, sides[0], 64, 2.0)
    assert image.devicePixelRatio() == 2.0
    assert image.width() > 128


def test_a_stack_shows_how_many(sides):
    looks = [look(title=str(number)) for number in range(6)]
    pictures = []
    for count in (1, 2, 5, 6):
        image, painter = sheet()
        paint_stack(painter, looks[:count], sides, QPointF(100, 100), 100, 100)
        painter.end()
        pictures.append(pixels(image))
    assert len(set(pictures)) == 4


def test_a_side_that_nobody_knows_is_grey(sides):
    assert side_of(sides, "martian").name == ""
    assert side_of({one.id: one for one in sides}, "sky").name == "Sky"


@pytest.mark.parametrize(
    ("name", "marks"),
    [("company", "I"), ("Battalion", "II"), ("•••", "..."), ("XX", "XX"), ("", ""), ("crowd", "")],
)
def test_echelons_by_name_and_by_mark(name, marks):
    assert echelon_marks(name) == marks


@pytest.mark.parametrize("px", [42.0, 64.0, 160.0])
def test_a_card_on_the_map_is_written_all_over(sides, px):
    """What has only a title shows it below the bar, at every size at which it can be read."""
    side = sides[0]
    card = look(title="Advance", symbol="none", left="", right="", echelon="", shield="")
    named, blank = counter_image(card, side, px), counter_image(look_without(card), side, px)
    middle = range(round(px * (BLEED + 0.3)), round(px * (BLEED + 0.9)))
    seen = {
        (x, y)
        for x in range(named.width())
        for y in middle
        if named.pixel(x, y) != blank.pixel(x, y)
    }
    assert len({x for x, _ in seen}) > px * 0.5


def test_long_titles_break_between_words_before_they_are_cut():
    assert _lines("Counter-attack", 22.0) == (("Counter-", "attack"), True)
    lines, whole = _lines("Reconnaissance", 30.0)
    assert not whole
    assert lines[0].startswith("Recon")
    assert lines[0].endswith("…")


@pytest.mark.parametrize("scenario", one_a_map())
def test_every_printed_figure_can_be_read_at_the_size_of_the_table(scenario, monkeypatch):
    """From 69 pixels all figures, from 48 all but range and shield, below symbol and two."""
    written: list[tuple[str, float, float]] = []

    def put(_painter, text, at, size, _ink, *, role="counter", align=0.0, fit=0.0):
        if text and fit:
            size *= min(1.0, fit / text_width(text, role, size))
        written.append((text, at[1], size))

    monkeypatch.setattr(face, "put", put)
    session = PlaySession.new(scenario, seed=3, keep=False)
    looks = [one for one in session.look().counters if one.left or one.disc]
    session.close()
    assert looks
    image = QImage(8, 8, QImage.Format.Format_ARGB32_Premultiplied)
    with painting(image) as painter:
        for one in looks:
            near = {one.left_exponent, one.shield.replace("-", "−")}
            main = {one.left, one.right}
            for edge, wanted, least in (
                (69, {*near, *main, one.middle, one.disc}, LEGIBLE - 0.2),
                (48, {*main, one.middle, one.disc}, LEGIBLE - 0.2),
                (28, main, 7.0),
            ):
                written.clear()
                face.paint_face(painter, one, "#c9c39a", "#2f6f46", edge)
                found = {text: size * edge / 100 for text, y, size in written if y > face.BAR}
                assert wanted - {""} <= found.keys(), (one.title, edge)
                assert min(found[text] for text in wanted - {""}) >= least, (one.title, edge, found)


def look_without(card: CounterLook) -> CounterLook:
    return replace(card, title="")
