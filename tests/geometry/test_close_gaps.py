"""Borders in the middle of traced gaps: as calm as what was traced."""

from __future__ import annotations

import shapely
from sectors import jittered, sectors

from wardesk.geometry.tracing.close_gaps import as_coverage


def test_a_border_in_a_gap_has_no_more_bends_than_a_hand_can_move():
    drawn = jittered(
        shapely.segmentize(shapely.transform(sectors(36, 3), lambda xy: xy * 4), 30.0), 2.0, 3
    )
    traced = shapely.buffer(drawn, -2.0, join_style="mitre")
    found = as_coverage(traced, 7.7)
    assert shapely.get_num_coordinates(found).sum() < 3 * shapely.get_num_coordinates(traced).sum()
    assert shapely.hausdorff_distance(found, traced).max() < 7.7
