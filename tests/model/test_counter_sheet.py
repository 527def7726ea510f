"""Cutting a sheet by a grid: nothing outside, nothing twice, every front with its own back."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from wardesk.errors import UserError
from wardesk.model.counter_sheet import LEAST_EDGE, CutPlan, back_of, cuts, names

small = st.integers(0, 40)
plans = st.builds(
    CutPlan, rows=st.integers(1, 12), columns=st.integers(1, 12), left=small, top=small,
    right=small, bottom=small, across=small, down=small, trim=st.integers(0, 10),
)  # fmt: skip
edges = st.integers(20, 1500)


def good(plan, width, height):
    try:
        return cuts(plan, width, height)
    except UserError:
        assume(False)
        raise


@given(plans, edges, edges)
def test_every_cut_lies_within_the_margins_and_none_over_another(plan, width, height):
    found = [box for row in good(plan, width, height) for box in row]

    assert len(found) == plan.rows * plan.columns
    for box in found:
        assert plan.left <= box.left
        assert box.left + box.width <= width - plan.right
        assert plan.top <= box.top
        assert box.top + box.height <= height - plan.bottom
        assert min(box.width, box.height) >= LEAST_EDGE
    for k, a in enumerate(found):
        for b in found[k + 1 :]:
            assert (
                a.left + a.width <= b.left or b.left + b.width <= a.left
                or a.top + a.height <= b.top or b.top + b.height <= a.top
            )  # fmt: skip


@given(plans, edges, edges)
def test_cuts_are_alike_to_a_pixel_and_fill_the_sheet(plan, width, height):
    rows = good(plan, width, height)
    for lengths in ([b.width for b in rows[0]], [row[0].height for row in rows]):
        assert max(lengths) - min(lengths) <= 1
    last = rows[-1][-1]
    assert last.left + last.width + plan.trim == width - plan.right
    assert last.top + last.height + plan.trim == height - plan.bottom
    gaps = {b.left - a.left - a.width for row in rows for a, b in pairwise(row)}
    assert gaps <= {plan.across + 2 * plan.trim}


@given(plans, st.sampled_from(["none", "sides", "ends"]))
def test_every_front_has_a_back_of_its_own_and_turning_twice_comes_home(plan, mirror):
    spots = [(r, c) for r in range(plan.rows) for c in range(plan.columns)]
    backs = [back_of(r, c, plan, mirror) for r, c in spots]
    assert sorted(backs) == spots
    assert [back_of(r, c, plan, mirror) for r, c in backs] == spots


def test_a_sheet_turned_over_sideways_has_the_first_back_at_the_right():
    plan = CutPlan(rows=2, columns=5)
    assert back_of(0, 0, plan, "sides") == (0, 4)
    assert back_of(0, 0, plan, "ends") == (1, 0)


@pytest.mark.parametrize(
    ("plan", "says"),
    [
        (CutPlan(rows=0, columns=3), "rows and columns"),
        (CutPlan(rows=3, columns=900), "rows and columns"),
        (CutPlan(rows=100, columns=100), "too many"),
        (CutPlan(rows=1, columns=1, left=-1), "less than 0"),
        (CutPlan(rows=30, columns=1), "pixels"),
        (CutPlan(rows=1, columns=1, left=80, right=30), "pixels"),
        (CutPlan(rows=2, columns=2, trim=30), "pixels"),
    ],
)
def test_what_cannot_be_cut_is_told(plan, says):
    with pytest.raises(UserError, match=says) as told:
        cuts(plan, 100, 100)
    assert told.value.advice


def test_names_come_from_the_list_first_and_from_the_pattern_after():
    plan = CutPlan(rows=2, columns=2)
    assert names(plan, "Tank", ["Lion"]) == ["Lion", "Tank 2", "Tank 3", "Tank 4"]
    assert names(plan, "{row}/{column}") == ["1/1", "1/2", "2/1", "2/2"]
    with pytest.raises(UserError, match="empty"):
        names(plan, "  ")
