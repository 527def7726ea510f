"""What stands together and what still fits."""

from wardesk.engine.types import Piece
from wardesk.games.shared.stacking import excess, space, totals


def test_pieces_are_counted_where_they_stand():
    pieces = [Piece(id=i, side="blue", at=at) for i, at in (("a", "1"), ("b", "1"), ("c", None))]
    assert totals(pieces, lambda piece: 3) == {"1": 6}


def test_excess_counts_what_comes():
    assert [excess(80, 70, coming) for coming in (0, 10, 11)] == [0, 0, 1]


def test_a_place_too_full_has_no_space():
    assert [space(80, standing) for standing in (70, 80, 90)] == [10, 0, 0]
