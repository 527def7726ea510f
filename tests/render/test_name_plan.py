"""Names on a sheet of hexes stand off each other and off counters, the same in every tile."""

from __future__ import annotations

import sys
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QRectF

sys.path.append(str(Path(__file__).parents[1] / "drawing"))
from maps import document_of

from wardesk.drawing.commands.all_commands import NameCell, PaintTerrain, PlaceLabel, SetProperty
from wardesk.drawing.editor import Editor
from wardesk.render.map.lattice.place_names import NamedPlace, PlaceNames
from wardesk.render.map.names import STEPS, growth
from wardesk.render.map.sheet import MapSheet
from wardesk.render.theme import load_map_theme

pytestmark = pytest.mark.usefixtures("qapp")
EVERYWHERE = QRectF(-9e5, -9e5, 18e5, 18e5)


class Country:
    """Open country without an end; *woods* are boxes of dear ground."""

    room, slot = EVERYWHERE, 100.0

    def __init__(self, middles=(), woods=()):
        self.all, self.woods = np.array(middles, float).reshape(-1, 2), woods

    def middles(self, box):
        x, y = self.all.T
        inside = (x > box.left()) & (x < box.right()) & (y > box.top()) & (y < box.bottom())
        return self.all[inside]

    def numbers(self, box, grown):
        return np.zeros((0, 4))

    def ways(self, box):
        return np.zeros((0, 2))

    def ink(self, at):
        return np.array([any(box.contains(*one) for box in self.woods) for one in at], float)


def crowd(count, step, points=0):
    return [
        NamedPlace(f"{k:03}", f"Grandes-Armoises {k}", ((k * step, 0.0),), points * (k % 3))
        for k in range(count)
    ]


def plan_of(places, country=None):
    plan = PlaceNames(country or Country())
    plan.read(places)
    return plan


def everything(plan, fine):
    return plan.within(EVERYWHERE, fine, numbered=False)


@pytest.mark.parametrize("fine", [60.0, 35.0, 24.0, 14.0])
def test_names_in_a_crowd_do_not_cover_each_other(fine):
    found = everything(plan_of(crowd(12, 87.0)), fine)
    assert len(found) >= 3
    assert not any(a.box.intersects(b.box) for a, b in combinations(found, 2))


@pytest.mark.parametrize("fine", [60.0, 35.0, 20.0])
def test_two_neighbours_are_both_written(fine):
    places = [
        NamedPlace("a", "Les Grandes-Armoises", ((0, 0),)),
        NamedPlace("b", "Les Petites-Armoises", ((150, 87),)),
    ]
    found = everything(plan_of(places, Country([(0, 0), (150, 87)])), fine)
    assert len(found) == 2
    assert not found[0].box.intersects(found[1].box)


def test_what_is_worth_more_comes_first_and_what_was_placed_by_hand_is_never_left_out():
    places = [*crowd(40, 8.0), NamedPlace("town", "Stonne", ((60.0, 0.0),), 5)]
    places.append(NamedPlace("label", "the ridge", at=(50.0, 0.0), italic=True))
    found = everything(plan_of(places), 15.0)
    assert any(one.points == 5 for one in found)
    assert sum(one.italic for one in found) == 1
    assert len(found) < len(places)


def test_a_name_keeps_off_the_places_of_counters_and_off_woods():
    country = Country([(0, 0), (0, 174), (150, 87)], [QRectF(-400, 20, 800, 400)])
    (name,) = everything(plan_of([NamedPlace("a", "Enines", ((0, 0),))], country), 60.0)
    for x, y in country.all:
        assert not name.box.intersects(QRectF(x - 50, y - 50, 100, 100))
    assert name.at[1] < 0, "below it there is a wood"


def test_the_order_in_which_places_are_seen_changes_nothing():
    places = crowd(20, 60.0, points=1)
    whole = {(one.text, one.at) for one in everything(plan_of(places), 30.0)}
    tiles, pieces = plan_of(places), set()
    for left in (900, 300, 0, 600, -300, 1200):
        seen = tiles.within(QRectF(left, -600, 300, 1200), 30.0, numbered=False)
        pieces |= {(one.text, one.at) for one in seen}
    assert pieces == whole


def test_a_plan_tells_what_moved():
    places = [NamedPlace("a", "Jandrain", ((0, 0),)), NamedPlace("b", "Jandrain", ((400, 0),))]
    plan = plan_of(places)
    before = everything(plan, 60.0)
    last = [*places, NamedPlace("c", "Wansin", ((900, 0),))]
    dirty = plan.changed(last, [])
    assert [one for one in everything(plan, 60.0) if one.text == "Jandrain"] == before
    assert not any(box.intersects(QRectF(-60, -60, 200, 120)) for box in dirty)
    first = [NamedPlace("d", "Stonne", ((0, 20),), 9), *last]
    dirty = plan.changed(first, [])
    now = everything(plan, 60.0)
    for name in set(before) ^ {one for one in now if one.text == "Jandrain"}:
        assert any(box.contains(name.box) for box in dirty)
    assert set(now) == set(everything(plan_of(first), 60.0))


def test_the_steps_of_growth_reach_from_close_up_to_afar():
    assert growth(100) == STEPS[0]
    assert growth(1) == STEPS[-1]
    assert all(a < b for a, b in pairwise(STEPS))


def names_of(sheet, scale=0.2):
    return sheet._drawn.names_at(scale)


def test_an_edit_elsewhere_leaves_names_where_they_are():
    editor = Editor(document_of("hex"), lambda _record: None)
    sheet = MapSheet(editor.document, load_map_theme())
    sheet.changed(editor.do(NameCell("0404", "Mill")))
    before = names_of(sheet)
    assert "0404" in before
    sheet.changed(editor.do(SetProperty(("0404",), "depth", 2)))
    assert names_of(sheet) == before
    sheet.changed(editor.do(NameCell("0404", "Old Mill")))
    assert names_of(sheet) != before


def test_after_edits_names_stand_where_a_fresh_sheet_has_them():
    editor = Editor(document_of("hex"), lambda _record: None)
    sheet = MapSheet(editor.document, load_map_theme())
    commands = [
        NameCell("0404", "Mill"), NameCell("0405", "Mill"), NameCell("0505", "Orp-le-Grand"),
        PaintTerrain(("0406", "0506"), "wood"), PlaceLabel("Mill", (900.0, 900.0)),
        NameCell("0405", "Farm"),
    ]  # fmt: skip
    for command in commands:
        sheet._drawn.names.within(EVERYWHERE, 60.0, numbered=True)
        sheet.changed(editor.do(command))
        fresh = MapSheet(editor.document, load_map_theme())
        assert names_of(sheet, 60 / 194) == names_of(fresh, 60 / 194)


def test_cells_of_one_name_that_touch_are_named_once():
    editor = Editor(document_of("hex"), lambda _record: None)
    for cell in ("0404", "0405", "0707"):
        editor.do(NameCell(cell, "Jauche"))
    sheet = MapSheet(editor.document, load_map_theme())
    found = [one for one in sheet._drawn.names._places if one.text == "Jauche"]
    assert sorted(len(one.middles) for one in found) == [1, 2]
