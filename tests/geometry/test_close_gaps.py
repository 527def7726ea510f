"""Borders in the middle of traced gaps, as calm as what was traced."""

from __future__ import annotations

import numpy as np
import pytest
import shapely
from sectors import DEFECTS, jittered, sectors
from shapely import box

from wardesk.geometry.tracing.clean_coverage import is_sound
from wardesk.geometry.tracing.close_gaps import as_coverage


def test_a_border_in_a_gap_has_no_more_bends_than_a_hand_can_move():
    drawn = jittered(
        shapely.segmentize(shapely.transform(sectors(36, 3), lambda xy: xy * 4), 30.0), 2.0, 3
    )
    traced = shapely.buffer(drawn, -2.0, join_style="mitre")
    found = as_coverage(traced, 7.7)
    assert shapely.get_num_coordinates(found).sum() < 3 * shapely.get_num_coordinates(traced).sum()
    assert shapely.hausdorff_distance(found, traced).max() < 7.7


def drawn_apart():
    """One area above two others, four apart everywhere; the long border has a point at each end."""
    return np.array([box(0, 54, 300, 100), box(0, 0, 98, 50), box(102, 0, 300, 50)])


def test_three_areas_meet_in_the_middle_of_the_gap_however_few_points_a_border_has():
    upper, left, right = as_coverage(drawn_apart(), 6.0)
    assert shapely.bounds(upper)[1] > 50.5
    assert shapely.bounds(left)[2] < 101.5
    assert shapely.bounds(right)[0] > 98.5
    common = shapely.intersection(left, right)
    assert shapely.distance(common, shapely.Point(100, 52)) < 1.0
    assert shapely.area(upper) - 300 * 46 == pytest.approx(600, abs=20)


def test_a_lens_between_two_borders_is_shared_half_and_half():
    bent = shapely.Polygon([(0, 0), (100, 0), (200, 0), (200, -50), (0, -50)])
    bowed = shapely.Polygon([(0, 0), (100, 4), (200, 0), (200, 50), (0, 50)])
    straight = shapely.Polygon([(0, 0), (200, 0), (200, -50), (0, -50)])
    for below in (bent, straight):
        faces = as_coverage(np.array([bowed, below]), 6.0)
        grown = shapely.area(faces) - shapely.area([bowed, below])
        assert grown == pytest.approx(200, abs=12)


@pytest.mark.parametrize("defect", DEFECTS)
def test_however_a_map_is_drawn_badly_it_comes_back_sound_and_whole(defect):
    clean = sectors(36, 5)
    faces = as_coverage(DEFECTS[defect](clean, 5), 4.0)
    assert is_sound(faces)
    assert len(shapely.get_rings(shapely.union_all(faces))) == 1
    off = shapely.area(shapely.symmetric_difference(faces, clean)) / shapely.area(clean)
    assert off.max() < 0.08


def test_an_outline_that_encloses_nothing_leaves_the_others_theirs():
    apart = drawn_apart()
    found = as_coverage(np.array([apart[0], shapely.Polygon(), *apart[1:]]), 6.0)
    assert shapely.is_empty(found).tolist() == [False, True, False, False]
    assert shapely.equals(found[[0, 2, 3]], as_coverage(apart, 6.0)).all()
