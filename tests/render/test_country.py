"""The operational map's ground, names, counters, stacks and plots, without a window."""

from __future__ import annotations

from functools import cache

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter

from wardesk.campaign.operation.places import Place
from wardesk.campaign.operation.state import UnitState, first_state
from wardesk.documents.packs.campaign_maps import find_atlas
from wardesk.documents.packs.campaign_packs import find_design
from wardesk.render.app import ensure_gui_app
from wardesk.render.colours import contrast
from wardesk.render.counters.formations import formation_image, pattern_path, unit_symbol
from wardesk.render.counters.symbols import symbol_names
from wardesk.render.country.land import build_land
from wardesk.render.country.names import CountryNames
from wardesk.render.country.sheet import CountrySheet, country_image
from wardesk.render.country.stacks import counter_edge, placed, stacked
from wardesk.render.figures import campaign
from wardesk.render.figures.axes import count_ticks
from wardesk.render.figures.figure import FigureBox
from wardesk.render.figures.painting import measure
from wardesk.render.theme import load_map_theme, theme_ids
from wardesk.services.campaign.base_map import base_map
from wardesk.services.campaign.curves import CurveFacts, DayPoints, StepCurve
from wardesk.services.campaign.operational_map import map_facts
from wardesk.services.campaign.places import Gazetteer

DESIGN = find_design("market-garden")[0]
SCALES = (0.05, 0.1, 0.2, 0.5)


@cache
def gazetteer():
    atlas = find_atlas("market-garden")
    assert atlas is not None
    return Gazetteer(DESIGN, atlas)


@cache
def land():
    ensure_gui_app()
    return build_land(base_map(gazetteer()))


@cache
def facts():
    """Every formation with an arrival in words or a zone stands there."""
    state = first_state(DESIGN)
    for arrival in DESIGN.arrivals:
        text = arrival.zone or arrival.entry
        if not text or arrival.subject_kind != "formation":
            continue
        kind = "drop" if arrival.zone else "hex"
        for unit in DESIGN.members[arrival.subject]:
            state.units[unit] = UnitState(Place(kind, text, game=arrival.game), 2)
    return map_facts(gazetteer(), state, 0)


@pytest.mark.parametrize("theme", theme_ids())
def test_the_whole_sheet_is_painted_in_every_theme(theme):
    sheet = CountrySheet(base_map(gazetteer()), load_map_theme(theme), land())
    image = country_image(sheet, 220)
    colours = {image.pixel(x, y) for x in range(0, 220, 3) for y in range(0, image.height(), 3)}

    assert len(colours) > 60


def test_a_part_of_the_sheet_looks_as_in_the_whole():
    sheet = CountrySheet(base_map(gazetteer()), load_map_theme("plain"), land())

    def painted(box: QRectF, scale: float) -> QImage:
        image = QImage(120, 120, QImage.Format.Format_RGB32)
        painter = QPainter(image)
        painter.scale(scale, scale)
        painter.translate(-box.left(), -box.top())
        sheet.paint(painter, box, scale)
        painter.end()
        return image

    here = QRectF(2000, 7000, 600, 600)
    wide = QRectF(2000, 7000, 2400, 2400)
    assert painted(here, 0.2) == painted(wide, 0.2)


@pytest.mark.parametrize("scale", SCALES)
def test_no_two_towns_are_written_over_each_other(scale):
    boxes = CountryNames(land()).boxes(scale)
    assert boxes is None  # nobody has planned this level yet
    names = CountryNames(land())
    names.plan(scale)
    boxes = names.boxes(scale)

    assert boxes
    small = [box.adjusted(1, 1, -1, -1) for box in boxes]
    crossed = sum(a.intersects(b) for k, a in enumerate(small) for b in small[k + 1 :])
    assert crossed <= 2  # great cities are named even where there is no room


def test_closer_up_more_places_are_named():
    names = CountryNames(land())

    assert len(names.plan(0.05)) < len(names.plan(0.12)) < len(names.plan(0.3))


@pytest.mark.parametrize("scale", SCALES)
def test_stacks_keep_every_formation_and_never_mix_sides(scale):
    rows = stacked(facts(), scale)
    ids = sorted(token.id for _spot, tokens in rows for token in tokens)

    assert ids == sorted(token.id for token in facts().tokens)
    assert all(len({token.side for token in tokens}) == 1 for _spot, tokens in rows)
    if scale > 0.05:
        assert len(rows) >= len(stacked(facts(), scale / 2))


@pytest.mark.parametrize("scale", SCALES[1:])
def test_stacks_find_places_of_their_own_near_their_spots(scale):
    rows = placed(facts(), scale, [], land().inside)
    edge = counter_edge(scale) / scale

    for k, one in enumerate(rows):
        away = one.box.center() - one.spot
        assert (away.x() ** 2 + away.y() ** 2) ** 0.5 < 4 * edge
        for other in rows[k + 1 :]:
            both = one.box.intersected(other.box)
            assert both.width() * both.height() < 0.35 * edge * edge


def test_a_stack_leaves_a_name_free_when_there_is_room_beside_it():
    one = replace(facts(), standings=facts().standings[:1], bridges=(), routes=())
    (bare,) = placed(one, 0.2, [], land().inside)
    (moved,) = placed(one, 0.2, [bare.box], land().inside)

    both = moved.box.intersected(bare.box)
    assert both.width() * both.height() < 0.2 * bare.box.width() ** 2


def test_every_unit_of_the_shipped_campaign_has_a_symbol():
    drawn = {unit_symbol(unit.symbol) for unit in DESIGN.units}

    assert drawn <= set(symbol_names())
    assert unit_symbol("infantry.airborne") == "airborne"
    assert unit_symbol("never.heard.of") == "infantry"


def test_every_pattern_of_the_shipped_formations_can_be_told_apart():
    box = QRectF(0, 0, 20, 16)
    patterns = {f.colour.pattern for f in DESIGN.formations if f.colour}
    grid = [QPointF(x + 0.5, y + 0.5) for x in range(20) for y in range(16)]
    drawn = {
        pattern: frozenset(k for k, at in enumerate(grid) if path.contains(at))
        for pattern in patterns
        for path in [pattern_path(pattern, box)]
    }

    assert len(set(drawn.values())) == len(patterns)
    assert [pattern for pattern, inside in drawn.items() if not inside] == ["solid"]


def test_counters_differ_by_what_is_left():
    token = facts().tokens[0]
    full = formation_image(token, True, 48, 1.0)
    less = formation_image(replace(token, steps=1), True, 48, 1.0)

    assert full != less
    assert full != formation_image(token, False, 48, 1.0)


# ---- plots --------------------------------------------------------------------------------------

INKS = {"sides": ("#2b62ad", "#5c6670")}
SIZE = (measure, 400.0, 240.0)


def curve(key, values, fill="#16235E"):
    return StepCurve(id=key, name=key, code=key, side="a", division=True, over=(), fill=fill,
                     values=tuple(values), full=10)  # fmt: skip


def curves(*rows, points=(), losses=((0,), (0,))):
    return CurveFacts(
        turns=(0, 1, 2), labels=("a", "b", "c"), days=("1 Sep",), per_day=8,
        sides=(("a", "A"), ("b", "B")), curves=tuple(rows), points=tuple(points), losses=losses,
    )  # fmt: skip


def test_losses_bend_the_line_of_steps():
    def steps(one):
        ends = {"place": 2, "surface": "#ffffff", "text": "#000000"}
        return campaign.steps_figure(curves(one), [one], "Steps", *SIZE, **ends)

    assert steps(curve("A", (10, 10, 10))) != steps(curve("A", (10, 6, 2)))


@pytest.mark.parametrize("fill", ["#FFFFFF", "#141414", "#CDD3D8"])
def test_every_line_can_be_seen_on_its_ground(fill):
    for ground, text in (("#ffffff", "#1a1a1a"), ("#1b2023", "#f2f2f2")):
        assert contrast(campaign.seen_on(ground, fill, text), ground) >= 3


def test_points_below_zero_and_empty_plots_are_drawn():
    rows = (DayPoints(0, "a", (("won", 3), ("lost", -2))), DayPoints(0, "b", (("x", 1),)))

    def points(shown):
        return campaign.points_figure(shown, "Points", *SIZE, surface="#ffffff", **INKS)

    drawn = [mark for mark in points(curves(points=rows)).marks if isinstance(mark, FigureBox)]
    zero = min(mark.y + mark.height for mark in drawn if mark.height > 20)
    assert any(mark.y > zero for mark in drawn), "what was lost hangs below none"
    assert points(curves(points=rows)) != points(curves())
    lost = campaign.losses_figure(curves(losses=((4,), (1,))), "Lost", *SIZE, **INKS)
    assert lost != campaign.losses_figure(curves(), "Lost", *SIZE, **INKS)


def test_every_cause_has_its_own_shade():
    rows = (DayPoints(0, "a", tuple((f"cause {k}", k) for k in range(5))),)
    shades = campaign.cause_inks(curves(points=rows), INKS["sides"], "#ffffff")
    assert len(set(shades.values())) == 5


@pytest.mark.parametrize("most", [0, 3, 4, 7, 37, 99, 100, 1234])
def test_the_top_of_a_scale_of_counts_is_round_and_high_enough(most):
    found = count_ticks(most)
    assert found[-1] >= max(most, 4)
    assert all(tick == int(tick) for tick in found)
