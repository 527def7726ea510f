"""Names on a sheet of the editor stand off each other, the same in every tile and view."""

from __future__ import annotations

import sys
from itertools import combinations, pairwise
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "drawing"))
from maps import document_of

from wardesk.drawing.commands.all_commands import NameCell, PlaceLabel, SetProperty
from wardesk.drawing.editor import Editor
from wardesk.render.fonts import load_fonts
from wardesk.render.working.name_plan import NamePlan
from wardesk.render.working.names import STEPS, Name, growth

pytestmark = pytest.mark.usefixtures("qapp")
EVERYWHERE = (-9e5, -9e5, 18e5, 18e5)


def crowd(count, step, points=0):
    load_fonts()
    return {f"{k:03}": Name(f"Grandes-Armoises {k}", (k * step, 0.0), points=points * (k % 3))
            for k in range(count)}  # fmt: skip


def plan_of(cells, labels=None, numbers=lambda _box: ()):
    return NamePlan(labels or {}, cells, numbers, lambda: None)


def everything(plan, fine, *, numbered=False):
    from PySide6.QtCore import QRectF

    return plan.within(QRectF(*EVERYWHERE), fine, numbered=numbered)


@pytest.mark.parametrize("fine", [60.0, 35.0, 24.0, 14.0])
def test_names_in_a_crowd_do_not_cover_each_other(fine):
    found = everything(plan_of(crowd(12, 87.0)), fine)
    boxes = [one.box(growth(fine)) for one in found]
    assert len(found) >= 3
    if growth(fine) >= 1.6:  # closer up a crowd that fits nowhere is written all the same
        assert not any(a.intersects(b) for a, b in combinations(boxes, 2))


def test_two_neighbours_are_both_written_one_above_the_other():
    cells = {"a": Name("Les Grandes-Armoises", (0, 0)), "b": Name("Les Petites-Armoises", (87, 50))}
    for fine in (60.0, 35.0, 20.0):
        found = everything(plan_of(cells), fine)
        boxes = [one.box(growth(fine)) for one in found]
        assert len(found) == 2
        assert not boxes[0].intersects(boxes[1])


def test_what_is_worth_more_stays_and_what_was_placed_by_hand_is_never_left_out():
    cells = crowd(9, 20.0)
    cells["town"] = Name("Stonne", (60.0, 0.0), points=5)
    labels = {f"l{k}": Name(f"the ridge {k}", (50.0, 0.0), italic=True) for k in range(1)}
    found = everything(plan_of(cells, labels), 12.0)
    assert any(one.points == 5 for one in found), "it comes before the others"
    assert sum(one.italic for one in found) == 1
    assert len(found) < len(cells) + len(labels)


def test_the_order_in_which_places_are_seen_changes_nothing():
    from PySide6.QtCore import QRectF

    cells = crowd(20, 60.0, points=1)
    whole = {(one.text, one.at) for one in everything(plan_of(cells), 30.0)}
    tiles = plan_of(cells)
    pieces = set()
    for left in (900, 300, 0, 600, -300, 1200):
        seen = tiles.within(QRectF(left, -400, 300, 800), 30.0, numbered=False)
        pieces |= {(one.text, one.at) for one in seen}
    assert pieces == whole


def test_a_plan_tells_what_moved():
    cells = {"a": Name("Jandrain", (0, 0)), "b": Name("Jandrain", (400, 0))}
    old = plan_of(cells)
    everything(old, 60.0)
    new = plan_of({**cells, "c": Name("Jandrenouille", (0, 10))})
    assert new.moved(old) == []  # the newcomer is last: nobody gives way
    first = plan_of({"c": Name("Jandrenouille", (0, 10), points=3), **cells})
    assert first.moved(old)


def test_the_steps_of_growth_reach_from_close_up_to_afar():
    assert growth(100) == STEPS[0]
    assert growth(1) == STEPS[-1]
    assert all(a < b for a, b in pairwise(STEPS))


def test_an_edit_elsewhere_leaves_the_plan_alone():
    from wardesk.render.theme import load_map_theme
    from wardesk.render.working.sheet import WorkingSheet

    editor = Editor(document_of("hex"), lambda _record: None)
    sheet = WorkingSheet(editor.document, load_map_theme())
    drawn = sheet._drawn
    plan = drawn._names_now()
    sheet.changed(editor.do(SetProperty(("0404",), "depth", 2)))
    assert drawn._names_now() is plan
    sheet.changed(editor.do(NameCell("0404", "Mill")))
    assert drawn._names_now() is not plan
    x, y = editor.document.cells["0505"].anchor
    plan = drawn._names_now()
    sheet.changed(editor.do(PlaceLabel("Here", (x, y))))
    assert drawn._names_now() is not plan
